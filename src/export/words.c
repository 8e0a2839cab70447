// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// IMPORT.txt: what a person who opens the files has to know, with the numbers of this export.

#include "core/context.h"
#include "export/export.h"

#include <string.h>

void oro_import_begin(const oro_export_job *e, oro_text *text) {
    const oro_grid *g = &e->shape.part;
    oro_text_printf(text, "%s for %s\n\n", e->name, e->target->info.title);
    oro_text_printf(text, "%d x %d samples, %.10g m apart: %.10g x %.10g m\n", g->width, g->height, g->cell,
                    oro_extent_x(g), oro_extent_y(g));
    oro_text_printf(text, "heights from %.9g to %.9g m\n", (double)e->extremes.min, (double)e->extremes.max);
    if (oro_export_is_tiled(e))
        oro_text_printf(text,
                        "%d x %d tiles of %d x %d samples; neighbours share %s. All tiles have the same scale and "
                        "range\n",
                        e->tiles[0], e->tiles[1], e->shape.tile[0], e->shape.tile[1],
                        e->overlap ? "their edge row or column" : "no samples");
    oro_text_puts(text, "\n");
}

void oro_import_number(oro_export_job *e, oro_text *text, const char *label, const char *key, double value,
                       const char *unit) {
    oro_text_printf(text, "  %-28s %.10g%s%s\n", label, value, *unit ? " " : "", unit);
    oro_json_set(e->numbers, key, oro_json_new_number(value));
}

static const char traps[] =
    "\nIf something looks wrong\n"
    "  terraces          a reader of 8 bits was used: take the files of 16 or 32 bits as they are\n"
    "  mirrored          rows run the other way: see the row order above\n"
    "  bent slopes       heights and weights were read as colours: set them to linear, or Non-Color\n"
    "  wrong width       N samples span N - 1 distances; the metres above count distances\n";
static const char traps_of_typing[] =
    "  noise like static the byte order is wrong: little-endian unless it says otherwise above (PNG knows its own)\n"
    "  too tall or flat  a scale was not typed: the numbers above belong to these files alone\n"
    "  seams of tiles    tiles were scaled one by one: type the same numbers for all of them\n";

oro_status oro_import_end(oro_export_job *e, oro_text *text) {
    oro_text_puts(text, traps);
    if (e->numbers->count) oro_text_puts(text, traps_of_typing);
    oro_text_puts(text, "terrain.json holds the same numbers for programs.\n");
    if (text->failed)
        return oro_text_free(text),
               oro_fail(e->ctx, ORO_NO_MEMORY, NULL, "not enough memory for the words of the export");
    oro_status status = oro_export_text(e, "IMPORT.txt", "text", text->data, text->length);
    oro_text_free(text);
    return status;
}
