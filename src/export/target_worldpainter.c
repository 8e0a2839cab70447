// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// WorldPainter, for Minecraft. One pixel is one block; the picture's codes run over the blocks of the world from the lowest to the
// highest, and the sea (or the height 0) lies at the block where Minecraft has it. A block is as high as samples lie apart, so that
// nothing is stretched; where the land would not fit, higher.

#include "core/context.h"
#include "core/text.h"
#include "export/export.h"

#include <math.h>

static double sea_of(const oro_export_job *e) {
    oro_world world = e->desc.scene ? oro_scene_world(e->desc.scene) : (oro_world){0};
    return world.has_sea ? world.sea : 0.0;
}

/// The lowest round height of a block, 1, 2 or 5 times a power of ten, that is not below `least`.
static double round_up(double least) {
    double power = 1e-6;
    while (power * 10 <= least) power *= 10;
    static const double digits[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++)
        if (digits[i] * power >= least) return digits[i] * power;
    return least;
}

/// How high a block has to be at least for the land to fit above and below the sea.
static double least_block(const oro_export_job *e) {
    double sea = sea_of(e), above = (double)e->extremes.max - sea, below = sea - (double)e->extremes.min;
    double up = (double)e->o->blocks.hi - (double)e->o->sea_block,
           down = (double)e->o->sea_block - (double)e->o->blocks.lo;
    double least = 0;
    if (above > 0) least = fmax(least, above / fmax(up, 1e-9));
    if (below > 0) least = fmax(least, below / fmax(down, 1e-9));
    return least;
}

static double block_of(const oro_export_job *e) {
    double least = least_block(e), cell = e->shape.part.cell;
    if (!isnan(e->o->block)) return (double)e->o->block;
    return cell >= least ? cell : round_up(least);
}

oro_status oro_target_worldpainter_ready(oro_export_job *e) {
    double block = block_of(e), sea = sea_of(e), least = least_block(e);
    if (!((double)e->o->sea_block >= (double)e->o->blocks.lo && (double)e->o->sea_block <= (double)e->o->blocks.hi))
        return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "sea_block", "the sea's block %g is none of the world's, %g to %g",
                        (double)e->o->sea_block, (double)e->o->blocks.lo, (double)e->o->blocks.hi);
    if (!(least < 1e5))
        return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "sea_block",
                        "there are no blocks for the land above or below the sea; put the sea between %g and %g",
                        (double)e->o->blocks.lo, (double)e->o->blocks.hi);
    if (block < least * (1 - 1e-9) && !e->desc.clip) {
        oro_fail(e->ctx, ORO_BAD_ARGUMENT, "block",
                 "with blocks of %g m the land leaves the blocks %g to %g of the world; blocks of %g m or more hold it",
                 block, (double)e->o->blocks.lo, (double)e->o->blocks.hi, round_up(least));
        return oro_hint(e->ctx, "clip");
    }
    e->lo = sea + ((double)e->o->blocks.lo - (double)e->o->sea_block) * block;
    e->hi = sea + ((double)e->o->blocks.hi - (double)e->o->sea_block) * block;
    return oro_export_check_range(e);
}

static oro_status write_tile(oro_export_job *e, const int *tile) {
    oro_write_desc how = {.bits = e->o->levels.index ? 8 : 16};
    return oro_export_heights(e, tile, ".png", &how, true);
}

static oro_status write_words(oro_export_job *e) {
    oro_text t = {0};
    double block = (e->hi - e->lo) / ((double)e->o->blocks.hi - (double)e->o->blocks.lo);
    double largest = e->o->levels.index ? 255 : 65535;
    oro_import_begin(e, &t);
    oro_text_puts(&t, "File, Import new world, From height map: choose the .png; scale 100 %. One pixel is one block, "
                      "north is at the top.\n"
                      "Type under the mapping of values:\n");
    oro_import_number(e, &t, "from image, bottom", "image_low", 0, "");
    oro_import_number(e, &t, "from image, top", "image_high", largest, "");
    oro_import_number(e, &t, "to Minecraft, bottom", "block_low", (double)e->o->blocks.lo, "");
    oro_import_number(e, &t, "to Minecraft, top", "block_high", (double)e->o->blocks.hi, "");
    oro_import_number(e, &t, "water level", "water_level", (double)e->o->sea_block, "");
    oro_text_puts(&t, "and choose a world that has these blocks (lower and upper build limit). In metres:\n");
    oro_import_number(e, &t, "height of a block", "block_height", block, "m");
    oro_import_number(e, &t, "width of a block", "block_width", e->shape.part.cell, "m");
    oro_import_number(e, &t, "height of code 0", "low", e->lo, "m");
    oro_import_number(e, &t, "height of the largest code", "high", e->hi, "m");
    if (block > e->shape.part.cell * (1 + 1e-9))
        oro_text_puts(&t, "Blocks stand for more metres upwards than sideways, since the land would not fit: it is "
                          "flatter than it is.\n");
    return oro_import_end(e, &t);
}

oro_status oro_target_worldpainter(oro_export_job *e) {
    oro_status status = oro_export_each_tile(e, write_tile);
    return status == ORO_OK ? write_words(e) : status;
}
