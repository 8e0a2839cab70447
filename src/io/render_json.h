// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How a scene wants its pictures, from its document's "render" object. All of it is optional: a key for every row of
// oro_picture_record, and two that are no rows:
//   "sun": [azimuth, elevation]          or an object of oro_sun_record's rows, as {"date": "06-21", "latitude": 46}
//   "views": {"harbour": {"from": [x, y, z], "look_at": [x, y, z], "fov": 40, "orthographic": false}}
#ifndef ORO_IO_RENDER_JSON_H
#define ORO_IO_RENDER_JSON_H

#include "io/json.h"
#include "op/picture.h"
#include "orogen/render.h"
#include "scene/document.h"

/// Where a camera stands and what it looks at: metres in the picture's frame, see oro_photo_desc.
typedef struct oro_stand {
    bool has_from, has_look_at;
    double from[3], look_at[3];
} oro_stand;

typedef struct oro_render_settings {
    oro_picture picture;
    bool has_sun;
    oro_sun sun; ///< its angles are known, whatever said them
    oro_stand stand;
    int view_count;
    oro_view views[ORO_MAX_VIEWS];
} oro_render_settings;

/// Reads the object; NULL gives the defaults. ORO_BAD_INPUT at "NAME/render/…" for unknown keys and impossible values, and
/// nothing to free then. Else free it with oro_render_settings_free().
oro_status oro_render_settings_read(oro_context *ctx, const oro_json *render, const char *name,
                                    oro_render_settings *out);
void oro_render_settings_free(oro_context *ctx, oro_render_settings *settings);

/// What a scene says of pictures: its settings, views and sun, and its sea where they leave the water open. Free it with
/// oro_render_settings_free().
oro_status oro_scene_render_settings(const oro_scene *scene, oro_render_settings *out);

/// Gives a scene the settings, views and sun that were read; the settings are empty afterwards.
oro_status oro_scene_take_settings(oro_scene *scene, oro_render_settings *settings);

/// Writes sun and views into the tree of a scene file where they are not what stands there. False: no memory.
bool oro_scene_merge_looks(const oro_scene *scene, oro_json *root);

/// What the table of a setting cannot tell: is there a style, a view of this name? ORO_BAD_ARGUMENT at `where`.
oro_status oro_render_settings_check(oro_context *ctx, const oro_render_settings *settings, const oro_arg *arg,
                                     const char *where);

/// The renderer's view of this name, as a static text; NULL where it has none.
const char *oro_builtin_view(const char *name);

/// Takes the place, width and rays of the view that is chosen, where that is one of the scene's. To be called before what
/// overrules them is read.
void oro_render_settings_look(oro_render_settings *settings);

// --- the sun: sun.c --------------------------------------------------------------------------------------------------

/// Finds the angles of a sun that is given by a moment. `angles` and `moment`: which rows were said; not both.
/// ORO_BAD_ARGUMENT at the name of the row that cannot be, after `before`.
oro_status oro_sun_find(oro_context *ctx, oro_sun *sun, bool angles, bool moment, const char *before);

// --- for the renderer: picture_desc.c --------------------------------------------------------------------------------

/// Turns settings into what the renderer takes, over what is there. Texts are static.
void oro_describe_photo(const oro_render_settings *settings, oro_photo_desc *photo);
void oro_describe_map(const oro_render_settings *settings, oro_map_desc *map);
void oro_describe_slice(const oro_render_settings *settings, oro_slice_desc *slice);

#endif
