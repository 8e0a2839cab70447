// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Opening a scene with --size, --set and --seed applied, and running it.

#include "scenes.h"
#include "build/job.h"
#include "core/context.h"
#include "io/file.h"
#include "io/within.h"
#include "op/args.h"
#include "streams.h"
#include "weigh.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static oro_status apply_set(cli *c, oro_scene *scene, const char *text) {
    char path[256], where[300];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof path)
        return cli_misuse(c, "--set", "\"%.60s\" is not of the form node.argument=value", text);
    snprintf(path, sizeof path, "%.*s", (int)(equals - text), text);
    snprintf(where, sizeof where, "--set %s", path);
    oro_status status = oro_scene_set(scene, path, equals + 1);
    c->usage |= status == ORO_BAD_ARGUMENT;
    return cli_take(c, status, where);
}

static oro_status apply_seed(cli *c, oro_scene *scene, const char *text) {
    char *end;
    errno = 0;
    unsigned long long seed = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno)
        return cli_misuse(c, "--seed", "the seed must be a whole number from 0 up, not \"%.40s\"", text);
    oro_world world = oro_scene_world(scene);
    world.seed = seed;
    return cli_take(c, oro_scene_set_world(scene, &world), "--seed");
}

/// Both sides have to fit the world: its cells are square.
static oro_status apply_size(cli *c, cli_scene *s, const char *text, const char *where) {
    int32_t width, height;
    oro_status status = cli_read_size(c, text, where, &width, &height);
    if (status != ORO_OK) return status;
    s->detail = width > height ? width : height;
    status = oro_scene_geometry(s->scene, s->detail, &s->geometry);
    c->usage |= status == ORO_BAD_ARGUMENT;
    if (status != ORO_OK) return cli_take(c, status, where);
    if (height == 0 || (s->geometry.width == width && s->geometry.height == height)) return ORO_OK;
    oro_world world = oro_scene_world(s->scene);
    return cli_misuse(c, where, "%d x %d does not fit a world of %.10g x %.10g m, whose cells are square; %dx%d does",
                      width, height, world.extent_x, world.extent_y, s->geometry.width, s->geometry.height);
}

oro_scene *cli_scene_load(cli *c, const char *path) {
    if (cli_format_of(path)) {
        oro_fail(c->ctx, ORO_BAD_INPUT, path,
                 "this is a map, but a scene is needed; orogen new my.oro.json --from FILE makes one");
        return NULL;
    }
    if (!cli_is_stdin(path)) return oro_scene_load(c->ctx, path);
    char *text;
    size_t length;
    if (oro_file_read(c->ctx, path, (size_t)64 << 20, &text, &length) != ORO_OK) return NULL;
    oro_scene *scene = oro_scene_parse(c->ctx, path, ".", text, length);
    free(text);
    return scene;
}

oro_status cli_scene_open_own_size(cli *c, const char *path, const cli_words *w, cli_scene *out) {
    *out = (cli_scene){.path = path};
    oro_scene_name_of(path, out->name, sizeof out->name);
    out->scene = cli_scene_load(c, path);
    if (!out->scene) return cli_take(c, oro_last_error(c->ctx)->status, NULL);
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && w && i < w->given_count; i++)
        if (strcmp(w->given[i].flag->name, "set") == 0) status = apply_set(c, out->scene, w->given[i].text);
    const char *seed = w ? cli_text(w, "seed") : NULL;
    if (status == ORO_OK && seed) status = apply_seed(c, out->scene, seed);
    if (status == ORO_OK) status = cli_take(c, oro_scene_geometry(out->scene, 0, &out->geometry), NULL);
    return status;
}

oro_status cli_scene_open(cli *c, const char *path, const cli_words *w, cli_scene *out) {
    oro_status status = cli_scene_open_own_size(c, path, w, out);
    bool has_detail = false; // then --size is that of a picture
    for (const cli_flag *f = w ? w->flags : NULL; f && f->name; f++) has_detail |= strcmp(f->name, "detail") == 0;
    const char *size = w ? cli_text(w, has_detail ? "detail" : "size") : NULL;
    return status == ORO_OK && size ? apply_size(c, out, size, has_detail ? "--detail" : "--size") : status;
}

void cli_scene_close(cli_scene *s) {
    oro_scene_destroy(s->scene);
    s->scene = NULL;
}

oro_status cli_scene_run(cli *c, cli_scene *s, const char *target) {
    oro_status status = cli_check_interrupt(c);
    if (status == ORO_OK) status = cli_weigh_scene(c, s, &(cli_weighed){.target = target}, 1);
    if (status != ORO_OK) return status;
    status = oro_scene_run(s->scene, &(oro_run_desc){.target = target,
                                                     .detail = s->detail,
                                                     .keep_partial = c->keep_partial,
                                                     .progress = cli_progress,
                                                     .user = c});
    cli_progress_end(c);
    if (status == ORO_PARTIAL) cli_forget_interrupt();
    if (status == ORO_CANCELLED && cli_was_interrupted()) return cli_check_interrupt(c);
    if (status == ORO_OK) return cli_check_interrupt(c);
    cli_take(c, status, NULL);
    if (strncmp(c->error.where, "nodes/", 6) == 0) {
        char where[sizeof c->error.where];
        snprintf(where, sizeof where, "%.120s/%.130s", s->path, c->error.where);
        memcpy(c->error.where, where, sizeof where);
    }
    return status;
}

const oro_arg *cli_scene_output_arg(const cli_scene *s, const char *from, const char **node) {
    oro_made made;
    bool found = oro_scene_lookup(s->scene, from, &made) == ORO_OK && made.arg->type != ORO_VALUE_OUT;
    *node = found ? oro_scene_node_id(s->scene, made.node) : NULL;
    return found ? made.arg : NULL;
}

oro_status cli_keep_within(cli *c, const cli_words *w, oro_within *rule) {
    const char *folder = cli_text(w, "within");
    if (!folder) return ORO_OK;
    if (!oro_within_add(rule, folder))
        return cli_misuse(c, "--within", "%.200s cannot be used as a folder: %s", folder, strerror(errno));
    c->within = rule;
    return ORO_OK;
}
