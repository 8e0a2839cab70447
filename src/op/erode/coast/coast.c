// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the sea makes of drowned land: headlands and bays come from its valleys, so land is made with its valleys below the sea.
// Rivers lay deltas at the heads of bays (deltas.h). Waves, by fetch and wind (waves.h), cut into the land; the
// front that they push inland (fast marching) is fast where waves are strong and slow in hard rock and under high cliffs
// (Sunamura 1992). Behind it lies a platform; above it stands a cliff, a second march whose slowness is the tangent of its angle. Where it
// is calm and the ground behind is low, there is a beach. The sea floor rises to a shelf with the profile of Dean (1977), depth ~ d^(2/3).
//
// Waves and deltas work at the grain. Fronts take one thread, but only the band of samples that they pass. The rest is loops over
// the map: about 90 bytes per sample in all. Memory: 47 bytes per sample.

#include "op/op.h"
#include "core/math.cell.h"
#include "deltas.h"
#include "solve/distance.h"
#include "solve/march.h"
#include "solve/midpoint.h"
#include "solve/rank.h"
#include "solve/sample.h"
#include "waves.h"

typedef struct coast {
    const oro_grid *height, *area;
    oro_grid *result, *energy, *beach, *cliff;
    float sea;
    float duration;
    float rate;
    oro_field hardness;
    float variation;
    float fetch, wind, swell, shelter;
    oro_field cliff_angle;
    float cliff_height;
    float beach_width, beach_energy;
    float shelf, dean;
    float delta_yield, delta_area;
    float grain;
    oro_seed seed;
    double *cut, *laid;
} coast;

static const oro_arg args[] = {
    ORO_ARG(coast, height, .unit = "m", .doc = "Land and sea floor, best with valleys that go on below the sea."),
    ORO_ARG(coast, area, .unit = "m2", .flags = ORO_OPTIONAL,
            .doc =
                "Ground that drains through each sample, as `uplift` gives it, for the size of deltas; without it the "
                "water finds its way on this map."),
    ORO_ARG(coast, result, .unit = "m", .doc = "The terrain with its coast."),
    ORO_ARG(coast, energy, .unit = "1", .doc = "Energy of the waves, 0 to 1, carried some way inland."),
    ORO_ARG(coast, beach, .unit = "1", .doc = "Where sand lies: 1 on beaches, 0 elsewhere."),
    ORO_ARG(coast, cliff, .unit = "1", .doc = "Where the sea made a cliff: 1 on its face, 0 elsewhere."),
    ORO_ARG(coast, sea, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = -1e5, .max = 1e5, .ui_min = -500,
            .ui_max = 500, .unit = "m",
            .doc =
                "Height of the sea. Auto is 0, or where no ground lies below 0, the height that a quarter of the map "
                "does not exceed."),
    ORO_ARG(coast, duration, .def = 6000, .min = 0, .max = 1e6, .ui_max = 2e4, .unit = "yr",
            .doc = "How long the sea has stood at this height."),
    ORO_ARG(coast, rate, .def = 0.16, .min = 0, .max = 100, .ui_max = 1, .unit = "m/yr",
            .doc = "How fast a low coast of soft rock retreats under the strongest waves."),
    ORO_ARG(coast, hardness, .def = 0, .min = 0, .max = 1, .unit = "1",
            .doc = "Rock that resists: 1 does not retreat at all."),
    ORO_ARG(coast, variation, .def = 0.5, .min = 0, .max = 2, .unit = "1",
            .doc = "How much rock differs from place to place beyond that: caves, stacks and small coves."),
    ORO_ARG(coast, fetch, .group = "waves", .def = 3000, .min = 1, .max = 1e6, .ui_min = 200, .ui_max = 20000,
            .scale = ORO_LOG, .unit = "m",
            .doc = "Open water over which waves grow to full strength. Beyond the map lies open sea."),
    ORO_ARG(coast, wind, .group = "waves", .def = 225, .min = -360, .max = 360, .ui_min = 0, .ui_max = 360,
            .unit = "deg", .doc = "Where the wind blows from, clockwise from north."),
    ORO_ARG(coast, swell, .group = "waves", .def = 0.35, .min = 0, .max = 1, .unit = "1",
            .doc = "Part of the waves that comes from everywhere alike, not with the wind."),
    ORO_ARG(coast, shelter, .group = "waves", .def = 0.12, .min = 0, .max = 0.99, .ui_max = 0.5, .unit = "1",
            .doc = "Energy below which waves cut nothing."),
    ORO_ARG(coast, cliff_angle, .group = "cliffs", .def = 66, .min = 5, .max = 89, .ui_min = 30, .ui_max = 85,
            .unit = "deg", .doc = "Angle at which cliffs stand above the sea."),
    ORO_ARG(coast, cliff_height, .group = "cliffs", .def = 120, .min = 1, .max = 1e5, .ui_min = 10, .ui_max = 500,
            .scale = ORO_LOG, .unit = "m",
            .doc = "Height of a cliff that retreats half as fast as a low one: its rubble has to be carried away."),
    ORO_ARG(coast, beach_width, .group = "beaches", .def = 70, .min = 0, .max = 1000, .ui_max = 200, .unit = "m",
            .doc = "Width of beaches where it is calm and the ground behind is low; 0 for none."),
    ORO_ARG(coast, beach_energy, .group = "beaches", .def = 0.2, .min = 0, .max = 1, .ui_max = 0.6, .unit = "1",
            .doc = "Energy of waves above which no sand stays."),
    ORO_ARG(coast, shelf, .group = "shelf", .def = 250, .min = 0, .max = 1e5, .ui_max = 2000, .unit = "m",
            .doc = "Width of the shelf, beyond which the floor falls away faster; 0 leaves the sea floor as it is."),
    ORO_ARG(coast, dean, .group = "shelf", .def = 0.09, .min = 0.001, .max = 10, .ui_min = 0.03, .ui_max = 0.3,
            .scale = ORO_LOG, .unit = "m1/3",
            .doc = "How steep the shelf is: its depth is this times the distance from the shore to the power of 2/3. "
                   "0.06 for fine sand, 0.2 for gravel."),
    ORO_ARG(coast, delta_yield, .group = "deltas", .def = 1, .min = 0, .max = 1000, .ui_max = 10, .unit = "m",
            .doc = "Rock that rivers wore off all of their ground and laid at their mouths; 0 for no deltas."),
    ORO_ARG(coast, delta_area, .group = "deltas", .def = 1.5e5, .min = 1, .max = 1e12, .ui_min = 1e4, .ui_max = 1e7,
            .scale = ORO_LOG, .unit = "m2", .doc = "Rivers that drain less than this have no delta."),
    ORO_ARG(coast, grain, .def = 16, .min = 0.01, .max = 1e4, .ui_min = 2, .ui_max = 64, .scale = ORO_LOG, .unit = "m",
            .doc = "Cell of the map that waves and rivers run on; finer maps show the same coast."),
    ORO_ARG(coast, seed, .doc = "Another number, other coves."),
    ORO_ARG(coast, cut, .unit = "m3", .doc = "Volume that the sea took away."),
    ORO_ARG(coast, laid, .unit = "m3", .doc = "Volume laid down in deltas, on beaches and on the shelf."),
};

static const float LAGOON = 1e5f; ///< m2
static const float SILT = 0.3f;   ///< m above the sea
static const float SHOAL = 4.0f;  ///< m below it that waves on the open sea reach
static const float PLANED = 1.8f; ///< m below it to which strong waves plane rock

/// Everything about a run; maps without gaps between rows, heights above the sea.
typedef struct work {
    const coast *a;
    int32_t width, height;
    float sea; ///< m
    float *ground;
    oro_grid noise;
    oro_march front; ///< years until the sea arrives
    uint8_t *wet;    ///< 1 at sea at the end
    float *off, *on; ///< m from the shore: at sea, on land
    oro_grid smooth, rough;
    float *cliff_value;
} work;

static inline size_t at_of(const work *w, int32_t x, int32_t y) { return (size_t)y * (size_t)w->width + (size_t)x; }
static inline float energy_at(const work *w, uint32_t at) {
    return oro_row(w->a->energy, (int32_t)(at / (uint32_t)w->width))[at % (uint32_t)w->width];
}

/// How exposed a place is, from 0 where it is calm to 1: platforms lie deeper and shoals are planed off.
static inline float exposed(float energy) { return oro_clamp((energy - 0.14f) * (1.0f / 0.12f), 0.0f, 1.0f); }

// --- what the sea reaches ---------------------------------------------------------------------------------------------

/// Hollows below the sea that neither reach the edge of the map nor are as large as a lagoon are silted up.
static oro_status silt_up(oro_run *r, work *w) {
    static const int32_t dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
    size_t count = (size_t)w->width * (size_t)w->height;
    uint32_t *queue = oro_scratch(r, count * sizeof *queue);
    uint8_t *known = w->wet;
    float square = w->front.cell * w->front.cell;
    bool wrap = w->a->height->wrap;
    if (!queue) return ORO_NO_MEMORY;
    memset(known, 0, count);
    for (size_t start = 0; start < count; start++) {
        if (known[start] || !(w->ground[start] < 0.0f)) continue;
        uint32_t last = 0;
        bool edge = false;
        queue[last++] = (uint32_t)start;
        known[start] = 1;
        for (uint32_t i = 0; i < last; i++) {
            int32_t x = (int32_t)(queue[i] % (uint32_t)w->width), y = (int32_t)(queue[i] / (uint32_t)w->width);
            edge |= !wrap && (x == 0 || y == 0 || x == w->width - 1 || y == w->height - 1);
            for (int32_t k = 0; k < 4; k++) {
                int32_t nx = x + dx[k], ny = y + dy[k];
                if (wrap) nx = oro_fold_index(nx, w->width, true), ny = oro_fold_index(ny, w->height, true);
                if (nx < 0 || ny < 0 || nx >= w->width || ny >= w->height) continue;
                size_t to = at_of(w, nx, ny);
                if (known[to] || !(w->ground[to] < 0.0f)) continue;
                known[to] = 1;
                queue[last++] = (uint32_t)to;
            }
        }
        for (uint32_t i = 0; !edge && (float)last * square < LAGOON && i < last; i++) w->ground[queue[i]] = SILT;
        oro_status status = last > 0x4000 ? oro_step(r, (double)start / (double)count) : ORO_OK;
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

// --- the front --------------------------------------------------------------------------------------------------------

/// Years per metre.
static float retreat_slow(const void *user, uint32_t at) {
    const work *w = user;
    const coast *a = w->a;
    int32_t x = (int32_t)(at % (uint32_t)w->width), y = (int32_t)(at / (uint32_t)w->width);
    float over = oro_max(energy_at(w, at) - a->shelter, 0.0f);
    float soft = 1.0f - oro_field_row(&a->hardness, y)[x];
    float differs = oro_exp(a->variation * 2.0f * (oro_row(&w->noise, y)[x] - 0.5f));
    float speed =
        a->rate * oro_pow(over, 1.2f) * soft * differs / (1.0f + oro_max(w->ground[at], 0.0f) / a->cliff_height);
    return speed > 1e-9f ? 1.0f / speed : ORO_INFINITY;
}

static bool retreat_admits(const void *user, uint32_t at, float years) {
    const work *w = user;
    (void)at;
    return years <= w->a->duration;
}

/// Metres from a sample of land to the nearest place where one of its neighbours' ways to the sea meets the shore: by the heights on
/// either side, so that coasts do not follow cells. Infinite where no neighbour is at sea.
static float shore_distance(const work *w, int32_t x, int32_t y) {
    const oro_grid *g = w->a->height;
    float here = w->ground[at_of(w, x, y)], sum = 0.0f;
    for (int32_t axis = 0; axis < 2; axis++) {
        float nearest = ORO_INFINITY;
        for (int32_t side = -1; side <= 1; side += 2) {
            int32_t nx = axis ? x : x + side, ny = axis ? y + side : y;
            if (!g->wrap && (nx < 0 || ny < 0 || nx >= w->width || ny >= w->height)) continue;
            nx = oro_fold_index(nx, w->width, true), ny = oro_fold_index(ny, w->height, true);
            float there = w->ground[at_of(w, nx, ny)];
            if (there < 0.0f) nearest = oro_min(w->front.cell * here / (here - there), nearest);
        }
        nearest = oro_max(nearest, 1e-3f * w->front.cell);
        sum += 1.0f / (nearest * nearest);
    }
    return sum > 0.0f ? 1.0f / oro_sqrt(sum) : ORO_INFINITY;
}

static oro_status retreat(oro_run *r, work *w) {
    for (int32_t y = 0; y < w->height; y++)
        for (int32_t x = 0; x < w->width; x++) {
            size_t at = at_of(w, x, y);
            if (w->ground[at] < 0.0f) {
                w->front.done[at] = 1;
                continue;
            }
            float far = shore_distance(w, x, y);
            if (far < ORO_INFINITY) oro_march_seed(&w->front, (uint32_t)at, far * retreat_slow(w, (uint32_t)at), true);
        }
    oro_status status = oro_march_run(r, &w->front, retreat_slow, retreat_admits, w);
    for (size_t i = 0; i < (size_t)w->width * (size_t)w->height; i++)
        w->wet[i] = w->ground[i] < 0.0f || w->front.value[i] <= w->a->duration;
    return status;
}

// --- the sea floor ----------------------------------------------------------------------------------------------------

/// Depth of the floor d metres from the shore: Dean's profile, and beyond the shelf a fall. Before exposed coasts it begins at
/// the depth to which waves plane rock; in calm places a platform lies just above the sea.
static inline float shelf_depth(const coast *a, float d, float bare) {
    float beyond = oro_max(d - a->shelf, 0.0f), sand = a->dean * oro_pow(d, 0.66666667f), rock = PLANED * bare;
    float platform = 0.4f * (1.0f - bare) * oro_max(1.0f - d * (1.0f / 30.0f), 0.0f);
    return oro_sqrt(sand * sand + rock * rock) - platform + 1.5e-4f * beyond * beyond;
}

/// The sea lies at the floor's depth where waves passed, and at least as high elsewhere. `rough` holds smoothed distances.
static void floor_rows(const void *user, int32_t y0, int32_t y1) {
    const work *w = user;
    const coast *a = w->a;
    float half = 0.5f * w->front.cell; // the shore lies between two samples
    for (int32_t y = y0; y < y1; y++) {
        const float *energy = oro_row(a->energy, y), *soft = oro_row(&w->rough, y);
        for (int32_t x = 0; x < w->width; x++) {
            size_t at = at_of(w, x, y);
            if (!w->wet[at] || (w->ground[at] < 0.0f && !(a->shelf > 0.0f))) continue;
            float z = w->ground[at],
                  off = oro_mix(w->off[at], soft[x], oro_clamp(w->off[at] * (1.0f / 300.0f), 0.0f, 1.0f));
            float d = oro_max(off - half, 0.0f), depth = shelf_depth(a, d, exposed(energy[x]));
            if (z < 0.0f) z = oro_max(z, -depth);
            float surf = oro_clamp((400.0f - d) * (1.0f / 100.0f), 0.0f, 1.0f);
            float planed = z >= 0.0f ? 1.0f : oro_clamp((energy[x] - a->shelter) * (1.0f / 0.05f), 0.0f, 1.0f);
            depth = oro_mix(oro_min(depth, SHOAL), depth, surf); // far out only shoals are reached
            w->ground[at] = oro_mix(z, oro_min(z, -depth), planed);
        }
    }
}

/// What beaches need of the ground: how high it is on average.
static void above_rows(const void *user, int32_t y0, int32_t y1) {
    const work *w = user;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < w->width; x++) oro_row(w->a->result, y)[x] = oro_max(w->ground[at_of(w, x, y)], 0.0f);
}

/// Width of the beach at a place.
static inline float beach_at(const coast *a, float energy, float behind) {
    float calm = oro_clamp((a->beach_energy - energy) / (0.6f * a->beach_energy + 1e-6f), 0.0f, 1.0f);
    return a->beach_width * calm * oro_exp(-0.1f * oro_max(behind - 4.0f, 0.0f));
}

/// Beaches on land and before it. `smooth` holds how high the ground is nearby.
static void beach_rows(const void *user, int32_t y0, int32_t y1) {
    const work *w = user;
    const coast *a = w->a;
    float half = 0.5f * w->front.cell;
    for (int32_t y = y0; y < y1; y++) {
        const float *energy = oro_row(a->energy, y), *behind = oro_row(&w->smooth, y);
        float *sand = oro_row(a->beach, y);
        for (int32_t x = 0; x < w->width; x++) {
            size_t at = at_of(w, x, y);
            float wide = beach_at(a, energy[x], behind[x]), z = w->ground[at];
            float d = oro_max((w->wet[at] ? w->off[at] : w->on[at]) - half, 0.0f);
            sand[x] = 0.0f;
            if (w->wet[at] && wide > 1.0f && d < 3.0f * wide) {
                float ramp = -0.05f - 0.05f * d;
                sand[x] = ramp > z - 0.2f ? oro_clamp(2.0f - 0.67f * d / wide, 0.0f, 1.0f) : 0.0f;
                z = oro_max(z, ramp);
            } else if (!w->wet[at] && wide > 1.0f && d < wide) {
                float ramp = 0.25f + 0.055f * d, edge = oro_smoothstep(0.0f, 0.5f, (wide - d) / wide);
                sand[x] = edge;
                z = oro_mix(z, oro_min(z, ramp), edge);
            }
            w->ground[at] = z;
        }
    }
}

/// The floor for smoothing: land counts as just under water.
static void under_rows(const void *user, int32_t y0, int32_t y1) {
    const work *w = user;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < w->width; x++) {
            size_t at = at_of(w, x, y);
            oro_row(&w->rough, y)[x] = w->wet[at] ? oro_min(w->ground[at], -0.3f) : -0.3f;
        }
}

/// Distances to a shore have creases; smoothing takes them off, the deeper the more.
static void deep_rows(const void *user, int32_t y0, int32_t y1) {
    const work *w = user;
    for (int32_t y = y0; y < y1; y++) {
        const float *soft = oro_row(&w->smooth, y), *was = oro_row(w->a->height, y);
        for (int32_t x = 0; x < w->width; x++) {
            size_t at = at_of(w, x, y);
            float z = w->ground[at], deep = oro_clamp(-(z + 0.6f) * (1.0f / 2.5f), 0.0f, 1.0f);
            bool floor_changed = z != was[x] - w->sea;
            if (w->wet[at] && floor_changed) w->ground[at] = oro_mix(z, oro_min(soft[x], -0.4f), deep);
        }
    }
}

// --- cliffs -----------------------------------------------------------------------------------------------------------

/// Tangent of the angle at which rock stands: strong places stand steeper.
static float cliff_slow(const void *user, uint32_t at) {
    const work *w = user;
    int32_t x = (int32_t)(at % (uint32_t)w->width), y = (int32_t)(at / (uint32_t)w->width);
    float angle = oro_field_row(&w->a->cliff_angle, y)[x], n = oro_row(&w->noise, y)[x] - 0.5f;
    return oro_tan(angle * (ORO_PI / 180.0f)) * oro_exp(-w->a->variation * 2.0f * n);
}

static bool cliff_admits(const void *user, uint32_t at, float z) {
    const work *w = user;
    return !w->wet[at] && z < w->ground[at];
}

static bool beside_sea(const work *w, uint32_t at) {
    int32_t x = (int32_t)(at % (uint32_t)w->width), y = (int32_t)(at / (uint32_t)w->width);
    bool wrap = w->a->height->wrap;
    return w->wet[at_of(w, oro_fold_index(x - 1, w->width, wrap), y)] ||
           w->wet[at_of(w, oro_fold_index(x + 1, w->width, wrap), y)] ||
           w->wet[at_of(w, x, oro_fold_index(y - 1, w->height, wrap))] ||
           w->wet[at_of(w, x, oro_fold_index(y + 1, w->height, wrap))];
}

/// The highest ground that stands above the front: what is higher goes. Seeds lie where the front came to rest, between two samples.
static oro_status stand(oro_run *r, work *w) {
    float *years = w->front.value;
    oro_march m = w->front;
    m.value = w->cliff_value;
    m.front.count = 0;
    memcpy(m.done, w->wet, (size_t)w->width * (size_t)w->height);
    for (size_t i = 0; i < (size_t)w->width * (size_t)w->height; i++) m.value[i] = ORO_INFINITY;
    for (uint32_t at = 0; at < (uint32_t)w->width * (uint32_t)w->height; at++) {
        if (w->wet[at] || !(years[at] < ORO_INFINITY) || !beside_sea(w, at)) continue;
        float left = (years[at] - w->a->duration) / retreat_slow(w, at); // m from the front
        float foot = 0.4f - 1.2f * exposed(energy_at(w, at));
        oro_march_seed(&m, at, oro_max(foot, 0.05f) + cliff_slow(w, at) * oro_max(left, 0.0f), true);
    }
    return oro_march_run(r, &m, cliff_slow, cliff_admits, w);
}

/// The result, and what was cut and laid.
static void end_row(const void *user, int32_t y, double *sums) {
    const work *w = user;
    const coast *a = w->a;
    const float *was = oro_row(a->height, y);
    float *out = oro_row(a->result, y), *cliff = oro_row(a->cliff, y), *sand = oro_row(a->beach, y);
    for (int32_t x = 0; x < w->width; x++) {
        size_t at = at_of(w, x, y);
        float z = w->ground[at], stands = w->wet[at] ? ORO_INFINITY : w->cliff_value[at];
        cliff[x] = oro_clamp((z - stands) * 0.5f, 0.0f, 1.0f);
        sand[x] *= 1.0f - cliff[x];
        z = oro_min(z, stands);
        out[x] = z + w->sea;
        float change = z == was[x] - w->sea ? 0.0f : out[x] - was[x];
        if (change == 0.0f) out[x] = was[x];
        sums[0] += (double)oro_max(-change, 0.0f);
        sums[1] += (double)oro_max(change, 0.0f);
    }
}

// --- all of it --------------------------------------------------------------------------------------------------------

static void begin_rows(const void *user, int32_t y0, int32_t y1) {
    const work *w = user;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < w->width; x++) w->ground[at_of(w, x, y)] = oro_row(w->a->height, y)[x] - w->sea;
}

/// Deltas, then waves on what is left of the sea.
static oro_status rivers_and_waves(oro_run *r, work *w) {
    const coast *a = w->a;
    oro_grid shape = oro_levels_shape(a->height, oro_levels_above(a->height, (double)a->grain)), whole = *a->height;
    whole.data = w->ground, whole.stride = w->width;
    oro_grid ground = oro_scratch_grid(r, &shape), energy = oro_scratch_grid(r, &shape);
    oro_grid water = oro_scratch_grid(r, &shape);
    if (!ground.data || !energy.data || !water.data) return ORO_NO_MEMORY;
    oro_stage(r, 0.0, 0.3);
    oro_status status = oro_grid_resample(r->ctx, &whole, &ground);
    if (status == ORO_OK && a->delta_yield > 0.0f) {
        size_t count = (size_t)shape.width * (size_t)shape.height;
        oro_drainage d;
        delta_map coarse = {.width = shape.width, .height = shape.height, .cell = (float)shape.cell};
        delta_map fine = {w->ground, w->width, w->height, (float)a->height->cell, NULL, NULL, 0};
        status = oro_drainage_find(r, &ground, 0.0f, &d);
        coarse.ground = oro_scratch(r, count * sizeof(float));
        if (status == ORO_OK && !coarse.ground) status = ORO_NO_MEMORY;
        for (int32_t y = 0; status == ORO_OK && y < shape.height; y++) {
            float *row = coarse.ground + (size_t)y * (size_t)shape.width;
            memcpy(row, oro_row(&ground, y), (size_t)shape.width * sizeof(float));
        }
        if (status == ORO_OK && a->area) oro_drainage_given(&d, a->area);
        if (status == ORO_OK) status = deltas_grow(r, &d, a->area, a->delta_area, a->delta_yield, &coarse, &fine);
        for (int32_t y = 0; status == ORO_OK && y < shape.height; y++)
            memcpy(oro_row(&ground, y), coarse.ground + (size_t)y * (size_t)shape.width,
                   (size_t)shape.width * sizeof(float));
    }
    waves v = {.fetch = a->fetch, .wind = a->wind, .swell = a->swell};
    oro_stage(r, 0.3, 0.4);
    if (status == ORO_OK) status = wave_fetch(r, &v, &ground, &energy, &water);
    if (status == ORO_OK) status = wave_smooth(r, &energy, &water);
    return status == ORO_OK ? oro_levels_move(r, &energy, a->energy, false) : status;
}

/// Floor, beaches, and the floor smoothed.
static oro_status profile(oro_run *r, work *w) {
    const coast *a = w->a;
    oro_grid off = *a->height, on = *a->height;
    off.data = w->off, on.data = w->on, off.stride = on.stride = w->width;
    oro_status status = oro_find_distances(r, a->height, w->wet, 0, off);
    if (status == ORO_OK) status = oro_find_distances(r, a->height, w->wet, 1, on);
    if (status == ORO_OK) status = oro_for_rows(r, a->height, above_rows, w);
    if (status == ORO_OK) status = oro_gaussian_blur(r, a->result, &w->smooth, 40.0, NULL);
    if (status == ORO_OK) status = oro_gaussian_blur(r, &off, &w->rough, 120.0, NULL);
    if (status == ORO_OK) status = oro_for_rows(r, a->height, floor_rows, w);
    if (status == ORO_OK) status = oro_for_rows(r, a->height, beach_rows, w);
    if (status == ORO_OK) status = oro_for_rows(r, a->height, under_rows, w);
    if (status == ORO_OK) status = oro_gaussian_blur(r, &w->rough, &w->smooth, 35.0, NULL);
    return status == ORO_OK ? oro_for_rows(r, a->height, deep_rows, w) : status;
}

static oro_status find_sea(oro_run *r, work *w) {
    const coast *a = w->a;
    static const double parts[2] = {0.0, 0.25};
    float heights[2] = {0.0f, 0.0f};
    w->sea = a->sea;
    if (a->sea == a->sea) return ORO_OK;
    oro_status status = oro_find_ranks(r, a->height, 2, parts, heights);
    w->sea = heights[0] >= 0.0f ? heights[1] : 0.0f; // a map of nothing but holes has neither
    if (status == ORO_OK && w->sea > 0.0f)
        oro_note(r->ctx, "sea", "no ground lies below 0; the sea stands at %g m", (double)w->sea);
    return status;
}

static oro_status run(oro_run *r, const void *p) {
    const coast *a = p;
    work w = {.a = a, .width = a->height->width, .height = a->height->height};
    size_t count = (size_t)w.width * (size_t)w.height;
    double sums[2], square = a->height->cell * a->height->cell;
    w.ground = oro_scratch(r, count * sizeof(float));
    w.wet = oro_scratch(r, count);
    w.off = oro_scratch(r, count * sizeof(float)), w.on = oro_scratch(r, count * sizeof(float));
    w.noise = oro_scratch_grid(r, a->height);
    w.smooth = oro_scratch_grid(r, a->height), w.rough = oro_scratch_grid(r, a->height);
    if (!w.ground || !w.wet || !w.off || !w.on || !w.noise.data || !w.smooth.data || !w.rough.data)
        return ORO_NO_MEMORY;
    w.cliff_value = w.on; // distances on land are used up by then
    oro_midpoint how = {.scale = 260.0, .first = 0.5f, .persistence = 0.5f, .seed = a->seed.value};
    oro_status status = find_sea(r, &w);
    if (status == ORO_OK) status = oro_march_make(r, a->height, &w.front);
    if (status == ORO_OK) status = oro_for_rows(r, a->height, begin_rows, &w);
    if (status == ORO_OK) status = silt_up(r, &w);
    if (status == ORO_OK) status = rivers_and_waves(r, &w);
    oro_stage(r, 0.4, 0.5);
    if (status == ORO_OK) status = oro_midpoint_fill(r, &how, &w.noise);
    oro_stage(r, 0.5, 0.7);
    if (status == ORO_OK) status = retreat(r, &w);
    oro_stage(r, 0.7, 0.9);
    if (status == ORO_OK) status = profile(r, &w);
    if (status == ORO_OK) status = stand(r, &w);
    oro_stage(r, 0.9, 1.0);
    if (status == ORO_OK) status = oro_sum_rows(r, a->height, 2, end_row, &w, sums);
    if (status != ORO_OK) return status;
    *a->cut = sums[0] * square;
    *a->laid = sums[1] * square;
    return ORO_OK;
}

ORO_OPERATOR(
    coast, "Let the sea work on drowned land", .family = "erode", .version = 1, .run = run,
    .source = "Sunamura 1992; Dean 1977",
    .words = "shore sea waves cliffs headland bay fjord ria beach platform shelf delta surf abrasion shoreline",
    .doc = "Waves grow over open water and cut into the land: fast on open headlands of soft rock, not at all in "
           "sheltered bays. Behind them they leave platforms and cliffs. Rivers lay deltas at the heads of bays, sand "
           "gathers where it is calm, and a shelf lies before the coast. Make the land with valleys that go on below "
           "the sea (`uplift` with its base level there): then bays and headlands come from the valleys. Run it after "
           "`soil`: cliffs are younger.",
    .presets = ORO_PRESETS({"ocean", "Long fetch, strong waves: high cliffs, wide platforms, few beaches",
                            "rate=0.3 fetch=6000 beach_energy=0.14"},
                           {"lagoon", "Calm water: deltas and beaches, hardly a cliff",
                            "rate=0.04 fetch=12000 beach_width=100 beach_energy=0.35 delta_yield=5"}),
    .example = "--duration 6000 --wind 240 height.png shore.png");
