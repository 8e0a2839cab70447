// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Which channel of a file holds the heights: one rule for every format that has several (PNG, TIFF, EXR). docs/files.md tells it.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/context.h"
#include "io/format.h"

/// The part of a name behind its last dot counts, so that layers have the same channels.
static const char *last_part(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/// A channel called so, in a layer (a name up to its last dot, or "") or in any (NULL); -1: there is none.
static int find(const oro_channel_names *names, const char *layer, const char *part) {
    for (int i = 0; i < names->count; i++) {
        const char *name = names->name[i], *last = last_part(name);
        size_t length = (size_t)(last - name);
        bool there = !layer || (strlen(layer) == length && strncmp(layer, name, length) == 0);
        if (there && strcasecmp(last, part) == 0) return i;
    }
    return -1;
}

static oro_status not_there(const oro_read_job *job, const oro_channel_names *names) {
    char list[160] = "";
    for (int i = 0; i < names->count && strlen(list) < 100; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%.30s", i ? ", " : "", names->name[i]);
    return oro_fail(job->ctx, ORO_BAD_ARGUMENT, job->path,
                    "there is no channel \"%.40s\"; it has %s (or their numbers, 1 to %d)", job->channel, list,
                    names->count);
}

static oro_status take_wanted(const oro_read_job *job, const oro_channel_names *names, oro_channel_choice *out) {
    char *end;
    long number = strtol(job->channel, &end, 10);
    for (int i = names->count; i-- > 0;)
        if (strcasecmp(names->name[i], job->channel) == 0) out->taken = i;
    if (out->taken < 0) out->taken = find(names, NULL, job->channel);
    if (out->taken < 0 && end > job->channel && !*end && number >= 1 && number <= names->count)
        out->taken = (int)number - 1;
    return out->taken < 0 ? not_there(job, names) : ORO_OK;
}

/// The colours of the first layer that has all three.
static bool find_colours(const oro_channel_names *names, oro_channel_choice *out) {
    for (int i = 0; i < names->count; i++) {
        char layer[256];
        const char *name = names->name[i], *last = last_part(name);
        if (strcasecmp(last, "R") != 0 || last - name >= (ptrdiff_t)sizeof layer) continue;
        memcpy(layer, name, (size_t)(last - name));
        layer[last - name] = 0;
        out->taken = i;
        out->green = find(names, layer, "G");
        out->blue = find(names, layer, "B");
        if (out->green >= 0 && out->blue >= 0) return true;
    }
    return false;
}

oro_status oro_choose_channel(const oro_read_job *job, const oro_channel_names *names, oro_channel_choice *out) {
    static const char *const heights[] = {"height", "Z", "Y"};
    *out = (oro_channel_choice){.taken = -1, .green = -1, .blue = -1};
    if (job->channel) return take_wanted(job, names, out);
    for (int i = 0; i < 3 && out->taken < 0; i++) out->taken = find(names, NULL, heights[i]);
    out->compare = out->taken < 0 && find_colours(names, out);
    if (!out->compare && out->taken < 0) {
        out->taken = 0;
        for (int i = names->count; i-- > 0;)
            if (strcasecmp(last_part(names->name[i]), "A") != 0) out->taken = i;
    }
    if (names->count > 1 && !out->compare)
        oro_note(job->ctx, job->path, "the file has %d channels; %.40s is read", names->count, names->name[out->taken]);
    return ORO_OK;
}

oro_status oro_refuse_colours(const oro_read_job *job, int64_t column, int64_t row) {
    oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
             "this is a colour picture (first colour at column %lld, row %lld); heights need one channel, so save "
             "it as greyscale, best with 16 bits, or choose a channel",
             (long long)column, (long long)row);
    return oro_hint(job->ctx, "channel");
}
