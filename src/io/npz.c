// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// NPZ, what numpy.savez() and savez_compressed() write: a ZIP archive (APPNOTE 6.3) of NPY files, stored or deflated. The
// array called height is read, else the first with two dimensions. The list at the end of the archive is believed only as
// far as the file is long, and a member is unpacked only if deflate could have made it that small.
//
// Ribbons are read back from the archives that hold them: arrays of little-endian floats and whole numbers of 32 bits by name.
#define _GNU_SOURCE 1 // fmemopen
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/context.h"
#include "io/data_file.h"
#include "io/format.h"
#include "orogen/ribbons.h"

enum {
    END_BYTES = 22,
    ENTRY_BYTES = 46,
    LOCAL_BYTES = 30,
    MOST_COMMENT = 65535,
    MOST_MEMBERS = 4096,
    HEAD_BYTES = 66000
};

typedef struct member {
    char name[64];
    int method; // 0 stored, 8 deflated
    uint64_t packed, bytes, offset;
} member;

static uint32_t word(const unsigned char *at, int bytes) {
    uint32_t value = 0;
    for (int i = bytes; i-- > 0;) value = value << 8 | at[i];
    return value;
}

static oro_status broken(const oro_read_job *job, const char *what) {
    return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "the NPZ archive is broken or truncated: %s", what);
}

static bool read_at(oro_read_job *job, uint64_t offset, void *to, size_t bytes) {
    return offset <= job->bytes && bytes <= job->bytes - offset && fseeko(job->file, (off_t)offset, SEEK_SET) == 0 &&
           fread(to, 1, bytes, job->file) == bytes;
}

/// Finds the record at the end; gives the number of members and where their list begins.
static oro_status find_list(oro_read_job *job, uint32_t *count, uint64_t *offset) {
    uint64_t span = job->bytes < END_BYTES + MOST_COMMENT ? job->bytes : END_BYTES + MOST_COMMENT;
    unsigned char *tail = span >= END_BYTES ? malloc((size_t)span) : NULL;
    if (!tail || !read_at(job, job->bytes - span, tail, (size_t)span)) {
        free(tail);
        return broken(job, "it is too short");
    }
    bool found = false;
    for (size_t at = (size_t)span - END_BYTES + 1; at-- > 0 && !found;)
        if (memcmp(tail + at, "PK\5\6", 4) == 0) {
            *count = word(tail + at + 10, 2);
            *offset = word(tail + at + 16, 4);
            found = true;
        }
    free(tail);
    if (!found) return broken(job, "its list of members is missing");
    if (*offset == UINT32_MAX || *count == UINT16_MAX)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                        "the archive is larger than 4 GiB; save the array with numpy.save() as .npy instead");
    if (*count > MOST_MEMBERS) return broken(job, "it must have at most 4096 members");
    return ORO_OK;
}

static oro_status read_entry(oro_read_job *job, uint64_t *at, member *m) {
    unsigned char entry[ENTRY_BYTES];
    if (!read_at(job, *at, entry, sizeof entry) || memcmp(entry, "PK\1\2", 4) != 0)
        return broken(job, "its list of members is damaged");
    uint32_t name = word(entry + 28, 2);
    *m = (member){.method = (int)word(entry + 10, 2),
                  .packed = word(entry + 20, 4),
                  .bytes = word(entry + 24, 4),
                  .offset = word(entry + 42, 4)};
    if (!read_at(job, *at + ENTRY_BYTES, m->name, name < sizeof m->name ? name : sizeof m->name - 1))
        return broken(job, "its list of members is damaged");
    *at += ENTRY_BYTES + name + word(entry + 30, 2) + word(entry + 32, 2);
    return ORO_OK;
}

/// Inflates the first `wanted` bytes, read piece by piece; true where exactly as many came, and no more than the member promises.
static bool inflate_member(oro_read_job *job, const member *m, unsigned char *to, uint64_t wanted) {
    unsigned char piece[16384];
    z_stream z = {.next_out = to, .avail_out = (uInt)wanted};
    if (inflateInit2(&z, -15) != Z_OK) return false;
    uint64_t left = m->packed;
    int result = Z_OK;
    while (result == Z_OK && left > 0 && (z.avail_out > 0 || wanted == m->bytes)) {
        size_t take = left < sizeof piece ? (size_t)left : sizeof piece;
        if (fread(piece, 1, take, job->file) != take) break;
        left -= take;
        z.next_in = piece;
        z.avail_in = (uInt)take;
        result = inflate(&z, Z_NO_FLUSH);
    }
    bool good = z.avail_out == 0 && (result == Z_STREAM_END || wanted < m->bytes);
    inflateEnd(&z);
    return good;
}

/// Unpacks the first `wanted` bytes of a member.
static oro_status unpack(oro_read_job *job, const member *m, uint64_t wanted, unsigned char **data) {
    unsigned char local[LOCAL_BYTES];
    *data = NULL;
    if (m->method != 0 && m->method != 8)
        return oro_fail(
            job->ctx, ORO_BAD_INPUT, job->path,
            "%s is packed by method %d, which cannot be read; save it with numpy.savez() or savez_compressed()",
            m->name, m->method);
    if (!read_at(job, m->offset, local, sizeof local) || memcmp(local, "PK\3\4", 4) != 0)
        return broken(job, "a member is not where the list says");
    uint64_t start = m->offset + LOCAL_BYTES + word(local + 26, 2) + word(local + 28, 2);
    if (start > job->bytes || m->packed > job->bytes - start) return broken(job, "a member is longer than the file");
    bool possible = m->method == 0 ? m->bytes == m->packed : m->bytes / 1100 <= m->packed;
    if (!possible || m->bytes == 0 || m->bytes >= UINT32_MAX) return broken(job, "a member says a size that cannot be");
    if (fseeko(job->file, (off_t)start, SEEK_SET) != 0) return broken(job, "a member cannot be reached");
    *data = oro_alloc(job->ctx, (size_t)wanted);
    if (!*data) return ORO_NO_MEMORY;
    bool good =
        m->method == 0 ? fread(*data, 1, (size_t)wanted, job->file) == wanted : inflate_member(job, m, *data, wanted);
    if (good) return ORO_OK;
    oro_free(job->ctx, *data);
    return broken(job, "a member does not unpack");
}

/// Hands the first `wanted` bytes of a member to a reader of NPY files.
static oro_status read_part(oro_read_job *job, const member *m, uint64_t wanted,
                            oro_status (*read)(oro_read_job *job)) {
    unsigned char *data;
    oro_status status = unpack(job, m, wanted, &data);
    if (status != ORO_OK) return status;
    oro_read_job inner = *job;
    inner.bytes = m->bytes;
    inner.file = fmemopen(data, (size_t)wanted, "rb");
    status = inner.file
                 ? read(&inner)
                 : oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to unpack %s", m->name);
    if (inner.file) fclose(inner.file);
    job->metres = inner.metres;
    job->width = inner.width;
    job->height = inner.height;
    oro_free(job->ctx, data);
    return status;
}

/// The head says whether the rest is worth unpacking, and whether it can be.
static oro_status read_member(oro_read_job *job, const member *m) {
    oro_status status = read_part(job, m, m->bytes < HEAD_BYTES ? m->bytes : HEAD_BYTES, oro_npy_look);
    if (status == ORO_OK) status = oro_read_job_promise(job, m->packed, (uint64_t)job->width, (uint64_t)job->height);
    if (status == ORO_OK) status = read_part(job, m, m->bytes, oro_npy_read);
    if (status != ORO_OK && job->out->data) oro_grid_free(job->ctx, job->out);
    return status;
}

/// "height.npy" is best; any other .npy will do.
static int rank(const member *m) {
    size_t length = strlen(m->name);
    if (strcmp(m->name, "height.npy") == 0) return 2;
    return length > 4 && strcmp(m->name + length - 4, ".npy") == 0;
}

oro_status oro_npz_read(oro_read_job *job) {
    uint32_t count = 0;
    uint64_t list = 0;
    oro_status status = find_list(job, &count, &list);
    if (status != ORO_OK) return status;
    oro_status tried = broken(job, "there is no array in it");
    for (int wanted = 2; wanted > 0; wanted--) {
        uint64_t at = list;
        for (uint32_t i = 0; i < count; i++) {
            member m;
            if ((status = read_entry(job, &at, &m)) != ORO_OK) return status;
            if (rank(&m) != wanted) continue;
            tried = read_member(job, &m);
            if (tried == ORO_OK || tried == ORO_NO_MEMORY || wanted == 2) return tried;
        }
    }
    return tried;
}

// --- ribbons ------------------------------------------------------------------------------------------------------------

/// One of the arrays that ribbons are made of.
typedef struct ribbon_part {
    const char *name, *type; ///< "positions.npy", "'<f4'"
    uint32_t columns;        ///< numbers per row
    unsigned char *data;     ///< as unpacked
    const unsigned char *numbers;
    uint32_t rows;
} ribbon_part;

/// Where the numbers of an unpacked NPY file begin, and how many rows it has.
static oro_status look_at_part(const oro_read_job *job, uint64_t bytes, ribbon_part *part) {
    const unsigned char *at = part->data;
    bool old = bytes >= 12 && memcmp(at, "\x93NUMPY\x01", 7) == 0;
    uint64_t begin = old ? 10 + (uint64_t)word(at + 8, 2) : bytes >= 12 ? 12 + (uint64_t)word(at + 8, 4) : 0;
    if (bytes < 12 || memcmp(at, "\x93NUMPY", 6) != 0 || begin > bytes || begin > HEAD_BYTES)
        return broken(job, "an array has no head");
    char text[512];
    size_t length = (size_t)(begin - (old ? 10 : 12));
    if (length >= sizeof text) return broken(job, "the head of an array is too long");
    memcpy(text, at + (old ? 10 : 12), length);
    text[length] = 0;
    const char *shape = strstr(text, "'shape': (");
    if (!strstr(text, part->type) || !strstr(text, "'fortran_order': False") || !shape)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "%s must hold numbers of type %s in rows", part->name,
                        part->type);
    char *end;
    unsigned long long rows = strtoull(shape + 10, &end, 10);
    unsigned long long columns = strncmp(end, ", ", 2) == 0 ? strtoull(end + 2, NULL, 10) : 1;
    if (columns != part->columns || rows >= UINT32_MAX || rows * columns * 4 != bytes - begin)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                        "%s must have %u numbers per row, and as many as its head says", part->name, part->columns);
    part->numbers = at + begin;
    part->rows = (uint32_t)rows;
    return ORO_OK;
}

static oro_status load_parts(oro_read_job *job, ribbon_part *parts, int wanted) {
    uint32_t count = 0;
    uint64_t at = 0;
    oro_status status = find_list(job, &count, &at);
    for (uint32_t i = 0; status == ORO_OK && i < count; i++) {
        member m;
        if ((status = read_entry(job, &at, &m)) != ORO_OK) break;
        for (int k = 0; k < wanted && status == ORO_OK; k++) {
            if (strcmp(m.name, parts[k].name) != 0 || parts[k].data) continue;
            status = unpack(job, &m, m.bytes, &parts[k].data);
            if (status == ORO_OK) status = look_at_part(job, m.bytes, &parts[k]);
        }
    }
    for (int k = 0; k < wanted && status == ORO_OK; k++)
        if (!parts[k].data)
            status = oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "the archive has no %s, so it does not hold ribbons",
                              parts[k].name);
    return status;
}

enum { RIBBON_PARTS = 8 };

/// Arrays belong together: as many rows each as there are vertices, triangles and curves, and numbers that exist.
static oro_status check_ribbons(const oro_read_job *job, const ribbon_part *p, const oro_ribbons *r) {
    bool fits = true;
    for (int k = 0; k < 4; k++) fits &= p[k].rows == r->vertex_count;
    for (int k = 4; k < 7; k++) fits &= p[k].rows == r->triangle_count;
    if (!fits) return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "the arrays of the ribbons are not equally long");
    for (size_t i = 0; i < 3 * (size_t)r->triangle_count; i++) fits &= word(p[4].numbers + 4 * i, 4) < r->vertex_count;
    for (size_t i = 0; i < r->triangle_count; i++) fits &= word(p[5].numbers + 4 * i, 4) < r->curve_count;
    if (!fits)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "a triangle has a vertex or a curve that does not exist");
    return ORO_OK;
}

static oro_status read_ribbons(oro_read_job *job, oro_ribbons *out) {
    ribbon_part p[RIBBON_PARTS] = {
        {"positions.npy", "'<f4'", 3, NULL, NULL, 0},  {"normals.npy", "'<f4'", 3, NULL, NULL, 0},
        {"bitangents.npy", "'<f4'", 3, NULL, NULL, 0}, {"traits.npy", "'<f4'", ORO_TRAIT_COUNT, NULL, NULL, 0},
        {"triangles.npy", "'<u4'", 3, NULL, NULL, 0},  {"owners.npy", "'<u4'", 1, NULL, NULL, 0},
        {"edges.npy", "'<u4'", 1, NULL, NULL, 0},      {"roles.npy", "'<u4'", 1, NULL, NULL, 0}};
    oro_status status = load_parts(job, p, RIBBON_PARTS);
    oro_ribbons r = {.curve_count = p[7].rows, .vertex_count = p[0].rows, .triangle_count = p[4].rows};
    if (status == ORO_OK) status = check_ribbons(job, p, &r);
    if (status == ORO_OK) status = oro_ribbons_alloc(job->ctx, &r);
    if (status == ORO_OK) {
        void *const to[RIBBON_PARTS] = {r.positions, r.normals, r.bitangents, r.traits,
                                        r.triangles, r.owners,  r.edges,      r.roles};
        for (int k = 0; k < RIBBON_PARTS; k++) memcpy(to[k], p[k].numbers, 4 * (size_t)p[k].rows * p[k].columns);
        *out = r;
    }
    for (int k = 0; k < RIBBON_PARTS; k++) oro_free(job->ctx, p[k].data);
    return status;
}

oro_status oro_ribbons_read_npz(oro_context *ctx, const char *path, void *out) {
    oro_read_job job = {.ctx = ctx, .path = path, .file = fopen(path, "rb")};
    if (!job.file) return oro_fail(ctx, ORO_BAD_INPUT, path, "the file cannot be opened");
    oro_status status = ORO_OK;
    off_t end = fseeko(job.file, 0, SEEK_END) == 0 ? ftello(job.file) : -1;
    if (end < 0)
        status = oro_fail(ctx, ORO_BAD_INPUT, path, "the file cannot be read");
    else
        job.bytes = (uint64_t)end;
    if (status == ORO_OK) status = read_ribbons(&job, out);
    fclose(job.file);
    return status;
}
