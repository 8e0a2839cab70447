// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Roads and rivers on finished land. A road takes its heights from the ground, smoothed and held to its grade; the ground
// beside it is cut or filled at a slope. A river finds the lowest ground across its width, is made to fall all the way, and
// cuts its bed; it never fills: where the ground lies below it, it is a lake. Roads come first: a later road meets an earlier
// one where it lies now. Rivers come last and cut through roads; there, and where the ground lies too far below a road, the
// road is a bridge, a deck over untouched ground; where it lies too far above, a tunnel.
//
// A way is a polyline of even steps; samples within reach find the nearest of it (8 bytes per sample for distance and place,
// kept only for the rows and columns near the way). Distances are vector loops; profiles are one step after the other.

#include "op/op.h"
#include "profile.h"
#include "solve/spline.h"

typedef struct way_point {
    float x, y;
} way_point;

typedef struct way {
    const char *name;
    oro_choice kind;
    bool closed;
    float width;
    float side_slope;
    float reach;
    float grade;
    float smoothness;
    float depth;
    float bridge;
    float tunnel;
    oro_records points;
} way;

ORO_WORDS(kind, road, river);

static const oro_arg point_args[] = {
    ORO_ARG(way_point, x, .min = -1e7, .max = 1e7, .unit = "m", .doc = "Metres to the east of the world's zero."),
    ORO_ARG(way_point, y, .min = -1e7, .max = 1e7, .unit = "m", .doc = "Metres to the south of the world's zero."),
};
ORO_RECORD(way_point, point_args, "A point the way passes through");

static const oro_arg way_args[] = {
    ORO_ARG(way, name, .doc = "What to call it."),
    ORO_ARG(way, kind, .choices = kind_words, .doc = "What to lay."),
    ORO_ARG(way, closed, .doc = "Whether a road returns to its first point."),
    ORO_ARG(way, width, .def = 8, .min = 0.1, .max = 1e4, .ui_min = 2, .ui_max = 100, .unit = "m",
            .doc = "From edge to edge of the road, or from bank to bank."),
    ORO_ARG(way, side_slope, .def = 0.5, .min = 0.05, .max = 10, .ui_min = 0.1, .ui_max = 2, .unit = "1",
            .doc = "Slope of cuts and embankments beside it."),
    ORO_ARG(way, reach, .def = 60, .min = 0, .max = 1e4, .ui_max = 300, .unit = "m",
            .doc = "How far from its edges the ground may be changed."),
    ORO_ARG(way, grade, .def = 0.12, .min = 0.001, .max = 10, .ui_min = 0.02, .ui_max = 0.5, .unit = "1",
            .when = "kind=road", .doc = "Steepest slope of a road along its way."),
    ORO_ARG(way, smoothness, .def = 35, .min = 0, .max = 1e4, .ui_max = 200, .unit = "m",
            .doc = "How far along the way bumps are evened out."),
    ORO_ARG(way, depth, .def = 2, .min = 0, .max = 1000, .ui_max = 20, .unit = "m", .when = "kind=river",
            .doc = "How deep a river cuts its bed into the ground."),
    ORO_ARG(way, bridge, .def = 12, .min = 0, .max = 1e5, .ui_max = 50, .unit = "m", .when = "kind=road",
            .doc = "Ground further below a road than this is not filled: the road becomes a bridge."),
    ORO_ARG(way, tunnel, .def = 30, .min = 0, .max = 1e5, .ui_max = 100, .unit = "m", .when = "kind=road",
            .doc = "Ground further above a road than this is not cut: the road becomes a tunnel."),
    ORO_ARG(way, points, .record = &way_point_record, .doc = "Where it passes; rivers run from the first to the last."),
};
ORO_RECORD(way, way_args, "A road or a river");

typedef struct lay {
    const oro_grid *height;
    oro_grid *result;
    oro_grid *roads;
    oro_grid *rivers;
    oro_grid *water;
    oro_grid *deck;
    oro_records ways;
} lay;

static const oro_arg args[] = {
    ORO_ARG(lay, height, .unit = "m", .doc = "Land to lay them on, eroded or not."),
    ORO_ARG(lay, result, .unit = "m", .doc = "The land with cuts, embankments and river beds."),
    ORO_ARG(lay, roads, .unit = "1", .doc = "Mask of the roads, 1 on them and soft at their edges."),
    ORO_ARG(lay, rivers, .unit = "1", .doc = "Mask of the rivers, from bank to bank."),
    ORO_ARG(lay, water, .unit = "m", .doc = "Depth of the rivers' water."),
    ORO_ARG(lay, deck, .unit = "m",
            .doc = "How far above the ground a bridge's deck lies, or below it (less than 0) a tunnel's; else 0."),
    ORO_ARG(lay, ways, .record = &way_record, .doc = "The roads and rivers, in the order they are laid."),
};

enum {
    MOST_STEPS = 1 << 14, ///< of a way: 16 km of road on samples a metre apart
    ROWS_AT_ONCE = 4,     ///< a cancel is heard between them
    ACROSS = 32,          ///< places looked at on either side of a river, at most
};

/// A way as a polyline of even steps.
typedef struct course {
    const way *way;
    double *x, *y, *z; ///< z: of the road, or of the water's edge
    bool *free;        ///< the ground stays as it is: a bridge or a tunnel
    int32_t count;
    double step;                     ///< m
    int32_t left, top, right, below; ///< samples it may touch: [left, right) x [top, below)
} course;

/// What a sample near a way knows of it.
typedef struct nearest {
    float *distance; ///< to the middle of the way, m; beyond its reach: larger than that
    float *place;    ///< along it, in steps
    int32_t width;
} nearest;

typedef struct job {
    const lay *args;
    const course *course;
    nearest near;
} job;

// --- the way and its profile ------------------------------------------------------------------------------------------

static double length_of(double x, double y) { return sqrt(x * x + y * y); }

static float ground(const oro_grid *g, double x, double y) { return oro_grid_sample(g, x, y); }

/// The curve through a way's points, cut into even steps no longer than a cell (or as MOST_STEPS allows).
static oro_status follow(oro_run *r, const way *w, const oro_grid *land, course *c) {
    int32_t n = w->points.count;
    const way_point *p = w->points.items;
    oro_spline_point *points = oro_scratch(r, (size_t)(n + 1) * sizeof *points);
    if (!points) return ORO_NO_MEMORY;
    for (int32_t i = 0; i < n; i++) points[i] = (oro_spline_point){.x = p[i].x, .y = p[i].y};
    oro_spline curve = {.closed = w->closed && w->kind.index == kind_road && n > 2, .points = {points, n}};
    double tolerance = 0.1 * land->cell;
    oro_spline_vertex *line = oro_scratch(r, (size_t)(oro_spline_vertex_bound(&curve, tolerance) + 1) * sizeof *line);
    if (!line) return ORO_NO_MEMORY;
    int32_t count = oro_spline_flatten(&curve, tolerance, line);
    double length = 0.0;
    for (int32_t i = 1; i < count; i++) length += length_of(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    double steps = ceil(length / land->cell);
    c->count = (steps < MOST_STEPS ? (int32_t)steps : MOST_STEPS) + 1;
    c->step = c->count > 1 ? length / (c->count - 1) : 1.0;
    c->x = oro_scratch(r, 3 * (size_t)c->count * sizeof(double));
    if (!c->x) return ORO_NO_MEMORY;
    c->y = c->x + c->count;
    c->z = c->y + c->count;
    double passed = 0.0, piece = count > 1 ? length_of(line[1].x - line[0].x, line[1].y - line[0].y) : 0.0;
    for (int32_t i = 0, k = 1; i < c->count; i++) {
        while (k < count - 1 && passed + piece < i * c->step) {
            passed += piece;
            k++;
            piece = length_of(line[k].x - line[k - 1].x, line[k].y - line[k - 1].y);
        }
        double t = piece > 0.0 ? (i * c->step - passed) / piece : 0.0;
        t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
        int32_t b = count > 1 ? k : 0, a = count > 1 ? k - 1 : 0;
        c->x[i] = line[a].x + t * (line[b].x - line[a].x);
        c->y[i] = line[a].y + t * (line[b].y - line[a].y);
    }
    c->way = w;
    return ORO_OK;
}

/// Lowest ground across the way at step i.
static double lowest_across(const oro_grid *land, const course *c, int32_t i) {
    int32_t a = i > 0 ? i - 1 : i, b = i < c->count - 1 ? i + 1 : i;
    double dx = c->x[b] - c->x[a], dy = c->y[b] - c->y[a], length = length_of(dx, dy);
    double half = 0.5 * (double)c->way->width, least = (double)ground(land, c->x[i], c->y[i]);
    double wanted = ceil(half / land->cell);
    int32_t side = wanted < ACROSS ? (int32_t)wanted : ACROSS;
    for (int32_t k = -side; k <= side && length > 0.0; k++) {
        double off = half * k / side;
        double z = (double)ground(land, c->x[i] - off * dy / length, c->y[i] + off * dx / length);
        least = z < least ? z : least;
    }
    return least;
}

/// The heights of a way on the land as it is now.
static oro_status grade(oro_run *r, const oro_grid *land, course *c) {
    double *work = oro_scratch(r, ((size_t)c->count + 2) * sizeof *work);
    int32_t *pools = oro_scratch(r, (size_t)c->count * sizeof *pools);
    c->free = oro_scratch(r, (size_t)c->count * sizeof *c->free);
    if (!work || !pools || !c->free) return ORO_NO_MEMORY;
    bool river = c->way->kind.index == kind_river;
    for (int32_t i = 0; i < c->count; i++)
        c->z[i] = river ? lowest_across(land, c, i) : (double)ground(land, c->x[i], c->y[i]);
    oro_profile_smooth(c->z, c->count, (double)c->way->smoothness / c->step, work);
    // A river that does not fall stands still: a tenth of a millimetre a metre is enough to see which way it runs.
    if (river)
        oro_profile_descend(c->z, c->count, 1e-4 * c->step, work, pools);
    else
        oro_profile_limit(c->z, c->count, (double)c->way->grade * c->step, work);
    for (int32_t i = 0; i < c->count; i++) {
        double above = c->z[i] - (double)ground(land, c->x[i], c->y[i]);
        c->free[i] = !river && (above > (double)c->way->bridge || -above > (double)c->way->tunnel);
    }
    return ORO_OK;
}

static double height_at(const course *c, float place) {
    int32_t i = (int32_t)place;
    if (i >= c->count - 1) return c->z[c->count - 1];
    return c->z[i] + ((double)place - i) * (c->z[i + 1] - c->z[i]);
}

// --- the ground beside it ---------------------------------------------------------------------------------------------

static int32_t hold(double v, int32_t most) { return v < 0.0 ? 0 : v > most ? most : (int32_t)v; }

/// The samples a way may touch.
static void find_box(const oro_grid *land, course *c) {
    double far = 0.5 * (double)c->way->width + (double)c->way->reach + land->cell;
    double west = INFINITY, north = INFINITY, east = -INFINITY, south = -INFINITY;
    for (int32_t i = 0; i < c->count; i++) {
        west = fmin(west, c->x[i]), east = fmax(east, c->x[i]);
        north = fmin(north, c->y[i]), south = fmax(south, c->y[i]);
    }
    c->left = hold(floor((west - far - land->origin_x) / land->cell), land->width);
    c->top = hold(floor((north - far - land->origin_y) / land->cell), land->height);
    c->right = hold(ceil((east + far - land->origin_x) / land->cell) + 1.0, land->width);
    c->below = hold(ceil((south + far - land->origin_y) / land->cell) + 1.0, land->height);
}

/// Lowers the distances of one row to the piece of the way after step i.
static void measure_piece(const job *j, int32_t y, int32_t i, float far) {
    const course *c = j->course;
    const oro_grid *land = j->args->result;
    int32_t next = i + 1 < c->count ? i + 1 : i;
    double wx = oro_world_x(land, c->left), wy = oro_world_y(land, y), cell = land->cell;
    double dx = c->x[next] - c->x[i], dy = c->y[next] - c->y[i], squared = dx * dx + dy * dy;
    double lo = fmin(c->x[i], c->x[next]) - (double)far, hi = fmax(c->x[i], c->x[next]) + (double)far;
    int32_t from = hold((lo - wx) / cell, j->near.width), to = hold((hi - wx) / cell + 1.0, j->near.width);
    float *restrict distance = j->near.distance + (ptrdiff_t)(y - c->top) * j->near.width;
    float *restrict place = j->near.place + (ptrdiff_t)(y - c->top) * j->near.width;
    float ax = (float)(wx - c->x[i]), ay = (float)(wy - c->y[i]), bx = (float)dx, by = (float)dy, step = (float)cell;
    float inverse = squared > 0.0 ? (float)(1.0 / squared) : 0.0f, at = (float)i;
    for (int32_t x = from; x < to; x++) {
        float px = ax + (float)x * step, t = oro_clamp((px * bx + ay * by) * inverse, 0.0f, 1.0f);
        float ex = px - t * bx, ey = ay - t * by, d = oro_sqrt(ex * ex + ey * ey);
        bool nearer = d < distance[x];
        distance[x] = nearer ? d : distance[x];
        place[x] = nearer ? at + t : place[x];
    }
}

static void measure_rows(const void *user, int32_t block) {
    const job *j = user;
    const course *c = j->course;
    int32_t y0 = block * ROWS_AT_ONCE, last = c->below - c->top;
    int32_t y1 = y0 + ROWS_AT_ONCE < last ? y0 + ROWS_AT_ONCE : last;
    const oro_grid *land = j->args->result;
    float far = 0.5f * c->way->width + c->way->reach + (float)land->cell;
    for (int32_t y = y0 + c->top; y < y1 + c->top; y++) {
        float *distance = j->near.distance + (ptrdiff_t)(y - c->top) * j->near.width;
        for (int32_t x = 0; x < j->near.width; x++) distance[x] = 2.0f * far;
        double wy = oro_world_y(land, y);
        for (int32_t i = 0; i < c->count; i++) {
            double north = fmin(c->y[i], c->y[i + 1 < c->count ? i + 1 : i]) - (double)far;
            double south = fmax(c->y[i], c->y[i + 1 < c->count ? i + 1 : i]) + (double)far;
            if (wy >= north && wy <= south) measure_piece(j, y, i, far);
        }
    }
}

/// Of the ground, `was` far from the way and `shaped` near it.
static float fade(const way *w, float shaped, float was, float off) {
    return oro_mix(shaped, was, oro_smoothstep(0.7f * w->reach, w->reach + 1e-3f, off));
}

/// One sample `off` metres beyond the edge of a road (below 0: on it), that it covers by `cover`.
static void shape_road(const lay *a, const way *w, int32_t x, int32_t y, float z, bool is_free, float off,
                       float cover) {
    float *h = &oro_row(a->result, y)[x], *deck = &oro_row(a->deck, y)[x];
    float room = oro_max(off, 0.0f) * w->side_slope, was = *h;
    oro_row(a->roads, y)[x] = oro_max(oro_row(a->roads, y)[x], cover);
    if (is_free && cover > 0.0f) *deck = z - was;
    if (!is_free) *h = fade(w, oro_clamp(was, z - room, z + room), was, off);
}

static void shape_river(const lay *a, const way *w, int32_t x, int32_t y, float z, float off, float cover) {
    float *h = &oro_row(a->result, y)[x], *deck = &oro_row(a->deck, y)[x];
    float half = 0.5f * w->width, across = oro_min((off + half) / half, 1.0f), was = *h;
    float bed = z - w->depth * (1.0f - across * across) + oro_max(off, 0.0f) * w->side_slope;
    float shaped = fade(w, oro_min(was, bed), was, off);
    // What is cut away under a road leaves its deck.
    if (oro_row(a->roads, y)[x] > 0.5f) *deck += was - shaped;
    *h = shaped;
    oro_row(a->rivers, y)[x] = oro_max(oro_row(a->rivers, y)[x], cover);
    // The water stands a fifth of the depth below the banks.
    if (cover > 0.0f) oro_row(a->water, y)[x] = oro_max(z - 0.2f * w->depth - shaped, 0.0f);
}

static void shape_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const course *c = j->course;
    const way *w = c->way;
    float cell = (float)j->args->result->cell, half = 0.5f * w->width;
    for (int32_t y = y0 + c->top; y < y1 + c->top; y++)
        for (int32_t x = 0; x < j->near.width; x++) {
            float d = j->near.distance[(ptrdiff_t)(y - c->top) * j->near.width + x], off = d - half;
            if (off > w->reach) continue;
            float place = j->near.place[(ptrdiff_t)(y - c->top) * j->near.width + x];
            float z = (float)height_at(c, place);
            float cover = oro_clamp(0.5f - off / cell, 0.0f, 1.0f);
            if (w->kind.index == kind_road)
                shape_road(j->args, w, x + c->left, y, z, c->free[(int32_t)place], off, cover);
            else
                shape_river(j->args, w, x + c->left, y, z, off, cover);
        }
}

static oro_status lay_way(oro_run *r, const lay *a, const way *w) {
    course c = {0};
    if (w->points.count < 1) return ORO_OK;
    oro_status status = oro_step(r, 0.0);
    if (status == ORO_OK) status = follow(r, w, a->result, &c);
    if (status == ORO_OK) status = grade(r, a->result, &c);
    if (status != ORO_OK) return status;
    find_box(a->result, &c);
    oro_grid box = {.width = c.right - c.left, .height = c.below - c.top};
    if (box.width < 1 || box.height < 1) {
        oro_note(r->ctx, "ways", "%s lies outside the map", w->name ? w->name : "a way");
        return ORO_OK;
    }
    size_t samples = (size_t)box.width * (size_t)box.height;
    float *memory = oro_alloc(r->ctx, 2 * samples * sizeof(float)); // freed at once: there may be many ways
    if (!memory) return ORO_NO_MEMORY;
    job j = {.args = a, .course = &c, .near = {memory, memory + samples, box.width}};
    status = oro_for_blocks(r, (box.height + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE, measure_rows, &j);
    if (status == ORO_OK) status = oro_for_rows(r, &box, shape_rows, &j);
    oro_free(r->ctx, memory);
    return status;
}

static void clear_rows(const void *user, int32_t y0, int32_t y1) {
    const lay *a = user;
    size_t bytes = (size_t)a->result->width * sizeof(float);
    for (int32_t y = y0; y < y1; y++) {
        memcpy(oro_row(a->result, y), oro_row(a->height, y), bytes);
        memset(oro_row(a->roads, y), 0, bytes);
        memset(oro_row(a->rivers, y), 0, bytes);
        memset(oro_row(a->water, y), 0, bytes);
        memset(oro_row(a->deck, y), 0, bytes);
    }
}

static oro_status run(oro_run *r, const void *p) {
    const lay *a = p;
    const way *ways = a->ways.items;
    oro_stage(r, 0.0, 0.05);
    oro_status status = oro_for_rows(r, a->result, clear_rows, a);
    int32_t n = a->ways.count, done = 0;
    for (int32_t kind = kind_road; kind <= kind_river; kind++)
        for (int32_t i = 0; i < n && status == ORO_OK; i++) {
            if (ways[i].kind.index != kind) continue;
            oro_stage(r, 0.05 + 0.95 * done / n, 0.05 + 0.95 * (done + 1) / n);
            status = lay_way(r, a, &ways[i]);
            done++;
        }
    return status;
}

ORO_OPERATOR(lay, "Lay roads and rivers on finished land", .family = "features", .version = 1, .run = run,
             .words = "road path street way bridge tunnel highway track river stream",
             .doc = "Roads follow the ground, smoothed and never steeper than their grade, with cuts and embankments "
                    "beside them; rivers find the lowest ground across their width, fall all the way and cut a bed. "
                    "Lay them last: erosion would turn roads into dykes and leave rivers on walls. Where a river "
                    "crosses a road, or the ground lies far below it, the road is a bridge; where it lies far above, a "
                    "tunnel: `deck` says how high or deep. A world that wraps is treated as one with edges.",
             .example = "--ways \"kind=road width=6 points=[x=100 y=900; x=500 y=420; x=1900 y=300]\" height.png "
                        "roads.png");
