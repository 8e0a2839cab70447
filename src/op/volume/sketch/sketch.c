// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Curves in space with what the surface does beside them, as ribbons (Becher 2016, chapter 3: feature curves, simple shapes, proxy geometry). All
// that is drawn becomes strands first (solve/strand.h), then triangles:
//
//     records.h     what can be drawn, and its tables
//     curves.h      curves, rings and roads
//     compounds.h   tunnels, arches and cliffs, which are several curves each
//     patches.h     quads, discs and meshes, which have no spine
//     advice.h      notes about drawings that will not work well
//
// 128 bytes per point of a curve while it works; 56 per vertex and 20 per triangle of the result.

#include "advice.h"
#include "compounds.h"
#include "patches.h"

#define LIST(member, says)    ORO_ARG(sketch, member, .text = "", .record = &sketch_##member##_record, .doc = says)
#define sketch_curves_record  sketch_curve_record
#define sketch_rings_record   sketch_ring_record
#define sketch_tunnels_record sketch_tunnel_record
#define sketch_arches_record  sketch_arch_record
#define sketch_cliffs_record  sketch_cliff_record
#define sketch_roads_record   sketch_road_record
#define sketch_patches_record sketch_patch_record

static const oro_arg args[] = {
    ORO_ARG(sketch, mesh, .flags = ORO_OPTIONAL, .unit = "m",
            .doc = "A mesh that the surface lies on, as a model from elsewhere."),
    ORO_ARG(sketch, lines, .flags = ORO_OPTIONAL, .unit = "m",
            .doc = "Curves whose points are control points; angles and widths are those below."),
    ORO_ARG(sketch, result, .unit = "m", .doc = "The ribbons."),
    ORO_ARG(sketch, spines, .flags = ORO_ON_DEMAND, .unit = "m", .doc = "The curves alone."),
    ORO_ARG(sketch, proxy, .flags = ORO_ON_DEMAND, .unit = "m",
            .doc = "The ribbons as a mesh to look at, with triangles on both sides."),
    LIST(curves, "Curves, each with the angles of the surface to its left and right."),
    LIST(rings, "Circles and ellipses: feet of hills, mouths of caves."),
    LIST(tunnels, "Tunnels along a path."),
    LIST(arches, "Arches from foot to foot."),
    LIST(cliffs, "Cliffs with the ground before them."),
    LIST(roads, "Roads along a path."),
    LIST(patches, "Quads and discs."),
    ORO_ARG(sketch, file, .text = "", .holds = ORO_KIND_CURVES, .doc = "A file of curves, as `lines`."),
    ORO_ARG(sketch, left, .def = 0, .min = -180, .max = 180, .unit = "deg", .group = "where nothing is said",
            .doc = "Angle of left sides: 0 is level, above 0 rises, below 0 falls. Outside of rings."),
    ORO_ARG(sketch, right, .def = 0, .min = -180, .max = 180, .unit = "deg", .group = "where nothing is said",
            .doc = "Angle of right sides. Inside of rings."),
    ORO_ARG(sketch, width, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 0, .max = 1e6, .ui_max = 100,
            .unit = "m", .group = "where nothing is said",
            .doc = "Width of ribbons; auto is a twentieth of the world's longer side."),
    ORO_ARG(sketch, spacing, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 1e-3, .max = 1e6,
            .ui_max = 50, .unit = "m", .group = "where nothing is said",
            .doc = "How far apart the points of curves are at most; auto is an eightieth of the world's longer side. "
                   "Bends have more."),
    ORO_ARG_OF(sketch, traits, amplitude, .def = 0, .min = 0, .max = 1e4, .ui_max = 50, .unit = "m",
               .group = "where nothing is said", .doc = "Height of the noise."),
    ORO_ARG_OF(sketch, traits, roughness, .def = 0.5, .min = 0, .max = 1, .unit = "1", .group = "where nothing is said",
               .doc = "How much of each octave of noise the next finer one keeps."),
    ORO_ARG_OF(sketch, traits, edge, .def = 0.25, .min = 0, .max = 10, .ui_max = 1, .unit = "1",
               .group = "where nothing is said",
               .doc =
                   "How round the surface becomes away from curves: 0 keeps creases, 1 and above is round all over."),
    ORO_ARG_OF(sketch, traits, material, .def = 0.5, .min = 0, .max = 1, .unit = "1", .group = "where nothing is said",
               .doc = "Which material, as a place in a row of them."),
    ORO_ARG_OF(sketch, traits, vegetation, .def = 0.5, .min = 0, .max = 1, .unit = "1",
               .group = "where nothing is said", .doc = "How much grows."),
    ORO_ARG(sketch, role, .choices = role_words, .group = "where nothing is said",
            .doc = "Of the mesh, of lines and of the file's curves: a seed says where the surface passes, guidance "
                   "only how it lies."),
};

enum { MOST_TRIANGLES = 1 << 27 };

/// Draws every item of a list: `draw` gets the item and its number.
#define EACH(type, list, ...)                                                                                          \
    for (int32_t i = 0; status == ORO_OK && i < a->list.count; i++) {                                                  \
        const type *item = (const type *)a->list.items + i;                                                            \
        status = __VA_ARGS__;                                                                                          \
    }

static oro_status draw_all(drawing *d) {
    const sketch *a = d->args;
    const oro_curves *lines[2] = {a->lines, a->file.data};
    int64_t room = (int64_t)a->curves.count + a->rings.count + 6 * (int64_t)a->tunnels.count +
                   4 * (int64_t)a->arches.count + 2 * (int64_t)a->cliffs.count + a->roads.count + 1;
    for (int k = 0; k < 2; k++) room += lines[k] ? lines[k]->count : 0;
    d->all = oro_scratch(d->run, (size_t)room * sizeof *d->all);
    if (!d->all) return ORO_NO_MEMORY;
    oro_status status = ORO_OK;
    EACH(sketch_curve, curves, sketch_curve_strand(d, item, sketch_name(d, item->name, "curve", i, NULL)))
    EACH(sketch_ring, rings, sketch_ring_strand(d, item, sketch_name(d, item->name, "ring", i, NULL)))
    EACH(sketch_tunnel, tunnels, sketch_tunnel_strands(d, item, i))
    EACH(sketch_arch, arches, sketch_arch_strands(d, item, i))
    EACH(sketch_cliff, cliffs, sketch_cliff_strands(d, item, i))
    EACH(sketch_road, roads, sketch_road_strand(d, item, sketch_name(d, item->name, "road", i, NULL)))
    for (int k = 0; k < 2; k++)
        if (status == ORO_OK && lines[k]) status = sketch_lines(d, lines[k], k ? "file" : "lines");
    // A curve without width on both sides has no ribbons.
    int32_t kept = 0;
    for (int32_t i = 0; status == ORO_OK && i < d->count; i++) {
        if (oro_strand_sides(&d->all[i]))
            d->all[kept++] = d->all[i];
        else
            oro_note(d->run->ctx, "curves", "%s is left out: both its ribbons have width 0", d->all[i].name);
    }
    if (status == ORO_OK) d->count = kept;
    return status;
}

static oro_status write_all(drawing *d, oro_ribbons *out) {
    const sketch *a = d->args;
    const sketch_patch *patches = a->patches.items;
    bool mesh = a->mesh && a->mesh->triangle_count;
    int64_t vertices = mesh ? a->mesh->vertex_count : 0, triangles = mesh ? a->mesh->triangle_count : 0;
    for (int32_t i = 0; i < d->count; i++) {
        vertices += oro_strand_vertices(&d->all[i]);
        triangles += oro_strand_triangles(&d->all[i]);
    }
    for (int32_t i = 0; i < a->patches.count; i++) {
        vertices += sketch_patch_vertices(d, &patches[i]);
        triangles += sketch_patch_triangles(d, &patches[i]);
    }
    if (triangles > MOST_TRIANGLES)
        return oro_refuse(d->run, "spacing", "the drawing may become at most %d triangles, not %lld", MOST_TRIANGLES,
                          (long long)triangles);
    *out = (oro_ribbons){.curve_count = (uint32_t)(d->count + a->patches.count + mesh),
                         .vertex_count = (uint32_t)vertices,
                         .triangle_count = (uint32_t)triangles};
    oro_status status = oro_ribbons_alloc(d->run->ctx, out);
    uint32_t owner = 0, vertex = 0, triangle = 0;
    for (int32_t i = 0; status == ORO_OK && i < d->count; i++) {
        oro_strand_write(&d->all[i], owner++, vertex, triangle, out);
        vertex += (uint32_t)oro_strand_vertices(&d->all[i]);
        triangle += (uint32_t)oro_strand_triangles(&d->all[i]);
        status = oro_step(d->run, (i + 1.0) / d->count);
    }
    for (int32_t i = 0; status == ORO_OK && i < a->patches.count; i++) {
        sketch_write_patch(d, &patches[i], owner++, vertex, triangle, out);
        vertex += (uint32_t)sketch_patch_vertices(d, &patches[i]);
        triangle += (uint32_t)sketch_patch_triangles(d, &patches[i]);
    }
    if (status == ORO_OK && mesh) status = sketch_write_mesh(d, owner, vertex, triangle, out);
    return status;
}

static oro_status write_spines(drawing *d, oro_curves *out) {
    *out = (oro_curves){.count = (uint32_t)d->count};
    for (int32_t i = 0; i < d->count; i++) out->point_count += (uint32_t)(d->all[i].count + d->all[i].closed);
    oro_status status = oro_curves_alloc(d->run->ctx, out);
    uint32_t at = 0;
    for (int32_t i = 0; status == ORO_OK && i < d->count; i++) {
        const oro_strand *s = &d->all[i];
        out->starts[i] = at;
        for (int32_t k = 0; k < s->count + s->closed; k++)
            oro_ribbons_set(out->positions, at++, s->points[k % s->count].at);
    }
    return status;
}

/// Every vertex twice, once for each side. The mesh's y runs to the north.
static oro_status write_proxy(drawing *d, const oro_ribbons *r, oro_mesh *out) {
    *out = (oro_mesh){.vertex_count = 2 * r->vertex_count, .triangle_count = 2 * r->triangle_count};
    oro_status status = oro_mesh_alloc(d->run->ctx, out, ORO_MESH_NORMALS);
    if (status != ORO_OK) return status;
    for (uint32_t i = 0; i < out->vertex_count; i++) {
        bool back = i >= r->vertex_count;
        oro_vec3 at = oro_ribbons_get(r->positions, i % r->vertex_count),
                 n = oro_ribbons_get(r->normals, i % r->vertex_count);
        at.y = -at.y;
        n.y = -n.y;
        oro_ribbons_set(out->positions, i, at);
        oro_ribbons_set(out->normals, i, oro_vec3_times(n, back ? -1.0 : 1.0));
    }
    for (size_t i = 0; i < 3 * (size_t)r->triangle_count; i++) {
        size_t back = i + 3 * (size_t)r->triangle_count, turned = back + (i % 3 == 1 ? 1 : 0) - (i % 3 == 2 ? 1 : 0);
        out->indices[i] = r->triangles[i];
        out->indices[turned] = r->triangles[i] + r->vertex_count;
    }
    return ORO_OK;
}

static oro_status run(oro_run *r, const void *p) {
    const sketch *a = p;
    double longer = fmax(oro_extent_x(&r->shape), oro_extent_y(&r->shape));
    drawing d = {.run = r,
                 .args = a,
                 .spacing = isnan(a->spacing) ? longer / 80.0 : (double)a->spacing,
                 .width = isnan(a->width) ? (float)(longer / 20.0) : a->width};
    oro_ribbons *out = a->result;
    oro_status status = draw_all(&d);
    oro_stage(r, 0.2, 0.5);
    if (status == ORO_OK) status = write_all(&d, out);
    oro_stage(r, 0.5, 1.0);
    if (status == ORO_OK) status = sketch_advise(&d, out);
    if (status == ORO_OK && a->spines) status = write_spines(&d, a->spines);
    if (status == ORO_OK && a->proxy) status = write_proxy(&d, out, a->proxy);
    return status;
}

ORO_OPERATOR(
    sketch, "Draw curves in space with the surface beside them", .family = "volume", .version = 1, .on_ground = true,
    .run = run, .source = "Becher 2016; Wang et al. 2008 (frames)", .words = "ribbons feature-curves draw 3d-curves",
    .doc = "Each curve is a B-spline with a ribbon on either side, which says at what angle the surface goes on: a "
           "cliff is a curve "
           "with 0 on one side and -90 on the other. Seen along the curve left is the left hand, 0 is level, above 0 "
           "rises. Seeds say "
           "where the surface passes, guidance curves only how it lies. Tunnels, arches, cliffs and roads are drawn as "
           "one and become "
           "several curves. A mesh comes from ribbons by `sculpt`.",
    .example =
        "--size 65 --cliffs 'ground=100 points=[x=-100 y=400 z=300; x=500 y=600 z=300; x=1100 y=400 z=300]' drawn.ply",
    .show =
        "cliffs='ground=200 slope=100 points=[x=-200 y=1800 z=700; x=1300 y=2200 z=700; x=2700 y=1300 z=700; x=4200 "
        "y=1900 z=700]' "
        "arches='from_x=1200 from_y=2900 from_z=200 to_x=2400 to_y=3100 to_z=200 height=800 thickness=260 width=260'");
