// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Curves in space: B-splines against their definition, frames against analytic ones, and the ribbons that sketch makes of them.

#include "call.h"
#include "orogen/curves.h"
#include "orogen/mesh.h"
#include "orogen/ribbons.h"
#include "solve/strand.h"

static char notes[8192]; ///< all that was noted since the last look

static void keep_note(void *user, const char *where, const char *sentence) {
    (void)user, (void)where;
    size_t used = strlen(notes);
    snprintf(notes + used, sizeof notes - used, "%s\n", sentence);
}

static int setup(void **state) {
    if (call_setup(state) != 0) return -1;
    oro_destroy(ctx);
    ctx = oro_create(&(oro_context_desc){.threads = 2, .log = keep_note}, NULL);
    return ctx ? 0 : -1;
}

// --- splines ----------------------------------------------------------------------------------------------------------

/// The basis function of Cox and de Boor, straight from its definition; 0/0 counts as 0.
static double basis(const double *knots, int i, int degree, double x, double end) {
    if (degree == 0) return (knots[i] <= x && x < knots[i + 1]) || (x == end && knots[i] < x && knots[i + 1] == x);
    double a = knots[i + degree] - knots[i], b = knots[i + degree + 1] - knots[i + 1];
    return (a > 0 ? (x - knots[i]) / a * basis(knots, i, degree - 1, x, end) : 0) +
           (b > 0 ? (knots[i + degree + 1] - x) / b * basis(knots, i + 1, degree - 1, x, end) : 0);
}

static const oro_vec3 wild[] = {{0, 0, 0}, {3, 8, 1}, {9, 2, -4}, {12, 9, 6}, {20, 5, 5}, {18, -7, 3}, {4, -9, 2}};

static void assert_vec(oro_vec3 a, oro_vec3 b, double tolerance) {
    assert_near(a.x, b.x, tolerance);
    assert_near(a.y, b.y, tolerance);
    assert_near(a.z, b.z, tolerance);
}

static void splines_are_sums_of_basis_functions(void **state) {
    (void)state;
    for (int count = 2; count <= 7; count++)
        for (int closed = 0; closed <= (count >= 3); closed++) {
            oro_bspline b = {wild, count, closed};
            int degree = oro_bspline_degree(&b), spans = oro_bspline_spans(&b), n = closed ? count + degree : count;
            assert_int_equal(degree, closed || count > 3 ? 3 : count - 1);
            double knots[32];
            for (int i = 0; i < n + degree + 1; i++) knots[i] = closed ? i - degree : fmin(fmax(i - degree, 0), spans);
            for (int k = 0; k < spans; k++)
                for (double u = 0; u <= 1; u += 0.125) {
                    if (closed && u == 1) continue; // the same as the next span's beginning
                    oro_vec3 sum = {0}, slope, at = oro_bspline_at(&b, k, u, &slope);
                    for (int i = 0; i < n; i++)
                        sum = oro_vec3_add(sum, wild[(i + closed * (count - 1)) % count],
                                           basis(knots, i, degree, k + u, spans));
                    assert_vec(at, sum, 1e-12);
                    if (u < 0.125 || u > 0.875) continue;
                    oro_vec3 step =
                        oro_vec3_between(oro_bspline_at(&b, k, u - 1e-5, NULL), oro_bspline_at(&b, k, u + 1e-5, NULL));
                    assert_vec(slope, oro_vec3_times(step, 0.5e5),
                               1e-6); // cubic: the error is 1e-10 of the third derivative
                }
            if (closed) continue;
            assert_vec(oro_bspline_at(&b, 0, 0, NULL), wild[0], 0);
            assert_vec(oro_bspline_at(&b, spans - 1, 1, NULL), wild[count - 1], 1e-12);
        }
}

// --- frames -----------------------------------------------------------------------------------------------------------

enum { MOST = 4096 };

static oro_strand empty_strand(void) {
    static oro_strand_point room[MOST];
    memset(room, 0, sizeof room);
    return (oro_strand){.points = room};
}

static void frames_are_square_and_do_not_turn_in_a_plane(void **state) {
    (void)state;
    // Control points in the plane spanned by two directions; the normal of that plane stays as it is.
    oro_vec3 a = oro_vec3_unit((oro_vec3){1, 2, 2}, (oro_vec3){0}),
             b = oro_vec3_unit((oro_vec3){2, 1, -2}, (oro_vec3){0});
    oro_vec3 points[7], across = oro_vec3_cross(a, b);
    for (int i = 0; i < 7; i++) points[i] = oro_vec3_add(oro_vec3_times(a, wild[i].x), b, wild[i].y);
    for (int closed = 0; closed < 2; closed++) {
        oro_strand s = empty_strand();
        oro_bspline spline = {points, 7, closed};
        assert_int_equal(oro_strand_count(&spline, 0.5) <= MOST, 1);
        assert_true(oro_strand_sample(&spline, NULL, 0.5, &s));
        assert_int_equal(s.count, oro_strand_count(&spline, 0.5));
        oro_strand_frames_minimal(&s, across);
        for (int i = 0; i < s.count; i++) assert_vec(s.points[i].up, across, 1e-9);
        oro_strand_frames_level(&s, (oro_vec3){0, 0, 1});
        for (int i = 0; i < s.count; i++) {
            assert_near(oro_vec3_dot(s.points[i].up, s.points[i].along), 0, 1e-12);
            assert_near(oro_vec3_length(s.points[i].up), 1, 1e-12);
            assert_near(oro_vec3_dot(oro_vec3_cross(s.points[i].along, s.points[i].up), (oro_vec3){0, 0, 1}), 0, 1e-9);
        }
    }
}

/// Points of a helix of radius 1 that climbs c per radian, once around.
static void make_helix(oro_strand *s, int count, double c) {
    *s = empty_strand();
    s->count = count;
    for (int i = 0; i < count; i++) {
        double t = 2 * M_PI * i / (count - 1), l = sqrt(1 + c * c);
        s->points[i].at = (oro_vec3){cos(t), sin(t), c * t};
        s->points[i].along = (oro_vec3){-sin(t) / l, cos(t) / l, c / l};
    }
    assert_true(oro_strand_measure(s));
}

static void frames_along_a_helix_turn_by_its_torsion(void **state) {
    (void)state;
    // Against the helix's own normal, which points to its axis, an unturned direction turns back by torsion times length: c / sqrt(1 + c^2) a radian.
    // Double reflection is of fourth order: with twice the points the error falls to about a sixteenth.
    double c = 0.4, turn = -2 * M_PI * c / sqrt(1 + c * c), before = 0;
    for (int count = 33; count <= 129; count = 2 * count - 1) {
        oro_strand s;
        make_helix(&s, count, c);
        oro_strand_frames_minimal(&s, (oro_vec3){-1, 0, 0});
        const oro_strand_point *end = &s.points[count - 1];
        oro_vec3 normal = {-1, 0, 0},
                 binormal = oro_vec3_cross(end->along, normal); // in numbers these turn right-handed
        double angle = atan2(oro_vec3_dot(end->up, binormal), oro_vec3_dot(end->up, normal));
        double error = fabs(remainder(angle - turn, 2 * M_PI));
        assert_true(error < 1e-4);
        if (before > 0) assert_true(error < before / 12);
        before = error;
    }
}

static void a_closed_curve_has_no_seam(void **state) {
    (void)state;
    oro_bspline b = {wild, 7, true};
    oro_strand s = empty_strand();
    assert_true(oro_strand_sample(&b, NULL, 0.1, &s));
    oro_strand_frames_minimal(&s, (oro_vec3){0, 0, 1});
    double most = 0, seam = 0;
    for (int i = 0; i < s.count; i++) {
        const oro_strand_point *p = &s.points[i], *q = &s.points[(i + 1) % s.count];
        double off = oro_vec3_length(oro_vec3_between(oro_strand_carry(p, q, p->up), q->up)) /
                     oro_vec3_length(oro_vec3_between(p->at, q->at));
        if (i + 1 < s.count)
            most = fmax(most, off);
        else
            seam = off;
    }
    // Its twist is spread by length, so that the seam turns as fast as the rest.
    assert_true(most > 1e-4);
    assert_true(seam < 1.05 * most);
}

// --- ribbons ----------------------------------------------------------------------------------------------------------

/// Draws on a square of ground of 64 m; pairs of name and text, ending with NULL.
static oro_status try_sketch(oro_ribbons *out, oro_curves *spines, oro_mesh *proxy, const oro_mesh *mesh,
                             const char *const *set_to) {
    call c = begin("sketch");
    for (; *set_to; set_to += 2) set(&c, set_to[0], set_to[1]);
    *(const void **)oro_arg_at(row_of(&c, "mesh"), c.args) = mesh;
    *(void **)oro_arg_at(row_of(&c, "result"), c.args) = out;
    *(void **)oro_arg_at(row_of(&c, "spines"), c.args) = spines;
    *(void **)oro_arg_at(row_of(&c, "proxy"), c.args) = proxy;
    oro_grid ground = {.width = 65, .height = 65, .cell = 1.0};
    notes[0] = 0;
    oro_status status = oro_call(ctx, c.op, c.args, &(oro_run_desc){.ground = &ground});
    finish(&c);
    return status;
}

#define SKETCH(...) sketched((const char *const[]){__VA_ARGS__, NULL})
static oro_ribbons sketched(const char *const *set_to) {
    oro_ribbons r = {0};
    if (try_sketch(&r, NULL, NULL, NULL, set_to) != ORO_OK) fail_msg("%s", oro_last_error(ctx)->sentence);
    return r;
}

static oro_vec3 place(const oro_ribbons *r, uint32_t v) { return oro_ribbons_get(r->positions, v); }
static oro_vec3 normal_at(const oro_ribbons *r, uint32_t v) { return oro_ribbons_get(r->normals, v); }

/// What holds for all ribbons: unit vectors, normals square to bitangents, triangles that face the air, edges marked as they are shared.
static void check_ribbons(const oro_ribbons *r, double flat) {
    for (uint32_t i = 0; i < r->vertex_count; i++) {
        assert_near(oro_vec3_length(normal_at(r, i)), 1, 1e-6);
        assert_near(oro_vec3_length(oro_ribbons_get(r->bitangents, i)), 1, 1e-6);
        assert_near(oro_vec3_dot(normal_at(r, i), oro_ribbons_get(r->bitangents, i)), 0, 1e-6);
    }
    bool *spine = calloc(r->vertex_count, sizeof *spine);
    for (uint32_t i = 0; i < 3 * r->triangle_count; i++)
        if (r->edges[i / 3] & (uint32_t)ORO_EDGE_SPINE << i % 3)
            spine[r->triangles[i]] = spine[r->triangles[i / 3 * 3 + (i + 1) % 3]] = true;
    for (uint32_t t = 0; t < r->triangle_count; t++) {
        const uint32_t *c = r->triangles + 3 * (size_t)t;
        oro_vec3 ab = oro_vec3_between(place(r, c[0]), place(r, c[1])),
                 ac = oro_vec3_between(place(r, c[0]), place(r, c[2]));
        oro_vec3 air = oro_vec3_unit(oro_vec3_cross(ac, ab), (oro_vec3){0});
        for (int k = 0; k < 3; k++) {
            // The spine's vertices have the mean of two sides; the others lie square to the ribbon.
            double facing = oro_vec3_dot(air, normal_at(r, c[k]));
            assert_true(facing > (spine[c[k]] ? 0.0 : flat));
        }
        for (int k = 0; k < 3; k++) {
            uint32_t a = c[k], b = c[(k + 1) % 3], shared = 0;
            for (uint32_t o = 0; o < r->triangle_count; o++)
                for (int j = 0; j < 3; j++)
                    shared += o != t && r->triangles[3 * o + (uint32_t)j] == b &&
                              r->triangles[3 * o + (uint32_t)(j + 1) % 3] == a;
            assert_int_equal(shared, (r->edges[t] & (uint32_t)ORO_EDGE_INSIDE << k) != 0);
        }
        assert_true(r->owners[t] < r->curve_count);
    }
    free(spine);
}

static void a_straight_cliff_is_where_its_angles_say(void **state) {
    (void)state;
    // To the east: the left hand is north. Level there, 60 degrees down to the south.
    oro_ribbons r =
        SKETCH("curves", "left=0 right=-60 left_width=4 right_width=2 points=[x=-4 y=32 z=20; x=68 y=32 z=20]");
    assert_int_equal(r.curve_count, 1);
    assert_int_equal(r.roles[0], ORO_ROLE_SEED);
    uint32_t n = r.vertex_count / 3;
    assert_int_equal(r.triangle_count, 4 * (n - 1));
    double c = 0.5, s = sqrt(0.75);
    for (uint32_t i = 0; i < n; i++) {
        double x = place(&r, i).x;
        assert_vec(place(&r, i), (oro_vec3){x, 32, 20}, 1e-5);
        assert_vec(place(&r, n + i), (oro_vec3){x, 28, 20}, 1e-5);
        assert_vec(place(&r, 2 * n + i), (oro_vec3){x, 32 + 2 * c, 20 - 2 * s}, 1e-5);
        assert_vec(normal_at(&r, n + i), (oro_vec3){0, 0, 1}, 1e-6);
        assert_vec(normal_at(&r, 2 * n + i), (oro_vec3){0, s, c}, 1e-6);
        // The spine has the mean of both, at length 1: 30 degrees to the south.
        assert_vec(normal_at(&r, i), (oro_vec3){0, 0.5, s}, 1e-6);
        assert_vec(oro_ribbons_get(r.bitangents, n + i), (oro_vec3){0, -1, 0}, 1e-6);
        assert_vec(oro_ribbons_get(r.bitangents, 2 * n + i), (oro_vec3){0, c, -s}, 1e-6);
    }
    assert_near(place(&r, 0).x, -4, 0);
    assert_near(place(&r, n - 1).x, 68, 1e-5);
    for (uint32_t i = 1; i < n; i++) assert_true(place(&r, i).x - place(&r, i - 1).x <= 0.8 + 1e-5);
    check_ribbons(&r, 0.9999);
    assert_string_equal(notes, "");
    oro_ribbons_free(ctx, &r);
}

static void numbers_run_from_constraint_to_constraint(void **state) {
    (void)state;
    // Two points are a straight line, on which t is the way. What a constraint leaves out passes over it; the curve's own number holds where none says it.
    oro_ribbons r = SKETCH("curves",
                           "role=guidance flow=sink right=5 width=2 material=0.7 points=[x=0 y=0 z=0; x=60 y=0 z=0] "
                           "constraints=[t=0.75 left=30 amplitude=4; t=0 left=0 edge=0.5; t=0.5 edge=1]",
                           "vegetation", "0.3", "roughness", "0.8");
    uint32_t n = r.vertex_count / 3;
    for (uint32_t i = 0; i < n; i++) {
        double t = place(&r, i).x / 60, angle = fmin(t / 0.75, 1) * 30 * M_PI / 180;
        assert_vec(place(&r, n + i), (oro_vec3){60 * t, -2 * cos(angle), 2 * sin(angle)}, 1e-4);
        const float *traits = r.traits + ORO_TRAIT_COUNT * (size_t)i;
        assert_near(traits[ORO_TRAIT_AMPLITUDE], 4, 1e-6);
        assert_near(traits[ORO_TRAIT_EDGE], 0.5 + fmin(t, 0.5), 1e-5);
        assert_near(traits[ORO_TRAIT_MATERIAL], 0.7, 1e-6);
        assert_near(traits[ORO_TRAIT_VEGETATION], 0.3, 1e-6);
        assert_near(traits[ORO_TRAIT_ROUGHNESS], 0.8, 1e-6);
    }
    assert_int_equal(r.roles[0], ORO_ROLE_FLOW_SINK << ORO_ROLE_FLOW_SHIFT);
    assert_non_null(strstr(notes, "no surface primitive"));
    oro_ribbons_free(ctx, &r);
}

static void rings_have_their_radius(void **state) {
    (void)state;
    oro_ribbons r = SKETCH("rings", "x=32 y=30 z=5 radius=12 outside=0 inside=45 outer_width=3 inner_width=2");
    uint32_t n = r.vertex_count / 3;
    for (uint32_t i = 0; i < n; i++) {
        oro_vec3 centre = {32, 30, 5}, p = oro_vec3_between(centre, place(&r, i)),
                 o = oro_vec3_between(centre, place(&r, n + i)), q = oro_vec3_between(centre, place(&r, 2 * n + i));
        assert_near(oro_vec3_length(p), 12, 1e-5);
        assert_near(p.z, 0, 1e-6);
        assert_near(oro_vec3_length(o), 15, 1e-5);
        assert_near(o.z, 0, 1e-6);
        assert_near(oro_vec3_flat_length(q), 12 - sqrt(2), 1e-5);
        assert_near(q.z, sqrt(2), 1e-5);
    }
    check_ribbons(&r, 0.99);
    oro_ribbons_free(ctx, &r);
    // A mouth in a wall that faces south: inside leads north, its normals to the axis.
    r = SKETCH("rings", "x=32 y=30 z=15 radius=4 facing=180 tilt=90 outside=0 inside=-90 width=1");
    n = r.vertex_count / 3;
    for (uint32_t i = 0; i < n; i++) {
        assert_near(place(&r, n + i).y, 30, 1e-5);
        assert_near(place(&r, 2 * n + i).y, 29, 1e-5);
        oro_vec3 axis = oro_vec3_between(place(&r, 2 * n + i), (oro_vec3){32, 29, 15});
        assert_near(oro_vec3_dot(axis, normal_at(&r, 2 * n + i)), 4, 1e-4);
        assert_vec(normal_at(&r, n + i), (oro_vec3){0, 1, 0}, 1e-5);
    }
    check_ribbons(&r, 0.99);
    oro_ribbons_free(ctx, &r);
}

/// Compares ribbons with those of a moved drawing, vertex by vertex; `map` moves a direction, and `shift` a place further. Mirrored, left and
/// right change places.
static void check_moved(const char *a, const char *b, oro_vec3 (*map)(oro_vec3), oro_vec3 shift, bool mirrored) {
    oro_ribbons p = SKETCH("curves", a, "spacing", "1"), q = SKETCH("curves", b, "spacing", "1");
    assert_int_equal(p.vertex_count, q.vertex_count);
    uint32_t n = p.vertex_count / 3;
    for (uint32_t i = 0; i < p.vertex_count; i++) {
        uint32_t k = i < n || !mirrored ? i : i < 2 * n ? i + n : i - n;
        assert_vec(place(&q, k), oro_vec3_add(map(place(&p, i)), shift, 1.0), 2e-5);
        assert_vec(normal_at(&q, k), map(normal_at(&p, i)), 2e-6);
    }
    oro_ribbons_free(ctx, &p), oro_ribbons_free(ctx, &q);
}

static oro_vec3 same(oro_vec3 v) { return v; }
static oro_vec3 mirror(oro_vec3 v) { return (oro_vec3){v.x, -v.y, v.z}; }
static oro_vec3 turn(oro_vec3 v) { return (oro_vec3){-v.y, v.x, v.z}; } // a quarter to the right, seen from above

#define WAY(l, r, p) "left=" l " right=" r " left_width=3 right_width=2 points=[" p "]"
#define CARRIED(l, r, lw, rw, p)                                                                                       \
    "frame=rotation-minimising left=" l " right=" r " left_width=" lw " right_width=" rw " points=[" p "]"

static void ribbons_move_with_their_curves(void **state) {
    (void)state;
    const char *first = WAY("20", "-70", "x=0 y=0 z=5; x=12 y=8 z=9; x=24 y=-6 z=12; x=40 y=4 z=2; x=50 y=12 z=8");
    check_moved(first, WAY("20", "-70", "x=7 y=-3 z=6; x=19 y=5 z=10; x=31 y=-9 z=13; x=47 y=1 z=3; x=57 y=9 z=9"),
                same, (oro_vec3){7, -3, 1}, false);
    check_moved(first, WAY("20", "-70", "x=0 y=0 z=5; x=-8 y=12 z=9; x=6 y=24 z=12; x=-4 y=40 z=2; x=-12 y=50 z=8"),
                turn, (oro_vec3){0}, false);
    const char *carried =
        CARRIED("20", "-70", "3", "2", "x=0 y=0 z=5; x=12 y=8 z=9; x=14 y=-6 z=22; x=40 y=4 z=22; x=50 y=12 z=2");
    check_moved(
        carried,
        CARRIED("-70", "20", "2", "3", "x=0 y=0 z=5; x=12 y=-8 z=9; x=14 y=6 z=22; x=40 y=-4 z=22; x=50 y=-12 z=2"),
        mirror, (oro_vec3){0}, true);
    check_moved(
        carried,
        CARRIED("20", "-70", "3", "2", "x=0 y=0 z=5; x=-8 y=12 z=9; x=6 y=14 z=22; x=-4 y=40 z=22; x=-12 y=50 z=2"),
        turn, (oro_vec3){0}, false);
}

static void tunnels_are_round_and_end_behind_their_mouths(void **state) {
    (void)state;
    oro_ribbons r = SKETCH("tunnels", "width=10 height=10 begin=ring points=[x=32 y=50 z=12; x=32 y=-4 z=12]");
    assert_int_equal(r.curve_count, 5);
    for (uint32_t t = 0; t < r.triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = r.triangles[3 * t + k];
            oro_vec3 p = place(&r, v), axis = {32, p.y, 12}, in = oro_vec3_between(p, axis);
            if (r.owners[t] == 4) {
                assert_true(p.y > 50 - 2.25 - 1e-4 && p.y < 50 + 1e-4);
                continue;
            }
            assert_true(p.y < 50 - 2.25 + 1e-4);
            if (r.edges[t] & (uint32_t)(ORO_EDGE_SPINE << k)) assert_near(oro_vec3_length(in), 5, 1e-4);
            assert_true(oro_vec3_length(in) < 5 + 1e-4 && oro_vec3_length(in) > 4); // ribbons bend inwards
            assert_true(oro_vec3_dot(in, normal_at(&r, v)) > 0.9 * oro_vec3_length(in));
        }
    check_ribbons(&r, 0.99);
    oro_ribbons_free(ctx, &r);
}

static void a_cliffs_foot_lies_where_its_face_meets_the_ground(void **state) {
    (void)state;
    // 110 degrees over 15 m: the foot lies 15 * tan 20 degrees back.
    oro_ribbons r = SKETCH("cliffs", "slope=110 ground=7 plateau=8 plain=9 points=[x=-4 y=30 z=22; x=68 y=30 z=22]");
    assert_int_equal(r.curve_count, 2);
    uint32_t n = r.vertex_count / 6;
    double back = 15 * tan(20 * M_PI / 180), face = 15 / cos(20 * M_PI / 180);
    for (uint32_t i = 0; i < n; i++) {
        oro_vec3 edge = place(&r, i), foot = place(&r, 3 * n + i);
        assert_vec(foot, (oro_vec3){edge.x, 30 - back, 7}, 1e-4);
        // The face's two ribbons lie in one plane and leave a tenth of it open.
        oro_vec3 upper = place(&r, 2 * n + i), lower = place(&r, 4 * n + i);
        assert_near(oro_vec3_length(oro_vec3_between(upper, lower)), 0.1 * face, 1e-4);
        assert_vec(normal_at(&r, 2 * n + i), normal_at(&r, 4 * n + i), 1e-5);
        assert_vec(place(&r, n + i), (oro_vec3){edge.x, 22, 22}, 1e-4);
        assert_vec(place(&r, 5 * n + i), (oro_vec3){edge.x, 30 - back + 9, 7}, 1e-4);
    }
    check_ribbons(&r, 0.9999);
    assert_string_equal(notes, "");
    oro_ribbons_free(ctx, &r);
}

static void arches_and_patches_face_the_air(void **state) {
    (void)state;
    oro_ribbons r =
        SKETCH("arches", "from_x=16 from_y=32 from_z=5 to_x=48 to_y=36 to_z=5 height=22 thickness=8 width=6");
    assert_int_equal(r.curve_count, 4);
    double top = 0, under = 0; // of the middle of the arch
    for (uint32_t t = 0; t < r.triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            double z = place(&r, r.triangles[3 * t + k]).z;
            if (r.owners[t] == 0) top = fmax(top, z);
            if (r.owners[t] == 1 && r.edges[t] & (uint32_t)(ORO_EDGE_SPINE << k)) under = fmax(under, z);
        }
    assert_near(top, 5 + 22, 0.02);
    assert_near(under, 5 + 14, 0.02); // sampled every few degrees
    check_ribbons(&r, 0.97);
    oro_ribbons_free(ctx, &r);
    // A cap of 30 degrees of a ball of radius 10 whose middle is (32, 32, 20), seen from the south; and a quad.
    r = SKETCH("patches",
               "shape=disc x=32 y=42 z=20 facing=180 tilt=90 radius=5 cap=30; x=5 y=6 z=7 width=4 length=2 turn=90");
    assert_int_equal(r.curve_count, 2);
    for (uint32_t i = 0; i + 4 < r.vertex_count; i++) {
        oro_vec3 out = oro_vec3_between((oro_vec3){32, 32, 20}, place(&r, i));
        assert_near(oro_vec3_length(out), 10, 1e-5);
        assert_vec(normal_at(&r, i), oro_vec3_times(out, 0.1), 1e-5);
    }
    assert_vec(place(&r, r.vertex_count - 3), (oro_vec3){4, 8, 7},
               1e-5); // a quarter turn to the right: from the east to the south
    check_ribbons(&r, 0.97);
    oro_ribbons_free(ctx, &r);
}

static void meshes_come_in_and_go_out_with_north_up(void **state) {
    (void)state;
    // Half a roof: two triangles in a plane that rises to the north, in a mesh whose y is north.
    float positions[] = {0, 0, 0, 10, 0, 0, 10, 10, 10, 0, 10, 10};
    uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    oro_mesh roof = {.vertex_count = 4, .triangle_count = 2, .positions = positions, .indices = indices}, proxy = {0};
    oro_ribbons r = {0};
    oro_curves spines = {0};
    const char *const with[] = {"curves", "closed=on width=1 points=[x=20 y=20; x=30 y=20; x=25 y=30]", NULL};
    assert_int_equal(try_sketch(&r, &spines, &proxy, &roof, with), ORO_OK);
    assert_int_equal(r.curve_count, 2);
    uint32_t first = r.vertex_count - 4;
    assert_vec(place(&r, first + 2), (oro_vec3){10, -10, 10}, 0);
    for (uint32_t i = first; i < r.vertex_count; i++) {
        assert_vec(normal_at(&r, i), (oro_vec3){0, sqrt(0.5), sqrt(0.5)}, 1e-6);
        assert_vec(oro_ribbons_get(r.bitangents, i), (oro_vec3){0, sqrt(0.5), -sqrt(0.5)}, 1e-6);
    }
    check_ribbons(&r, 0.9);
    // The curve alone, its first point again at its end.
    assert_int_equal(spines.count, 1);
    assert_int_equal(spines.point_count, (r.vertex_count - 4) / 3 + 1);
    assert_memory_equal(spines.positions, spines.positions + 3 * (size_t)(spines.point_count - 1), 3 * sizeof(float));
    // Both sides of every triangle, each with a normal on its own side.
    assert_int_equal(proxy.triangle_count, 2 * r.triangle_count);
    for (uint32_t t = 0; t < proxy.triangle_count; t++) {
        const uint32_t *c = proxy.indices + 3 * (size_t)t;
        oro_vec3 a = oro_ribbons_get(proxy.positions, c[0]),
                 ab = oro_vec3_between(a, oro_ribbons_get(proxy.positions, c[1])),
                 ac = oro_vec3_between(a, oro_ribbons_get(proxy.positions, c[2]));
        assert_true(oro_vec3_dot(oro_vec3_cross(ab, ac), oro_ribbons_get(proxy.normals, c[0])) > 0);
    }
    oro_ribbons_free(ctx, &r), oro_curves_free(ctx, &spines), oro_mesh_free(ctx, &proxy);
}

// --- notes and refusals -------------------------------------------------------------------------------------------------

static void drawings_that_will_not_work_are_noted(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"curves", "", "no surface primitive: nothing is drawn"},
        {"curves", "name=lone points=[x=1 y=2 z=3]", "lone is left out: it needs 2 points, not 1"},
        {"curves", "closed=on points=[x=1 y=2; x=3 y=4]", "curve 1 is left out: it needs 3 points, not 2"},
        {"curves", "name=knot points=[x=1 y=2; x=1 y=2]", "knot is left out: all its points lie together"},
        {"curves", "name=thin width=0 points=[x=1 y=2; x=30 y=2]", "thin is left out: both its ribbons have width 0"},
        {"curves", "name=away points=[x=-90 y=2; x=-80 y=20]", "away lies outside the ground of the world"},
        {"curves", "name=steep left=-60 right=-60 points=[x=20 y=30; x=40 y=30]", "nothing anchors the ground"},
        {"rings", "name=round x=32 y=32 radius=5 width=6",
         "the right ribbon of round must be narrower than the bend's radius, 5.0"},
        {"curves",
         "name=a left=0 right=-90 width=9 points=[x=-4 y=30 z=20; x=68 y=30 z=20]; name=b left=90 right=0 width=3 "
         "points=[x=-4 y=30 z=5; x=68 y=30 z=5]",
         "a ribbon of a must be at most 0.45 of the distance to the facing b wide, 6.75 m, not 9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oro_ribbons r = SKETCH(cases[i][0], cases[i][1]);
        if (!strstr(notes, cases[i][2])) fail_msg("\"%s\" is noted as: %s", cases[i][1], notes);
        oro_ribbons_free(ctx, &r);
    }
}

static void what_cannot_be_drawn_is_refused(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"curves", "name=x up_z=0 points=[x=1 y=2; x=30 y=2]", "the up vector of x must not be 0 0 0"},
        {"arches", "name=x thickness=60",
         "the feet of x must be further apart than twice its thickness, 120 m, not 100"},
        {"arches", "name=x height=30", "the height of x must be above 1.5 times its thickness, 37.5 m, not 30"},
        {"cliffs", "name=x ground=50 points=[x=1 y=2 z=40; x=30 y=2 z=60]",
         "x (edge) must lie above the ground before it, 50 m, not at 40"},
        {"tunnels", "name=x width=9 height=9 begin=ring end=ring points=[x=1 y=2; x=4 y=2]",
         "x must be longer than its mouths, 4.05 m"},
        {"curves", "points=[x=-1e7 y=2; x=1e7 y=2]", "curves may become at most 4194304 points, not"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oro_ribbons r = {0};
        bool fine = i == 5;
        const char *const args[] = {cases[i][0], cases[i][1], fine ? "spacing" : NULL, fine ? "1" : NULL, NULL};
        assert_int_equal(try_sketch(&r, NULL, NULL, NULL, args), ORO_BAD_ARGUMENT);
        if (!strstr(oro_last_error(ctx)->sentence, cases[i][2]))
            fail_msg("\"%s\": %s", cases[i][1], oro_last_error(ctx)->sentence);
        assert_null(r.positions);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splines_are_sums_of_basis_functions),
        cmocka_unit_test(frames_are_square_and_do_not_turn_in_a_plane),
        cmocka_unit_test(frames_along_a_helix_turn_by_its_torsion),
        cmocka_unit_test(a_closed_curve_has_no_seam),
        cmocka_unit_test(a_straight_cliff_is_where_its_angles_say),
        cmocka_unit_test(numbers_run_from_constraint_to_constraint),
        cmocka_unit_test(rings_have_their_radius),
        cmocka_unit_test(ribbons_move_with_their_curves),
        cmocka_unit_test(tunnels_are_round_and_end_behind_their_mouths),
        cmocka_unit_test(a_cliffs_foot_lies_where_its_face_meets_the_ground),
        cmocka_unit_test(arches_and_patches_face_the_air),
        cmocka_unit_test(meshes_come_in_and_go_out_with_north_up),
        cmocka_unit_test(drawings_that_will_not_work_are_noted),
        cmocka_unit_test(what_cannot_be_drawn_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, call_teardown);
}
