// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The settings file: what a person wants every time, in $XDG_CONFIG_HOME/orogen/config.json (~/.config where that is not
// set). Flags win over the environment, the environment over this file. It is read when a command begins to compute, so a
// broken one never keeps help from being shown.

#include "config.h"
#include "core/text.h"
#include "io/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS, CPU, MEMORY_MIB, CACHE_MIB, PROGRESS, SETTINGS };

const cli_flag cli_settings[] = {
    [THREADS] = {"threads", "N", "Worker threads, 1 to 64, as --threads."},
    [CPU] = {"cpu", "LEVEL", "CPU level, as --cpu: \"baseline\", \"avx2\" or \"avx512\"."},
    [MEMORY_MIB] = {"memory_mib", "N", "Memory to use at most in MiB, 16 to 1048576, as --memory."},
    [CACHE_MIB] = {"cache_mib", "N",
                   "Memory for finished results in MiB, 1 to 1048576 (default: a quarter of the memory)."},
    [PROGRESS] = {"progress", "WHEN", "As --progress: \"auto\", \"always\", \"never\" or \"json\"."},
    [SETTINGS] = {0},
};

bool cli_config_path(char *path, size_t size) {
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    int length = -1;
    if (folder && *folder == '/') // the specification has relative ones ignored
        length = snprintf(path, size, "%s/orogen/config.json", folder);
    else if (home && *home)
        length = snprintf(path, size, "%s/.config/orogen/config.json", home);
    return length > 0 && (size_t)length < size;
}

static oro_status wrong(cli *c, const oro_json *value, const char *path, const char *takes) {
    char where[256];
    return cli_fail(c, ORO_BAD_INPUT, oro_json_where(value, path, where, sizeof where), "%s takes %s", value->key,
                    takes);
}

static bool whole(const oro_json *value, double low, double high) {
    return value->type == ORO_JSON_NUMBER && value->number >= low && value->number <= high &&
           value->number == floor(value->number);
}

static oro_status read_setting(cli *c, const oro_json *value, const char *path) {
    int which = 0;
    while (which < SETTINGS && strcmp(cli_settings[which].name, value->key) != 0) which++;
    switch (which) {
    case THREADS:
        if (!whole(value, 1, 64)) return wrong(c, value, path, "a whole number from 1 to 64");
        c->config.threads = (int)value->number;
        return ORO_OK;
    case CPU:
        for (int i = 0; value->type == ORO_JSON_STRING && cli_cpu_words[i]; i++)
            if (strcmp(value->text, cli_cpu_words[i]) == 0) {
                c->config.cpu = cli_cpu_words[i];
                return ORO_OK;
            }
        return wrong(c, value, path, "\"baseline\", \"avx2\" or \"avx512\"");
    case MEMORY_MIB:
        if (!whole(value, 16, 1048576)) return wrong(c, value, path, "a whole number of MiB from 16 to 1048576");
        c->config.memory_bytes = (size_t)value->number << 20;
        return ORO_OK;
    case CACHE_MIB:
        if (!whole(value, 1, 1048576)) return wrong(c, value, path, "a whole number of MiB from 1 to 1048576");
        c->config.cache_bytes = (size_t)value->number << 20;
        return ORO_OK;
    case PROGRESS:
        if (value->type != ORO_JSON_STRING || !cli_read_progress(value->text, &c->config.progress))
            return wrong(c, value, path, "\"auto\", \"always\", \"never\" or \"json\"");
        return ORO_OK;
    }
    oro_suggestion s = {.word = value->key};
    for (int i = 0; i < SETTINGS; i++) oro_suggest_offer(&s, cli_settings[i].name);
    char hint[96], where[256];
    return cli_fail(c, ORO_BAD_INPUT, oro_json_where(value, path, where, sizeof where),
                    "there is no setting \"%.40s\"%s; there are threads, cpu, memory_mib, cache_mib and progress",
                    value->key, oro_suggest_text(&s, hint, sizeof hint));
}

static oro_status read_document(cli *c, const oro_json *root, const char *path) {
    oro_status status = ORO_OK;
    if (root->type != ORO_JSON_OBJECT)
        return cli_fail(c, ORO_BAD_INPUT, path, "the settings must be an object, as {\"threads\": 4}");
    for (size_t i = 0; status == ORO_OK && i < root->count; i++) status = read_setting(c, root->items[i], path);
    return status;
}

oro_status cli_config_read(cli *c) {
    char path[1024];
    if (!cli_config_path(path, sizeof path) || access(path, F_OK) != 0) return ORO_OK;
    // The context that works is made from what stands here; reading needs one too.
    oro_context *reader = oro_create(&(oro_context_desc){.threads = 1}, &c->error);
    if (!reader) return c->error.status;
    oro_json *root = NULL;
    oro_status status = oro_json_load(reader, path, &root);
    if (status != ORO_OK) {
        c->error = *oro_last_error(reader);
    } else {
        status = read_document(c, root, path);
    }
    oro_json_free(root);
    oro_destroy(reader);
    return status;
}
