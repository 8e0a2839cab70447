// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// TIFF through libtiff: reading rows or tiles of whatever one band other programs write (integers of 8 to 32 bits, floats of
// 16 to 64, any compression libtiff has), and the open file itself. Writing is in tiff_write.c, coordinates in geotiff.c.
#include "io/tiff.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <xtiffio.h>

#include "core/context.h"
#include "core/text.h"

// --- the open file ---------------------------------------------------------------------------------------------------

static tmsize_t on_read(thandle_t handle, void *to, tmsize_t bytes) {
    tiff_file *t = handle;
    return t->file ? (tmsize_t)fread(to, 1, (size_t)bytes, t->file) : 0;
}

static tmsize_t on_write(thandle_t handle, void *from, tmsize_t bytes) {
    tiff_file *t = handle;
    if (!t->writer || t->write_status != ORO_OK) return 0;
    t->write_status = oro_file_write(t->writer, from, (size_t)bytes);
    return t->write_status == ORO_OK ? bytes : 0;
}

static toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
    tiff_file *t = handle;
    if (!t->writer) return fseeko(t->file, (off_t)offset, whence) == 0 ? (toff_t)ftello(t->file) : (toff_t)-1;
    if (t->write_status == ORO_OK) t->write_status = oro_file_seek(t->writer, (int64_t)offset, whence);
    return t->write_status == ORO_OK ? (toff_t)ftello(t->writer->file) : (toff_t)-1;
}

static toff_t on_size(thandle_t handle) {
    tiff_file *t = handle;
    if (!t->writer) return t->bytes;
    off_t here = ftello(t->writer->file);
    toff_t size = on_seek(handle, 0, SEEK_END);
    on_seek(handle, (toff_t)here, SEEK_SET);
    return size;
}

static int on_close(thandle_t handle) { return (void)handle, 0; }

static int on_error(TIFF *tiff, void *user, const char *module, const char *format, va_list list) {
    tiff_file *t = user;
    (void)tiff, (void)module;
    if (t->message[0]) return 1;
    oro_print_list(t->message, sizeof t->message, format, list);
    for (char *at = t->message; *at; at++)
        if ((unsigned char)*at < 32 || (unsigned char)*at > 126) *at = '?';
    return 1;
}

static int on_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list list) {
    tiff_file *t = user;
    (void)tiff, (void)module, (void)list;
    if (strstr(format, "IO error"))
        t->cut = true; // libtiff goes on without the tag; heights without their scale are wrong
    return 1;
}

/// libtiff must know the tags of GDAL to write them; libgeotiff adds its own in the same way.
static TIFFExtendProc other_tags;

static void add_tags(TIFF *tiff) {
    static const TIFFFieldInfo fields[] = {
        {TAG_GDAL_METADATA, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GDALMetadata"},
        {TAG_GDAL_NODATA, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GDALNoDataValue"},
    };
    TIFFMergeFieldInfo(tiff, fields, 2);
    if (other_tags) other_tags(tiff);
}

static void register_tags(void) {
    XTIFFInitialize();
    other_tags = TIFFSetTagExtender(add_tags);
}

bool oro_tiff_open(tiff_file *t, const char *mode) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_tags);
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return false;
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, t);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, t);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)1 << 30);
    t->tiff = TIFFClientOpenExt(t->path, mode, t, on_read, on_write, on_seek, on_close, on_size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return t->tiff != NULL;
}

void oro_tiff_close(tiff_file *t) {
    if (t->tiff) TIFFClose(t->tiff);
    t->tiff = NULL;
}

// --- reading ---------------------------------------------------------------------------------------------------------

typedef struct tiff_reader {
    tiff_file file;
    oro_read_job *job;
    uint32_t width, height;
    uint16_t bits, format, bands, planes, photometric;
    bool codes, inverted, has_nodata;
    double scale, offset, nodata; ///< value = offset + stored * scale
    oro_channel_choice choice;
    uint16_t *palette[3]; ///< its colours, or NULL
    unsigned char *buffer;
    float *row;
} tiff_reader;

enum { MOST_BANDS = 64 };

static oro_status damaged(tiff_reader *r) {
    const char *message = r->file.message[0] ? r->file.message : "it ends before one of its tags";
    return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path, "the TIFF is damaged or truncated (%s)", message);
}

/// Bands have no names: colours and transparency by the tags that tell them, the others by their numbers.
static oro_status choose_band(tiff_reader *r) {
    static const char *const colours[] = {"R", "G", "B"};
    char numbers[MOST_BANDS][12];
    oro_channel_names names = {.count = r->bands};
    uint16_t extras = 0, *kinds = NULL;
    if (!TIFFGetField(r->file.tiff, TIFFTAG_EXTRASAMPLES, &extras, &kinds) || !kinds) extras = 0;
    bool rgb = r->photometric == PHOTOMETRIC_RGB && r->bands >= 3;
    for (int i = 0; i < r->bands; i++) {
        int extra = i - (r->bands - extras);
        bool alpha = extra >= 0 && (kinds[extra] == EXTRASAMPLE_ASSOCALPHA || kinds[extra] == EXTRASAMPLE_UNASSALPHA);
        snprintf(numbers[i], sizeof numbers[i], "%d", i + 1);
        names.name[i] = rgb && i < 3 ? colours[i] : alpha ? "A" : numbers[i];
    }
    return oro_choose_channel(r->job, &names, &r->choice);
}

static oro_status read_head(tiff_reader *r) {
    TIFF *tiff = r->file.tiff;
    oro_read_job *job = r->job;
    if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &r->width) || !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &r->height) ||
        r->width < 1 || r->height < 1 || r->width > ORO_MAX_SIDE || r->height > ORO_MAX_SIDE)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                        "the TIFF must have 1 to %d samples along a side, not %u x %u", ORO_MAX_SIDE, r->width,
                        r->height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &r->bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &r->bands);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &r->format);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &r->planes);
    if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &r->photometric)) r->photometric = PHOTOMETRIC_MINISBLACK;
    bool integer = r->format == SAMPLEFORMAT_UINT || r->format == SAMPLEFORMAT_INT || r->format == SAMPLEFORMAT_VOID;
    bool real = r->format == SAMPLEFORMAT_IEEEFP;
    if (!(integer && (r->bits == 8 || r->bits == 16 || r->bits == 32 || r->bits == 64)) &&
        !(real && (r->bits == 16 || r->bits == 32 || r->bits == 64)))
        return oro_fail(
            job->ctx, ORO_BAD_INPUT, job->path,
            "values of %u bits (sample format %u) are not read; save it with integers of 8, 16, 32 or 64 bits or "
            "floats of 16, 32 or 64",
            r->bits, r->format);
    bool palette = r->photometric == PHOTOMETRIC_PALETTE;
    if (r->photometric == PHOTOMETRIC_YCBCR || r->photometric == PHOTOMETRIC_CIELAB ||
        r->photometric == PHOTOMETRIC_SEPARATED ||
        (palette && (r->bits > 16 || r->format != SAMPLEFORMAT_UINT ||
                     !TIFFGetField(tiff, TIFFTAG_COLORMAP, &r->palette[0], &r->palette[1], &r->palette[2]))))
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                        "this is a picture in colours, not heights; save one band of numbers");
    if (r->bands < 1 || r->bands > MOST_BANDS)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "the TIFF must have at most %d bands, not %u; one is read",
                        MOST_BANDS, r->bands);
    oro_status status = choose_band(r);
    if (status != ORO_OK) return status;
    job->width = (int32_t)r->width;
    job->height = (int32_t)r->height;
    return ORO_OK;
}

/// `<Item name="SCALE" …>0.5</Item>` in GDAL's metadata; false where there is none.
static bool metadata_number(const char *text, const char *role, double *value) {
    char key[32];
    snprintf(key, sizeof key, "role=\"%s\"", role);
    const char *at = strstr(text, key);
    at = at ? strchr(at, '>') : NULL;
    if (!at) return false;
    char *end;
    double number = oro_read_double(at + 1, &end);
    if (end == at + 1 || !isfinite(number)) return false;
    *value = number;
    return true;
}

/// What GDAL's tags say: the value of holes, and how stored numbers become values.
static bool read_gdal_tags(tiff_reader *r) {
    const char *text = NULL;
    bool scaled = false;
    r->scale = 1;
    if (TIFFGetField(r->file.tiff, TAG_GDAL_NODATA, &text) && text) {
        char *end;
        r->nodata = oro_read_double(text, &end);
        r->has_nodata = end > text;
    }
    if (TIFFGetField(r->file.tiff, TAG_GDAL_METADATA, &text) && text) {
        scaled = metadata_number(text, "scale", &r->scale);
        scaled |= metadata_number(text, "offset", &r->offset);
    }
    return scaled;
}

/// Codes or metres? Unsigned integers of a file that says nothing else are grey values.
static void decide_meaning(tiff_reader *r, bool scaled, double height_unit) {
    bool grey = r->format == SAMPLEFORMAT_UINT && r->bits <= 16 && !scaled;
    r->codes = r->palette[0] || (grey && (r->job->has_range || !r->job->placement.found));
    r->inverted = r->codes && r->photometric == PHOTOMETRIC_MINISWHITE;
    r->job->metres = !r->codes;
    r->scale *= height_unit;
    r->offset *= height_unit;
    if (height_unit != 1) oro_note(r->job->ctx, r->job->path, "its heights are in feet and were turned into metres");
}

/// One stored number as it is.
static double stored(const tiff_reader *r, const unsigned char *at) {
    union {
        uint16_t u16;
        int16_t i16;
        uint32_t u32;
        int32_t i32;
        uint64_t u64;
        int64_t i64;
        float f32;
        double f64;
    } v;
    memcpy(&v, at, r->bits / 8);
    bool is_signed = r->format == SAMPLEFORMAT_INT;
    switch (r->bits) {
    case 8: return is_signed ? (double)(int8_t)at[0] : (double)at[0];
    case 16:
        if (r->format == SAMPLEFORMAT_IEEEFP) return (double)oro_from_half(v.u16);
        return is_signed ? (double)v.i16 : (double)v.u16;
    case 32:
        if (r->format == SAMPLEFORMAT_IEEEFP) return (double)v.f32;
        return is_signed ? (double)v.i32 : (double)v.u32;
    default:
        if (r->format == SAMPLEFORMAT_IEEEFP) return v.f64;
        return is_signed ? (double)v.i64 : (double)v.u64;
    }
}

/// A code of a palette becomes its grey; false where it is another colour.
static bool look_up(const tiff_reader *r, uint16_t *code) {
    if (!r->palette[0]) return true;
    uint16_t red = r->palette[0][*code];
    bool grey = red == r->palette[1][*code] && red == r->palette[2][*code];
    *code = red;
    return grey;
}

/// Bands lie pixel by pixel, or each by itself.
static bool mixed(const tiff_reader *r) { return r->planes == PLANARCONFIG_CONTIG; }

/// From one value to the next of its row.
static size_t pitch_of(const tiff_reader *r) { return r->bits / 8u * (mixed(r) ? (size_t)r->bands : 1); }

/// A row of `count` pixels becomes values; false where *x is the first that is a colour.
static bool take_row(const tiff_reader *r, const unsigned char *at, uint32_t count, float *to, uint32_t *x) {
    unsigned largest = r->bits == 8 && !r->palette[0] ? 255 : 65535;
    size_t sample = r->bits / 8u, pitch = pitch_of(r);
    bool compare = r->choice.compare && mixed(r);
    const unsigned char *green = compare ? at + (size_t)r->choice.green * sample : NULL;
    const unsigned char *blue = compare ? at + (size_t)r->choice.blue * sample : NULL;
    if (mixed(r)) at += (size_t)r->choice.taken * sample;
    bool plain = !r->codes && r->bits == 32 && r->format == SAMPLEFORMAT_IEEEFP && pitch == 4 && r->scale == 1 &&
                 r->offset == 0 && !r->has_nodata;
    if (plain) memcpy(to, at, (size_t)count * 4);
    for (*x = 0; *x < count && !plain; ++*x, at += pitch) {
        size_t skip = *x * pitch;
        if (compare && (memcmp(at, green + skip, sample) != 0 || memcmp(at, blue + skip, sample) != 0)) return false;
        double value = stored(r, at);
        if (r->has_nodata && (value == r->nodata || (float)value == (float)r->nodata)) {
            to[*x] = NAN;
        } else if (r->codes) {
            uint16_t code = (uint16_t)value;
            if (!look_up(r, &code)) return false;
            if (r->inverted) code = (uint16_t)(largest - code);
            oro_decode_codes(r->job, &code, 1, largest, &to[*x]);
        } else {
            to[*x] = (float)(r->offset + value * r->scale);
        }
    }
    return true;
}

static oro_status make_buffers(tiff_reader *r, uint64_t bytes) {
    if (bytes < 1 || bytes > (uint64_t)1 << 30) {
        snprintf(r->file.message, sizeof r->file.message, "tiles of %llu bytes", (unsigned long long)bytes);
        return damaged(r);
    }
    if (!r->buffer) r->buffer = oro_alloc(r->job->ctx, (size_t)bytes);
    if (!r->row) r->row = oro_alloc(r->job->ctx, r->width * sizeof *r->row);
    return r->buffer && r->row ? ORO_OK : ORO_NO_MEMORY;
}

/// Takes a row of the buffer, `skip` bytes from its beginning, into the grid at (x, y). Of bands that lie by themselves the
/// second and third colour are compared with what is there.
static oro_status take(const tiff_reader *r, int colour, size_t skip, uint32_t count, uint32_t x, uint32_t y) {
    float *there = oro_row(r->job->out, (int32_t)y) + x, *to = colour ? r->row : there;
    uint32_t at;
    bool grey = take_row(r, r->buffer + skip, count, to, &at);
    for (uint32_t i = 0; grey && colour && i < count; i++) {
        at = i;
        grey = to[i] == there[i] || (to[i] != to[i] && there[i] != there[i]);
    }
    return grey ? ORO_OK : oro_refuse_colours(r->job, x + at, y);
}

static oro_status read_strips(tiff_reader *r, int colour, uint16_t band) {
    uint64_t bytes = TIFFScanlineSize64(r->file.tiff);
    if (bytes < pitch_of(r) * r->width) return damaged(r);
    oro_status status = make_buffers(r, bytes);
    for (uint32_t y = 0; y < r->height && status == ORO_OK; y++) {
        if (TIFFReadScanline(r->file.tiff, r->buffer, y, band) < 0) return damaged(r);
        status = take(r, colour, 0, r->width, 0, y);
    }
    return status;
}

static oro_status read_tiles(tiff_reader *r, int colour, uint16_t band) {
    TIFF *tiff = r->file.tiff;
    uint32_t wide = 0, high = 0;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &wide);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &high);
    uint64_t bytes = TIFFTileSize64(tiff);
    if (!wide || !high || wide > ORO_MAX_SIDE || high > ORO_MAX_SIDE || bytes < (uint64_t)wide * high * pitch_of(r))
        return damaged(r);
    oro_status status = make_buffers(r, bytes);
    for (uint32_t y = 0; y < r->height && status == ORO_OK; y += high)
        for (uint32_t x = 0; x < r->width && status == ORO_OK; x += wide) {
            if (TIFFReadTile(tiff, r->buffer, x, y, 0, band) < 0) return damaged(r);
            uint32_t cols = r->width - x < wide ? r->width - x : wide,
                     rows = r->height - y < high ? r->height - y : high;
            for (uint32_t k = 0; k < rows && status == ORO_OK; k++)
                status = take(r, colour, (size_t)k * wide * pitch_of(r), cols, x, y + k);
        }
    return status;
}

static oro_status read_values(tiff_reader *r) {
    const int bands[3] = {r->choice.taken, r->choice.green, r->choice.blue};
    int count = r->choice.compare && !mixed(r) ? 3 : 1;
    oro_status status = ORO_OK;
    for (int colour = 0; colour < count && status == ORO_OK; colour++) {
        uint16_t band = mixed(r) ? 0 : (uint16_t)bands[colour];
        status = TIFFIsTiled(r->file.tiff) ? read_tiles(r, colour, band) : read_strips(r, colour, band);
    }
    oro_free(r->job->ctx, r->buffer);
    oro_free(r->job->ctx, r->row);
    return status;
}

/// South-up files are turned, so that row 0 is north.
static void flip_rows(const oro_grid *g) {
    for (int32_t y = 0; y < g->height / 2; y++) {
        float *a = oro_row(g, y), *b = oro_row(g, g->height - 1 - y);
        for (int32_t x = 0; x < g->width; x++) {
            float swap = a[x];
            a[x] = b[x];
            b[x] = swap;
        }
    }
}

static oro_status read_open(tiff_reader *r) {
    double height_unit = 1;
    oro_read_job *job = r->job;
    if (r->file.cut) return damaged(r);
    oro_status status = read_head(r);
    if (status == ORO_OK) status = oro_geotiff_read(&r->file, &job->placement, &height_unit);
    if (status != ORO_OK) return status;
    bool south_up = job->placement.step_y < 0; // then `north` is that of the first row, which is the southern one
    if (south_up) {
        job->placement.step_y = -job->placement.step_y;
        job->placement.north += (r->height - 1) * job->placement.step_y;
    }
    decide_meaning(r, read_gdal_tags(r), height_unit);
    if (job->look) return ORO_OK;
    status = oro_read_job_promise(job, job->bytes, r->width, r->height);
    if (status == ORO_OK) status = oro_read_job_alloc(job, r->width, r->height);
    if (status == ORO_OK) status = read_values(r);
    if (status == ORO_OK && south_up) flip_rows(job->out);
    return status;
}

oro_status oro_tif_read(oro_read_job *job) {
    tiff_reader r = {.job = job, .file = {.ctx = job->ctx, .path = job->path, .file = job->file, .bytes = job->bytes}};
    char mark[2] = "";
    if (fread(mark, 1, 2, job->file) != 2 || (memcmp(mark, "II", 2) != 0 && memcmp(mark, "MM", 2) != 0))
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "this is not a TIFF, whatever its name says");
    rewind(job->file);
    if (!oro_tiff_open(&r.file, "rm")) return damaged(&r);
    oro_status status = read_open(&r);
    oro_tiff_close(&r.file);
    return status;
}
