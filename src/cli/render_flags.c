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
    {"size", "WxH", "Pixels of the picture, as 1280x720; one number: its width."},
    {"width", "PIXELS", "Width of the picture; the height follows."},
    {"from", "X,Y,Z", "Where the camera stands: metres east, north and up from the middle of the map."},
    {"look-at", "X,Y,Z", "What it looks at, in the same metres."},
    {"sun", "AZ,EL", "Azimuth and elevation of the sun in one, as 310,32."},
    {"turntable", "N", "N pictures around the land: shot-000.png, shot-001.png, …"},
    {"difference", "FILE|NODE", "Draw what changed since this earlier map.", .reads = true},
    {"split", "FILE|NODE", "Show this earlier map on the left half, in the same style.", .reads = true},
    {"overlay", "FILE", "Draw paths, splines and points on the map, from JSON or CSV.", .reads = true},
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

/// A refusal of the context's, as a mistake on the command line.
static oro_status refused(const render_job *j, oro_status status) {
    j->c->usage |= status != ORO_OK && status != ORO_NO_MEMORY;
    return cli_take(j->c, status, NULL);
}

/// "--snow-line"
static void flag_text(const char *name, char *buffer, size_t size) {
    snprintf(buffer, size, "--%s", name);
    for (char *at = buffer; *at; at++)
        if (*at == '_') *at = '-';
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
        if (end == at || !isfinite(to[i]) || fabs(to[i]) > ORO_FURTHEST_CAMERA || *end != (i < 2 ? ',' : 0))
            return cli_misuse(j->c, where, "the value must be a position in metres, as 1200,-3000,800, not \"%.40s\"",
                              text);
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
        return cli_misuse(
            j->c, "--size",
            "size must be a number of pixels, as 1280x720 (--detail sets the samples of a scene), not \"%.40s\"", text);
    if (sides[0] < 1 || sides[0] > MOST_PIXELS || (two && (sides[1] < 1 || sides[1] > MOST_PIXELS)))
        return cli_misuse(j->c, "--size", "a picture must have 1 to %d pixels along a side, not \"%.40s\"", MOST_PIXELS,
                          text);
    *width = sides[0];
    *height = sides[1];
    return ORO_OK;
}

/// Sets the row of a table that a flag gave, if it did.
static oro_status read_row(const render_job *j, const oro_record *record, const oro_arg *row, void *args, bool *given) {
    const char *text = cli_text(j->w, row->name);
    char where[56];
    flag_text(row->name, where, sizeof where);
    *given = text != NULL;
    return text ? oro_args_parse(j->c->ctx, record, args, row, text, where) : ORO_OK;
}

/// --sun, its angles by name, or the moment that says them. Lights maps too, which a scene's sun does not: those are lit as
/// printed maps are.
static oro_status read_sun(render_job *j) {
    oro_render_settings *s = &j->settings;
    const char *pair = cli_text(j->w, "sun");
    bool angles = pair != NULL, moment = false, given;
    double value[ORO_SUN_PAIR];
    oro_status status = pair ? cli_read_pair(j->c, pair, "--sun", &value[0], &value[1]) : ORO_OK;
    if (status != ORO_OK) return status;
    for (int i = 0; status == ORO_OK && pair && i < ORO_SUN_PAIR; i++)
        status = oro_args_set_number(j->c->ctx, &oro_sun_record.args[i], &s->sun, value[i], "--sun");
    for (int i = 0; status == ORO_OK && i < oro_sun_record.arg_count; i++) {
        status = read_row(j, &oro_sun_record, &oro_sun_record.args[i], &s->sun, &given);
        *(i < ORO_SUN_PAIR ? &angles : &moment) |= given;
    }
    if (status == ORO_OK) status = oro_sun_find(j->c->ctx, &s->sun, angles, moment, "--");
    if (status != ORO_OK) return refused(j, status);
    if (moment)
        cli_say(j->c, "the sun stands at azimuth %.1f, elevation %.1f degrees", (double)s->sun.azimuth,
                (double)s->sun.elevation);
    s->has_sun |= moment || angles;
    j->picture.map.has_light = moment || angles;
    j->picture.map.azimuth = s->sun.azimuth;
    j->picture.map.altitude = fminf(fmaxf(s->sun.elevation, 1.0f), 90.0f); // lower, every slope would be in the dark
    return ORO_OK;
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

/// Flags that are no settings and make sense for one kind of style only.
static const struct {
    const char *flag;
    oro_style_kind kind;
} bound[] = {
    {"from", ORO_STYLE_PHOTO},
    {"look-at", ORO_STYLE_PHOTO},
    {"turntable", ORO_STYLE_PHOTO},
    {"overlay", ORO_STYLE_MAP},
};

/// What the groups of the table of settings are for.
static const struct {
    const char *group;
    unsigned kinds; ///< bits by oro_style_kind
    const char *whose;
} groups[] = {
    {ORO_FOR_PHOTOS, 1u << ORO_STYLE_PHOTO, "the style photo"},
    {ORO_FOR_MAPS, 1u << ORO_STYLE_MAP, "styles seen from above"},
    {ORO_FOR_SLICES, 1u << ORO_STYLE_SLICE, "the style slice"},
    {ORO_FOR_DRAWINGS, 1u << ORO_STYLE_MAP | 1u << ORO_STYLE_SLICE, "styles with a legend, seen from above"},
};

static oro_status check_bound(const render_job *j) {
    const oro_style *style = j->picture.style;
    for (int i = 0; i < j->w->given_count; i++) {
        const char *flag = j->w->given[i].flag->name, *whose = NULL;
        const oro_arg *row = oro_arg_find(&oro_picture_record, flag);
        for (size_t k = 0; k < sizeof bound / sizeof *bound; k++)
            if (strcmp(bound[k].flag, flag) == 0 && bound[k].kind != style->kind) whose = groups[bound[k].kind].whose;
        for (size_t k = 0; row && row->group && k < sizeof groups / sizeof *groups; k++)
            if (strcmp(groups[k].group, row->group) == 0 && !(groups[k].kinds & 1u << style->kind))
                whose = groups[k].whose;
        char where[56];
        snprintf(where, sizeof where, "--%s", flag);
        if (whose) return cli_misuse(j->c, where, "this is for %s, not for %s", whose, style->name);
    }
    return ORO_OK;
}

/// Reads the rows that were given as flags: `first` alone, or all but that.
static oro_status read_rows(render_job *j, const char *first, bool rest) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < oro_picture_record.arg_count; i++) {
        const oro_arg *row = &oro_picture_record.args[i];
        char where[56];
        bool given;
        if ((strcmp(row->name, first) != 0) != rest) continue;
        flag_text(row->name, where, sizeof where);
        status = read_row(j, &oro_picture_record, row, &j->settings.picture, &given);
        if (status == ORO_OK && given) status = oro_render_settings_check(j->c->ctx, &j->settings, row, where);
    }
    return refused(j, status);
}

static oro_status read_turntable(render_job *j) {
    const oro_photo_desc *p = &j->picture.photo;
    double frames = 0;
    bool given;
    oro_status status = render_read_number(j, "turntable", 2, RENDER_MOST_FRAMES, &frames, &given);
    if (status != ORO_OK) return status;
    if (frames != floor(frames))
        return cli_misuse(j->c, "--turntable", "the number of pictures must be a whole number, not %g", frames);
    if (given && !p->has_from && p->view && strcmp(p->view, "three-quarter") != 0)
        return cli_misuse(j->c, "--turntable", "the view %s cannot circle the land; leave out --view or give --from",
                          p->view);
    j->frames = (int)frames;
    return ORO_OK;
}

static oro_status read_overlays(render_job *j) {
    const char *overlay = cli_text(j->w, "overlay");
    oro_status status = ORO_OK;
    if (overlay) status = cli_take(j->c, oro_overlays_load(j->c->ctx, overlay, &j->overlays), NULL);
    j->picture.map.overlays = j->overlays.items;
    j->picture.map.overlay_count = j->overlays.count;
    return status;
}

oro_status render_read_flags(render_job *j) {
    oro_map_desc *m = &j->picture.map;
    oro_stand *stand = &j->settings.stand;
    oro_status status = check_bound(j);
    if (status == ORO_OK) status = read_size(j, &m->width, &m->height);
    if (status == ORO_OK) status = read_rows(j, "view", false);
    oro_render_settings_look(&j->settings); // what the view says, the other flags overrule
    if (status == ORO_OK) status = read_rows(j, "view", true);
    if (status == ORO_OK) status = read_point(j, "from", stand->from, &stand->has_from);
    if (status == ORO_OK) status = read_point(j, "look-at", stand->look_at, &stand->has_look_at);
    if (status == ORO_OK) status = read_sun(j);
    if (status != ORO_OK) return status;
    j->picture.photo.width = j->slice.width = m->width;
    j->picture.photo.height = j->slice.height = m->height;
    oro_describe_photo(&j->settings, &j->picture.photo);
    oro_describe_map(&j->settings, m);
    oro_describe_slice(&j->settings, &j->slice);
    status = read_turntable(j);
    return status == ORO_OK ? read_overlays(j) : status;
}

oro_status render_choose_style(render_job *j, const char *usual) {
    const char *name = cli_text(j->w, "style"), *difference = cli_text(j->w, "difference"),
               *split = cli_text(j->w, "split");
    if (difference && split)
        return cli_misuse(j->c, "--split", "a picture shows the difference or two halves, not both at once");
    if (difference && name && strcmp(name, "difference") != 0)
        return cli_misuse(j->c, "--difference", "this draws the style difference, not %.40s", name);
    if (difference) name = "difference";
    if (!name) name = j->settings.picture.style ? j->settings.picture.style : usual;
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
