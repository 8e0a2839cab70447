// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The scene: a world, nodes that run operators, and what to write out. Built by plain calls here; read from and saved
// to *.oro.json by the functions at the end.
//
// A node runs one operator. Each of its arguments is a value or wired to another node's output ("base", "base.water").
// The first required input of an operator, if it is not wired, takes the first map of the nearest earlier node that makes
// one, so a plain stack needs no wiring. Further required inputs must be wired; optional ones stay unconnected unless they
// are. Nodes may be wired to later ones as long as that closes no circle.
// Results are cached in the context by what they depend on: change an argument and only what follows from it runs again.
#ifndef OROGEN_SCENE_H
#define OROGEN_SCENE_H

#include "operator.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

#define ORO_SCENE_FORMAT 1    ///< "orogen": the format version this library reads and writes
#define ORO_MAX_NODES    4096 ///< most nodes in a scene

typedef struct oro_scene oro_scene;

/// The ground a scene stands on. Zero in any member means the default.
typedef struct oro_world {
    double extent_x, extent_y; ///< metres from west to east and north to south; default 4000 x 4000 (y: as x)
    double origin_x, origin_y; ///< world position of the north-west corner, metres
    double low, high;          ///< heights that integer formats map to their ends, metres; both 0: -100 .. 1900
    bool wrap;                 ///< opposite edges join
    bool has_sea;              ///< pictures show water below `sea`
    double sea;                ///< height of the sea, metres
    int32_t resolution;        ///< samples along the longer side; default 1025
    oro_georef geo;            ///< where the world lies on the earth; not set: nowhere
    uint64_t seed;             ///< mixed into every seed argument
} oro_world;

/// Makes an empty scene. NULL with the error set for an invalid world. Free with oro_scene_destroy().
oro_scene *oro_scene_create(oro_context *ctx, const oro_world *world);
void oro_scene_destroy(oro_scene *scene); ///< what it gave (maps, ids, argument structs) goes with it; NULL is allowed

/// The world as it is, with the defaults filled in.
oro_world oro_scene_world(const oro_scene *scene);

/// What of the world can be set by name, from index 0 on: "extent", … (as "world.extent"). NULL after the last. Static.
const char *oro_world_key_name(int32_t index);

/// Replaces it; members that are zero get their defaults. ORO_BAD_ARGUMENT, at "world/extent", for an invalid one; the
/// scene is then as before.
oro_status oro_scene_set_world(oro_scene *scene, const oro_world *world);

/// What the scene is called and what it is about, for people; "" where nothing was said. Valid until it is changed.
const char *oro_scene_title(const oro_scene *scene);
const char *oro_scene_about(const oro_scene *scene);
oro_status oro_scene_set_title(oro_scene *scene, const char *text); ///< NULL or "": none
oro_status oro_scene_set_about(oro_scene *scene, const char *text);

#define ORO_MAX_VIEWS 64 ///< most named views in a scene
#define ORO_VIEW_NAME 48 ///< bytes of a view's name, with the zero at its end

/// A place that pictures are taken from, by its name. Positions are metres by the picture's camera axes; see oro_photo_desc.
typedef struct oro_view {
    char name[ORO_VIEW_NAME];
    bool has_from, has_look_at; ///< at least one of them
    double from[3], look_at[3];
    bool has_fov; ///< else the setting "render.fov"
    float fov;    ///< degrees
    bool orthographic;
} oro_view;

/// The scene's own views in their order; what oro_scene_view_at() gives is valid until they change. "render.view" chooses one.
int oro_scene_view_count(const oro_scene *scene);
const oro_view *oro_scene_view_at(const oro_scene *scene, int index);

/// Adds a view, or replaces the one of this name. ORO_BAD_ARGUMENT, with the member as its place, for an invalid one.
oro_status oro_scene_set_view(oro_scene *scene, const oro_view *view);

/// Removes a view. Refused while "render.view" names it.
oro_status oro_scene_remove_view(oro_scene *scene, const char *name);

/// Where the sun of the scene's pictures stands, degrees: azimuth clockwise from north, elevation above the horizon. False:
/// the scene says nothing, and each style has its own.
bool oro_scene_sun(const oro_scene *scene, double *azimuth, double *elevation);
oro_status oro_scene_set_sun(oro_scene *scene, double azimuth, double elevation);
oro_status oro_scene_clear_sun(oro_scene *scene);

/// Geometry of the world's maps at `detail` samples along the longer side (0: the scene's): square cells, the shorter
/// side rounded to whole cells. No data.
oro_status oro_scene_geometry(const oro_scene *scene, int32_t detail, oro_grid *out);

/// Adds a node at the end. `id` names it (a letter, then letters, digits, - and _; at most 64; unique; not "world"); NULL
/// makes one from the operator's name.
/// Returns the id, which stays valid as long as the node; NULL with the error set.
const char *oro_scene_add(oro_scene *scene, const char *id, const char *op);

/// Removes a node. Refused while another node or an output names it.
oro_status oro_scene_remove(oro_scene *scene, const char *id);

/// Gives a node another id; wires and outputs that name it follow. The same rules as for a new one.
oro_status oro_scene_rename(oro_scene *scene, const char *id, const char *to);

/// Moves a node to another place in the list, from 0 to count - 1. What it takes without a wire changes with it.
oro_status oro_scene_move(oro_scene *scene, const char *id, int index);

/// The nodes in the order of the list; an index must be below the count. Ids stay valid as long as their node.
int oro_scene_node_count(const oro_scene *scene);
const char *oro_scene_node_id(const oro_scene *scene, int index);
const oro_operator *oro_scene_node_op(const oro_scene *scene, int index);
bool oro_scene_node_enabled(const oro_scene *scene, int index);
const char *oro_scene_node_preset(const oro_scene *scene, int index); ///< NULL: none

/// Starts a node from a preset of its operator (NULL: from the defaults). Values that were set by hand stay.
oro_status oro_scene_set_preset(oro_scene *scene, const char *id, const char *name);

/// What a person wrote about a node, "" where nothing. Valid until it is changed.
const char *oro_scene_node_note(const oro_scene *scene, int index);
oro_status oro_scene_set_note(oro_scene *scene, const char *id, const char *note);

/// What "node.argument" is connected to, wired or from the stack: writes "other" or "other.output" and returns true; false
/// where nothing is, or there is no such argument. A node that is turned off counts as itself.
bool oro_scene_source(const oro_scene *scene, const char *path, char *buffer, size_t size);

/// Something that a node makes: a map, a pyramid or a measured number.
typedef struct oro_made {
    int node;           ///< index of the node
    const oro_arg *arg; ///< its row in the table of the node's operator, with unit and type
} oro_made;

/// What a name stands for wherever maps are named, in a run, an output or a picture: "node" (its first map), "node.output", NULL
/// (the last map). A node that is turned off is followed to the one whose map stands for its own. ORO_BAD_ARGUMENT, with the
/// nearest name, where there is none.
oro_status oro_scene_lookup(const oro_scene *scene, const char *from, oro_made *out);

/// Sets "node.argument" (or "world.seed", "world.resolution", …) from text. A number that may be a map, and
/// an input, also take another node's output by name. An empty text for an input removes its wire. "node.enabled" turns a
/// node on or off, "node.preset" starts it from a preset (none: from the defaults). What is refused leaves the scene as it was.
oro_status oro_scene_set(oro_scene *scene, const char *path, const char *text);

/// The same from values, without writing them as text first. Each refuses what it cannot set in the words oro_scene_set()
/// would use for it, and removes a wire as that does. Numbers go wherever one is held: integers, seeds, and numbers that may
/// be a map; what is not finite is refused.
oro_status oro_scene_set_number(oro_scene *scene, const char *path, double value);
oro_status oro_scene_set_integer(oro_scene *scene, const char *path, int64_t value);
oro_status oro_scene_set_range(oro_scene *scene, const char *path, double low, double high); ///< "world.height" too
oro_status oro_scene_set_toggle(oro_scene *scene, const char *path, bool on); ///< "node.enabled" and "world.wrap" too
oro_status oro_scene_set_choice(oro_scene *scene, const char *path, const char *word); ///< "node.preset" too
oro_status oro_scene_set_text(oro_scene *scene, const char *path, const char *text); ///< a text, or the path of a file

/// Back to the default of the table, or of the world; a wire goes.
oro_status oro_scene_reset(oro_scene *scene, const char *path);

/// The text that setting it again would take. Returns the length it needs, as snprintf does; (size_t)-1 with the error set
/// if there is no such argument.
size_t oro_scene_get(const oro_scene *scene, const char *path, char *buffer, size_t size);

/// The same for one argument, wired: `from` is "node" or "node.output". A wire that would close a circle is refused.
oro_status oro_scene_wire(oro_scene *scene, const char *path, const char *from);

/// The argument struct of a node, to read (its layout is that of operators.h). Valid until the node changes.
const void *oro_scene_args(const oro_scene *scene, const char *id);

/// Turns a node off: what asks for its first map gets its first input instead. A run that needs another output of it, or a
/// node that is off and has no input, is refused.
oro_status oro_scene_enable(oro_scene *scene, const char *id, bool on);

/// What a build writes. `style` NULL: data in the format of the extension; else a picture, in a style of render.h.
typedef struct oro_output {
    const char *from;  ///< "node" or "node.output"; NULL: the last node that makes a map
    const char *file;  ///< relative to the output folder
    const char *style; ///< NULL, or the name of a style; checked when it is drawn
    const char
        *texture; ///< of a mesh: the picture or map of colours that is laid over it, "node" or "node.output"; NULL:
                  ///< a map as a mesh is painted as its style says, a mesh has an even colour
    const char
        *mesh; ///< how a mesh is written, as "up=z print_size=120": what orogen convert has flags for; NULL: as usual
    bool has_range; ///< else the world's low and high for maps in metres, and what fits for others
    double low, high;
    bool auto_range; ///< what fits for any map: oro_fitting_range(); not with has_range. A picture has its style's own
    bool clip;       ///< write what lies outside of the range as its ends, however much it is
    int bits;        ///< of a value, 0: the format's own; as oro_write_desc has it
    const char *channel; ///< of an EXR file: "R" or "Y"; NULL: "Y"
    const char *layout;  ///< of a .raw file, as "u16,little,south"; NULL: "u16,little,north"
} oro_output;

/// Adds an output; the texts are copied. ORO_BAD_ARGUMENT, with the member as its place, for no file, a range that does not
/// rise or that is given and automatic, or a `from` or `texture` that names nothing of the kind.
oro_status oro_scene_add_output(oro_scene *scene, const oro_output *output);

/// Changes, removes and moves one output; `index` and `to` run from 0 to count - 1.
oro_status oro_scene_set_output(oro_scene *scene, int index, const oro_output *output);
oro_status oro_scene_remove_output(oro_scene *scene, int index);
oro_status oro_scene_move_output(oro_scene *scene, int index, int to);
void oro_scene_clear_outputs(oro_scene *scene); ///< removes all of them

/// The outputs in their order; what oro_scene_output_at() gives is valid until the outputs change.
int oro_scene_output_count(const oro_scene *scene);
const oro_output *oro_scene_output_at(const oro_scene *scene, int index);

/// Computes what `desc->target` needs (NULL desc: everything the outputs need). Outputs that operators make on demand are
/// made where the target names them or the scene wires or writes them. Finished nodes stay cached when it fails or is
/// cancelled. Errors name the node: "nodes/3/args/talus". With desc->keep_partial, ORO_PARTIAL says that a node ended
/// early: the scene now holds how far it went (also where another cancel then ends the run for good), and all results
/// are those of the scene.
oro_status oro_scene_run(oro_scene *scene, const oro_run_desc *desc);

/// A map of the last run: "node" or "node.output", NULL for the last node that makes one. NULL with the error set if there
/// is no such output, it was not needed by that run or is made on demand and was not asked for, or (for maps other than those
/// of the target) it did not fit into the cache. Valid until the next run or change of the scene.
const oro_grid *oro_scene_grid(oro_scene *scene, const char *from);

/// The same for an output of any kind: `const oro_mesh *m = oro_scene_data(scene, "rock", ORO_KIND_MESH)`.
const void *oro_scene_data(oro_scene *scene, const char *from, oro_kind kind);

/// A pyramid of the last run: "node.levels"; the rest as oro_scene_grid().
const oro_pyramid *oro_scene_pyramid(oro_scene *scene, const char *from);

/// Where the maps of this scene lie on the earth: as its world says, or as a file says that the last run read and that is of
/// the world's size, so that it lies on it sample for sample. False where neither says.
bool oro_scene_georef(const oro_scene *scene, oro_georef *out);

/// A measured number of the last run: "node.mean". NaN where the node's arguments are such that it measures none.
oro_status oro_scene_value(oro_scene *scene, const char *from, double *value);

/// How each node did in the last run.
typedef struct oro_node_report {
    const char *id, *op;
    bool used;      ///< needed by the run at all
    bool cached;    ///< not computed: its result, or all that follows from it, was in the cache
    double seconds; ///< 0 when cached
    oro_hash hash;  ///< of the first map's values; zero where there is none, or no longer
} oro_node_report;
oro_node_report oro_scene_report(const oro_scene *scene,
                                 int index); ///< of node `index`; hashes its map when first asked

/// Does anything in this scene look odd without being wrong? Calls `tell` for each finding (an output nobody uses, a node
/// without effect on any output). Returns how many.
int oro_scene_lint(const oro_scene *scene, void (*tell)(void *user, const char *where, const char *sentence),
                   void *user);

// --- scene files (part of liborogen, not of the core) ------------------------------------------------------------------

/// Reads *.oro.json. Unknown keys, wrong types and values out of range are refused with their place
/// ("scene.oro.json/nodes/3/args/talus") and the nearest known name. Paths of files inside are relative to the scene's folder.
oro_scene *oro_scene_load(oro_context *ctx, const char *path);

/// The same from memory; `name` stands for the file in messages, `folder` is where relative paths start (NULL: here).
oro_scene *oro_scene_parse(oro_context *ctx, const char *name, const char *folder, const char *text, size_t length);

/// Writes the scene, replacing the file in one step. A scene that was loaded keeps the order of its keys, the way its
/// numbers were written, and every part that did not change. `force` false: refuses to replace a file other than the one
/// the scene was loaded from.
oro_status oro_scene_save(oro_scene *scene, const char *path, bool force);

/// The text oro_scene_save() would write; free it with oro_scene_text_free().
char *oro_scene_print(oro_scene *scene);
void oro_scene_text_free(oro_context *ctx, char *text); ///< NULL is allowed

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
