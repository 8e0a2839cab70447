// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The inside of a scene, for the scene module and for the reader and writer of scene files. Invariants: ids are unique;
// node i has index i; every wire names a node of this scene and a map that node makes; the value below a wired number is
// the table's default, so that two documents that say the same have the same argument values.
#ifndef ORO_SCENE_DOCUMENT_H
#define ORO_SCENE_DOCUMENT_H

#include "op/args.h"
#include "op/picture.h"
#include "op/world.h"
#include "orogen/scene.h"
#include "scene/cache.h"

typedef struct oro_node oro_node;

/// One output of one node. `node` NULL: nothing is connected.
typedef struct oro_source {
    oro_node *node;
    int32_t output; ///< index into the table of the node's operator
} oro_source;

struct oro_node {
    char *id;
    char *note; ///< NULL: none
    const oro_operator *op;
    const oro_preset *preset; ///< where the values start that args do not say; NULL: at the defaults
    void *args;               ///< values; inputs, outputs and maps of fields are NULL in here
    oro_source *wires;        ///< one per argument of the table
    int32_t index;            ///< its place in the list
    int32_t origin;           ///< its place in the list of the file it was read from; -1: not from a file
    bool enabled;

    // Of the last run.
    bool used, cached;
    double seconds;
    double cost;        ///< seconds per sample, as last measured; 0: never ran
    oro_hash key;       ///< names the result; meaningful where `used`
    oro_result *result; ///< held until the next run, or NULL

    // While a run goes on.
    oro_result *last; ///< what the run before held, until this one knows what it needs
    bool root, missing;
    uint64_t wanted; ///< outputs somebody asks for, as bits by their place in the table
    int32_t users;   ///< nodes still to run that read the result
};

/// A file that a node names, as it was when last read.
typedef struct oro_stored_file {
    struct oro_stored_file *next;
    char *path;
    uint64_t stamp;
    oro_hash hash; ///< of its values, geometry and what it knew of itself
    oro_kind kind;
    void *data;     ///< a struct of that kind, a block of its own
    oro_georef geo; ///< where a map lies on the earth
    unsigned known;
    bool checked; ///< looked at in this run already
} oro_stored_file;

typedef struct oro_output_entry {
    oro_output output; ///< the texts in it are owned
    int32_t origin;    ///< as oro_node.origin
} oro_output_entry;

struct oro_scene {
    oro_context *ctx;
    oro_world world;
    oro_node **nodes;
    int32_t node_count, node_capacity;
    oro_output_entry *outputs;
    int32_t output_count, output_capacity;
    oro_picture picture; ///< how pictures of it are drawn
    bool has_sun;
    oro_sun sun;     ///< its angles are known, whatever said them
    oro_view *views; ///< the scene's own
    int view_count;
    /// Refuses what the table of pictures cannot: names of styles and views. NULL: nothing knows them.
    oro_status (*check_picture)(const struct oro_scene *scene, const oro_picture *picture, const oro_arg *arg,
                                const char *where);
    oro_stored_file *files;
    char *title, *about; ///< for people; NULL: none
    char *name;          ///< stands before places in messages; NULL: none
    char *folder;        ///< where relative paths of files start; NULL: here
    void *document;      ///< what the reader of scene files keeps for saving
    void (*free_document)(void *document);
};

enum { ORO_MAX_ID = 64 }; ///< letters of a node's id

/// The node called `id`, or NULL.
oro_node *oro_scene_find(const oro_scene *scene, const char *id);

/// The same; NULL with the error set, and the nearest name told.
oro_node *oro_scene_find_or_fail(const oro_scene *scene, const char *id, const char *where);

void oro_node_free(oro_context *ctx, oro_node *node);
void oro_output_free(oro_context *ctx, oro_output_entry *entry);

/// Puts a copy of a text, or NULL, in the place of another, which is freed. On failure nothing changed.
oro_status oro_scene_replace_text(oro_context *ctx, char **at, const char *text);

/// Makes room for one item more in a list of `count` items of `size` bytes.
oro_status oro_scene_grow(oro_context *ctx, void **list, int32_t count, int32_t *capacity, size_t size);

/// The row that "render.haze" means; NULL where the path means a node or the world, or (with the error set) no row.
const oro_arg *oro_scene_setting(const oro_scene *scene, const char *path);

/// Takes one setting over from `from`, after checking the names in it.
oro_status oro_scene_put_setting(oro_scene *scene, const oro_arg *arg, const oro_picture *from, const char *path);

/// oro_scene_add() for an operator that need not be on the list.
oro_node *oro_scene_add_operator(oro_scene *scene, const char *id, const oro_operator *op);

enum { ORO_MAP_KIND = 1 << ORO_KIND_GRID }; ///< maps alone, as a set of kinds

/// Splits "node.argument" or "node.output": `id` gets the node, and what is behind the dot is returned; NULL: no dot.
const char *oro_split_name(const char *path, char *id, size_t size);

/// Finds "node" or "node.output"; NULL: the last node that makes a map. `wanted` is a set of kinds (op/args.h); outputs of
/// others are refused. The node is the one that is named, also where it is turned off; oro_graph_find() goes on to the one whose
/// output is meant.
oro_status oro_scene_resolve(const oro_scene *scene, const char *from, uint32_t wanted, oro_source *out,
                             const char *where);

/// Finds what an output's texture names, as above: a picture, or a map of colours.
oro_status oro_scene_texture(const oro_scene *scene, const char *texture, oro_source *out, const char *where);

/// What another node's output must be to be connected here.
static inline uint32_t oro_arg_wants(const oro_arg *arg) { return oro_kind_bit(oro_arg_kind(arg)); }

/// May another node's output be connected here?
static inline bool oro_arg_takes_map(const oro_arg *arg) { return oro_arg_is_input(arg) || arg->type == ORO_FIELD; }

/// "nodes/3/args/talus" behind the scene's name; `arg` may be NULL. Returns `buffer`.
const char *oro_node_place(const oro_scene *scene, const oro_node *node, const oro_arg *arg, char *buffer, size_t size);

/// The text form of a wire: "base", or "base.water" where it is not the node's first map.
void oro_source_print(oro_source source, char *buffer, size_t size);

/// Sets or (with an empty source) removes a wire. The value below becomes the default.
oro_status oro_node_wire(oro_scene *scene, oro_node *node, const oro_arg *arg, oro_source source);

/// The values of a node that nothing was said about: defaults, and those of its preset. Free with oro_node_free_base().
/// NULL with the error set.
void *oro_node_base(oro_scene *scene, const oro_node *node, const oro_preset *preset);
void oro_node_free_base(oro_scene *scene, const oro_node *node, void *base);

/// As oro_scene_set() for a value that is meant for arguments of certain types: bits 1 << ORO_NUMBER and so on. Only a text of
/// any kind can name another node.
#define ORO_ANY_KIND UINT32_MAX
oro_status oro_scene_set_as(oro_scene *scene, const char *path, const char *text, uint32_t kinds);

/// A copy of a node's arguments to read a value into, so that one refused half-way changes nothing. NULL with the error set.
void *oro_node_draft(oro_scene *scene, const oro_node *node);

/// Ends a draft: where `read` says that the value was read, the draft becomes the node's arguments and `arg` loses its wire;
/// otherwise it is dropped. Returns `read`.
oro_status oro_node_end_draft(oro_scene *scene, oro_node *node, const oro_arg *arg, void *draft, oro_status read);

/// Puts the scene's name in front of places from now on, and says where relative paths start. NULL: as before.
oro_status oro_scene_set_names(oro_scene *scene, const char *name, const char *folder);

#endif
