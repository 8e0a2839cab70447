// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Masks, classes and slopes in the stack are not taken for land: whatever operator comes in, goes or moves, who took heights
// takes heights. No operator that is tried is known by name.

#include "in_studio.h"
#include "scene/graph.h"

enum { OLD = 3 }; ///< nodes of the stack that is tried
static const char *const old_ids[OLD] = {"hills", "steps", "soft"};
static const char *const inputs[OLD] = {NULL, "steps.height", "soft.height"};

static const char small_stack[] = "replace '{\"orogen\": 1, \"nodes\": [{\"id\": \"hills\", \"op\": \"noise\"}, "
                                  "{\"id\": \"steps\", \"op\": \"terrace\"}, "
                                  "{\"id\": \"soft\", \"op\": \"blur\"}], \"outputs\": [{\"file\": \"height.png\"}]}'";

/// What the k-th node of the stack takes; "": nothing.
static void taken(const rig *r, int k, char buffer[160]) {
    *buffer = 0;
    if (inputs[k]) assert_true(oro_scene_source(r->parts.session->scene, inputs[k], buffer, 160));
}

/// The map that the output without a name writes.
static const char *written(const rig *r) {
    const oro_scene *scene = r->parts.session->scene;
    oro_source source;
    assert_int_equal(oro_scene_resolve(scene, oro_scene_output_at(scene, 0)->from, ORO_MAP_KIND, &source, ""), ORO_OK);
    return source.node->id;
}

static void expect_as_before(const rig *r, const char *what) {
    static const char *const before[OLD] = {"", "hills", "steps"};
    for (int k = 0; k < OLD; k++) {
        char now[160];
        taken(r, k, now);
        if (strcmp(now, before[k]) != 0) fail_msg("%s: %s takes \"%s\", not \"%s\"", what, old_ids[k], now, before[k]);
    }
    if (strcmp(written(r), "soft") != 0) fail_msg("%s: the output is made from %s", what, written(r));
}

static void what_makes_no_land_stays_beside_it(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    line(&r, small_stack, ORO_OK);
    studio_session *s = r.parts.session;
    int tried = 0;
    for (int i = 0; i < oro_operator_count(); i++)
        for (int at = 0; at <= OLD; at++) {
            char words[200];
            const oro_operator *op = oro_operator_at(s->ctx, i);
            int32_t made = oro_first_of_type(op, ORO_GRID_OUT), input = oro_first_of_type(op, ORO_GRID_IN);
            // Filters of anything make what they are given: land, where they stand in it.
            if (made < 0 || (input >= 0 && strcmp(op->record.args[input].unit, "any") == 0 &&
                             strcmp(op->record.args[made].unit, "any") == 0))
                continue;
            snprintf(words, sizeof words, "add %s.%s %d new", op->family, op->record.name, at);
            line(&r, words, ORO_OK);
            if (strcmp(studio_unit_of(s->scene, "new"), "m") != 0) {
                expect_as_before(&r, words);
                line(&r, "duplicate new", ORO_OK);
                expect_as_before(&r, "duplicate");
                line(&r, "undo", ORO_OK);
                for (int to = 0; to <= OLD; to++) {
                    char move[40];
                    snprintf(move, sizeof move, "move new %d", to);
                    line(&r, move, ORO_OK);
                    expect_as_before(&r, move);
                }
                line(&r, "remove new", ORO_OK);
                expect_as_before(&r, "remove");
                tried++;
            }
            while (s->history.done > 1) line(&r, "undo", ORO_OK);
        }
    assert_true(tried >= 4 * 4);
    close_rig(&r);
}

static void what_takes_heights_finds_them_past_a_mask(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    line(&r, small_stack, ORO_OK);
    line(&r, "add paint end spots", ORO_OK);
    studio_session *s = r.parts.session;
    int tried = 0;
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(s->ctx, i);
        int32_t input = oro_first_of_type(op, ORO_GRID_IN);
        char words[200], path[160], from[160];
        if (input < 0 || op->record.args[input].flags & ORO_OPTIONAL || strcmp(op->record.args[input].unit, "m") != 0)
            continue;
        snprintf(words, sizeof words, "add %s.%s end new", op->family, op->record.name);
        snprintf(path, sizeof path, "new.%s", op->record.args[input].name);
        line(&r, words, ORO_OK);
        assert_true(oro_scene_source(s->scene, path, from, sizeof from));
        if (strcmp(from, "soft") != 0) fail_msg("%s takes %s", op->record.name, from);
        line(&r, "undo", ORO_OK);
        tried++;
    }
    assert_true(tried > 5);
    line(&r, "add blur", ORO_OK); // takes anything: what stands before it
    char from[160];
    assert_true(oro_scene_source(s->scene, "blur.height", from, sizeof from));
    assert_string_equal(from, "spots");
    close_rig(&r);
}

static void land_put_in_later_is_followed_past_a_mask(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    line(&r, small_stack, ORO_OK);
    line(&r, "add paint 1 spots", ORO_OK);
    holds(&r, "steps.height", "hills");
    line(&r, "add blur 1 early", ORO_OK); // hills, early, spots, steps
    holds(&r, "steps.height", "early");
    line(&r, "undo", ORO_OK);
    line(&r, "add mask 1 tops", ORO_OK); // no land: nobody follows it
    holds(&r, "steps.height", "hills");
    close_rig(&r);
}

static void what_is_gone_leaves_maps_of_its_kind_only(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    line(&r, small_stack, ORO_OK);
    line(&r, "add mask 1 tops", ORO_OK);
    line(&r, "wire steps.amount tops", ORO_OK);
    line(&r, "add paint 3 spots", ORO_OK); // hills, tops, steps, spots, soft
    line(&r, "output set 0 from=tops", ORO_OK);
    line(&r, "remove steps", ORO_OK);
    holds(&r, "soft.height", "hills");
    line(&r, "undo", ORO_OK);
    line(&r, "remove tops", ORO_OK);
    holds(&r, "steps.amount", "1"); // and not the heights
    assert_int_equal(oro_scene_output_count(r.parts.session->scene), 0);
    close_rig(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_makes_no_land_stays_beside_it),
        cmocka_unit_test(what_takes_heights_finds_them_past_a_mask),
        cmocka_unit_test(land_put_in_later_is_followed_past_a_mask),
        cmocka_unit_test(what_is_gone_leaves_maps_of_its_kind_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
