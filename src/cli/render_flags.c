// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Reads the flags of orogen render. What a flag says wins over what the scene says.

#include "render_flags.h"
#include "core/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PIXELS = 16384 };

const cli_flag render_flags[] = {
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
    {"water-map", "FILE|NODE", "Depth of water in metres on the map's samples: rivers, lakes.", .reads = true},
    {"roads", "FILE|NODE", "Where photos show roads, 0 to 1 on the map's samples.", .reads = true},
    {"colours", "FILE|NODE", "What lies on the ground of a photo: a PNG picture, or a map of colours of the scene.",
     .reads = true},
    {"surround", "WHAT", "What lies around the map: land, sea or none (a block)."},
    {"exaggeration", "FACTOR", "Draw heights this many times as high."},
    {"exposure", "STOPS", "Brighter or (below 0) darker."},
    {"haze", "AMOUNT", "1 is a clear day, 0 no air at all."},
    {"snow-line", "METRES", "Snow from here up (default: from the relief)."},
    {"no-snow", NULL, "No snow."},
    {"quality", "LEVEL", "draft, good (default) or best."},
    {"turntable", "N", "N pictures around the land: shot-000.png, shot-001.png, …"},
    {"difference", "FILE|NODE", "Draw what changed since this earlier map.", .reads = true},
    {"split", "FILE|NODE", "Show this earlier map on the left half, in the same style.", .reads = true},
    {"overlay", "FILE", "Draw paths, splines and points on the map, from JSON or CSV.", .reads = true},
    {"palette", "NAME", "Colours of relief and height: natural, arid or grey."},
    {"interval", "METRES", "Height from contour to contour."},
    {"scale", "LO..HI", "Values at the ends of the colours."},
    {"no-legend", NULL, "Only the map."},
    {"axis", "x|y|z", "What a slice is square to (default z)."},
    {"at", "METRES", "Where a slice cuts the axis (default: the middle)."},
    {"node", "NODE", "Which map of the scene to show (default: that of its first output)."},
    {"detail", "N|2k|WxH", "Samples of the scene along the longer side, or both."},
    CLI_SCENE_CHANGES,
    {"y-up", NULL, "Meshes: y points up in the file, not z."},
    {"range", "LO..HI", "Maps in files: metres of the smallest and largest code, where the file does not say."},
    {"extent", "METRES", "Maps in files: length of the longer side, where the file does not say."},
    {0},
};

// --- values of flags --------------------------------------------------------------------------------------------------------

oro_status render_read_number(const render_job *j, const char *flag, double low, double high, double *value,
                              bool *given) {
    const char *text = cli_text(j->w, flag);
    char where[40];
    snprintf(where, sizeof where, "--%s", flag);
    if (given) *given = text != NULL;
    return text ? cli_read_number(j->c, text, where, low, high, value) : ORO_OK;
}

/// "x,y,z"
static oro_status read_point(const render_job *j, const char *flag, double *to, bool *given) {
    const char *text = cli_text(j->w, flag);
    if (!text) return ORO_OK;
    char where[40], *end = NULL;
    snprintf(where, sizeof where, "--%s", flag);
    const char *at = text;
    for (int i = 0; i < 3; i++) {
        to[i] = oro_read_double(at, &end);
        if (end == at || !isfinite(to[i]) || fabs(to[i]) > 1e9 || *end != (i < 2 ? ',' : 0))
            return cli_misuse(j->c, where,
                              "the value cannot be \"%.40s\"; it takes a position in metres, as 1200,-3000,800", text);
        at = end + 1;
    }
    *given = true;
    return ORO_OK;
}

/// Pixels: "1280x720", "1280", "2k".
static oro_status read_size(const render_job *j, int32_t *width, int32_t *height) {
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

static oro_status read_sun(const render_job *j, oro_photo_desc *photo, oro_map_desc *map) {
    const char *sun = cli_text(j->w, "sun"), *date = cli_text(j->w, "date"), *time = cli_text(j->w, "time");
    double latitude = 45.0;
    bool placed = false;
    oro_status status = render_read_number(j, "latitude", -90, 90, &latitude, &placed);
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

static oro_status read_word(const render_job *j, const char *flag, const char *const *words, int *index) {
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

oro_status render_refuse(const render_job *j, const char *const *names, const char *why) {
    for (int i = 0; names[i]; i++) {
        char where[40];
        snprintf(where, sizeof where, "--%s", names[i]);
        if (cli_text(j->w, names[i])) return cli_misuse(j->c, where, "%s", why);
    }
    return ORO_OK;
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

static oro_status check_bound(const render_job *j) {
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

static oro_status read_photo_flags(render_job *j) {
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
        if (status != ORO_OK) return cli_take(j->c, status, "--view");
    }
    status = read_point(j, "from", p->from, &p->has_from);
    if (status == ORO_OK) status = read_point(j, "look-at", p->look_at, &p->has_look_at);
    if (status == ORO_OK) status = render_read_number(j, "fov", 1, 150, &p->field_of_view, NULL);
    if (status == ORO_OK) status = read_word(j, "surround", surrounds, &surround);
    if (status == ORO_OK) status = read_word(j, "quality", qualities, &quality);
    if (status == ORO_OK) status = render_read_number(j, "exposure", -20, 20, &p->exposure, NULL);
    if (status == ORO_OK) status = render_read_number(j, "haze", 0, 100, &p->haze, &given);
    if (status == ORO_OK && given) p->no_haze = p->haze == 0.0;
    if (status == ORO_OK) status = render_read_number(j, "snow-line", -1e5, 1e5, &p->snow_line, &snow);
    if (status == ORO_OK && snow && p->snow_line == 0.0) p->snow_line = 1e-6; // 0 would mean: choose one
    if (status == ORO_OK) status = render_read_number(j, "turntable", 2, RENDER_MOST_FRAMES, &frames, &given);
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

static oro_status read_map_flags(render_job *j) {
    oro_map_desc *m = &j->picture.map;
    const char *scale = cli_text(j->w, "scale"), *overlay = cli_text(j->w, "overlay");
    m->palette = cli_text(j->w, "palette");
    m->no_legend = cli_on(j->w, "no-legend");
    oro_status status = render_read_number(j, "interval", 1e-3, 1e5, &m->interval, NULL);
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

static oro_status read_slice_flags(render_job *j) {
    static const char *const axes[] = {"x", "y", "z", NULL};
    int axis = 2;
    oro_status status = read_word(j, "axis", axes, &axis);
    if (status == ORO_OK) status = render_read_number(j, "at", -1e9, 1e9, &j->slice.at, &j->slice.has_at);
    j->slice.axis = (char)('x' + axis);
    j->slice.no_legend = cli_on(j->w, "no-legend");
    return status;
}

oro_status render_read_flags(render_job *j) {
    oro_photo_desc *p = &j->picture.photo;
    oro_map_desc *m = &j->picture.map;
    const char *water = cli_text(j->w, "water");
    double level = p->water_level, exaggeration = p->exaggeration;
    bool given;
    oro_status status = check_bound(j);
    if (status == ORO_OK) status = read_size(j, &m->width, &m->height);
    if (status == ORO_OK && water && strcmp(water, "none") != 0)
        status = cli_read_number(j->c, water, "--water", -1e5, 1e5, &level);
    if (status == ORO_OK) status = render_read_number(j, "exaggeration", 0.01, 100, &exaggeration, &given);
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

oro_status render_choose_style(render_job *j, const char *usual) {
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
