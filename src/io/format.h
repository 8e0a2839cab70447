// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a file format is: a row of formats.def. Readers and writers of rasters get a job from io.c, which has done everything
// that is the same for all formats: opening, the sidecar, ranges, refusing values a format cannot hold, committing.
#ifndef ORO_IO_FORMAT_H
#define ORO_IO_FORMAT_H

#include <stdio.h>

#include "core/kinds.h"
#include "io/file.h"
#include "orogen/grid.h"
#include "orogen/io.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "little-endian rows are moved as they lie in memory");

/// What a sidecar says. Written and read by sidecar.c.
typedef struct oro_sidecar {
    bool found;
    char path[1024];
    char encoding[16]; ///< "png16", "png8", "r16", "raw", "tif32", …
    int32_t width, height;
    double cell, origin_x, origin_y;
    bool wrap;
    bool has_range;
    double lo, hi;
    oro_raw_layout layout; ///< of a .raw file
    oro_georef geo;
    bool has_file_hash;
    oro_hash file_hash; ///< of the bytes of the file it describes
} oro_sidecar;

/// What a file itself says of its place, for formats that do.
typedef struct oro_placement {
    bool found;
    double east, north;        ///< coordinates of the first sample of the northern row
    double step_x, step_y;     ///< units between samples, to the east and to the south
    double metres_x, metres_y; ///< the same in metres; 0: the unit is not known
    bool degrees;              ///< the unit is a degree; metres follow from the latitude
    bool local;                ///< the coordinates are our own world's, not the earth's
    char crs[ORO_CRS_SIZE];
} oro_placement;

/// A file to read. The reader sets the size of `out`, allocates it, and fills it.
typedef struct oro_read_job {
    oro_context *ctx;
    const char *path;
    FILE *file;
    uint64_t bytes;        ///< size of the file
    int32_t width, height; ///< wanted for files without header; 0: unknown
    bool has_range;        ///< lo and hi are metres; else 0 and 1
    double lo, hi;         ///< what codes 0 and largest stand for
    bool metres;           ///< set by the reader: values are metres whatever the range
    oro_raw_layout layout; ///< of a .raw file
    const char *channel;   ///< the channel that is wanted; NULL: the one that oro_choose_channel() finds
    bool trust;            ///< unpack whatever the file promises
    bool look;             ///< only what stands in the head is wanted: the reader sets width, height and placement
    oro_placement placement;
    oro_grid *out;
} oro_read_job;

/// What the values in a file are.
typedef enum oro_stored_as {
    ORO_CODES,  ///< integers with a range
    ORO_WHOLE,  ///< metres, rounded
    ORO_FLOATS, ///< metres
} oro_stored_as;

/// A file to write, already open.
typedef struct oro_write_job {
    oro_context *ctx;
    const char *path;
    const oro_grid *grid;
    double lo, hi;   ///< what codes 0 and `largest` stand for; all values are finite where the format holds codes
    bool fitted;     ///< lo and hi were chosen around the values, not given
    int64_t clipped; ///< samples outside of them
    oro_stored_as kind;
    int bits; ///< of a value
    const char *channel;
    oro_raw_layout layout;
    const struct oro_format *format;
    const oro_georef *geo; ///< NULL: not known
    const char *up;        ///< of a mesh: which axis points up; NULL: no mesh
    oro_file_writer *writer;
} oro_write_job;

/// No height is larger, nor any range: squares of it still fit into a float with room for a map full of them.
#define ORO_FURTHEST_METRES 1e12

/// Whole metres of 16 bits run from -ORO_MOST_METRES to it; the one below is a void.
#define ORO_MOST_METRES 32767

/// What a raster format holds besides codes.
enum { ORO_VALUES_FLOATS = 1, ORO_VALUES_WHOLE = 2 };

/// What else there is to say of a format, as bits.
enum {
    ORO_PICKS_CHANNEL = 1,  ///< a file may have several channels, of which one is read
    ORO_NAMES_CHANNEL = 2,  ///< the channel that is written has a name
    ORO_HAS_LAYOUT = 4,     ///< how values lie in it is said from outside
    ORO_KNOWS_PLACE = 8,    ///< its head may say where on earth it lies; others have only their sidecar
    ORO_KEEPS_DEGREES = 16, ///< for GIS programs: samples stay as they lie in degrees
    ORO_KEEPS_VOIDS = 32,   ///< NaN is written as a void
    ORO_SAYS_BITS = 64,     ///< its encoding in sidecars ends with its bits: "png16"
    ORO_BIG_ENDIAN = 128,
    ORO_IS_TEXT = 256,
    ORO_USUALLY_Y_UP = 512, ///< of a mesh: where nobody says otherwise y points up, not z
    ORO_ONLY_Y_UP = 1024,   ///< and nobody can
    ORO_HAS_TEXTURE = 2048, ///< a mesh in it can have a picture laid over it
    ORO_HAS_CODES = 4096,   ///< and 16-bit numbers, and be compressed
    ORO_FOR_PRINT = 8192,   ///< it is for printers: a solid, in millimetres
};

enum { ORO_MOST_BEGINNINGS = 4, ORO_MOST_BESIDE = 2 };

struct oro_mesh_job;
struct oro_mesh_size;
struct oro_spline_reader;
struct oro_overlays;

/// How a format holds a kind of data that is neither a map nor a mesh; those have functions of their own.
typedef struct oro_kind_format {
    /// Fills `out`, which is empty before; on failure the caller frees what is in it.
    oro_status (*read)(oro_context *ctx, const char *path, void *out);
    oro_status (*write)(const oro_kind_info *kind, const void *data, oro_file_writer *writer);
} oro_kind_format;

/// One row of formats.def. Functions are NULL for what the format does not hold.
typedef struct oro_format {
    oro_format_info info;
    int code_bits;                       ///< of the codes it can hold: 8, 16 or both or none
    unsigned values;                     ///< ORO_VALUES_…
    unsigned traits;                     ///< the bits above
    int sample_bytes;                    ///< of a sample in a file, at most, before it is packed
    const char *missing;                 ///< the library this build is without, so that it cannot be used; NULL: it can
    const char *media;                   ///< media type for HTTP; NULL: none is common
    const char *beside[ORO_MOST_BESIDE]; ///< endings, in the place of its own, of files that are written with it
    struct {
        const char *bytes;
        size_t count;
    } begins[ORO_MOST_BEGINNINGS]; ///< first bytes by which it is known; of text, after blanks
    oro_status (*read)(oro_read_job *job);
    oro_status (*write)(oro_write_job *job);
    oro_status (*check)(const oro_write_job *job); ///< refuses shapes that it cannot have; NULL: it takes all
    oro_status (*read_mesh)(oro_context *ctx, const char *name, const char *data, size_t length, oro_mesh *out);
    oro_status (*write_mesh)(struct oro_mesh_job *job);
    /// Refuses meshes that it cannot hold; NULL: it takes all.
    oro_status (*check_mesh)(oro_context *ctx, const char *path, const struct oro_mesh_size *size,
                             const oro_mesh_write_desc *desc);
    oro_kind_format kinds[ORO_KIND_COUNT];
    oro_status (*write_any)(const oro_kind_info *kind, const void *data,
                            oro_file_writer *writer); ///< whatever the kind
    oro_status (*read_splines)(struct oro_spline_reader *r);
    oro_status (*read_overlays)(oro_context *ctx, const char *path, const char *text, size_t length,
                                struct oro_overlays *out);
} oro_format;

/// The extension of a path without its dot; "" where it has none.
const char *oro_ending_of(const char *path);

/// The row that the ending of a path names; NULL: none.
const oro_format *oro_format_find(const char *path);

/// The same for reading or writing one of `holds`, which a sentence calls `what`. NULL with the error set, and a list of the
/// endings that there are, where it is another, is only read, or is not in this build (ORO_UNSUPPORTED).
const oro_format *oro_format_for(oro_context *ctx, const char *path, unsigned holds, bool writing, const char *what);

/// The row whose files begin like this; NULL: it does not show.
const oro_format *oro_format_begun(const char *data, size_t length);

/// Has a mesh in such a file a place for a texture?
bool oro_path_has_texture(const char *path);

/// The row by which a file of this kind is read: by its ending, else by its first bytes, since files come under any name.
/// NULL as above.
const oro_format *oro_format_to_read(oro_context *ctx, const char *path, oro_kind kind);

/// As oro_format_list(), of those that hold any float, which codes cannot.
const char *oro_format_list_floats(char *list, size_t size);

/// As oro_format_list(), of the formats with one of these traits.
const char *oro_format_list_with(unsigned traits, char *list, size_t size);

oro_status oro_png_read(oro_read_job *job);
oro_status oro_png_write(oro_write_job *job);
oro_status oro_r16_read(oro_read_job *job);
oro_status oro_r16_write(oro_write_job *job);
oro_status oro_r32_read(oro_read_job *job);
oro_status oro_r32_write(oro_write_job *job);
oro_status oro_npy_read(oro_read_job *job);
oro_status oro_npy_look(oro_read_job *job); ///< its head: width, height and whether it counts metres
oro_status oro_npy_write(oro_write_job *job);
oro_status oro_npz_read(oro_read_job *job);
oro_status oro_raw_read(oro_read_job *job);
oro_status oro_raw_write(oro_write_job *job);
oro_status oro_asc_read(oro_read_job *job);
oro_status oro_asc_write(oro_write_job *job);
oro_status oro_hgt_read(oro_read_job *job);
oro_status oro_hgt_write(oro_write_job *job);
oro_status oro_hgt_check(const oro_write_job *job);
oro_status oro_tif_read(oro_read_job *job);
oro_status oro_tif_write(oro_write_job *job);
oro_status oro_exr_read(oro_read_job *job);
oro_status oro_exr_write(oro_write_job *job);

oro_status oro_png_read_image(oro_context *ctx, const char *path, void *out);
oro_status oro_png_write_image(const oro_kind_info *kind, const void *data, oro_file_writer *writer);

/// Gives out->data of a job memory for width x height samples, refusing sizes a grid cannot have.
oro_status oro_read_job_alloc(oro_read_job *job, uint64_t width, uint64_t height);

/// Finds the size of a headerless file of `sample` bytes a value (from the job, or a square), checks it against the
/// file's length and allocates.
oro_status oro_read_job_raw_size(oro_read_job *job, size_t sample);

/// Refuses a compressed file whose head promises so much more than its length that it is taken for a trap, before memory is
/// taken. `bytes` is the length of what is packed.
oro_status oro_read_job_promise(const oro_read_job *job, uint64_t bytes, uint64_t width, uint64_t height);

/// The channels of a file, in its order: "R", "G", "B", "A", "Y", what an EXR calls them, or numbers from 1.
enum { ORO_MOST_CHANNELS = 1024 };
typedef struct oro_channel_names {
    int count;
    const char *name[ORO_MOST_CHANNELS];
} oro_channel_names;

typedef struct oro_channel_choice {
    int taken;
    bool
        compare; ///< the file is one of colours: heights only where green and blue are the same as the one that is taken
    int green, blue;
} oro_channel_choice;

/// Chooses the channel to read: the one that is wanted; else one called height, Z or Y; else the colours, if all are alike; else
/// the first that is no transparency. The log is told where there were several.
oro_status oro_choose_channel(const oro_read_job *job, const oro_channel_names *names, oro_channel_choice *out);

/// Says that the colours of a pixel differ.
oro_status oro_refuse_colours(const oro_read_job *job, int64_t column, int64_t row);

/// An IEEE 754 half as a float.
float oro_from_half(uint16_t half);

/// Reads exactly `bytes`, or says that the file ends early.
oro_status oro_read_job_bytes(oro_read_job *job, void *to, size_t bytes);

/// Turns row y of the grid into whole metres; NaN becomes `hole`.
void oro_write_job_whole(const oro_write_job *job, int32_t y, int16_t hole, int16_t *out);

/// Says that the samples of a placement in degrees lie as many metres apart as they do at the middle of `rows` rows.
void oro_placement_measure(oro_placement *p, int32_t rows);

/// Coordinates of the first sample of a grid, and the units between samples.
typedef struct oro_corner {
    double east, north, step_x, step_y;
} oro_corner;
oro_corner oro_georef_corner(const oro_georef *geo, const oro_grid *g);

/// Does the system count degrees rather than a length?
static inline bool oro_georef_in_degrees(const oro_georef *geo) { return geo->unit_y < 1e-4; }

/// Gives the grid of a finished reading its geometry, and the caller what is known of it and where it lies.
oro_status oro_place(oro_read_job *job, const oro_read_desc *desc, const oro_sidecar *sidecar, unsigned *known);

/// The georeference of a placement, for a grid whose geometry is decided.
oro_georef oro_placement_georef(const oro_placement *p, const oro_grid *g);

/// Refuses a range of metres that is none (range.c).
oro_status oro_check_range(oro_context *ctx, const char *path, double lo, double hi);

/// Decides what the integers of a file stand for and counts what does not fit; refuses where that is too much (range.c).
oro_status oro_write_job_range(oro_write_job *job, const oro_write_desc *desc, const oro_extremes *extremes);

/// Tells the log what the integers do to the values.
void oro_write_job_notes(const oro_write_job *job);

/// Turns row y of the grid into codes of 0 to 2^bits - 1.
void oro_write_job_codes(const oro_write_job *job, int32_t y, uint16_t *codes);

/// Turns codes into values: lo + code / largest * (hi - lo).
void oro_decode_codes(const oro_read_job *job, const uint16_t *codes, int32_t count, unsigned largest, float *values);

/// NAME.EXT -> NAME.EXT.terrain.json, so that peaks.png and peaks.npy can lie side by side; false where that is too long.
bool oro_sidecar_path(const char *raster, char *out, size_t size);

struct oro_json;
/// Reads {"crs": …, "origin": […], "unit": […]}, in sidecars and scenes; *fault is the member that is wrong, or NULL.
void oro_georef_from_json(const struct oro_json *node, oro_georef *out, const struct oro_json **fault);
#define ORO_GEOREF_TAKES                                                                                               \
    "an object with \"crs\" (a text as EPSG:32632), \"origin\" (coordinates of the world's 0,0) and, unless it "       \
    "counts "                                                                                                          \
    "metres, \"unit\" (units in a metre, east and north)"

/// Reads the sidecar of a raster if there is one. ORO_BAD_INPUT where there is one that makes no sense.
oro_status oro_sidecar_read(oro_context *ctx, const char *raster, oro_sidecar *out);

/// Writes the sidecar of a job, whose file is written but not committed, into an open file. `encoding` as in oro_sidecar.
oro_status oro_sidecar_write(const oro_write_job *job, const char *encoding, const char *unit,
                             const oro_extremes *extremes, oro_file_writer *writer);

#endif
