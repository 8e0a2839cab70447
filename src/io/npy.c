// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// NPY, the array files of NumPy (format versions 1 to 3, as numpy/lib/format.py describes them): a magic, a version,
// and a header that is a Python dictionary with the type, the order and the shape. Reads two-dimensional arrays (and, as
// volumes, three-dimensional ones) of floats, integers and bool in either byte order, rows or columns first; writes
// little-endian f4, rows first, version 1.
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "io/data_file.h"
#include "io/format.h"

enum { MAX_HEADER = 1 << 16 };

typedef struct npy_header {
    char kind;    // f, u, i or b
    int size;     // bytes a value
    bool big;     // big-endian
    bool columns; // columns first ("Fortran order")
    int dimensions;
    uint64_t sides[3]; // rows, columns; or layers, rows, columns
    char shape[64];    // as it was written
} npy_header;

static oro_status broken(oro_read_job *job, const char *what) {
    return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "the NPY header is broken: %s", what);
}

/// The text behind 'key': in the dictionary, or NULL.
static const char *value_of(const char *header, const char *key) {
    char quoted[32];
    for (int quote = 0; quote < 2; quote++) {
        snprintf(quoted, sizeof quoted, quote ? "\"%s\"" : "'%s'", key);
        const char *at = strstr(header, quoted);
        if (!at) continue;
        at += strlen(quoted);
        while (*at == ' ') at++;
        if (*at++ != ':') return NULL;
        while (*at == ' ') at++;
        return at;
    }
    return NULL;
}

static oro_status parse_type(oro_read_job *job, const char *at, npy_header *h) {
    static const char *const types[] = {"f2", "f4", "f8", "u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "b1"};
    const char *end = at && (*at == '\'' || *at == '"') ? strchr(at + 1, *at) : NULL;
    if (!end) return broken(job, "'descr' is not the name of a simple type");
    char name[8] = {0};
    if (end - at - 1 == 3) memcpy(name, at + 1, 3);
    h->big = name[0] == '>';
    bool order = name[0] == '<' || name[0] == '>' || name[0] == '|' || name[0] == '=';
    for (size_t i = 0; order && i < sizeof types / sizeof *types; i++) {
        if (strcmp(name + 1, types[i]) != 0) continue;
        h->kind = types[i][0];
        h->size = types[i][1] - '0';
        return ORO_OK;
    }
    return oro_fail(
        job->ctx, ORO_BAD_INPUT, job->path,
        "values of type %.*s are not supported; save the array as float32 (also: float16, float64, integers of 8 to 64 "
        "bits, bool)",
        (int)(end - at - 1 > 20 ? 20 : end - at - 1), at + 1);
}

static const char *parse_count(const char *at, uint64_t *value) {
    while (*at == ' ') at++;
    if (*at < '0' || *at > '9') return NULL;
    *value = 0;
    for (; *at >= '0' && *at <= '9'; at++)
        if (*value < UINT32_MAX) *value = *value * 10 + (uint64_t)(*at - '0');
    while (*at == 'L' || *at == ' ') at++; // Python 2 wrote 512L
    return at;
}

static oro_status parse_shape(oro_read_job *job, const char *at, npy_header *h) {
    if (!at || *at != '(') return broken(job, "'shape' is missing");
    const char *start = at++;
    int count = 0;
    uint64_t side;
    while (*at && *at != ')') {
        if (!(at = parse_count(at, &side))) return broken(job, "'shape' is not a list of counts");
        if (count < 3) h->sides[count] = side;
        count++;
        if (*at != ',' && *at != ')') return broken(job, "'shape' is not a list of counts");
        if (*at == ',') at++;
        while (*at == ' ') at++;
    }
    if (*at != ')') return broken(job, "'shape' is not closed");
    h->dimensions = count;
    snprintf(h->shape, sizeof h->shape, "%.*s", (int)(at - start > 60 ? 60 : at - start + 1), start);
    return ORO_OK;
}

static oro_status parse_header(oro_read_job *job, const char *text, npy_header *h) {
    oro_status status = parse_type(job, value_of(text, "descr"), h);
    const char *order = value_of(text, "fortran_order");
    if (status == ORO_OK && (!order || (*order != 'T' && *order != 'F')))
        status = broken(job, "'fortran_order' is not True or False");
    if (status != ORO_OK) return status;
    h->columns = *order == 'T';
    return parse_shape(job, value_of(text, "shape"), h);
}

static oro_status read_header(oro_read_job *job, npy_header *h, uint64_t *offset) {
    unsigned char start[12];
    oro_status status = oro_read_job_bytes(job, start, 10);
    if (status != ORO_OK) return status;
    if (memcmp(start, "\x93NUMPY", 6) != 0)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                        "this is not an NPY file; it does not start with \\x93NUMPY");
    int version = start[6];
    if (version < 1 || version > 3)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "the NPY version must be 1, 2 or 3, not %d", version);
    uint32_t length = (uint32_t)start[8] | (uint32_t)start[9] << 8;
    *offset = 10;
    if (version > 1) {
        if ((status = oro_read_job_bytes(job, start + 10, 2)) != ORO_OK) return status;
        length |= (uint32_t)start[10] << 16 | (uint32_t)start[11] << 24;
        *offset = 12;
    }
    if (length > MAX_HEADER) return broken(job, "it is longer than 65536 bytes");
    *offset += length;
    char *text = malloc((size_t)length + 1);
    if (!text) return oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to read the header");
    status = oro_read_job_bytes(job, text, length);
    text[length] = 0;
    if (status == ORO_OK) status = parse_header(job, text, h);
    free(text);
    return status;
}

static uint64_t load_bits(const unsigned char *at, int size, bool big) {
    uint64_t bits = 0;
    for (int i = 0; i < size; i++) bits = bits << 8 | at[big ? i : size - 1 - i];
    return bits;
}

/// Unsigned integers of 8 and 16 bits are grey values; longer ones are counted in metres, as in a TIFF.
static bool is_code(const npy_header *h) { return h->kind == 'u' && h->size <= 2; }

static float load_value(const oro_read_job *job, const npy_header *h, const unsigned char *at) {
    uint64_t bits = load_bits(at, h->size, h->big);
    if (h->kind == 'i') return (float)((int64_t)(bits << (64 - 8 * h->size)) >> (64 - 8 * h->size)); // sign extended
    if (h->kind == 'b') return bits ? 1 : 0;
    if (h->kind == 'u' && !is_code(h)) return (float)bits;
    if (h->kind == 'u') {
        float value;
        uint16_t code = (uint16_t)bits;
        oro_decode_codes(job, &code, 1, h->size == 1 ? 255 : 65535, &value);
        return value;
    }
    if (h->size == 2) return oro_from_half((uint16_t)bits);
    if (h->size == 8) {
        double value;
        memcpy(&value, &bits, 8);
        return (float)value;
    }
    uint32_t single = (uint32_t)bits;
    float value;
    memcpy(&value, &single, 4);
    return value;
}

/// The file has to be as long as its header says, to the byte.
static oro_status check_length(oro_read_job *job, const npy_header *h, uint64_t offset) {
    uint64_t need = (uint64_t)h->size;
    for (int i = 0; i < h->dimensions; i++) need *= h->sides[i];
    need += offset;
    if (job->bytes == need) return ORO_OK;
    return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                    "the file has %llu bytes, but an array of the shape %s needs %llu; it is %s",
                    (unsigned long long)job->bytes, h->shape, (unsigned long long)need,
                    job->bytes < need ? "truncated" : "followed by something else");
}

/// Reads the head of a raster.
static oro_status read_raster_head(oro_read_job *job, npy_header *h) {
    uint64_t offset = 0;
    oro_status status = read_header(job, h, &offset);
    if (status != ORO_OK) return status;
    if (h->dimensions != 2)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                        "the array has the shape %s; a raster needs two dimensions (rows, columns)", h->shape);
    uint64_t rows = h->sides[0], cols = h->sides[1];
    if (rows > ORO_MAX_SIDE || cols > ORO_MAX_SIDE || !rows || !cols)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                        "the array must have 1 to %d samples along a side, not %llu x %llu", ORO_MAX_SIDE,
                        (unsigned long long)cols, (unsigned long long)rows);
    status = check_length(job, h, offset);
    if (status != ORO_OK) return status;
    job->metres = !is_code(h);
    job->width = (int32_t)cols;
    job->height = (int32_t)rows;
    return ORO_OK;
}

oro_status oro_npy_look(oro_read_job *job) { return read_raster_head(job, &(npy_header){0}); }

oro_status oro_npy_read(oro_read_job *job) {
    npy_header h = {0};
    oro_status status = read_raster_head(job, &h);
    if (status != ORO_OK) return status;
    uint64_t rows = h.sides[0], cols = h.sides[1];
    if ((status = oro_read_job_alloc(job, cols, rows)) != ORO_OK) return status;
    uint64_t lines = h.columns ? cols : rows, length = h.columns ? rows : cols;
    unsigned char *line = malloc((size_t)length * (size_t)h.size);
    if (!line) return oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to read a row");
    for (uint64_t i = 0; i < lines && status == ORO_OK; i++) {
        status = oro_read_job_bytes(job, line, (size_t)length * (size_t)h.size);
        for (uint64_t k = 0; k < length && status == ORO_OK; k++) {
            uint64_t x = h.columns ? i : k, y = h.columns ? k : i;
            oro_row(job->out, (int32_t)y)[x] = load_value(job, &h, line + k * (uint64_t)h.size);
        }
    }
    free(line);
    return status;
}

// --- arrays -------------------------------------------------------------------------------------------------------------

static oro_status read_array(oro_read_job *job, const npy_header *h, float *numbers) {
    uint64_t rows = h->sides[0], columns = h->sides[1];
    unsigned char value[8];
    oro_status status = ORO_OK;
    for (uint64_t i = 0; i < rows * columns && status == ORO_OK; i++) {
        status = oro_read_job_bytes(job, value, (size_t)h->size);
        uint64_t to = h->columns ? i % rows * columns + i / rows : i;
        if (status == ORO_OK) numbers[to] = load_value(job, h, value);
    }
    return status;
}

oro_status oro_load_array(oro_context *ctx, const char *path, uint64_t sides[2], float **numbers) {
    enum { MOST = 1 << 30 };
    npy_header h = {0};
    uint64_t offset;
    oro_read_job job = {.ctx = ctx, .path = path};
    *numbers = NULL;
    oro_status status = oro_file_open(ctx, path, &job.file, &job.bytes);
    if (status != ORO_OK) return status;
    status = read_header(&job, &h, &offset);
    job.hi = h.size == 1 ? 255.0 : 65535.0; // so that codes stand for themselves
    if (status == ORO_OK && h.dimensions != 2)
        status = oro_fail(ctx, ORO_BAD_INPUT, path, "the array has the shape %s; two dimensions are needed", h.shape);
    if (status == ORO_OK && (!h.sides[0] || !h.sides[1] || h.sides[0] > MOST / h.sides[1]))
        status =
            oro_fail(ctx, ORO_BAD_INPUT, path, "the array must hold 1 to %d numbers; its shape is %s", MOST, h.shape);
    if (status == ORO_OK) status = check_length(&job, &h, offset);
    if (status == ORO_OK) {
        *numbers = oro_alloc(ctx, (size_t)(h.sides[0] * h.sides[1]) * sizeof(float));
        status = *numbers ? read_array(&job, &h, *numbers) : ORO_NO_MEMORY;
    }
    fclose(job.file);
    if (status != ORO_OK) oro_free(ctx, *numbers), *numbers = NULL;
    sides[0] = h.sides[0];
    sides[1] = h.sides[1];
    return status;
}

// --- volumes ------------------------------------------------------------------------------------------------------------

static oro_status read_voxels(oro_read_job *job, const npy_header *h, const oro_volume *v) {
    // The fastest axis is read a line at a time: columns, or layers where the first index runs fastest.
    int32_t length = h->columns ? v->depth : v->width, lines = h->columns ? v->width : v->depth;
    unsigned char *line = malloc((size_t)length * (size_t)h->size);
    if (!line) return oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to read a row");
    oro_status status = ORO_OK;
    for (int32_t i = 0; i < lines && status == ORO_OK; i++)
        for (int32_t y = 0; y < v->height && status == ORO_OK; y++) {
            status = oro_read_job_bytes(job, line, (size_t)length * (size_t)h->size);
            for (int32_t k = 0; k < length && status == ORO_OK; k++)
                *oro_voxel(v, h->columns ? i : k, y, h->columns ? k : i) =
                    load_value(job, h, line + (size_t)k * (size_t)h->size);
        }
    free(line);
    return status;
}

oro_status oro_load_volume(oro_context *ctx, const char *path, double extent, oro_volume *out) {
    npy_header h = {0};
    uint64_t offset;
    oro_read_job job = {.ctx = ctx, .path = path, .lo = 0.0, .hi = 1.0};
    *out = (oro_volume){0};
    oro_status status = oro_file_open(ctx, path, &job.file, &job.bytes);
    if (status != ORO_OK) return status;
    status = read_header(&job, &h, &offset);
    if (status == ORO_OK && h.dimensions != 3)
        status =
            oro_fail(ctx, ORO_BAD_INPUT, path,
                     "the array has the shape %s; a volume needs three dimensions (layers, rows, columns)", h.shape);
    for (int i = 0; i < 3 && status == ORO_OK; i++)
        if (h.sides[i] < 1 || h.sides[i] > ORO_MAX_VOLUME_SIDE)
            status =
                oro_fail(ctx, ORO_BAD_INPUT, path, "the array must have 1 to %d samples along a side, not the shape %s",
                         ORO_MAX_VOLUME_SIDE, h.shape);
    if (status == ORO_OK) status = check_length(&job, &h, offset);
    if (status == ORO_OK) {
        *out = (oro_volume){.width = (int32_t)h.sides[2], .height = (int32_t)h.sides[1], .depth = (int32_t)h.sides[0]};
        int32_t longest = out->width > out->height ? out->width : out->height;
        if (out->depth > longest) longest = out->depth;
        out->cell = extent > 0.0 ? extent / (longest > 1 ? longest - 1 : 1) : 1.0;
        status = oro_volume_alloc(ctx, out);
        if (status == ORO_OK) status = read_voxels(&job, &h, out);
    }
    fclose(job.file);
    if (status != ORO_OK) oro_volume_free(ctx, out);
    return status;
}

oro_status oro_volume_read(oro_context *ctx, const char *path, void *out) {
    return oro_load_volume(ctx, path, 0.0, out);
}

bool oro_is_volume(const char *path) {
    oro_context *quiet = oro_create(&(oro_context_desc){.threads = 1}, NULL);
    npy_header h = {0};
    uint64_t offset;
    oro_read_job job = {.ctx = quiet, .path = path};
    bool volume = false;
    if (quiet && oro_file_open(quiet, path, &job.file, &job.bytes) == ORO_OK) {
        volume = read_header(&job, &h, &offset) == ORO_OK && h.dimensions == 3;
        fclose(job.file);
    }
    oro_destroy(quiet);
    return volume;
}

oro_status oro_npy_write(oro_write_job *job) {
    char head[ORO_NPY_HEAD];
    oro_npy_head("<f4", 2, (const int64_t[]){job->grid->height, job->grid->width}, head);
    oro_status status = oro_file_write(job->writer, head, sizeof head);
    for (int32_t y = 0; y < job->grid->height && status == ORO_OK; y++)
        status = oro_file_write(job->writer, oro_row(job->grid, y), (size_t)job->grid->width * 4);
    return status;
}
