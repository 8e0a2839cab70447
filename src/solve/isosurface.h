// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The surface of a volume as a mesh: where its values pass a level, from rock (below) to air (above).
//
// Signs are read once, 64 to a word (iso_bits.h), made well-composed (iso_repair.h), and then a mesh is made by one of three
// methods (iso_nets.h with iso_sharp.h, iso_cubes.h). Values are read again only beside the surface. Every stage works by
// rows: count, sum up, fill; the order of vertices and triangles is that of the rows, so that threads do not show.
//
// Per sample 4 bytes are read, 1/8 written and read again, and 3/16
// kept as numbers of vertices; per vertex 32 bytes are written and up to 128 read, per triangle 12 written.
#ifndef ORO_SOLVE_ISOSURFACE_H
#define ORO_SOLVE_ISOSURFACE_H

#include "iso_cubes.h"
#include "iso_repair.h"

typedef enum iso_method { ISO_NETS, ISO_CUBES, ISO_SHARP } iso_method;

typedef struct iso_desc {
    iso_method method;
    float level;
    float snap;                   ///< cells: what lies nearer to the level is air
    bool repair;                  ///< make the signs well-composed
    bool closed;                  ///< end the rock at the box
    const oro_volume *towards[3]; ///< where the field should rise, along x, y and z; NULL: nobody says
} iso_desc;

static inline oro_status iso_check_towards(oro_run *r, const oro_volume *v, const iso_desc *d) {
    for (int k = 0; k < 3; k++) {
        const oro_volume *t = d->towards[k];
        if (!t)
            return oro_refuse(r, "east", "directions are three volumes, east, south and up; one of them is missing");
        if (t->width != v->width || t->height != v->height || t->depth != v->depth)
            return oro_refuse(r, "east",
                              "the volume is %d x %d x %d samples but a direction is %d x %d x %d; they must be alike",
                              v->width, v->height, v->depth, t->width, t->height, t->depth);
    }
    return ORO_OK;
}

/// Extracts the surface. A volume without one gives an empty mesh. Free with oro_mesh_free().
static inline oro_status oro_isosurface(oro_run *r, const oro_volume *v, const iso_desc *d, oro_mesh *out) {
    iso_job j = {.volume = v,
                 .side = {v->width, v->height, v->depth},
                 .words = (v->width + 63) / 64,
                 .rows = v->height * v->depth,
                 .level = d->level,
                 .snap = d->snap * (float)v->cell,
                 .cell = (float)v->cell,
                 .closed = d->closed};
    iso_sheets sheets = {.job = &j, .towards = {d->towards[0], d->towards[1], d->towards[2]}};
    const iso_sheets *used = d->towards[0] || d->towards[1] || d->towards[2] ? &sheets : NULL;
    *out = (oro_mesh){0};
    oro_status status = used ? iso_check_towards(r, v, d) : ORO_OK;
    if (status != ORO_OK) return status;
    j.rock = oro_scratch(r, (size_t)j.rows * (size_t)j.words * sizeof *j.rock);
    if (!j.rock) return ORO_NO_MEMORY;
    oro_stage(r, 0.0, 0.25);
    status = iso_read(r, &j);
    oro_stage(r, 0.25, 0.3);
    if (status == ORO_OK && d->repair) status = iso_make_composed(r, &j);
    if (status == ORO_OK && d->method == ISO_CUBES)
        status = iso_extract_cubes(r, &(iso_cubes){.job = &j, .sheets = used, .out = out});
    else if (status == ORO_OK)
        status =
            iso_extract_nets(r, &(iso_nets){.job = &j, .sheets = used, .sharp = d->method == ISO_SHARP, .out = out});
    if (status == ORO_OK && out->triangle_count > 0) status = iso_drop_unused(r, out);
    if (status != ORO_OK) oro_mesh_free(r->ctx, out);
    return status;
}

#endif
