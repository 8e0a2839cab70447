// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Erosion by raindrops with a velocity of their own, after Hume: gravity along the slope, friction against the motion, a
// highest speed, a load that grows with speed and water. Corrected where the print cannot be right: the normal is made of
// differences and has length 1; the direction downhill is gravity less its part along the normal, with length 1; friction
// never turns a drop round; a drop at rest starts at a least speed, so that no time step is endless; what it takes is
// limited by its fall. The mass of a drop cancels out of every equation and is left out. What drops share stands in
// solve/drops.h.
//
// A second, slower kind of drop then follows the finished land without changing it and counts where it passes (rivers) and
// where it ends (lakes). It sees the land smoothed by a bell as wide as the grain: single drops leave hollows of a few
// samples, others at every resolution, that water would fill and a drop would end in. Counts are integers, so their order
// does not matter and all threads add to one map. Both kinds are scalar by nature: every step depends on the one before.

#include "op/op.h"
#include "solve/drops.h"
#include "solve/gaussian.h"

typedef struct raindrops {
    drop_args rain;
    oro_grid *passes;
    oro_grid *endings;
    oro_grid *paths;
    float max_velocity;
    float gravity;
    float friction;
    float capacity;
    float max_capacity;
    float deposit_speed;
    float erode_speed;
    float evaporation;
    float trace_drops;
    float trace_velocity;
    float trace_friction;
    int32_t trace_lifetime;
    int32_t path_count;
} raindrops;

static const oro_arg args[] = {
    DROP_ROWS(raindrops, 0.25, 0.05),
    ORO_ARG(raindrops, passes, .unit = "1",
            .doc = "How often tracing drops came by, against the mean of the map: rivers stand out."),
    ORO_ARG(raindrops, endings, .unit = "1",
            .doc = "How many tracing drops ended there, against those that started: lakes stand out."),
    ORO_ARG(raindrops, paths, .unit = "1",
            .doc = "Marks the paths of a few tracing drops with 1, to lay over a picture."),
    ORO_ARG(raindrops, max_velocity, .group = "drop", .def = 5, .min = 0.1, .max = 100, .ui_min = 0.5, .ui_max = 10,
            .unit = "m/s",
            .doc =
                "Highest speed of a drop. Low makes flat valleys and smooth mountains, high round valleys and coarse "
                "mountains."),
    ORO_ARG(raindrops, gravity, .group = "drop", .def = 9.81, .min = 0, .max = 20, .unit = "m/s2",
            .doc = "Pull on a drop: little lets it run straight on, much makes it follow every hollow."),
    ORO_ARG(raindrops, friction, .group = "drop", .def = 0.1, .min = 0, .max = 5, .ui_max = 1, .unit = "1",
            .doc = "Slope at which friction just balances gravity: gentler ground stops a drop."),
    ORO_ARG(raindrops, capacity, .group = "drop", .def = 0.6, .min = 0, .max = 20, .ui_max = 2, .unit = "s/m",
            .doc = "Load that a full drop carries for every m/s of speed, in cubes of one grain."),
    ORO_ARG(raindrops, max_capacity, .group = "drop", .def = 8, .min = 0, .max = 100, .ui_max = 20, .unit = "1",
            .doc = "Most load a drop carries at any speed, in cubes of one grain."),
    ORO_ARG(raindrops, deposit_speed, .group = "drop", .def = 0.03, .min = 0, .max = 1, .unit = "1",
            .doc = "Share of the load it cannot carry that a drop lays down in a step."),
    ORO_ARG(raindrops, erode_speed, .group = "drop", .def = 0.1, .min = 0, .max = 1, .unit = "1",
            .doc = "Share of its free capacity that a drop takes from the ground in a step."),
    ORO_ARG(raindrops, evaporation, .group = "drop", .def = 0.002, .min = 0, .max = 1, .ui_max = 0.02, .unit = "1/s",
            .doc = "Share of its first water that a drop loses in a second."),
    ORO_ARG(raindrops, trace_drops, .group = "trace", .def = 0.3, .min = 0, .max = 100, .ui_max = 1, .unit = "1",
            .doc = "Tracing drops that start on every square of one grain's side, on average."),
    ORO_ARG(raindrops, trace_velocity, .group = "trace", .def = 1, .min = 0.1, .max = 100, .ui_min = 0.1, .ui_max = 10,
            .unit = "m/s", .doc = "Highest speed of a tracing drop: slow drops follow the ground closely."),
    ORO_ARG(raindrops, trace_friction, .group = "trace", .def = 0.01, .min = 0, .max = 5, .ui_max = 1, .unit = "1",
            .doc = "Friction of a tracing drop: little lets it run far over plains."),
    ORO_ARG(raindrops, trace_lifetime, .group = "trace", .def = 500, .min = 1, .max = 100000, .ui_min = 1,
            .ui_max = 5000, .unit = "1", .doc = "Way after which a tracing drop ends at the latest, in grains."),
    ORO_ARG(raindrops, path_count, .group = "trace", .def = 100, .min = 0, .max = 100000, .ui_max = 1000, .unit = "1",
            .doc = "How many tracing drops leave their path in the map of paths."),
};

/// A drop with less of its water than this has dried up.
static const float DRY = 0.01f;

/// A drop that moves slower has stopped; one that starts gets this speed (m/s).
static const float LEAST_SPEED = 0.05f;

/// What moves a drop, in m and s.
typedef struct motion {
    float velocity, gravity, friction, cell;
} motion;

/// Velocity along the ground as (x, y) in the map and z upwards.
typedef struct velocity {
    float x, y, z;
} velocity;

/// The velocity one step of a cell later, on ground of this slope; `time` gets the seconds it takes.
ORO_CELL velocity accelerate(motion m, velocity v, float east, float south, float *time) {
    float tall = 1.0f / oro_sqrt(1.0f + east * east + south * south); // cosine of the slope: z of the normal
    float nx = -east * tall, ny = -south * tall, nz = tall;
    float along = v.x * nx + v.y * ny + v.z * nz; // keep the velocity on the ground
    v = (velocity){v.x - along * nx, v.y - along * ny, v.z - along * nz};
    float speed = oro_sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    *time = m.cell / oro_max(speed, LEAST_SPEED);
    // Gravity less its part along the normal: (0,0,-1) + nz n, of length sin(slope).
    float pull = m.gravity * *time;
    v.x += pull * nz * nx;
    v.y += pull * nz * ny;
    v.z += pull * (nz * nz - 1.0f);
    float fast = oro_sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    float kept = oro_min(oro_max(fast - m.friction * m.gravity * nz * *time, 0.0f), m.velocity);
    float scale = kept / oro_max(fast, 1e-30f);
    return (velocity){v.x * scale, v.y * scale, v.z * scale};
}

static void steer(const void *self, const drop_bed *bed, drop_lanes *restrict d) {
    const raindrops *a = self;
    motion m = {a->max_velocity, a->gravity, a->friction, bed->cell};
    for (int32_t i = 0; i < DROP_LANES; i++) {
        velocity v = accelerate(m, (velocity){d->vx[i], d->vy[i], d->vz[i]}, d->east[i], d->south[i], &d->time[i]);
        float flat = oro_sqrt(v.x * v.x + v.y * v.y), inverse = 1.0f / oro_max(flat, LEAST_SPEED);
        d->ends[i] = (flat <= LEAST_SPEED) | (d->step[i] == a->rain.lifetime) | (d->water[i] < DRY);
        d->speed[i] = oro_sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
        d->dx[i] = v.x * inverse;
        d->dy[i] = v.y * inverse;
        d->vx[i] = v.x;
        d->vy[i] = v.y;
        d->vz[i] = v.z;
    }
}

static void carry(const void *self, drop_lanes *restrict d) {
    const raindrops *a = self;
    for (int32_t i = 0; i < DROP_LANES; i++) {
        d->can[i] = oro_min(d->speed[i] * d->water[i] * a->capacity, a->max_capacity);
        d->water[i] -= a->evaporation * d->time[i];
    }
}

// --- tracing ----------------------------------------------------------------------------------------------------------

/// Parts of the operator's progress: drops have worked, and the land is smooth for the tracing ones.
static const double DROPS_PART = 0.8, TRACE_FROM = 0.82;

/// Steps that a block of tracing drops may take at most: a few hundredths of a second, so that a cancel is heard.
enum { TRACE_STEPS = 1 << 20 };

/// A tracing drop that finds no lower ground in so many steps circles in a hollow: it has ended, in a lake.
enum { TRACE_PATIENCE = 24 };

typedef struct trace_job {
    const raindrops *args;
    const oro_grid *land;
    motion motion;
    uint32_t *passes, *endings, *paths; ///< one count for every sample, rows of `width`
    int32_t drops, block;               ///< of them in a block
    int32_t lifetime;                   ///< steps, each as long as samples are apart
    uint32_t seed;
} trace_job;

static inline void count(uint32_t *map, const trace_job *t, float x, float y) {
    const oro_grid *land = t->land;
    int32_t ix = (int32_t)(x + 0.5f), iy = (int32_t)(y + 0.5f);
    if (ix >= land->width) ix = land->wrap ? 0 : land->width - 1;
    if (iy >= land->height) iy = land->wrap ? 0 : land->height - 1;
    __atomic_fetch_add(&map[(ptrdiff_t)iy * land->width + ix], 1u, __ATOMIC_RELAXED);
}

/// Slope of the bilinear patch at (x, y), and its height in metres.
static inline float look(const oro_grid *land, float x, float y, float *east, float *south) {
    int32_t ix = (int32_t)x, iy = (int32_t)y;
    int32_t right = ix + 1 == land->width ? 0 : ix + 1, below = iy + 1 == land->height ? 0 : iy + 1;
    const float *upper = oro_row(land, iy), *lower = oro_row(land, below);
    float inverse = (float)(1.0 / land->cell), u = x - (float)ix, v = y - (float)iy;
    *east = oro_mix(upper[right] - upper[ix], lower[right] - lower[ix], v) * inverse;
    *south = oro_mix(lower[ix] - upper[ix], lower[right] - upper[right], u) * inverse;
    return oro_mix(oro_mix(upper[ix], upper[right], u), oro_mix(lower[ix], lower[right], u), v);
}

/// Back onto a map that wraps; a step is never longer than the map.
static inline float fold(float v, int32_t count) {
    float n = (float)count;
    v = v < 0.0f ? v + n : v;
    v = v >= n ? v - n : v;
    return v < n ? v : 0.0f; // a tiny negative number plus n may round to n
}

static bool inside(const oro_grid *land, float x, float y) {
    return land->wrap || (x >= 0.0f && y >= 0.0f && x < (float)(land->width - 1) && y < (float)(land->height - 1));
}

static void trace_drop(const trace_job *t, int32_t drop) {
    const oro_grid *land = t->land;
    uint32_t id = oro_mix32(t->seed + (uint32_t)drop * 0x9e3779b1U);
    float x = oro_unit(id) * (float)(land->wrap ? land->width : land->width - 1);
    float y = oro_unit(oro_mix32(id ^ 0x68bc21ebU)) * (float)(land->wrap ? land->height : land->height - 1);
    if (!inside(land, x, y)) return;
    velocity v = {0};
    float lowest = ORO_INFINITY;
    for (int32_t step = 0, found = 0; step < t->lifetime; step++) {
        float east, south, time, height = look(land, x, y, &east, &south);
        if (height < lowest) lowest = height, found = step;
        if (step - found > TRACE_PATIENCE) break;
        v = accelerate(t->motion, v, east, south, &time);
        float flat = oro_sqrt(v.x * v.x + v.y * v.y);
        if (!(flat > LEAST_SPEED)) break;
        count(t->passes, t, x, y);
        if (drop < t->args->path_count) count(t->paths, t, x, y);
        float to_x = x + v.x / flat, to_y = y + v.y / flat;
        if (land->wrap) to_x = fold(to_x, land->width), to_y = fold(to_y, land->height);
        if (!inside(land, to_x, to_y)) return;
        x = to_x;
        y = to_y;
    }
    count(t->endings, t, x, y);
}

static void trace_block(const void *user, int32_t block) {
    const trace_job *t = user;
    int32_t first = block * t->block, last = t->drops - first < t->block ? t->drops : first + t->block;
    for (int32_t i = first; i < last; i++) trace_drop(t, i);
}

/// Counts as floats: each times `scale`, held at `most`.
static void counts_to_map(const uint32_t *counts, float scale, float most, oro_grid *map) {
    for (int32_t y = 0; y < map->height; y++) {
        float *out = oro_row(map, y);
        for (int32_t x = 0; x < map->width; x++)
            out[x] = oro_min((float)counts[(ptrdiff_t)y * map->width + x] * scale, most);
    }
}

/// Sends tracing drops over the finished terrain. The same drops start at the same places whatever the resolution.
static oro_status trace(oro_run *r, const raindrops *a) {
    oro_grid smooth = *a->rain.result;
    const oro_grid *land = &smooth;
    size_t samples = (size_t)land->width * (size_t)land->height;
    uint32_t *counts[3];
    for (int i = 0; i < 3; i++) {
        if (!(counts[i] = oro_scratch(r, samples * sizeof(uint32_t)))) return ORO_NO_MEMORY;
        memset(counts[i], 0, samples * sizeof(uint32_t));
    }
    smooth.data = oro_scratch(r, (size_t)smooth.stride * (size_t)smooth.height * sizeof(float));
    if (!smooth.data) return ORO_NO_MEMORY;
    oro_stage(r, DROPS_PART, TRACE_FROM);
    oro_status status = oro_gaussian_blur(r, a->rain.result, &smooth, (double)a->rain.grain, NULL);
    if (status != ORO_OK) return status;
    oro_stage(r, TRACE_FROM, 1.0);
    double grain = (double)oro_max(a->rain.grain / (float)land->cell, 1.0f); // in cells, never less than one
    double cells =
        (double)(land->wrap ? land->width : land->width - 1) * (land->wrap ? land->height : land->height - 1);
    double wanted = (double)a->trace_drops * cells / (grain * grain), steps = (double)a->trace_lifetime * grain;
    trace_job job = {.args = a,
                     .land = land,
                     .passes = counts[0],
                     .endings = counts[1],
                     .paths = counts[2],
                     .motion = {a->trace_velocity, a->gravity, a->trace_friction, (float)land->cell},
                     .drops = wanted < 1e9 ? (int32_t)(wanted + 0.5) : 1000000000,
                     .lifetime = steps < 1e9 ? (int32_t)steps : 1000000000,
                     .seed = oro_mix32(a->rain.seed.value ^ 0x7261696eU)};
    job.block = job.lifetime < TRACE_STEPS ? TRACE_STEPS / job.lifetime : 1;
    if (land->width > 1 && land->height > 1) {
        status = oro_for_blocks(r, (job.drops + job.block - 1) / job.block, trace_block, &job);
        if (status != ORO_OK) return status;
    }
    double sum = 0.0;
    for (size_t i = 0; i < samples; i++) sum += (double)counts[0][i];
    double mean = sum / (double)samples;
    counts_to_map(counts[0], mean > 0.0 ? (float)(1.0 / mean) : 0.0f, ORO_INFINITY, a->passes);
    float started = (float)((double)job.drops / (double)samples); // on a sample
    counts_to_map(counts[1], job.drops > 0 ? 1.0f / started : 0.0f, ORO_INFINITY, a->endings);
    counts_to_map(counts[2], 1.0f, 1.0f, a->paths);
    return ORO_OK;
}

static oro_status run(oro_run *r, const void *p) {
    const raindrops *a = p;
    drop_plan plan = {
        {steer, carry, a, a->deposit_speed, a->erode_speed, a->rain.lifetime, .heavy = true}, &a->rain, DROPS_PART};
    oro_status status = oro_drops_run(r, &plan);
    if (status != ORO_OK) return status;
    return trace(r, a);
}

ORO_OPERATOR(raindrops, "Let raindrops with momentum wear the land", .family = "erode", .version = 3, .run = run,
             .source = "Hume 2023", .words = "particle momentum drop stream erosion erode rain",
             .doc =
                 "Drops fall at random places and are pulled down the slope, held by friction and a highest speed. "
                 "Fast drops carry much and dig; slow ones lay it down and level the valley floors. Slower drops then "
                 "trace the finished land: `passes` shows rivers, `endings` lakes, `paths` the ways of a few drops. "
                 "What drops took, laid down and carried over the edge adds up.",
             .presets = ORO_PRESETS({"slow", "Flat valleys and smooth mountains", "max_velocity=1"},
                                    {"fast", "Round valleys and coarse mountains", "max_velocity=10"}),
             .example = "--max-velocity 5 height.png eroded.png");
