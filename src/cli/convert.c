// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen convert IN OUT: a map in another format.

#include "cli.h"

static oro_status read_flags(cli *c, const cli_words *w, cli_mapping *how) {
    const char *range = cli_text(w, "range"), *extent = cli_text(w, "extent");
    oro_status status = ORO_OK;
    how->has_range = range != NULL;
    if (range) status = cli_read_pair(c, range, "--range", &how->lo, &how->hi);
    if (status == ORO_OK && range && !(how->lo < how->hi))
        status = cli_misuse(c, "--range", "the range begins at %g, which is not below its end at %g", how->lo, how->hi);
    if (status == ORO_OK && extent) status = cli_read_number(c, extent, "--extent", 1e-3, 1e9, &how->extent);
    return status;
}

static oro_status convert(cli *c, const char *from, const char *to, const cli_mapping *how, oro_grid *g) {
    oro_status status = cli_load_map(c, from, how, true, g);
    if (status == ORO_OK) status = cli_save_map(c, to, g, how, "m");
    if (status != ORO_OK) return status;
    cli_say(c, "wrote %s (%d x %d)", to, g->width, g->height);
    if (!c->json) return ORO_OK;
    return cli_print_json(c, cli_json_map(to, NULL, g));
}

static oro_status run(cli *c, const cli_words *w) {
    cli_mapping how = {0};
    oro_grid g = {0};
    oro_status status = cli_expect_words(c, w, 2, 2, "convert IN OUT");
    if (status == ORO_OK) status = read_flags(c, w, &how);
    if (status == ORO_OK) status = cli_open(c);
    if (status == ORO_OK) status = cli_check_target(c, w->plain[1], false);
    if (status == ORO_OK) status = convert(c, w->plain[0], w->plain[1], &how, &g);
    if (g.data) oro_grid_free(c->ctx, &g);
    return status;
}

static const cli_flag flags[] = {
    {"range", "LO..HI",
     "Heights in metres of the smallest and largest code, for files that do not say and for the output."},
    {"extent", "METRES", "Width of the map (of its longer side), for files that do not say."},
    {0},
};

const cli_command cli_command_convert = {
    .name = "convert",
    .summary = "Write a map in another format",
    .usage = "IN OUT [--range LO..HI] [--extent METRES]",
    .doc = "The endings of the two names choose the formats: .png (16 bit), .r16, .r32, .npy. What one map means in "
           "metres is\n"
           "kept in a small JSON file beside it.",
    .example =
        "orogen convert height.png height.r16\norogen convert height.png height.npy --range 0..1200 --extent 4000",
    .flags = flags,
    .run = run,
};
