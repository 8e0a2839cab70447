// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Operators as data: what there is, what arguments each takes, and how to call one.
//
// An operator is a struct of arguments, a table that describes every member of it, and a function. The table is the only
// description: the command line, scene files, the schema, the editor, the reference and operators.h all come from it.
#ifndef OROGEN_OPERATOR_H
#define OROGEN_OPERATOR_H

#include "grid.h"
#include "kinds.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

/// What a member of an argument struct is. Inputs are const pointers, outputs pointers; everything else is a value.
typedef enum oro_type {
    ORO_NUMBER,  ///< float
    ORO_INTEGER, ///< int32_t
    ORO_TOGGLE,  ///< bool
    ORO_CHOICE,  ///< oro_choice: one of a list of words
    ORO_SEED,    ///< oro_seed
    ORO_TEXT,    ///< const char *
    ORO_FILE,    ///< oro_file
    ORO_FIELD,   ///< oro_field: a number, or a map
    ORO_COLOUR,  ///< oro_colour
    ORO_RANGE,   ///< oro_range: two numbers, the first not above the second
    ORO_CURVE,   ///< oro_curve: points of a graph, x increasing
    ORO_RECORDS, ///< oro_records: a list of structs, each with a table of its own
#define ORO_WIRE_TYPES(NAME, name, type) ORO_##NAME##_IN, ORO_##NAME##_OUT,
    ORO_KINDS(ORO_WIRE_TYPES) ///< const oro_grid *, oro_grid *, and so on for every kind of kinds.h
#undef ORO_WIRE_TYPES
} oro_type;

typedef struct oro_choice {
    int32_t index; ///< into oro_arg.choices
} oro_choice;

typedef struct oro_seed {
    uint32_t value;
} oro_seed;

/// A number everywhere the same, or a map of the operator's size. Operators read it through oro_field_row().
typedef struct oro_field {
    float value;         ///< used where map is NULL
    const oro_grid *map; ///< one value per sample; values outside the argument's range are clamped and reported once
    const float *row;    ///< filled by the runner: row 0 of what to read, always valid while the operator runs
    ptrdiff_t step;      ///< floats to the next row; 0 where one row serves all
} oro_field;

typedef struct oro_colour {
    float r, g, b, a; ///< sRGB, 0..1
} oro_colour;

typedef struct oro_range {
    float lo, hi;
} oro_range;

typedef struct oro_point2 {
    float x, y;
} oro_point2;

typedef struct oro_curve {
    const oro_point2 *points;
    int32_t count;
} oro_curve;

typedef struct oro_records {
    const void *items; ///< `count` structs of the record's size
    int32_t count;
} oro_records;

/// A file: scenes keep the path, the runner loads it, the operator sees what is in it, of the kind its row says.
typedef struct oro_file {
    const char *path; ///< NULL or "" when none is named
    union {           ///< filled by the runner
        const oro_grid *map;
        const void *data; ///< a struct of the kind
    };
    uint32_t known; ///< of a map, as oro_file_reader.load says: bit 0 heights are metres, bit 1 cell and origin are
} oro_file;

typedef enum oro_scale { ORO_LINEAR, ORO_LOG } oro_scale; ///< how a slider should run

enum {
    /// oro_arg.flags: an input that may stay unconnected; a number or range that may be left out and is NaN then
    ORO_OPTIONAL = 1,
    /// An output that is made only where somebody asks for it; the operator sees NULL otherwise. Not for the first map.
    ORO_ON_DEMAND = 2,
    /// A height of the sea, as a number: where a world with a sea is measured and nothing is said, its sea's
    ORO_SEA_LEVEL = 4
};

struct oro_record;

/// One row of a table. `name` is the member's name: the key in scene files, and the flag with - for _.
typedef struct oro_arg {
    const char *name;
    const char *doc;   ///< one or two sentences
    const char *unit;  ///< "m", "deg", "yr", "m/yr", "1/m"; "1" for a plain ratio or count; "any" for maps of anything
    const char *group; ///< heading in panels and help; NULL: none
    const char *when;  ///< "basis=cellular": matters only while that choice (or "warp=on": toggle) is so; | for several
    const char *text;  ///< default of a text, file, colour, range, curve or list, in the form the command line takes
    /// Ends with NULL. Of a choice: its words. Of a number or range with ORO_OPTIONAL: the words it may be instead, first
    /// that for leaving it out (NaN), then possibly one for none (infinite). A scene file writes null for the last.
    const char *const *choices;
    const char *formerly; ///< words for its choices in older scenes, still read: "document=mathisen"; NULL: none
    const struct oro_record *record;
    double def, min, max;  ///< default and hard range (of the coordinates' y for curves)
    double ui_min, ui_max; ///< range of a slider; both 0: the hard range. Of a measured number: the range of real land
    uint32_t offset;
    uint8_t type, scale, flags;
    uint8_t holds; ///< of a file: the oro_kind of what is in it; default: a map
} oro_arg;

/// A described struct: the arguments of an operator, or the items of a list.
typedef struct oro_record {
    const char *name;
    const char *summary;
    const oro_arg *args;
    int32_t arg_count;
    uint32_t size; ///< of the struct
} oro_record;

typedef struct oro_run oro_run;

/// Values that go well together, under a name: "alpine".
typedef struct oro_preset {
    const char *name;    ///< a word: letters, digits and -
    const char *summary; ///< a short line
    const char *values;  ///< "rain=5e-4 talus=42": as the items of a list are written on the command line
} oro_preset;

/// One operator. `words` are separated by blanks, the most telling first; one that stands for a choice names it in brackets.
/// `record.name` is its short name, `family` the folder it lives in; its full name is "family.name".
typedef struct oro_operator {
    oro_record record;
    const char *family;
    const char *doc;           ///< a paragraph, Markdown
    const char *words;         ///< other words people look for it by: "perlin worley(basis=cellular)"
    const char *source;        ///< where the method is from: "Olsen 2004"; NULL: common knowledge
    const char *example;       ///< arguments of a command line that shows it: "--angle 35 in.png out.png"
    const char *show;          ///< for its picture where the defaults show little: "radius=70 amount=1"; NULL: defaults
    const char *beside;        ///< an operator whose numbers its command prints below its own; NULL: none
    const oro_preset *presets; ///< ends with a NULL name; NULL: none
    const char *formerly;      ///< names presets had once, still read: "braided=outwash"; NULL: none
    bool on_ground;            ///< what it makes lies on the world's ground, though no map goes in or out
    bool scores;               ///< its measured numbers judge a terrain: what the command `score` prints
    int32_t version;           ///< raised whenever the result changes; part of the cache key
    /// Refuses combinations the table cannot express. Optional.
    oro_status (*check)(oro_run *run, const void *args);
    /// Sets the geometry of an output grid where it is not that of the first input (or of the world). Optional.
    oro_status (*shape)(oro_run *run, const void *args, oro_grid *geometry);
    oro_status (*run)(oro_run *run, const void *args);
} oro_operator;

/// All operators in the order of ops.def, compiled for the CPU level of the context. (NULL: any level, for looking only.)
int oro_operator_count(void);
const oro_operator *oro_operator_at(const oro_context *ctx, int index);

/// By short name ("slope") or full name ("analyse.slope"); NULL if there is none.
const oro_operator *oro_operator_find(const oro_context *ctx, const char *name);

/// The row called `name` (- and _ are the same), or NULL.
const oro_arg *oro_arg_find(const oro_record *record, const char *name);
static inline bool oro_arg_is_input(const oro_arg *a) {
    return a->type > ORO_RECORDS && (a->type - ORO_RECORDS) % 2 == 1;
}
static inline bool oro_arg_is_output(const oro_arg *a) {
    return a->type > ORO_RECORDS && (a->type - ORO_RECORDS) % 2 == 0;
}

/// What kind of data goes in or out; a number that may be a map takes maps.
static inline oro_kind oro_arg_kind(const oro_arg *a) {
    return a->type > ORO_RECORDS ? (oro_kind)((a->type - ORO_RECORDS - 1) / 2) : ORO_KIND_GRID;
}

/// How a run is watched. Zero in any member means the default.
typedef struct oro_run_desc {
    const char *target; ///< scenes: "node" or "node.output"; default: every output of the scene, else the last node
    int32_t detail;     ///< scenes: samples along the longer side instead of the document's; 0: the document's
    /// Plain calls: geometry of the ground for operators that need one and neither take nor make a map; others ignore it.
    const oro_grid *ground;
    uint64_t seed; ///< plain calls: mixed into every seed argument, as a scene's seed is
    /// An operator that is cancelled and can end early gives what it has reached. The argument that says how far it goes
    /// (a duration) is set to where it ended, so that the same values give the same bits again, and the call returns
    /// ORO_PARTIAL. Scenes go on with the nodes behind it; another cancel ends those.
    bool keep_partial;
    oro_progress_fn *progress; ///< also the way to cancel: return false
    void *user;
} oro_run_desc;

/// Fills an argument struct with the table's defaults. Free what it owns with oro_args_free().
oro_status oro_args_init(oro_context *ctx, const oro_record *record, void *args);
void oro_args_free(oro_context *ctx, const oro_record *record, void *args); ///< texts, curves and lists, not maps

/// Sets one argument from its text form ("35", "on", "0:0 1:1", "x=3 y=4; x=5 y=6", "#a0b0c0"), checking type and range.
/// `where` names the place for the error.
oro_status oro_args_parse(oro_context *ctx, const oro_record *record, void *args, const oro_arg *arg, const char *text,
                          const char *where);

/// Sets the values that a preset of the operator names; the others stay. An unknown name is refused with the nearest one.
oro_status oro_args_preset(oro_context *ctx, const oro_operator *op, void *args, const char *name, const char *where);

/// The text form of one argument, such that parsing it gives the same value. Returns the length it needs, as snprintf does.
size_t oro_args_print(const oro_arg *arg, const void *args, char *buffer, size_t size);

/// Runs one operator on an argument struct: inputs connected, outputs pointing to grids or NULL where not wanted. An output
/// grid without data gets memory (free it with oro_grid_free()); its geometry is that of the first input, or, for operators
/// without inputs, as given. Outputs of other kinds are empty before (zero) and freed with the function of their kind, as
/// oro_pyramid_free(). Every value is checked against the table. Inputs should hold finite numbers: others spread.
/// `desc` may be NULL. On failure outputs that got memory here are freed again.
oro_status oro_call(oro_context *ctx, const oro_operator *op, void *args, const oro_run_desc *desc);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
