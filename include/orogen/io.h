// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Rasters and pictures in files. The format is chosen by the extension of the path; oro_format_at() lists them.
//
// A raster file rarely says how many metres it means, so writing one leaves a small JSON file beside it
// (peaks.png -> peaks.png.terrain.json) with everything an importer asks for: size, metres between samples, the heights
// that the smallest and the largest code stand for, row and byte order. Reading looks for that file again.
//
// Every file appears whole or not at all: it is written under another name in the same folder and renamed at the end.
#ifndef OROGEN_IO_H
#define OROGEN_IO_H

#include "grid.h"
#include "kinds.h"
#include "mesh.h"
#include "volume.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

/// What a file can hold, as bits: a kind of data, or something that is none.
#define ORO_HOLDS(kind)    (1u << (kind))
#define ORO_HOLDS_RASTER   ORO_HOLDS(ORO_KIND_GRID)
#define ORO_HOLDS_PICTURE  ORO_HOLDS(ORO_KIND_IMAGE)
#define ORO_HOLDS_MESH     ORO_HOLDS(ORO_KIND_MESH)
#define ORO_HOLDS_VOLUME   ORO_HOLDS(ORO_KIND_VOLUME)
#define ORO_HOLDS_ANY      (1u << 27) ///< data of any kind but a map or a number, as the arrays that it is made of
#define ORO_HOLDS_SPLINES  (1u << 28) ///< curves for sketches
#define ORO_HOLDS_OVERLAYS (1u << 29) ///< paths, curves and points to draw on a map
#define ORO_HOLDS_SCENE    (1u << 30) ///< a document

/// One file format.
typedef struct oro_format_info {
    const char *name;       ///< "png"
    const char *extensions; ///< without dots, separated by spaces, the usual one first: "tif tiff"
    const char *summary;    ///< one sentence
    unsigned reads, writes; ///< ORO_HOLDS_…: what can be read from such a file, and written to one
} oro_format_info;

/// All formats in the order people should meet them. `index` runs from 0 to oro_format_count() - 1.
int oro_format_count(void);
const oro_format_info *oro_format_at(int index);

/// The format that the ending of a path names; NULL: none.
const oro_format_info *oro_format_of(const char *path);

/// Does the path end like a file from which one of these can be read, or to which it can be written?
bool oro_path_reads(const char *path, unsigned holds);
bool oro_path_writes(const char *path, unsigned holds);

/// ".png, .r16, …": the usual endings of the formats from which (to which) one of these can be read (written). Returns `list`.
const char *oro_format_list(unsigned holds, bool writing, char *list, size_t size);

/// How the values of a headerless file (.raw) lie in it. Zero: 16-bit codes, little-endian, north first.
typedef enum oro_raw_type {
    ORO_RAW_U16, ///< codes of 0 to 65535
    ORO_RAW_U8,  ///< codes of 0 to 255
    ORO_RAW_I16, ///< whole metres
    ORO_RAW_F32, ///< metres
} oro_raw_type;
typedef struct oro_raw_layout {
    oro_raw_type type;
    bool big_endian;
    bool south_first; ///< the first row of the file is the southern edge
} oro_raw_layout;

/// Reads "u16", "i16,big", "f32,little,south": a type, then in any order little or big, and north or south (the row that
/// comes first). ORO_BAD_ARGUMENT at `where` for anything else.
oro_status oro_raw_layout_parse(oro_context *ctx, const char *text, const char *where, oro_raw_layout *out);

/// How to read a file. Zero in any member means: as the file or its sidecar says. What is set here wins.
typedef struct oro_read_desc {
    bool has_range; ///< lo and hi are set
    double lo, hi;  ///< metres meant by the smallest and the largest code; formats that hold metres ignore them
    double cell;    ///< metres between samples
    double extent;  ///< metres from the first column to the last, another way to say `cell`; used where cell is 0
    int32_t width, height; ///< samples of a file without header; default: the sidecar's, else a square
    bool has_layout;       ///< `layout` is set
    oro_raw_layout layout; ///< of a .raw file; default: the sidecar's, else u16,little,north
    bool has_nodata;       ///< `nodata` is set
    double nodata;       ///< samples of this value are holes and become NaN, besides those the file itself calls holes
    const char *channel; ///< of a PNG, TIFF or EXR: its name ("R", "A", "depth.Z") or number from 1; default: see below
    bool trust;  ///< unpack a file that promises more than 1000 times its length; default: that is refused as a trap
    bool square; ///< make cells square that are not (maps in degrees) by resampling the columns
    bool no_sidecar; ///< do not look for a sidecar
    oro_georef *geo; ///< NULL, or gets where the map lies on the earth
} oro_read_desc;

/// What oro_load_raster() could tell for sure.
enum {
    ORO_KNOWN_METRES = 1, ///< values are what they say (metres, or the sidecar's unit); else codes scaled to 0..1
    ORO_KNOWN_PLACE = 2,  ///< cell and origin are metres; else cell is 1 and the origin 0,0
};

/// Reads a raster. `desc` may be NULL. On success `out` has memory from oro_grid_alloc() and belongs to the caller;
/// `known` (may be NULL) gets ORO_KNOWN_… bits. On failure `out` has no memory.
///
/// Integer codes (PNG, R16, unsigned RAW, TIFF and NPY) become metres by the range of `desc` or of the sidecar, and 0..1
/// without either. Floating and signed values, and unsigned ones of a TIFF that says where on earth it lies, are taken as
/// metres, NaN included. Of several channels the one called height, Z or Y is read, else the colours if all pixels are grey
/// (other pictures are refused), else the first that is no transparency; `channel` chooses another. Holes (nodata, voids)
/// become NaN; oro_grid_fill_holes() closes them. The log says where a sidecar was not written with the file as it is.
///
/// A map in degrees gets the metres of its middle latitude, and the log says so. Where its cells are not square then, the
/// samples stay as they are and `cell` is their distance from north to south, unless `square` asks for more.
///
/// ORO_BAD_INPUT: missing, broken or truncated file, a size the sidecar contradicts. ORO_BAD_ARGUMENT: unknown
/// extension, a range that is not one. ORO_UNSUPPORTED: a format this build is without. ORO_NO_MEMORY.
oro_status oro_load_raster(oro_context *ctx, const char *path, const oro_read_desc *desc, oro_grid *out,
                           unsigned *known);

/// Where a raster lies on the earth, from its head alone: GeoTIFF keys, the name of an HGT file, the corner of an ASCII
/// grid, or the sidecar. As oro_load_raster() with `square` gives it; out->set is false where nothing says. Errors as there.
oro_status oro_load_georef(oro_context *ctx, const char *path, oro_georef *out);

/// Round numbers around the values min to max, min <= max: what the smallest and the largest code of a file should stand
/// for. The ends are multiples of 1, 2 or 5 times a power of ten, of a step at most a tenth as wide as the values, so that
/// less than a fifth of the codes stay unused; -312.5 to 2210 gives -400 to 2400. Level ground is the lower end itself.
void oro_fitting_range(double min, double max, double *lo, double *hi);

/// Files of integers are refused where more than this share of the samples lies outside of what they stand for.
#define ORO_CLIP_SHARE 0.001

/// What became of a map that was written as integers.
typedef struct oro_write_report {
    bool codes;      ///< the file holds codes, and the rest is set
    bool fitted;     ///< the range was chosen around the values
    double lo, hi;   ///< what the smallest and the largest code stand for
    int64_t clipped; ///< samples that lie outside, written as the nearest end
} oro_write_report;

/// How a raster is to be written. Zero in any member means the default.
typedef struct oro_write_desc {
    bool has_range; ///< lo and hi are set
    double lo, hi;  ///< metres meant by the smallest and the largest code, lo < hi; default: oro_fitting_range()
    bool clip;      ///< write values outside of the range as its ends, however many they are
    const oro_extremes *among; ///< NULL, or what a range that is not given must also hold: maps that share one
    int bits; ///< of a value. PNG: 16, or 8, which shows as terraces. TIFF: 32 (metres) or 16 (codes). Default: the first
    const char *channel;      ///< EXR: name of the channel, "Y" (default) or "R", which Godot wants
    oro_raw_layout layout;    ///< of a .raw file
    const oro_georef *geo;    ///< where the map lies on the earth; NULL: not known
    bool force;               ///< replace files that are there
    bool no_sidecar;          ///< write no sidecar
    const char *unit;         ///< of the values, for the sidecar; default "m"
    oro_write_report *report; ///< NULL, or gets what was chosen, also where that is refused
} oro_write_desc;

/// Writes a raster and its sidecar. `desc` may be NULL.
///
/// Codes are rounded: code = round((value - lo) / (hi - lo) * largest), and back: value = lo + code / largest * (hi -
/// lo). Where more than ORO_CLIP_SHARE of the samples lie outside lo..hi (or outside the whole metres of HGT and i16), nothing
/// is written, and the error names a range that fits, unless `clip` allows it; fewer are clamped, and the log says how
/// many. Values that are not finite are kept by R32, NPY, EXR, TIFF of 32 bits and RAW of floats; NaN becomes a void in HGT
/// and in ASCII grids; the others refuse them.
///
/// ORO_CANNOT_WRITE: a file already exists (and `force` is not set), no such folder, disk full. ORO_BAD_ARGUMENT:
/// unknown extension, bad range or bits, values that the format cannot hold. ORO_CANCELLED. On failure whatever was in
/// place before is unchanged.
oro_status oro_save_raster(oro_context *ctx, const char *path, const oro_grid *grid, const oro_write_desc *desc);

/// Could oro_save_raster() write a map of this shape in this way? Looks at the name, the description and the shape, not at
/// the disk, so that a wrong word is reported before anything is computed; where grid->data is not NULL, at the values too.
/// Errors as there.
oro_status oro_check_raster(oro_context *ctx, const char *path, const oro_grid *grid, const oro_write_desc *desc);

/// Writes a picture of 8 bits, sRGB, in a format that holds pictures, chosen by the extension: PNG. Errors as oro_save_raster().
oro_status oro_save_image(oro_context *ctx, const char *path, const oro_image *image, bool force);

/// Reads a picture by its ending, or by its first bytes where that names none: PNG, of 3 channels, or 4 where it has transparency; grey and 16-bit pictures are converted. The
/// memory belongs to the caller: free it with oro_image_free().
oro_status oro_load_image(oro_context *ctx, const char *path, oro_image *out);

/// How a mesh file is to be read. Zero in any member means the default.
typedef struct oro_mesh_read_desc {
    bool y_up; ///< y points up in the file; default: z does
} oro_mesh_read_desc;

/// Reads a mesh from a file, chosen by the extension, of at most 4 GiB and 2^28 vertices and triangles. `desc` may be NULL. On
/// success `out` has memory from oro_mesh_alloc() and belongs to the caller; on failure it has none.
///
/// OBJ and PLY: polygons are cut into fans; normals and texture places are kept where every corner (vertex) has them; an OBJ
/// that Orogen wrote with y up is turned whatever `desc` says. STL: binary or text; equal positions are joined, so that a closed
/// surface is one. GLB and glTF: the triangles of all nodes of the scene, where those put them; buffers in the file, as base64
/// or in files of the same folder or below it. Positions may be NaN where the file says so.
///
/// ORO_BAD_INPUT: missing, broken or truncated file, a corner that names a vertex that is not there (the place says which
/// line), a file without faces. ORO_BAD_ARGUMENT: another extension. ORO_NO_MEMORY.
oro_status oro_load_mesh(oro_context *ctx, const char *path, const oro_mesh_read_desc *desc, oro_mesh *out);

/// Which axis points up in a mesh file.
typedef enum oro_up {
    ORO_UP_USUAL, ///< as programs expect it of the format: y in GLB, glTF and OBJ, z in PLY, STL and 3MF
    ORO_UP_Y,     ///< y up, z to the south
    ORO_UP_Z,     ///< z up, y to the north
} oro_up;

/// How a mesh, or a map as a mesh, is written. Zero in any member means the default.
typedef struct oro_mesh_write_desc {
    const oro_image *colour; ///< laid over it by its texture coordinates; default: none, an even colour
    const oro_grid *ground; ///< what the colour covers seen from above, for a mesh that has no texture coordinates: the
                            ///< geometry of a map; default: the mesh's own extent
    oro_up up;
    bool
        quantise; ///< GLB and glTF: 16 bits per number instead of 32 (KHR_mesh_quantization); the positions of each axis are
                  ///< off by at most a 131070th of its extent
    bool
        compress; ///< GLB and glTF: packed by EXT_meshopt_compression; ORO_UNSUPPORTED in a build without meshoptimizer
    double scale; ///< lengths in the file are metres times this; 0: 1
    double size;  ///< STL and 3MF: length in millimetres of the longest side; 0: as `scale` says, and a 3MF says metres
    bool force;   ///< replace files that are there
    const oro_georef *geo; ///< of a map, for the sidecar
} oro_mesh_write_desc;

/// Writes a height map as a mesh, one vertex per sample: GLB (normals, texture coordinates, colour embedded), glTF (with NAME.bin
/// and, where there is a colour, NAME-colour.png beside it), OBJ (with NAME.mtl and the same), PLY, STL or 3MF, chosen by the
/// extension. Metres, the middle of the map at 0,0; heights stay. The first sample lies in the middle of the colour's first
/// pixel. A sidecar says the rest. A surface that is not closed is written to STL and 3MF with a note.
///
/// ORO_BAD_ARGUMENT: another extension, values that are not finite, a map too large for the format. Others as
/// oro_save_raster(). On failure nothing is left behind and what was there is unchanged.
oro_status oro_save_grid_mesh(oro_context *ctx, const char *path, const oro_grid *grid,
                              const oro_mesh_write_desc *desc);

/// The same checks without the disk and without the values, for before anything is computed.
oro_status oro_check_grid_mesh(oro_context *ctx, const char *path, const oro_grid *grid,
                               const oro_mesh_write_desc *desc);

/// Writes a mesh in the same formats, where it lies, without a sidecar. ORO_BAD_ARGUMENT also for a mesh without triangles, a
/// triangle that names no vertex, and coordinates that are not finite.
oro_status oro_save_mesh(oro_context *ctx, const char *path, const oro_mesh *mesh, const oro_mesh_write_desc *desc);

/// The same checks without the disk; `mesh` may be NULL, before there is one.
oro_status oro_check_mesh(oro_context *ctx, const char *path, const oro_mesh *mesh, const oro_mesh_write_desc *desc);

/// The files that lie beside one that is written: 0 the sidecar, then what the format names (the material of an OBJ, its
/// picture). False where there is none.
bool oro_format_beside(const char *path, int index, char *out, size_t size);

/// Reads a three-dimensional NPY array as a volume: layers from the bottom up, rows from the north, columns from the west.
/// `extent` is the length in metres of its longest side; 0: samples lie 1 m apart. Free with oro_volume_free(). Errors as
/// oro_load_raster().
oro_status oro_load_volume(oro_context *ctx, const char *path, double extent, oro_volume *out);

/// Is there an NPY file with a three-dimensional array at this path?
bool oro_is_volume(const char *path);

/// Writes data of any kind but a map or a number, in a format of its kind, chosen by the extension: .npz (NumPy archive of the
/// arrays it is made of) for all; oro_data_endings() tells which others. Errors as oro_save_raster().
oro_status oro_save_data(oro_context *ctx, oro_kind kind, const char *path, const void *data, bool force);

/// Does the extension tell such a format? For before anything is computed.
oro_status oro_check_data(oro_context *ctx, oro_kind kind, const char *path);

/// Reads such data. `out` is a struct of the kind, whose contents are replaced; on success it belongs to the caller. Errors
/// as oro_load_raster(); ORO_UNSUPPORTED for a kind that is only written.
oro_status oro_load_data(oro_context *ctx, oro_kind kind, const char *path, void *out);

/// The extensions of a kind's formats that can be written, or read, as ".obj, .stl"; "" where there are none. Returns `list`.
const char *oro_data_endings(oro_kind kind, bool writing, char *list, size_t size);

/// The reader to put into oro_context_desc.files so that scenes and operators can name raster files: oro_load_raster()
/// with a default description.
oro_file_reader oro_file_reader_default(void);

/// Removes the unfinished files of all writers in this process, and the folders that builds made and that are empty. For signal
/// handlers and other sudden ends; everything it calls is safe there. Writers still running fail afterwards.
void oro_remove_unfinished_files(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
