// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Choosing how data that is no map is read and written. See data_file.h.
#include "io/data_file.h"

#include <stdatomic.h>
#include <string.h>
#include <strings.h>

static const oro_data_format formats[] = {
#define ORO_DATA_FORMAT(kind, extension, read, write, summary) {ORO_KIND_##kind, extension, read, write, summary},
#include "io/data_formats.def"
#undef ORO_DATA_FORMAT
};
enum { FORMATS = sizeof formats / sizeof *formats };

#define ORO_NPZ_FORMAT(NAME, name, type)                                                                               \
    {ORO_KIND_##NAME, "npz", NULL, oro_npz_write_data, "NumPy archive of the arrays it is made of."},
static const oro_data_format archives[] = {ORO_KINDS(ORO_NPZ_FORMAT)};
#undef ORO_NPZ_FORMAT

const oro_data_format *oro_data_format_at(oro_kind kind, int index) {
    for (int i = 0; i < FORMATS; i++)
        if (formats[i].kind == kind && index-- == 0) return &formats[i];
    return index == 0 ? &archives[kind] : NULL;
}

static const char *extension_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    return dot && (!slash || dot > slash) ? dot + 1 : "";
}

const char *oro_data_endings(oro_kind kind, bool writing, char *list, size_t size) {
    const oro_data_format *format;
    size_t used = 0;
    *list = 0;
    for (int i = 0; (format = oro_data_format_at(kind, i)) && used < size; i++)
        if (writing ? format->write != NULL : format->read != NULL)
            used += (size_t)snprintf(list + used, size - used, "%s.%s", used ? ", " : "", format->extension);
    return list;
}

/// The format that a path tells; NULL with the error set.
static const oro_data_format *find(oro_context *ctx, oro_kind kind, const char *path, bool writing) {
    const oro_data_format *format;
    for (int i = 0; (format = oro_data_format_at(kind, i)); i++)
        if (strcasecmp(format->extension, extension_of(path)) == 0 &&
            (writing ? format->write != NULL : format->read != NULL))
            return format;
    char list[128];
    const char *noun = oro_kind_of(kind)->noun;
    if (*oro_data_endings(kind, writing, list, sizeof list))
        oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the name does not say how a %s is %s; end it with %s", noun,
                 writing ? "written" : "stored", list);
    else
        oro_fail(ctx, ORO_UNSUPPORTED, path, "a %s cannot be read from a file", noun);
    return NULL;
}

oro_status oro_check_data(oro_context *ctx, oro_kind kind, const char *path) {
    return find(ctx, kind, path, true) ? ORO_OK : oro_last_error(ctx)->status;
}

oro_status oro_save_data(oro_context *ctx, oro_kind kind, const char *path, const void *data, bool force) {
    const oro_data_format *format = find(ctx, kind, path, true);
    if (!format) return oro_last_error(ctx)->status;
    atomic_store(&ctx->cancel, false); // an old wish to stop something else
    oro_file_writer writer;
    oro_status status = oro_file_create(ctx, path, force, &writer);
    if (status != ORO_OK) return status;
    status = format->write(oro_kind_of(kind), data, &writer);
    if (status == ORO_OK) return oro_file_commit(&writer);
    oro_file_abort(&writer);
    return status;
}

oro_status oro_load_data(oro_context *ctx, oro_kind kind, const char *path, void *out) {
    const oro_kind_info *info = oro_kind_of(kind);
    memset(out, 0, info->size);
    const oro_data_format *format = find(ctx, kind, path, false);
    if (!format) return oro_last_error(ctx)->status;
    oro_status status = format->read(ctx, path, out);
    if (status != ORO_OK) info->release(ctx, out);
    return status;
}
