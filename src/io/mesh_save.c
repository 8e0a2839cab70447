// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Meshes into files: what is the same for all formats, whether a map or a mesh in memory is written. See mesh_job.h.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "core/pool.h"
#include "io/mesh_closed.h"
#include "io/mesh_job.h"

// --- pieces ----------------------------------------------------------------------------------------------------------

static void turn(const oro_mesh_job *job, float scale, uint32_t count, float *v) {
    for (uint32_t i = 0; scale != 1.0f && i < 3 * count; i++) v[i] *= scale;
    for (uint32_t i = 0; job->y_up && i < count; i++, v += 3) {
        float north = v[1];
        v[1] = v[2];
        v[2] = 0.0f - north; // no negative zero
    }
}

void oro_mesh_job_positions(const oro_mesh_job *job, uint64_t first, uint32_t count, float *out) {
    job->source.positions(&job->source, first, count, out);
    turn(job, (float)job->scale, count, out);
}

void oro_mesh_job_normals(const oro_mesh_job *job, uint64_t first, uint32_t count, float *out) {
    job->source.normals(&job->source, first, count, out);
    turn(job, 1.0f, count, out);
}

void oro_mesh_job_traits(const oro_mesh_job *job, uint64_t first, uint32_t count, float *out) {
    job->source.traits(&job->source, first, count, out);
    for (uint32_t i = 0; i < count; i++) out[ORO_MESH_TRAITS * (size_t)i + ORO_MESH_AMPLITUDE] *= (float)job->scale;
}

void oro_mesh_job_triangles(const oro_mesh_job *job, uint64_t first, uint32_t count, float *out) {
    uint32_t corners[3 * ORO_PIECE];
    job->source.corners(&job->source, first, count, corners);
    for (uint32_t i = 0; i < 3 * count; i++) oro_mesh_job_positions(job, corners[i], 1, out + 3 * (size_t)i);
}

enum { AT_ONCE = 64 };

typedef struct packing {
    oro_pack_fn *pack;
    const void *user;
    uint64_t first, items;
    char *bytes; ///< AT_ONCE pieces of `room` bytes
    size_t room, lengths[AT_ONCE];
} packing;

static void pack_piece(void *user, int block) {
    packing *p = user;
    uint64_t first = p->first + (uint64_t)block * ORO_PIECE, left = p->items - first;
    p->lengths[block] =
        p->pack(p->user, first, left < ORO_PIECE ? (uint32_t)left : ORO_PIECE, p->bytes + (size_t)block * p->room);
}

oro_status oro_mesh_job_pack(const oro_mesh_job *job, oro_file_writer *to, uint64_t items, size_t room,
                             oro_pack_fn *pack, const void *user) {
    packing p = {.pack = pack, .user = user, .items = items, .room = room * ORO_PIECE};
    uint64_t pieces = (items + ORO_PIECE - 1) / ORO_PIECE;
    p.bytes = malloc(p.room * (pieces < AT_ONCE ? (size_t)pieces + 1 : AT_ONCE));
    if (!p.bytes) return oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is no memory to write the mesh");
    oro_status status = ORO_OK;
    for (uint64_t at = 0; at < pieces && status == ORO_OK; at += AT_ONCE) {
        int count = pieces - at < AT_ONCE ? (int)(pieces - at) : AT_ONCE;
        p.first = at * ORO_PIECE;
        status = oro_parallel(job->ctx, count, pack_piece, &p);
        for (int i = 0; i < count && status == ORO_OK; i++)
            status = oro_file_write(to, p.bytes + (size_t)i * p.room, p.lengths[i]);
    }
    free(p.bytes);
    return status;
}

const char *oro_mesh_job_name(const oro_mesh_job *job, int which) {
    const char *slash = strrchr(job->beside_path[which], '/');
    return slash ? slash + 1 : job->beside_path[which];
}

// --- checks ----------------------------------------------------------------------------------------------------------

static oro_status check_desc(oro_context *ctx, const char *path, const oro_format *format,
                             const oro_mesh_write_desc *desc) {
    unsigned traits = format->traits;
    if (desc->up == ORO_UP_Z && traits & ORO_ONLY_Y_UP)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "a %s file has y up by its standard, not z", format->info.name);
    char list[96];
    if ((desc->quantise || desc->compress) && !(traits & ORO_HAS_CODES))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "a %s file cannot be quantised or compressed; %s files can",
                        format->info.name, oro_format_list_with(ORO_HAS_CODES, list, sizeof list));
    if (desc->size != 0 && !(traits & ORO_FOR_PRINT))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "a size in millimetres is for %s files, not for %s",
                        oro_format_list_with(ORO_FOR_PRINT, list, sizeof list), format->info.name);
    if (desc->size != 0 && desc->scale != 0)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "a mesh has a size or a scale, not both");
    if (!(desc->scale >= 0 && desc->scale <= 1e9) || !(desc->size >= 0 && desc->size <= 1e9))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the scale and the size of a mesh are above 0 and at most 1e9");
    if (desc->colour && !(traits & ORO_HAS_TEXTURE))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "a %s file has no place for colours; %s files have",
                        format->info.name, oro_format_list_with(ORO_HAS_TEXTURE, list, sizeof list));
    return ORO_OK;
}

/// The format of a mesh of this size, written like this; NULL with the error set.
static const oro_format *check(oro_context *ctx, const char *path, const oro_mesh_size *size,
                               const oro_mesh_write_desc *desc) {
    const double most = 268435456.0;
    const oro_format *format = oro_format_for(ctx, path, ORO_HOLDS_MESH, true, "mesh");
    if (!format) return NULL;
    if (check_desc(ctx, path, format, desc) != ORO_OK) return NULL;
    if ((double)size->vertices > most) {
        oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the mesh has %.0f vertices, and at most %.0f are possible",
                 (double)size->vertices, most);
        return NULL;
    }
    if (format->check_mesh && format->check_mesh(ctx, path, size, desc) != ORO_OK) return NULL;
    return format;
}

static const oro_mesh_write_desc defaults;

oro_status oro_check_grid_mesh(oro_context *ctx, const char *path, const oro_grid *g, const oro_mesh_write_desc *desc) {
    char remedy[64];
    if (!oro_format_for(ctx, path, ORO_HOLDS_MESH, true, "mesh")) return ctx->error.status;
    oro_status status = oro_grid_check(ctx, g, path);
    if (status != ORO_OK) return status;
    if (g->width < 2 || g->height < 2)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "a map of %d x %d samples has no cell to make triangles of",
                        g->width, g->height);
    snprintf(remedy, sizeof remedy, "resample the map of %d x %d samples", g->width, g->height);
    oro_mesh_source source = oro_mesh_source_of_map(g);
    oro_mesh_size size = {source.vertices, source.triangles, 0, remedy};
    return check(ctx, path, &size, desc ? desc : &defaults) ? ORO_OK : ctx->error.status;
}

oro_status oro_check_mesh(oro_context *ctx, const char *path, const oro_mesh *mesh, const oro_mesh_write_desc *desc) {
    oro_mesh_size size = {.remedy = "make it of fewer triangles"};
    if (mesh)
        size = (oro_mesh_size){mesh->vertex_count, mesh->triangle_count,
                               (mesh->colours ? 12u : 0u) + (mesh->traits ? 16u : 0u), size.remedy};
    if (!check(ctx, path, &size, desc ? desc : &defaults)) return ctx->error.status;
    if (mesh && !mesh->triangle_count)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the mesh has no triangles, so there is nothing to write");
    return ORO_OK;
}

/// The limits of what is written. Refuses what is not finite, and corners without a vertex.
static oro_status measure(oro_mesh_job *job) {
    const oro_mesh_source *s = &job->source;
    uint64_t wrong = 0;
    float piece[3 * ORO_PIECE];
    for (int k = 0; k < 3; k++) job->low[k] = INFINITY, job->high[k] = -INFINITY;
    for (uint64_t first = 0; first < s->vertices; first += ORO_PIECE) {
        uint32_t count = s->vertices - first < ORO_PIECE ? (uint32_t)(s->vertices - first) : ORO_PIECE;
        oro_mesh_job_positions(job, first, count, piece);
        for (uint32_t i = 0; i < 3 * count; i++) {
            wrong += !isfinite(piece[i]);
            if (piece[i] < job->low[i % 3]) job->low[i % 3] = piece[i];
            if (piece[i] > job->high[i % 3]) job->high[i % 3] = piece[i];
        }
        if (oro_is_cancelled(job->ctx)) return oro_fail(job->ctx, ORO_CANCELLED, NULL, "cancelled");
    }
    if (wrong)
        return oro_fail(job->ctx, ORO_BAD_ARGUMENT, job->path,
                        s->map ? "%llu values are not finite, and a mesh has a height at every vertex; fill them first"
                               : "%llu coordinates of vertices are not finite, so they are no places",
                        (unsigned long long)wrong);
    for (uint64_t i = 0; s->mesh && i < 3 * s->triangles; i++)
        if (s->mesh->indices[i] >= s->vertices)
            return oro_fail(job->ctx, ORO_BAD_ARGUMENT, job->path, "triangle %llu names vertex %u, but there are %llu",
                            (unsigned long long)(i / 3), s->mesh->indices[i], (unsigned long long)s->vertices);
    return ORO_OK;
}

/// Finds what lengths are multiplied by, and the limits once they are.
static void find_scale(oro_mesh_job *job) {
    double longest = 0.0;
    for (int k = 0; k < 3; k++) longest = fmax(longest, (double)job->high[k] - (double)job->low[k]);
    if (job->desc->scale > 0) job->scale = job->desc->scale;
    if (job->desc->size > 0 && longest > 0) job->scale = job->desc->size / longest;
    for (int k = 0; k < 3; k++) job->low[k] *= (float)job->scale, job->high[k] *= (float)job->scale;
}

/// Tells the log where a printer would get a surface instead of a solid.
static oro_status note_open(const oro_mesh_job *job) {
    uint64_t open = 1;
    if (!(job->format->traits & ORO_FOR_PRINT)) return ORO_OK;
    oro_status status = job->source.mesh ? oro_mesh_open_edges(job->ctx, job->source.mesh, &open) : ORO_OK;
    if (status == ORO_OK && job->source.map)
        oro_note(job->ctx, job->path, "this is a surface and no solid, so it cannot be printed as it is");
    else if (status == ORO_OK && open)
        oro_note(job->ctx, job->path,
                 "%llu edges do not have one triangle on either side: it is no closed solid, so it may not print",
                 (unsigned long long)open);
    return status;
}

static oro_status measure_uvs(oro_mesh_job *job) {
    const oro_mesh_source *s = &job->source;
    float piece[2 * ORO_PIECE];
    job->uvs_in_unit = s->uvs != NULL;
    for (uint64_t first = 0; s->mesh && s->uvs && first < s->vertices; first += ORO_PIECE) {
        uint32_t count = s->vertices - first < ORO_PIECE ? (uint32_t)(s->vertices - first) : ORO_PIECE;
        s->uvs(s, first, count, piece);
        for (uint32_t i = 0; i < 2 * count; i++) {
            if (!isfinite(piece[i]))
                return oro_fail(job->ctx, ORO_BAD_ARGUMENT, job->path,
                                "vertex %llu has a texture coordinate that is not finite",
                                (unsigned long long)(first + i / 2));
            job->uvs_in_unit &= piece[i] >= 0.0f && piece[i] <= 1.0f;
        }
    }
    return ORO_OK;
}

// --- files -----------------------------------------------------------------------------------------------------------

enum { SIDECAR = 1, BESIDE = 2, FILES = 2 + ORO_MOST_BESIDE };

/// Opens the files that are written with the mesh; a picture only where there are colours for one.
static oro_status create_beside(oro_mesh_job *job, oro_file_writer *files) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < ORO_MOST_BESIDE; i++) {
        char *path = job->beside_path[i];
        if (!oro_format_beside(job->path, i + 1, path, sizeof job->beside_path[i])) break;
        if (oro_path_writes(path, ORO_HOLDS_PICTURE) && !job->desc->colour) continue;
        job->beside[i] = &files[i];
        status = oro_file_create(job->ctx, path, job->desc->force, job->beside[i]);
    }
    return status;
}

static oro_status create_sidecar(const oro_mesh_job *job, oro_file_writer *writer) {
    char path[1024];
    if (!oro_format_beside(job->path, 0, path, sizeof path))
        return oro_fail(job->ctx, ORO_CANNOT_WRITE, job->path, "the name is too long");
    return oro_file_create(job->ctx, path, job->desc->force, writer);
}

static oro_status write_sidecar(const oro_mesh_job *m, oro_file_writer *writer) {
    const oro_georef *geo = m->desc->geo;
    oro_extremes extremes = oro_grid_extremes(m->source.map);
    oro_write_job job = {.ctx = m->ctx, .path = m->path, .grid = m->source.map, .kind = ORO_FLOATS, .bits = 32};
    job.writer = m->writer;
    job.geo = geo && geo->set ? geo : NULL;
    job.up = m->y_up ? "y" : "z";
    job.format = m->format;
    return oro_sidecar_write(&job, job.format->info.name, "m", &extremes, writer);
}

/// Puts what the mesh names in its place before it, and its sidecar behind it.
static oro_status commit(oro_file_writer *files) {
    oro_file_writer *open[FILES];
    int count = 0;
    for (int i = FILES - 1; i >= BESIDE; i--)
        if (files[i].file) open[count++] = &files[i];
    for (int i = 0; i < BESIDE; i++)
        if (files[i].file) open[count++] = &files[i];
    return oro_file_commit_all(open, count);
}

static oro_status save(oro_mesh_job *job) {
    oro_file_writer files[FILES] = {0};
    job->writer = &files[0];
    job->format = oro_format_find(job->path);
    job->y_up =
        job->desc->up == ORO_UP_USUAL ? (job->format->traits & ORO_USUALLY_Y_UP) != 0 : job->desc->up == ORO_UP_Y;
    job->scale = 1.0;
    oro_begin(job->ctx);
    oro_status status = measure(job);
    if (status == ORO_OK && job->desc->colour && job->source.mesh)
        oro_mesh_source_drape(&job->source, job->desc->ground);
    if (job->desc->colour) job->source.colours = NULL; // programs would multiply the two
    if (status == ORO_OK) find_scale(job);
    if (status == ORO_OK) status = measure_uvs(job);
    if (status == ORO_OK) status = note_open(job);
    if (status == ORO_OK) status = oro_file_create(job->ctx, job->path, job->desc->force, &files[0]);
    // Devices get no sidecar, and a mesh that lies somewhere in space none either: it says what a map's samples stand for.
    bool described = status == ORO_OK && job->source.map && files[0].temporary;
    if (described) status = create_sidecar(job, &files[SIDECAR]);
    if (status == ORO_OK) status = create_beside(job, &files[BESIDE]);
    if (status == ORO_OK) status = job->format->write_mesh(job);
    if (status == ORO_OK && described) status = write_sidecar(job, &files[SIDECAR]);
    if (status == ORO_OK) return commit(files);
    for (int i = 0; i < FILES; i++) oro_file_abort(&files[i]);
    return status;
}

oro_status oro_save_grid_mesh(oro_context *ctx, const char *path, const oro_grid *grid,
                              const oro_mesh_write_desc *desc) {
    oro_status status = oro_check_grid_mesh(ctx, path, grid, desc);
    if (status != ORO_OK) return status;
    return save(&(oro_mesh_job){
        .ctx = ctx, .path = path, .desc = desc ? desc : &defaults, .source = oro_mesh_source_of_map(grid)});
}

oro_status oro_save_mesh(oro_context *ctx, const char *path, const oro_mesh *mesh, const oro_mesh_write_desc *desc) {
    oro_status status = oro_check_mesh(ctx, path, mesh, desc);
    if (status != ORO_OK) return status;
    return save(&(oro_mesh_job){
        .ctx = ctx, .path = path, .desc = desc ? desc : &defaults, .source = oro_mesh_source_of_mesh(mesh)});
}
