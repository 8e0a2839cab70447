// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How a scene wants its pictures, from its document's "render" object. All of it is optional:
//   "view": "low"                        a view of oro_photo_desc, or one of "views"
//   "views": {"harbour": {"from": [x, y, z], "look_at": [x, y, z], "fov": 40, "orthographic": false}}
//   "sun": [azimuth, elevation]          or {"date": "06-21", "time": "17:30", "latitude": 46}
//   "water": 12                          metres; null: none, also where the world has a sea
//   "exposure", "haze", "exaggeration", "snow_line": numbers     "surround": "land", "sea" or "none"
//   "roads": "laid.roads"                the map of the scene that says where photos show roads, 0 to 1
//   "water_map": "water"                 the one that says how deep rivers and lakes are in them, metres
//   "style": "photo"                     any style; "quality": "draft", "good" or "best"
#ifndef ORO_IO_RENDER_JSON_H
#define ORO_IO_RENDER_JSON_H

#include "io/json.h"
#include "orogen/render.h"
#include "scene/document.h"

enum { ORO_MAX_VIEWS = 64, ORO_VIEW_NAME = 48 };

typedef struct oro_named_view {
    char name[ORO_VIEW_NAME];
    bool has_from, has_look_at, orthographic;
    double from[3], look_at[3]; ///< metres in the picture's frame, see oro_photo_desc
    double fov;                 ///< degrees; 0: the default
} oro_named_view;

typedef struct oro_render_settings {
    oro_photo_desc photo; ///< what was said, the rest zero; `view` and `surround` point into this struct or are static
    bool says_water;      ///< the document has "water"; photo.has_water is false where that is null
    const char *style;    ///< NULL: not said
    char view[ORO_VIEW_NAME];                          ///< "": not said
    char roads[ORO_MAP_NAME], water_map[ORO_MAP_NAME]; ///< "node" or "node.output"; "": not said
    int view_count;
    oro_named_view views[ORO_MAX_VIEWS];
} oro_render_settings;

/// The scene's own settings, empty for one that is of no file. Valid until the scene is saved or destroyed.
const oro_render_settings *oro_scene_render_settings(const oro_scene *scene);

/// Reads the object; NULL gives empty settings. ORO_BAD_INPUT at "NAME/render/…" for unknown keys and impossible values.
oro_status oro_render_settings_read(oro_context *ctx, const oro_json *render, const char *name,
                                    oro_render_settings *out);

/// Makes `photo` look through a view by its name: one of the scene's, else one of the renderer's. ORO_BAD_ARGUMENT at
/// "view" with the nearest name where there is none.
oro_status oro_render_settings_view(oro_context *ctx, const oro_render_settings *settings, const char *name,
                                    oro_photo_desc *photo);

/// "2026-06-21" or "06-21", "17:30" or "17.5": NULL stands for 21 June and 15:00. Degrees. False with *what the name of the
/// text that cannot be.
bool oro_read_sun(const char *date, const char *time, double latitude, double *azimuth, double *elevation,
                  const char **what);

#endif
