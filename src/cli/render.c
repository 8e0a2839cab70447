// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen render SCENE|FILE -o shot.png: a picture of a scene, of a map in a file, or of a volume.

#include "cli.h"
#include "core/text.h"
#include "io/json.h"
#include "io/overlay.h"
#include "pictures.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MOST_PIXELS = 16384, MOST_FRAMES = 1000 };

/// Everything one run of the command works with.
typedef struct job {
    cli *c;
    const cli_words *w;
    const char *from, *to;
    cli_picture picture;
    oro_slice_desc slice;
    oro_render_settings settings; ///< of the scene; empty for files
    oro_overlays overlays;
    oro_grid before, water; ///< loaded or copied
    int frames;             ///< of a turntable; 0: one picture
    int32_t size[2];
    double started;
} job;

// --- values of flags --------------------------------------------------------------------------------------------------------

static oro_status read_number(const job *j, const char *flag, double low, double high, double *value, bool *given) {
    const char *text = cli_text(j->w, flag);
    char where[40];
    snprintf(where, sizeof where, "--%s", flag);
    if (given) *given = text != NULL;
    return text ? cli_read_number(j->c, text, where, low, high, value) : ORO_OK;
}

/// "x,y,z"
static oro_status read_point(const job *j, const char *flag, double *to, bool *given) {
    const char *text = cli_text(j->w, flag);
    if (!text) return ORO_OK;
    char where[40], *end = NULL;
    snprintf(where, sizeof where, "--%s", flag);
    const char *at = text;
    for (int i = 0; i < 3; i++) {
        to[i] = strtod(at, &end);
        if (end == at || !isfinite(to[i]) || fabs(to[i]) > 1e9 || *end != (i < 2 ? ',' : 0))
            return cli_misuse(j->c, where,
                              "the value cannot be \"%.40s\"; it takes a position in metres, as 1200,-3000,800", text);
        at = end + 1;
    }
    *given = true;
    return ORO_OK;
}

/// Pixels: "1280x720", "1280", "2k".
static oro_status read_size(const job *j, int32_t *width, int32_t *height) {
    const char *text = cli_text(j->w, "size"), *only = cli_text(j->w, "width");
    double value = 0;
    if (text && only) return cli_misuse(j->c, "--width", "--size says the width already; give one of the two");
    if (only) {
        oro_status status = cli_read_number(j->c, only, "--width", 1, MOST_PIXELS, &value);
        *width = (int32_t)value;
        return status;
    }
    if (!text) return ORO_OK;
    int32_t sides[2] = {0};
    const char *at = text;
    for (int i = 0; i < 2; i++) {
        if (!isdigit((unsigned char)*at)) break;
        for (; isdigit((unsigned char)*at); at++)
            sides[i] = sides[i] < 1000000 ? sides[i] * 10 + (*at - '0') : sides[i];
        if (*at == 'k' || *at == 'K') sides[i] *= 1024, at++;
        if (i == 1 || (*at != 'x' && *at != 'X')) break;
        at++;
        if (!isdigit((unsigned char)*at)) at = "?";
    }
    bool two = strpbrk(text, "xX") != NULL;
    if (*at || at == text)
        return cli_misuse(j->c, "--size",
                          "size cannot be \"%.40s\"; it takes pixels, as 1280x720 (--detail sets the samples "
                          "of a scene)",
                          text);
    if (sides[0] < 1 || sides[0] > MOST_PIXELS || (two && (sides[1] < 1 || sides[1] > MOST_PIXELS)))
        return cli_misuse(j->c, "--size", "a picture of \"%.40s\" pixels cannot be made; 1 to %d along a side can",
                          text, MOST_PIXELS);
    *width = sides[0];
    *height = sides[1];
    return ORO_OK;
}

static oro_status read_sun(const job *j, oro_photo_desc *photo, oro_map_desc *map) {
    const char *sun = cli_text(j->w, "sun"), *date = cli_text(j->w, "date"), *time = cli_text(j->w, "time");
    double latitude = 45.0;
    bool placed = false;
    oro_status status = read_number(j, "latitude", -90, 90, &latitude, &placed);
    if (status != ORO_OK) return status;
    if (sun && (date || time || placed))
        return cli_misuse(j->c, "--sun", "--sun says where the sun stands; leave out --date, --time and --latitude");
    if (!sun && !date && !time && !placed) return ORO_OK;
    if (sun) {
        status = cli_read_pair(j->c, sun, "--sun", &photo->sun_azimuth, &photo->sun_elevation);
        if (status == ORO_OK && (fabs(photo->sun_azimuth) > 360.0 || fabs(photo->sun_elevation) > 90.0))
            status = cli_misuse(j->c, "--sun",
                                "the sun cannot stand at \"%.40s\"; it takes azimuth and elevation in "
                                "degrees, as 310,32",
                                sun);
    } else {
        const char *what;
        if (!oro_read_sun(date, time, latitude, &photo->sun_azimuth, &photo->sun_elevation, &what)) {
            bool day = strcmp(what, "date") == 0;
            return cli_misuse(j->c, day ? "--date" : "--time", "there is no such %s as \"%.40s\"; write %s", what,
                              day ? date : time, day ? "06-21 or 2026-06-21" : "17:30");
        }
        cli_say(j->c, "the sun stands at azimuth %.1f, elevation %.1f degrees", photo->sun_azimuth,
                photo->sun_elevation);
    }
    if (status != ORO_OK) return status;
    // Both zero would mean the default.
    if (photo->sun_azimuth == 0.0 && photo->sun_elevation == 0.0) photo->sun_azimuth = 360.0;
    map->azimuth = photo->sun_azimuth == 0.0 ? 360.0f : (float)photo->sun_azimuth;
    map->altitude = (float)fmin(fmax(photo->sun_elevation, 1.0), 90.0);
    return ORO_OK;
}

static oro_status read_word(const job *j, const char *flag, const char *const *words, int *index) {
    const char *text = cli_text(j->w, flag);
    char where[40], hint[64], list[96] = "";
    if (!text) return ORO_OK;
    oro_suggestion nearest = {.word = text};
    snprintf(where, sizeof where, "--%s", flag);
    for (int i = 0; words[i]; i++) {
        size_t used = strlen(list);
        if (strcmp(words[i], text) == 0) {
            *index = i;
            return ORO_OK;
        }
        oro_suggest_offer(&nearest, words[i]);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", words[i]);
    }
    return cli_misuse(j->c, where, "the value cannot be \"%.40s\"%s; it takes one of %s", text,
                      oro_suggest_text(&nearest, hint, sizeof hint), list);
}

// --- flags ------------------------------------------------------------------------------------------------------------------

/// Flags that make sense for one kind of style only.
static const struct {
    const char *flag;
    oro_style_kind kind;
} bound[] = {
    {"view", ORO_STYLE_PHOTO},     {"from", ORO_STYLE_PHOTO},      {"look-at", ORO_STYLE_PHOTO},
    {"fov", ORO_STYLE_PHOTO},      {"surround", ORO_STYLE_PHOTO},  {"orthographic", ORO_STYLE_PHOTO},
    {"exposure", ORO_STYLE_PHOTO}, {"haze", ORO_STYLE_PHOTO},      {"snow-line", ORO_STYLE_PHOTO},
    {"no-snow", ORO_STYLE_PHOTO},  {"turntable", ORO_STYLE_PHOTO}, {"palette", ORO_STYLE_MAP},
    {"interval", ORO_STYLE_MAP},   {"overlay", ORO_STYLE_MAP},     {"axis", ORO_STYLE_SLICE},
    {"at", ORO_STYLE_SLICE},
};

static oro_status check_bound(const job *j) {
    static const char *const whose[] = {"the style photo", "styles seen from above", "the style slice"};
    const oro_style *style = j->picture.style;
    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++) {
        char where[40];
        snprintf(where, sizeof where, "--%s", bound[i].flag);
        if (cli_text(j->w, bound[i].flag) && bound[i].kind != style->kind)
            return cli_misuse(j->c, where, "this is for %s, not for %s", whose[bound[i].kind], style->name);
    }
    if (style->kind == ORO_STYLE_PHOTO && (cli_text(j->w, "scale") || cli_text(j->w, "no-legend")))
        return cli_misuse(j->c, cli_text(j->w, "scale") ? "--scale" : "--no-legend",
                          "a photo has no legend; choose a style "
                          "seen from above");
    return ORO_OK;
}

static oro_status read_photo_flags(job *j) {
    static const char *const surrounds[] = {"land", "sea", "none", NULL}, *const qualities[] = {"draft", "good", "best",
                                                                                                NULL};
    oro_photo_desc *p = &j->picture.photo;
    const char *view = cli_text(j->w, "view");
    int surround = -1, quality = (int)p->quality;
    bool given, snow;
    double frames = 0;
    oro_status status = ORO_OK;
    if (view) {
        p->has_from = p->has_look_at = false; // those of the scene's own view
        status = oro_render_settings_view(j->c->ctx, &j->settings, view, p);
        j->c->usage |= status != ORO_OK;
        if (status != ORO_OK) return cli_take(j->c, status, NULL);
    }
    status = read_point(j, "from", p->from, &p->has_from);
    if (status == ORO_OK) status = read_point(j, "look-at", p->look_at, &p->has_look_at);
    if (status == ORO_OK) status = read_number(j, "fov", 1, 150, &p->field_of_view, NULL);
    if (status == ORO_OK) status = read_word(j, "surround", surrounds, &surround);
    if (status == ORO_OK) status = read_word(j, "quality", qualities, &quality);
    if (status == ORO_OK) status = read_number(j, "exposure", -20, 20, &p->exposure, NULL);
    if (status == ORO_OK) status = read_number(j, "haze", 0, 100, &p->haze, &given);
    if (status == ORO_OK && given) p->no_haze = p->haze == 0.0;
    if (status == ORO_OK) status = read_number(j, "snow-line", -1e5, 1e5, &p->snow_line, &snow);
    if (status == ORO_OK && snow && p->snow_line == 0.0) p->snow_line = 1e-6; // 0 would mean: choose one
    if (status == ORO_OK) status = read_number(j, "turntable", 2, MOST_FRAMES, &frames, &given);
    if (status != ORO_OK) return status;
    if (frames != floor(frames))
        return cli_misuse(j->c, "--turntable", "there are no %g pictures; it takes a whole number", frames);
    if (given && !p->has_from && p->view && strcmp(p->view, "three-quarter") != 0)
        return cli_misuse(j->c, "--turntable",
                          "the view %s cannot walk around the land; leave out --view or give --from", p->view);
    j->frames = (int)frames;
    if (surround >= 0) p->surround = surrounds[surround];
    p->quality = (oro_quality)quality;
    p->orthographic |= cli_on(j->w, "orthographic");
    p->no_snow |= cli_on(j->w, "no-snow");
    return ORO_OK;
}

static oro_status read_map_flags(job *j) {
    oro_map_desc *m = &j->picture.map;
    const char *scale = cli_text(j->w, "scale"), *overlay = cli_text(j->w, "overlay");
    m->palette = cli_text(j->w, "palette");
    m->no_legend = cli_on(j->w, "no-legend");
    oro_status status = read_number(j, "interval", 1e-3, 1e5, &m->interval, NULL);
    if (status == ORO_OK && scale) {
        double lo = 0, hi = 0;
        status = cli_read_pair(j->c, scale, "--scale", &lo, &hi);
        if (status == ORO_OK && !(lo < hi))
            status = cli_misuse(j->c, "--scale", "the scale begins at %g, which is not below its end at %g", lo, hi);
        m->has_range = j->slice.has_range = true;
        m->lo = j->slice.lo = (float)lo;
        m->hi = j->slice.hi = (float)hi;
    }
    for (const char *const *name = oro_palette_names(); status == ORO_OK && m->palette; name++) {
        if (!*name) return cli_misuse(j->c, "--palette", "there is no palette \"%.40s\"", m->palette);
        if (strcmp(*name, m->palette) == 0) break;
    }
    if (status == ORO_OK && overlay) status = cli_take(j->c, oro_overlays_load(j->c->ctx, overlay, &j->overlays), NULL);
    m->overlays = j->overlays.items;
    m->overlay_count = j->overlays.count;
    return status;
}

static oro_status read_slice_flags(job *j) {
    static const char *const axes[] = {"x", "y", "z", NULL};
    int axis = 2;
    oro_status status = read_word(j, "axis", axes, &axis);
    if (status == ORO_OK) status = read_number(j, "at", -1e9, 1e9, &j->slice.at, &j->slice.has_at);
    j->slice.axis = (char)('x' + axis);
    j->slice.no_legend = cli_on(j->w, "no-legend");
    return status;
}

/// Reads all flags; the scene's own settings are in place already.
static oro_status read_flags(job *j) {
    oro_photo_desc *p = &j->picture.photo;
    oro_map_desc *m = &j->picture.map;
    const char *water = cli_text(j->w, "water");
    double level = p->water_level, exaggeration = p->exaggeration;
    bool given;
    oro_status status = check_bound(j);
    if (status == ORO_OK) status = read_size(j, &m->width, &m->height);
    if (status == ORO_OK && water && strcmp(water, "none") != 0)
        status = cli_read_number(j->c, water, "--water", -1e5, 1e5, &level);
    if (status == ORO_OK) status = read_number(j, "exaggeration", 0.01, 100, &exaggeration, &given);
    if (status != ORO_OK) return status;
    p->width = j->slice.width = m->width;
    p->height = j->slice.height = m->height;
    if (water) p->has_water = m->has_water = strcmp(water, "none") != 0;
    p->water_level = level;
    m->water_level = (float)level;
    p->exaggeration = exaggeration;
    if (given) m->exaggeration = (float)exaggeration;
    status = read_sun(j, p, m);
    if (status == ORO_OK) status = read_photo_flags(j);
    if (status == ORO_OK) status = read_map_flags(j);
    if (status == ORO_OK) status = read_slice_flags(j);
    return status;
}

/// Which style: the one asked for, the one that follows from the flags, the scene's, or what suits.
static oro_status choose_style(job *j, const char *usual) {
    const char *name = cli_text(j->w, "style"), *difference = cli_text(j->w, "difference"),
               *split = cli_text(j->w, "split");
    if (difference && split)
        return cli_misuse(j->c, "--split", "a picture shows the difference or both halves, not both at once");
    if (difference && name && strcmp(name, "difference") != 0)
        return cli_misuse(j->c, "--difference", "this draws the style difference, not %.40s", name);
    if (difference) name = "difference";
    if (!name) name = j->settings.style ? j->settings.style : usual;
    oro_status status = cli_find_style(j->c, name, "--style", &j->picture.style);
    j->c->usage |= status != ORO_OK;
    if (status != ORO_OK) return status;
    const char *needed = strcmp(name, "split") == 0 ? "split" : "difference";
    if (j->picture.style->needs_before && !cli_text(j->w, needed))
        return cli_misuse(j->c, "--style", "the style %s compares two maps; name the earlier one: --%s MAP", name,
                          needed);
    j->picture.split = split != NULL;
    return ORO_OK;
}

// --- files ------------------------------------------------------------------------------------------------------------------

/// shot.png -> shot-007.png
static oro_status frame_path(const job *j, int frame, char *path, size_t size) {
    int stem = (int)strlen(j->to) - 4; // the ending is known to be .png
    int length =
        j->frames ? snprintf(path, size, "%.*s-%03d.png", stem, j->to, frame) : snprintf(path, size, "%s", j->to);
    return (size_t)length < size ? ORO_OK : cli_misuse(j->c, "--output", "the name is too long");
}

static oro_status check_targets(job *j) {
    oro_status status = cli_check_target(j->c, j->to, true);
    // Of a sequence only the numbered files are written.
    if (j->frames && status == ORO_CANNOT_WRITE && access(j->to, F_OK) == 0) {
        j->c->error = (oro_error){0};
        status = ORO_OK;
    }
    for (int i = 0; status == ORO_OK && i < j->frames; i++) {
        char path[1024];
        status = frame_path(j, i, path, sizeof path);
        if (status == ORO_OK) status = cli_check_target(j->c, path, true);
    }
    return status;
}

/// Walks the camera a part of the way around: the named view by its own means, one that was given around what it looks at.
static void turn_camera(oro_photo_desc *p, double degrees) {
    if (!p->has_from) {
        p->turn += degrees;
        return;
    }
    double angle = -degrees * 0.017453292519943295, c = cos(angle), s = sin(angle); // clockwise seen from above
    double x = p->from[0] - p->look_at[0], y = p->from[1] - p->look_at[1];
    p->from[0] = p->look_at[0] + c * x - s * y;
    p->from[1] = p->look_at[1] + s * x + c * y;
}

/// Names the flag behind what the renderer refused.
static oro_status blame_flag(job *j, oro_status status) {
    oro_error *e = &j->c->error;
    if (status != ORO_BAD_ARGUMENT) return status;
    j->c->usage = true;
    const char *flag = strcmp(e->where, "range") == 0    ? "--scale"
                       : strcmp(e->where, "before") == 0 ? (j->picture.split ? "--split" : "--difference")
                       : strcmp(e->where, "halves") == 0 ? "--style"
                       : strcmp(e->where, "light") == 0  ? "--sun"
                                                         : NULL;
    char where[64];
    snprintf(where, sizeof where, "--%.40s", e->where);
    if (!flag && *e->where && *e->where != '-') flag = where;
    if (flag) snprintf(e->where, sizeof e->where, "%s", flag);
    return status;
}

/// Draws one picture, or a sequence. Where one of a sequence fails, those already made go.
static oro_status draw_all(job *j, const oro_grid *map, double from) {
    int count = j->frames ? j->frames : 1, done = 0;
    oro_status status = ORO_OK;
    bool existed[MOST_FRAMES];
    char path[1024];
    for (; done < count && status == ORO_OK; done++) {
        cli_picture p = j->picture;
        if (j->frames) turn_camera(&p.photo, 360.0 * done / count);
        cli_part(j->c, from + (1.0 - from) * done / count, from + (1.0 - from) * (done + 1) / count);
        status = frame_path(j, done, path, sizeof path);
        existed[done] = status == ORO_OK && access(path, F_OK) == 0;
        if (status == ORO_OK) status = blame_flag(j, cli_picture_save(j->c, path, &p, map, j->size));
    }
    cli_progress_end(j->c);
    for (int i = 0; status != ORO_OK && i + 1 < done; i++)
        if (!existed[i] && frame_path(j, i, path, sizeof path) == ORO_OK) unlink(path);
    return status;
}

/// A second map on the samples of the first, where it must be.
static oro_status check_same(const job *j, const char *flag, const char *name, const oro_grid *a, const oro_grid *b) {
    char where[40];
    snprintf(where, sizeof where, "--%s", flag);
    if (a->width == b->width && a->height == b->height) return ORO_OK;
    return cli_fail(j->c, ORO_BAD_INPUT, where, "%.60s is %d x %d samples and the land %d x %d; they must be the same",
                    name, b->width, b->height, a->width, a->height);
}

/// Reads the maps that flags name as files. Positions a file does not tell are those of the land.
static oro_status load_second(job *j, const char *flag, const oro_grid *land, oro_grid *out) {
    const char *name = cli_text(j->w, flag);
    unsigned known;
    if (!name || out->data) return ORO_OK;
    const char *range = cli_text(j->w, "range");
    oro_read_desc how = {0};
    oro_status status = ORO_OK;
    if (range) status = cli_read_pair(j->c, range, "--range", &how.lo, &how.hi);
    how.has_range = range != NULL;
    if (status == ORO_OK) status = cli_take(j->c, oro_load_raster(j->c->ctx, name, &how, out, &known), NULL);
    if (status != ORO_OK || (known & ORO_KNOWN_PLACE)) return status;
    status = check_same(j, flag, name, land, out);
    out->cell = land->cell;
    out->origin_x = land->origin_x;
    out->origin_y = land->origin_y;
    out->wrap = land->wrap;
    return status;
}

static oro_status load_others(job *j, const oro_grid *land) {
    const char *before = cli_text(j->w, "split") ? "split" : "difference";
    oro_status status = load_second(j, before, land, &j->before);
    if (status == ORO_OK) status = load_second(j, "water-map", land, &j->water);
    if (status == ORO_OK && j->water.data) {
        status = check_same(j, "water-map", cli_text(j->w, "water-map"), land, &j->water);
        j->water.cell = land->cell;
        j->water.origin_x = land->origin_x;
        j->water.origin_y = land->origin_y;
        j->water.wrap = land->wrap;
        j->picture.photo.water = j->picture.map.water = &j->water;
    }
    if (status == ORO_OK && j->before.data) j->picture.before = &j->before;
    if (status == ORO_OK && j->picture.split && j->picture.style->kind == ORO_STYLE_PHOTO)
        status = check_same(j, "split", cli_text(j->w, "split"), land, &j->before);
    return status;
}

// --- scenes -----------------------------------------------------------------------------------------------------------------

static bool may_be_land(const oro_arg *arg) {
    return arg && (!arg->unit || strcmp(arg->unit, "m") == 0 || strcmp(arg->unit, "any") == 0);
}

/// The map of a scene that a picture shows unless told: what its first output is made of if that may be metres, else the
/// last node that may be, else the last one.
static const char *default_node(const cli_scene *s) {
    const oro_output *first = oro_scene_output_count(s->scene) ? oro_scene_output_at(s->scene, 0) : NULL;
    const char *made;
    if (first && first->from && may_be_land(cli_scene_output_arg(s, first->from, &made))) return first->from;
    for (int i = oro_scene_node_count(s->scene) - 1; i >= 0; i--) {
        const char *id = oro_scene_node_id(s->scene, i), *node;
        if (may_be_land(cli_scene_output_arg(s, id, &node))) return id;
    }
    return NULL;
}

/// Runs the scene up to a node that a flag names, and keeps a copy of its map.
static oro_status copy_node(job *j, cli_scene *s, const char *flag, oro_grid *out) {
    const char *name = cli_text(j->w, flag), *node;
    char where[40];
    snprintf(where, sizeof where, "--%s", flag);
    if (!name || cli_format_of(name)) return ORO_OK;
    if (!cli_scene_output_arg(s, name, &node))
        return cli_misuse(j->c, where, "\"%.60s\" is neither a map of the scene nor a file with the ending of a raster",
                          name);
    oro_status status = cli_scene_run(j->c, s, name);
    const oro_grid *map = status == ORO_OK ? oro_scene_grid(s->scene, name) : NULL;
    if (status != ORO_OK) return status;
    if (!map) return cli_take(j->c, oro_last_error(j->c->ctx)->status, where);
    *out = *map;
    out->data = NULL;
    status = cli_take(j->c, oro_grid_alloc(j->c->ctx, out), where);
    if (status == ORO_OK) oro_grid_copy(map, out);
    return status;
}

static oro_status render_scene(job *j) {
    cli *c = j->c;
    cli_scene s;
    oro_status status = cli_scene_open(c, j->from, j->w, &s);
    const char *target = cli_text(j->w, "node"), *node = NULL;
    const oro_arg *arg = NULL;
    if (status == ORO_OK && !target) target = default_node(&s);
    if (status == ORO_OK && !(arg = cli_scene_output_arg(&s, target, &node)))
        status = cli_misuse(c, target ? "--node" : NULL, "the scene has no map to show%s%.60s",
                            target ? " called " : "", target ? target : "");
    if (status == ORO_OK) status = cli_picture_from_scene(c, &s, &j->settings, &j->picture);
    if (status == ORO_OK) status = choose_style(j, may_be_land(arg) ? "photo" : "relief");
    if (status == ORO_OK && j->picture.style->kind == ORO_STYLE_SLICE)
        status = cli_misuse(c, "--style", "a slice is cut from a volume, and a scene makes maps");
    if (status == ORO_OK) status = read_flags(j);
    if (status == ORO_OK) status = check_targets(j);
    cli_part(c, 0, 0.4);
    if (status == ORO_OK) status = copy_node(j, &s, cli_text(j->w, "split") ? "split" : "difference", &j->before);
    if (status == ORO_OK) status = copy_node(j, &s, "water-map", &j->water);
    if (status == ORO_OK) status = cli_scene_run(c, &s, target ? target : node);
    const oro_grid *map = status == ORO_OK ? oro_scene_grid(s.scene, target ? target : node) : NULL;
    if (status == ORO_OK && !map) status = cli_take(c, oro_last_error(c->ctx)->status, NULL);
    if (status == ORO_OK) status = load_others(j, map);
    if (status == ORO_OK) status = draw_all(j, map, 0.4);
    cli_scene_close(&s);
    return status;
}

// --- maps and volumes in files ------------------------------------------------------------------------------------------------

static oro_status refuse_scene_flags(const job *j) {
    static const char *const flags[] = {"detail", "set", "seed", "node"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        char where[40];
        snprintf(where, sizeof where, "--%s", flags[i]);
        if (cli_text(j->w, flags[i])) return cli_misuse(j->c, where, "this is for scenes, and %.80s is none", j->from);
    }
    return ORO_OK;
}

static oro_status render_map(job *j) {
    cli_mapping mapping = {0};
    oro_grid g = {0};
    const char *range = cli_text(j->w, "range");
    mapping.has_range = range != NULL;
    oro_status status = choose_style(j, "photo");
    if (status == ORO_OK && j->picture.style->kind == ORO_STYLE_SLICE)
        status =
            cli_fail(j->c, ORO_BAD_INPUT, j->from, "a slice is cut from a volume: an NPY file with three dimensions");
    if (status == ORO_OK) status = read_flags(j);
    if (status == ORO_OK) status = check_targets(j);
    if (status == ORO_OK && range) {
        status = cli_read_pair(j->c, range, "--range", &mapping.lo, &mapping.hi);
        if (status == ORO_OK && !(mapping.lo < mapping.hi))
            status = cli_misuse(j->c, "--range", "the range begins at %g, which is not below its end at %g", mapping.lo,
                                mapping.hi);
    }
    if (status == ORO_OK) status = read_number(j, "extent", 1e-3, 1e9, &mapping.extent, NULL);
    if (status == ORO_OK) status = cli_load_map(j->c, j->from, &mapping, true, &g);
    if (status == ORO_OK) status = load_others(j, &g);
    if (status == ORO_OK) status = draw_all(j, &g, 0.0);
    if (g.data) oro_grid_free(j->c->ctx, &g);
    return status;
}

static oro_status render_volume(job *j) {
    cli *c = j->c;
    oro_volume volume = {0};
    oro_image image = {0};
    double extent = 0;
    oro_status status = choose_style(j, "slice");
    if (status == ORO_OK && j->picture.style->kind != ORO_STYLE_SLICE)
        status =
            cli_fail(c, ORO_BAD_INPUT, j->from, "this is a volume, of which only slices can be drawn: --style slice");
    if (status == ORO_OK) status = read_flags(j);
    if (status == ORO_OK) status = check_targets(j);
    if (status == ORO_OK) status = read_number(j, "extent", 1e-3, 1e9, &extent, NULL);
    if (status == ORO_OK) status = cli_take(c, oro_load_volume(c->ctx, j->from, extent, &volume), NULL);
    if (status != ORO_OK) return status;
    status = oro_render_slice(c->ctx, &volume, &j->slice, &image);
    if (status != ORO_OK) {
        status = blame_flag(j, cli_take(c, status, NULL));
    } else {
        j->size[0] = image.width;
        j->size[1] = image.height;
        status = cli_take(c, oro_save_image(c->ctx, j->to, &image, c->force), NULL);
    }
    if (image.data) oro_image_free(c->ctx, &image);
    oro_volume_free(c->ctx, &volume);
    return status;
}

// --- the command ---------------------------------------------------------------------------------------------------------------

static oro_status report(job *j) {
    oro_json *root = j->c->json ? oro_json_new_object() : NULL, *files = root ? oro_json_new_array() : NULL;
    for (int i = 0; i < (j->frames ? j->frames : 1); i++) {
        char path[1024];
        frame_path(j, i, path, sizeof path);
        if (files) oro_json_append(files, cli_json_text(path));
        if (!j->frames) cli_say(j->c, "wrote %s", path);
        if (j->frames && i == j->frames - 1) cli_say(j->c, "wrote %d pictures, the last %s", j->frames, path);
    }
    if (!j->c->json) return ORO_OK;
    if (!root) return cli_print_json(j->c, NULL);
    oro_json_set(root, "from", cli_json_text(j->from));
    oro_json_set(root, "style", cli_json_text(j->picture.style->name));
    oro_json_set(root, "size", cli_json_pair(j->size[0], j->size[1]));
    oro_json_set(root, "files", files);
    oro_json_set(root, "seconds", oro_json_new_number(cli_seconds() - j->started));
    return cli_print_json(j->c, root);
}

static bool is_npy(const char *path) {
    const char *format = cli_format_of(path);
    return format && strcmp(format, "npy") == 0;
}

static oro_status run(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 1, 1, "render SCENE|FILE -o shot.png");
    const char *to = cli_text(w, "output");
    if (status == ORO_OK && !to) status = cli_misuse(c, NULL, "the picture's name is missing: -o shot.png");
    if (status == ORO_OK) status = cli_open(c);
    job *j = status == ORO_OK ? calloc(1, sizeof *j) : NULL;
    if (status != ORO_OK) return status;
    if (!j) return cli_fail(c, ORO_NO_MEMORY, NULL, "no memory for the picture");
    *j = (job){.c = c, .w = w, .from = w->plain[0], .to = to, .started = cli_seconds()};
    j->picture.photo.quality = ORO_GOOD;
    bool raster = cli_format_of(j->from) != NULL;
    if (raster) status = refuse_scene_flags(j);
    if (status == ORO_OK)
        status = !raster                                     ? render_scene(j)
                 : is_npy(j->from) && oro_is_volume(j->from) ? render_volume(j)
                                                             : render_map(j);
    if (status == ORO_OK) status = report(j);
    if (j->before.data) oro_grid_free(c->ctx, &j->before);
    if (j->water.data) oro_grid_free(c->ctx, &j->water);
    oro_overlays_free(c->ctx, &j->overlays);
    free(j);
    return status;
}

static const cli_flag flags[] = {
    {"output", "FILE", "The picture to write, a PNG.", 'o'},
    {"style", "STYLE", "photo (default), or a map seen from above; see above for the list."},
    {"size", "WxH", "Pixels of the picture, as 1280x720; one number: its width."},
    {"width", "PIXELS", "Width of the picture; the height follows."},
    {"view", "NAME", "three-quarter (default), top, low, close, or one of the scene's views."},
    {"from", "X,Y,Z", "Where the camera stands: metres east, north and up from the middle of the map."},
    {"look-at", "X,Y,Z", "What it looks at, in the same metres."},
    {"fov", "DEGREES", "Width of the view, 1 to 150 (default 38)."},
    {"orthographic", NULL, "Parallel rays instead of perspective."},
    {"sun", "AZ,EL", "Degrees clockwise from north, and above the horizon (default 310,32)."},
    {"date", "MM-DD", "The sun of this day (with --time and --latitude instead of --sun)."},
    {"time", "HH:MM", "Local solar time; the sun is highest at 12:00 (default 15:00)."},
    {"latitude", "DEGREES", "North of the equator (default 45)."},
    {"water", "METRES|none", "Height of the water (default: the scene's)."},
    {"water-map", "FILE|NODE", "Depth of water in metres on the map's samples: rivers, lakes."},
    {"surround", "WHAT", "What lies around the map: land, sea or none (a block)."},
    {"exaggeration", "FACTOR", "Draw heights this many times as high."},
    {"exposure", "STOPS", "Brighter or (below 0) darker."},
    {"haze", "AMOUNT", "1 is a clear day, 0 no air at all."},
    {"snow-line", "METRES", "Snow from here up (default: from the relief)."},
    {"no-snow", NULL, "No snow."},
    {"quality", "LEVEL", "draft, good (default) or best."},
    {"turntable", "N", "N pictures around the land: shot-000.png, shot-001.png, …"},
    {"difference", "FILE|NODE", "Draw what changed since this earlier map."},
    {"split", "FILE|NODE", "Show this earlier map on the left half, in the same style."},
    {"overlay", "FILE", "Draw paths, splines and points on the map, from JSON or CSV."},
    {"palette", "NAME", "Colours of relief and height: natural, arid or grey."},
    {"interval", "METRES", "Height from contour to contour."},
    {"scale", "LO..HI", "Values at the ends of the colours."},
    {"no-legend", NULL, "Only the map."},
    {"axis", "x|y|z", "What a slice is square to (default z)."},
    {"at", "METRES", "Where a slice cuts the axis (default: the middle)."},
    {"node", "NODE", "Which map of the scene to show (default: that of its first output)."},
    {"detail", "N|2k|WxH", "Samples of the scene along the longer side, or both."},
    CLI_SCENE_CHANGES,
    {"range", "LO..HI", "Maps in files: metres of the smallest and largest code, where the file does not say."},
    {"extent", "METRES", "Maps in files: length of the longer side, where the file does not say."},
    {0},
};

/// The styles under the paragraph, from their table.
static void print_styles(FILE *to) {
    fprintf(to, "\nStyles:\n");
    for (int i = 0; i < oro_style_count(); i++)
        fprintf(to, "  %-12s %s\n", oro_style_at(i)->name, oro_style_at(i)->summary);
}

const cli_command cli_command_render = {
    .name = "render",
    .summary = "Draw a picture of a scene, a map or a volume",
    .usage = "SCENE|FILE -o shot.png [--style STYLE] [--view NAME] [--size WxH] [--detail N]",
    .doc = "Takes a photo of the land a scene makes, or of a map in a file; or draws it as a map seen from above. What "
           "the\n"
           "scene says under \"render\" (view, sun, water, exposure) holds unless a flag says otherwise.",
    .more = print_styles,
    .example = "orogen render valley.oro.json -o valley.png --view low --quality best\n"
               "orogen render height.png -o map.png --style height --water 0\n"
               "orogen render after.npy -o change.png --difference before.npy",
    .flags = flags,
    .run = run,
};
