// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Height maps as meshes in files: choosing the format, the rows that both share, and the files that lie beside an OBJ.
#include "io/grid_mesh.h"

#include <math.h>
#include <string.h>

#include "core/mesh.h"

// --- rows ------------------------------------------------------------------------------------------------------------

static void turn(const grid_mesh *m, float east, float south, float up, float *out) {
    out[0] = east;
    out[1] = m->z_up ? -south : up;
    out[2] = m->z_up ? up : south;
}

void oro_grid_mesh_positions(const grid_mesh *m, int32_t y, float *out) {
    const oro_grid *g = m->grid;
    double half_x = 0.5 * (g->width - 1), half_y = 0.5 * (g->height - 1);
    const float *row = oro_row(g, y);
    for (int32_t x = 0; x < g->width; x++)
        turn(m, (float)((x - half_x) * g->cell), (float)((y - half_y) * g->cell), row[x], out + 3 * (size_t)x);
}

void oro_grid_mesh_normals(const grid_mesh *m, int32_t y, float *out) {
    const oro_grid *g = m->grid;
    int32_t above = y > 0 ? y - 1 : y, below = y + 1 < g->height ? y + 1 : y;
    const float *row = oro_row(g, y), *north = oro_row(g, above), *south = oro_row(g, below);
    double across = (below - above) * g->cell;
    for (int32_t x = 0; x < g->width; x++) {
        int32_t left = x > 0 ? x - 1 : x, right = x + 1 < g->width ? x + 1 : x;
        double along = (right - left) * g->cell;
        double slope_x = along > 0 ? ((double)row[right] - (double)row[left]) / along : 0;
        double slope_y = across > 0 ? ((double)south[x] - (double)north[x]) / across : 0;
        double length = sqrt(1 + slope_x * slope_x + slope_y * slope_y);
        turn(m, (float)(-slope_x / length), (float)(-slope_y / length), (float)(1 / length), out + 3 * (size_t)x);
    }
}

void oro_grid_mesh_uvs(const grid_mesh *m, int32_t y, float *out) {
    const oro_grid *g = m->grid;
    for (int32_t x = 0; x < g->width; x++) {
        out[2 * (size_t)x] = (float)((x + 0.5) / g->width);
        out[2 * (size_t)x + 1] = (float)((y + 0.5) / g->height);
    }
}

void oro_grid_mesh_cell(const grid_mesh *m, int32_t x, int32_t y, uint32_t out[6]) {
    const oro_grid *g = m->grid;
    uint32_t nw = (uint32_t)y * (uint32_t)g->width + (uint32_t)x, sw = nw + (uint32_t)g->width;
    const float *north = oro_row(g, y) + x, *south = oro_row(g, y + 1) + x;
    const float z[4] = {north[0], north[1], south[0], south[1]};
    oro_mesh_cell(z, (const uint32_t[]){nw, nw + 1, sw, sw + 1}, out);
}

// --- files -----------------------------------------------------------------------------------------------------------

oro_status oro_check_grid_mesh(oro_context *ctx, const char *path, const oro_grid *g, const oro_mesh_write_desc *desc) {
    const oro_format *format = oro_format_for(ctx, path, ORO_HOLDS_MESH, true, "mesh");
    if (!format) return ctx->error.status;
    oro_status status = oro_grid_check(ctx, g, path);
    if (status != ORO_OK) return status;
    if (g->width < 2 || g->height < 2)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "a map of %d x %d samples has no cell to make triangles of",
                        g->width, g->height);
    if (format->check_mesh) status = format->check_mesh(ctx, path, g, desc);
    if (status != ORO_OK) return status;
    double vertices = (double)g->width * g->height;
    if (vertices > 268435456.0)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "a mesh of %.0f vertices is too large; 268435456 are the most",
                        vertices);
    return ORO_OK;
}

static oro_status refuse_holes(const grid_mesh *m) {
    if (!m->extremes.not_finite) return ORO_OK;
    return oro_fail(m->ctx, ORO_BAD_ARGUMENT, m->path,
                    "%lld values are not finite, and a mesh has a height at every vertex; fill them first",
                    (long long)m->extremes.not_finite);
}

/// Opens the files that are written with the mesh; a picture only where there are colours for one.
static oro_status create_beside(grid_mesh *m, const oro_mesh_write_desc *desc, oro_file_writer *files) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < ORO_MOST_BESIDE; i++) {
        char *path = m->beside_path[i];
        if (!oro_format_beside(m->path, i + 1, path, sizeof m->beside_path[i])) break;
        if (oro_path_writes(path, ORO_HOLDS_PICTURE) && !m->colour) continue;
        m->beside[i] = &files[i];
        status = oro_file_create(m->ctx, path, desc->force, m->beside[i]);
    }
    return status;
}

static oro_status create_sidecar(const grid_mesh *m, const oro_mesh_write_desc *desc, oro_file_writer *writer) {
    char path[1024];
    oro_format_beside(m->path, 0, path, sizeof path);
    return oro_file_create(m->ctx, path, desc->force, writer);
}

static oro_status write_sidecar(const grid_mesh *m, const oro_mesh_write_desc *desc, oro_file_writer *writer) {
    oro_write_job job = {.ctx = m->ctx, .path = m->path, .grid = m->grid, .kind = ORO_FLOATS, .bits = 32};
    job.writer = m->writer;
    job.geo = desc->geo && desc->geo->set ? desc->geo : NULL;
    job.up = m->z_up ? "z" : "y";
    job.format = oro_format_find(m->path);
    return oro_sidecar_write(&job, job.format->info.name, "m", &m->extremes, writer);
}

oro_status oro_save_grid_mesh(oro_context *ctx, const char *path, const oro_grid *grid,
                              const oro_mesh_write_desc *desc) {
    static const oro_mesh_write_desc defaults;
    if (!desc) desc = &defaults;
    oro_begin(ctx);
    enum { FILES = 2 + ORO_MOST_BESIDE };
    oro_file_writer files[FILES] = {{0}}; // the mesh, its sidecar, and what lies beside it
    grid_mesh m = {.ctx = ctx, .path = path, .grid = grid, .colour = desc->colour, .z_up = desc->z_up};
    m.writer = &files[0];
    oro_status status = oro_check_grid_mesh(ctx, path, grid, desc);
    if (status != ORO_OK) return status;
    m.extremes = oro_grid_extremes(grid);
    status = refuse_holes(&m);
    if (status == ORO_OK) status = oro_file_create(ctx, path, desc->force, &files[0]);
    bool described = status == ORO_OK && files[0].temporary; // devices get no sidecar
    if (described) status = create_sidecar(&m, desc, &files[1]);
    if (status == ORO_OK) status = create_beside(&m, desc, &files[2]);
    if (status == ORO_OK) status = oro_format_find(path)->write_mesh(&m);
    if (status == ORO_OK && described) status = write_sidecar(&m, desc, &files[1]);
    oro_file_writer *open[FILES];
    int count = 0;
    for (int i = FILES - 1; i >= 2; i--) // what the mesh names comes before it
        if (files[i].file) open[count++] = &files[i];
    for (int i = 0; i < 2; i++)
        if (files[i].file) open[count++] = &files[i];
    if (status == ORO_OK) return oro_file_commit_all(open, count);
    for (int i = 0; i < FILES; i++) oro_file_abort(&files[i]);
    return status;
}
