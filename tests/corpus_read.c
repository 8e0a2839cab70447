// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// usage: corpus_read < LIST
// Reads the raster of each line, "PATH" or "PATH CHANNEL", with tabs between. Its values go to PATH.f32; a line "ok WIDTH HEIGHT KNOWN"
// or "no STATUS SENTENCE" goes to stdout before the next file is touched, so that the last line names the one that ended it.
#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "orogen/io.h"

static void put_values(const char *path, const oro_grid *g) {
    char name[4200];
    snprintf(name, sizeof name, "%s.f32", path);
    FILE *file = fopen(name, "wb");
    for (int32_t y = 0; file && y < g->height; y++) fwrite(oro_row(g, y), 4, (size_t)g->width, file);
    if (file) fclose(file);
}

int main(void) {
    char line[4100];
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1}, NULL);
    while (ctx && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *tab = strchr(line, '\t');
        if (tab) *tab = 0;
        oro_grid g;
        unsigned known;
        oro_read_desc desc = {.channel = tab ? tab + 1 : NULL, .square = true};
        if (oro_load_raster(ctx, line, &desc, &g, &known) == ORO_OK) {
            put_values(line, &g);
            printf("ok %d %d %u\n", g.width, g.height, known);
            oro_grid_free(ctx, &g);
        } else {
            printf("no %d %s\n", oro_last_error(ctx)->status, oro_last_error(ctx)->sentence);
        }
        fflush(stdout);
        if (oro_bytes_in_use(ctx) != 0) return 3;
    }
    oro_destroy(ctx);
    return 0;
}
