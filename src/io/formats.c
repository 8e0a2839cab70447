// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The table of file formats and how one is found in it; see format.h. Every list of endings comes from here.
#include "io/format.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/context.h"
#include "core/text.h"
#include "io/data_file.h"
#include "io/mesh_file.h"
#include "io/mesh_job.h"
#include "io/overlay.h"
#include "io/spline_file.h"

// A build may be without the libraries of some formats; their rows stay, and say what is missing.
#ifdef ORO_HAS_TIFF
#define TIFF(function) function
#define WITHOUT_TIFF   NULL
#else
#define TIFF(function) NULL
#define WITHOUT_TIFF   "libtiff and libgeotiff"
#endif
#ifdef ORO_HAS_EXR
#define EXR(function) function
#define WITHOUT_EXR   NULL
#else
#define EXR(function) NULL
#define WITHOUT_EXR   "OpenEXRCore"
#endif

enum {
    RASTER = ORO_HOLDS_RASTER,
    PICTURE = ORO_HOLDS_PICTURE,
    MESH = ORO_HOLDS_MESH,
    VOLUME = ORO_HOLDS_VOLUME,
    CURVES = ORO_HOLDS(ORO_KIND_CURVES),
    POINTS = ORO_HOLDS(ORO_KIND_POINTS),
    RIBBONS = ORO_HOLDS(ORO_KIND_RIBBONS),
    ANY = ORO_HOLDS_ANY,
    SPLINES = ORO_HOLDS_SPLINES,
    OVERLAYS = ORO_HOLDS_OVERLAYS,
    SCENE = ORO_HOLDS_SCENE,
};

static const oro_format formats[] = {
#define ORO_FORMAT(name_, ...) {.info.name = #name_, __VA_ARGS__},
#include "io/formats.def"
#undef ORO_FORMAT
};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

int oro_format_count(void) { return FORMAT_COUNT; }

const oro_format_info *oro_format_at(int index) {
    return index >= 0 && index < FORMAT_COUNT ? &formats[index].info : NULL;
}

const char *oro_ending_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    return dot && (!slash || dot > slash) ? dot + 1 : "";
}

const oro_format *oro_format_find(const char *path) {
    const char *ending = oro_ending_of(path);
    size_t length = strlen(ending);
    for (int i = 0; length && i < FORMAT_COUNT; i++)
        for (const char *word = formats[i].info.extensions; *word; word += strspn(word, " ")) {
            size_t own = strcspn(word, " ");
            if (own == length && strncasecmp(word, ending, length) == 0) return &formats[i];
            word += own;
        }
    return NULL;
}

const oro_format_info *oro_format_of(const char *path) {
    const oro_format *format = oro_format_find(path);
    return format ? &format->info : NULL;
}

bool oro_path_reads(const char *path, unsigned holds) {
    const oro_format_info *format = oro_format_of(path);
    return format && format->reads & holds;
}

bool oro_path_writes(const char *path, unsigned holds) {
    const oro_format_info *format = oro_format_of(path);
    return format && format->writes & holds;
}

bool oro_path_has_texture(const char *path) {
    const oro_format *format = oro_format_find(path);
    return format && format->traits & ORO_HAS_TEXTURE;
}

/// Adds the usual ending of a format to a list.
static void list_format(const oro_format *format, char *list, size_t size) {
    size_t used = strlen(list);
    snprintf(list + used, size - used, "%s.%.*s", used ? ", " : "", (int)strcspn(format->info.extensions, " "),
             format->info.extensions);
}

const char *oro_format_list(unsigned holds, bool writing, char *list, size_t size) {
    *list = 0;
    for (int any = 0; any < 2; any++) // what is made for it comes before what holds anything
        for (int i = 0; i < FORMAT_COUNT; i++) {
            unsigned here = (writing ? formats[i].info.writes : formats[i].info.reads) & holds;
            if (!formats[i].missing && here && (here == ORO_HOLDS_ANY) == any) list_format(&formats[i], list, size);
        }
    return list;
}

const char *oro_format_list_floats(char *list, size_t size) {
    *list = 0;
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (!formats[i].missing && formats[i].values & ORO_VALUES_FLOATS && !(formats[i].traits & ORO_HAS_LAYOUT))
            list_format(&formats[i], list, size);
    return list;
}

const char *oro_format_list_with(unsigned traits, char *list, size_t size) {
    *list = 0;
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (formats[i].traits & traits) list_format(&formats[i], list, size);
    return list;
}

const oro_format *oro_format_for(oro_context *ctx, const char *path, unsigned holds, bool writing, const char *what) {
    const oro_format *format = oro_format_find(path);
    char list[160], hint[64];
    if (format && (writing ? format->info.writes : format->info.reads) & holds) {
        if (!format->missing) return format;
        oro_fail(ctx, ORO_UNSUPPORTED, path,
                 "this build cannot use .%s files; build it again with %s, or use one of %s", format->info.name,
                 format->missing, oro_format_list(holds, writing, list, sizeof list));
        return NULL;
    }
    oro_format_list(holds, writing, list, sizeof list);
    const char *ending = oro_ending_of(path);
    if (format && writing && format->info.reads & holds) {
        oro_fail(ctx, ORO_BAD_ARGUMENT, path, "%s can only be read here; use one of %s to write", format->info.name,
                 list);
    } else if (*ending) {
        oro_suggestion nearest = {.word = ending};
        for (int i = 0; i < FORMAT_COUNT; i++)
            if ((writing ? formats[i].info.writes : formats[i].info.reads) & holds)
                oro_suggest_offer(&nearest, formats[i].info.name);
        oro_fail(ctx, ORO_BAD_ARGUMENT, path, ".%.20s is not a %s format here%s; use one of %s", ending, what,
                 oro_suggest_text(&nearest, hint, sizeof hint), list);
    } else {
        oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the name has no extension to tell the format by; end it with one of %s",
                 list);
    }
    return NULL;
}

/// Does the data begin with one of the format's beginnings? Text may be in capitals.
static bool begins(const oro_format *format, const char *data, size_t length) {
    bool text = format->traits & ORO_IS_TEXT;
    for (int i = 0; i < ORO_MOST_BEGINNINGS && format->begins[i].bytes; i++) {
        size_t count = format->begins[i].count;
        if (length < count) continue;
        if (memcmp(data, format->begins[i].bytes, count) == 0) return true;
        if (text && strncasecmp(data, format->begins[i].bytes, count) == 0) return true;
    }
    return false;
}

const oro_format *oro_format_begun(const char *data, size_t length) {
    size_t blank = 0;
    while (blank < length && isspace((unsigned char)data[blank])) blank++;
    for (int text = 0; text < 2; text++) // bytes that no text has come first
        for (int i = 0; i < FORMAT_COUNT; i++) {
            if (((formats[i].traits & ORO_IS_TEXT) != 0) != text) continue;
            if (begins(&formats[i], data + (text ? blank : 0), length - (text ? blank : 0))) return &formats[i];
        }
    return NULL;
}

const oro_format *oro_format_to_read(oro_context *ctx, const char *path, oro_kind kind) {
    const oro_format *format = oro_format_find(path);
    FILE *file;
    uint64_t bytes;
    char head[16];
    if (!format && oro_file_open(ctx, path, &file, &bytes) == ORO_OK) {
        format = oro_format_begun(head, fread(head, 1, sizeof head, file));
        fclose(file);
    }
    if (format && !format->missing && format->info.reads & ORO_HOLDS(kind)) return format;
    return oro_format_for(ctx, path, ORO_HOLDS(kind), false, oro_kind_of(kind)->noun);
}

bool oro_format_beside(const char *path, int index, char *out, size_t size) {
    const oro_format *format = oro_format_find(path);
    if (!format || index < 0 || index > ORO_MOST_BESIDE) return false;
    if (index == 0) return oro_sidecar_path(path, out, size);
    if (index > ORO_MOST_BESIDE || !format->beside[index - 1]) return false;
    int stem = (int)(strlen(path) - strlen(oro_ending_of(path)) - 1);
    int length = snprintf(out, size, "%.*s%s", stem, path, format->beside[index - 1]);
    return length > 0 && (size_t)length < size;
}
