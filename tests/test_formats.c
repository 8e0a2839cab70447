// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Walks the table of file formats: every row is whole, what a format writes it reads back, what is written begins as the row
// says and has beside it what the row says, and no ending means two formats.
#include "in_folder.h"

#include <math.h>
#include <strings.h>

#include "core/mesh.h"
#include "io/format.h"
#include "orogen/scene.h"

/// Values that every format can hold to within its step: whole metres from -40 to 2000.
static oro_grid land(int32_t side) {
    oro_grid g = {.width = side, .height = side, .cell = 30};
    good(oro_grid_alloc(ctx, &g));
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) oro_row(&g, y)[x] = (float)((x * 37 + y * 91) % 2041 - 40);
    return g;
}

static const char *path_of(const oro_format_info *format) {
    static char path[64];
    snprintf(path, sizeof path, "N45E006.%.*s", (int)strcspn(format->extensions, " "), format->extensions);
    return path;
}

static void remove_all(const char *path) {
    char beside[200];
    remove(path);
    for (int i = 0; oro_format_beside(path, i, beside, sizeof beside); i++) remove(beside);
}

static void every_row_is_whole(void **state) {
    (void)state;
    for (int i = 0; i < oro_format_count(); i++) {
        const oro_format *f = oro_format_find(path_of(oro_format_at(i)));
        assert_ptr_equal(&f->info, oro_format_at(i)); // its own ending finds it
        unsigned reads = f->missing ? 0 : f->info.reads, writes = f->missing ? 0 : f->info.writes;
        assert_true(f->info.reads | f->info.writes);
        assert_true(strlen(f->info.summary) > 20 && f->info.summary[strlen(f->info.summary) - 1] == '.');
        assert_int_equal(!f->read, !(reads & ORO_HOLDS_RASTER));
        assert_int_equal(!f->write, !(writes & ORO_HOLDS_RASTER));
        assert_int_equal(!f->write_any, !(writes & ORO_HOLDS_ANY));
        for (int k = 0; k < ORO_KIND_COUNT; k++) {
            if (k == ORO_KIND_GRID || k == ORO_KIND_MESH) continue; // these have functions of their own
            assert_int_equal(!f->kinds[k].read, !(reads & ORO_HOLDS(k)));
            assert_int_equal(!f->kinds[k].write, !(writes & ORO_HOLDS(k)));
        }
        assert_int_equal(!f->read_mesh, !(reads & ORO_HOLDS_MESH));
        assert_int_equal(!f->write_mesh, !(writes & ORO_HOLDS_MESH));
        assert_int_equal(!f->read_splines, !(reads & ORO_HOLDS_SPLINES));
        assert_int_equal(!f->read_overlays, !(reads & ORO_HOLDS_OVERLAYS));
        bool sized = writes & (ORO_HOLDS_RASTER | ORO_HOLDS_MESH);
        assert_true(!sized || f->sample_bytes > 0);
        assert_true(!(writes & ORO_HOLDS_RASTER) || f->code_bits || f->values);
    }
}

/// Any two endings of the table, without regard to capitals.
static void no_ending_means_two_formats(void **state) {
    (void)state;
    char seen[64][16];
    int count = 0;
    for (int i = 0; i < oro_format_count(); i++) {
        char words[64];
        snprintf(words, sizeof words, "%s", oro_format_at(i)->extensions);
        for (char *rest, *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
            for (int k = 0; k < count; k++) assert_true(strcasecmp(seen[k], word) != 0);
            char path[32];
            snprintf(path, sizeof path, "A.%s", word);
            for (char *at = path; *at; at++) *at = *at >= 'a' && *at <= 'z' ? (char)(*at - 32) : *at;
            assert_ptr_equal(oro_format_of(path), oro_format_at(i));
            snprintf(seen[count++], sizeof seen[0], "%.15s", word);
        }
    }
    assert_null(oro_format_of("a.xyz"));
    assert_null(oro_format_of("png"));
    assert_null(oro_format_of("a.png/b"));
}

static void check_beginning(const oro_format *f, const char *path) {
    char head[64];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(head, 1, sizeof head, file);
    fclose(file);
    const oro_format *begun = oro_format_begun(head, length);
    if (begun != (f->begins[0].bytes ? f : NULL))
        fail_msg("%s begins like %s", path, begun ? begun->info.name : "nothing known");
}

/// A file and everything its row names beside it, and nothing more.
static void check_beside(const char *path, bool written) {
    char beside[200];
    for (int i = 0; oro_format_beside(path, i, beside, sizeof beside); i++)
        if ((access(beside, F_OK) == 0) != written) fail_msg("%s is %sthere", beside, written ? "not " : "");
}

static void what_is_written_reads_back(void **state) {
    (void)state;
    int rasters = 0;
    for (int i = 0; i < oro_format_count(); i++) {
        const oro_format_info *info = oro_format_at(i);
        const oro_format *f = oro_format_find(path_of(info));
        if (f->missing || !(info->writes & ORO_HOLDS_RASTER)) continue;
        const char *path = path_of(info);
        oro_grid g = {.width = 33, .height = 33, .cell = 30}, back;
        bool small = oro_check_raster(ctx, path, &g, NULL) == ORO_OK; // tiles have sizes of their own
        g = land(small ? 33 : 1201);
        good(oro_save_raster(ctx, path, &g, &(oro_write_desc){.has_range = true, .lo = -40, .hi = 2000}));
        check_beginning(f, path);
        check_beside(path, true);
        unsigned known;
        good(oro_load_raster(ctx, path, NULL, &back, &known));
        assert_true(known & ORO_KNOWN_METRES);
        assert_true(back.width == g.width && back.height == g.height);
        bool floats = f->values & ORO_VALUES_FLOATS && !(f->traits & ORO_HAS_LAYOUT);
        // Codes are 2040 m over 65535 steps, and half a step is what rounding may cost.
        float slack = floats ? 0.0f : f->values & ORO_VALUES_WHOLE && !f->code_bits ? 0.0f : 0.51f * 2040.0f / 65535.0f;
        for (int32_t y = 0; y < g.height; y++)
            for (int32_t x = 0; x < g.width; x++)
                if (!(fabsf(oro_row(&back, y)[x] - oro_row(&g, y)[x]) <= slack))
                    fail_msg("%s: %g comes back as %g", path, (double)oro_row(&g, y)[x], (double)oro_row(&back, y)[x]);
        oro_grid_free(ctx, &back);
        oro_grid_free(ctx, &g);
        remove_all(path);
        check_beside(path, false);
        rasters++;
    }
    assert_true(rasters >= 7);
    shell("test -z \"$(ls -A)\""); // what lies beside a file is what the row says, so all is gone
}

/// Each vertex, in whatever order they come, stands on a sample of the map, whose middle is at 0,0.
static void check_on_map(const char *path, const oro_grid *g) {
    oro_mesh mesh;
    good(oro_load_mesh(ctx, path, NULL, &mesh)); // what has y up says so
    assert_true(mesh.vertex_count == 81 && mesh.triangle_count == 128);
    for (int32_t k = 0; k < 81; k++) {
        const float *p = mesh.positions + 3 * k;
        assert_true(p[2] == oro_row(g, 4 - (int32_t)lroundf(p[1] / 30))[4 + (int32_t)lroundf(p[0] / 30)]);
    }
    oro_mesh_free(ctx, &mesh);
}

/// The same surface as a map and as a mesh on a wire gives the same file, but for what a map says besides.
static void meshes_read_back(void **state) {
    (void)state;
    uint8_t texels[12] = {0};
    oro_image colour = {2, 2, 3, texels};
    oro_grid g = land(9);
    g.origin_x = g.origin_y = -120; // so that its middle lies at 0,0 in the world too
    oro_mesh same;
    good(oro_mesh_from_grid(ctx, &g, 9, 9, &same));
    for (int i = 0; i < oro_format_count(); i++) {
        const oro_format_info *info = oro_format_at(i);
        if (!(info->writes & ORO_HOLDS_MESH)) continue;
        const char *path = path_of(info);
        bool painted = oro_path_has_texture(path);
        for (int wire = 0; wire < 2; wire++) {
            oro_mesh_write_desc desc = {.colour = painted ? &colour : NULL};
            if (wire)
                good(oro_save_mesh(ctx, path, &same, &desc));
            else
                good(oro_save_grid_mesh(ctx, path, &g, &desc));
            if (!wire) check_beside(path, true);
            if (info->reads & ORO_HOLDS_MESH) check_on_map(path, &g);
            remove_all(path);
            desc.colour = &colour;
            if (!painted) bad(oro_save_mesh(ctx, path, &same, &desc), ORO_BAD_ARGUMENT, "no place for colours");
        }
    }
    shell("test -z \"$(ls -A)\"");
    oro_mesh_free(ctx, &same);
    oro_grid_free(ctx, &g);
}

/// Two meshes that no file can hold, in every format, and nothing is left behind.
static void bad_meshes_are_refused(void **state) {
    (void)state;
    float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    uint32_t indices[3] = {0, 1, 2};
    oro_mesh mesh = {.vertex_count = 3, .triangle_count = 1, .positions = positions, .indices = indices};
    for (int i = 0; i < oro_format_count(); i++) {
        const oro_format_info *info = oro_format_at(i);
        if (!(info->writes & ORO_HOLDS_MESH)) continue;
        const char *path = path_of(info);
        mesh.triangle_count = 0;
        bad(oro_save_mesh(ctx, path, &mesh, NULL), ORO_BAD_ARGUMENT, "no triangles");
        mesh.triangle_count = 1;
        indices[2] = 3;
        bad(oro_save_mesh(ctx, path, &mesh, NULL), ORO_BAD_ARGUMENT, "triangle 0 names vertex 3, but there are 3");
        indices[2] = 2;
        positions[4] = NAN;
        bad(oro_save_mesh(ctx, path, &mesh, NULL), ORO_BAD_ARGUMENT, "1 coordinates of vertices are not finite");
        positions[4] = 0;
    }
    shell("test -z \"$(ls -A)\"");
}

/// A GLB of one triangle with a JSON of our own.
static void put_glb(const char *json) {
    static const float bin[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    uint32_t length = ((uint32_t)strlen(json) + 3) / 4 * 4;
    const uint32_t head[5] = {0x46546C67, 2, 28 + length + 36, length, 0x4E4F534A}, chunk[2] = {36, 0x004E4942};
    FILE *file = fopen("a.glb", "wb");
    fwrite(head, 4, 5, file);
    fprintf(file, "%-*s", (int)length, json);
    fwrite(chunk, 4, 2, file);
    fwrite(bin, 4, 9, file);
    fclose(file);
}

#define GLB_HEAD                                                                                                       \
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"buffers\":[{\"byteLength\":36}],"     \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
#define GLB_MESH "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
#define GLB_VEC3(count)                                                                                                \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":" count ",\"type\":\"VEC3\"}]}"

static void hostile_glbs_are_refused(void **state) {
    (void)state;
    static const char *const files[][2] = {
        {GLB_HEAD GLB_MESH "\"nodes\":[{\"mesh\":0,\"children\":[0]}]," GLB_VEC3("3"), "in a circle"},
        {GLB_HEAD GLB_MESH "\"nodes\":[{\"mesh\":7}]," GLB_VEC3("3"), "a mesh that is not there"},
        {GLB_HEAD GLB_MESH "\"nodes\":[{\"mesh\":0}]," GLB_VEC3("300000000"), "beyond the end of its view"},
        {GLB_HEAD GLB_MESH "\"nodes\":[{\"mesh\":0}]," GLB_VEC3("2"), "not three per triangle"},
        {GLB_HEAD GLB_MESH "\"nodes\":[{\"mesh\":0}]," GLB_VEC3("-3"), "cannot be"},
        {GLB_HEAD "\"meshes\":[{\"primitives\":[{\"mode\":1,\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}"
                  "]," GLB_VEC3("3"),
         "only triangles"},
        {"{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
         "\"buffers\":[{\"byteLength\":36,\"uri\":\"../"
         "secret.bin\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}]," GLB_MESH GLB_VEC3("3"),
         "only files in the folder"},
        {"{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
         "\"buffers\":[{\"byteLength\":36,\"uri\":\"%2e%2e/"
         "secret.bin\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}]," GLB_MESH GLB_VEC3("3"),
         "only files in the folder"},
        {"{\"asset\":{\"version\":\"1.0\"}}", "no glTF of version 2"},
    };
    oro_mesh mesh;
    put_glb(GLB_HEAD GLB_MESH "\"nodes\":[{\"mesh\":0,\"scale\":[-2,1,1]}]," GLB_VEC3("3"));
    good(oro_load_mesh(ctx, "a.glb", NULL, &mesh));
    // Mirrored, its corners run the other way; y up becomes z up.
    assert_true(mesh.triangle_count == 1 && mesh.indices[1] == 2 && mesh.positions[3] == -2.0f &&
                mesh.positions[8] == 1.0f);
    oro_mesh_free(ctx, &mesh);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        put_glb(files[i][0]);
        bad(oro_load_mesh(ctx, "a.glb", NULL, &mesh), ORO_BAD_INPUT, files[i][1]);
    }
    shell("head -c 60 a.glb > b.glb; printf 'ply\\nformat ascii 1.0\\nelement vertex 3\\nproperty float x\\nproperty "
          "float "
          "y\\nproperty float z\\nelement face 1\\nproperty list uchar int vertex_indices\\nend_header\\n0 0 0\\n1 0 "
          "0\\n0 1 "
          "0\\n3 0 1 5\\n' > a.ply; sed 's/vertex 3/vertex 250000000/' a.ply > b.ply; sed 's/ 5$/ 2/' a.ply > c.ply");
    bad(oro_load_mesh(ctx, "b.glb", NULL, &mesh), ORO_BAD_INPUT, "truncated");
    bad(oro_load_mesh(ctx, "a.ply", NULL, &mesh), ORO_BAD_INPUT, "names vertex 5, but there are 3");
    bad(oro_load_mesh(ctx, "b.ply", NULL, &mesh), ORO_BAD_INPUT, "");
    good(oro_load_mesh(ctx, "c.ply", NULL, &mesh));
    assert_true(mesh.vertex_count == 3 && mesh.triangle_count == 1);
    oro_mesh_free(ctx, &mesh);
}

static void pictures_and_scenes_read_back(void **state) {
    (void)state;
    uint8_t texels[12] = {1, 2, 3, 40, 50, 60, 7, 8, 9, 250, 251, 252};
    oro_image image = {2, 2, 3, texels}, back;
    static const char text[] = "{\"orogen\": 1, \"nodes\": []}";
    for (int i = 0; i < oro_format_count(); i++) {
        const oro_format_info *info = oro_format_at(i);
        const char *path = path_of(info);
        if (info->writes & ORO_HOLDS_PICTURE) {
            good(oro_save_image(ctx, path, &image, false));
            check_beginning(oro_format_find(path), path);
            good(oro_load_image(ctx, path, &back));
            assert_memory_equal(back.data, texels, sizeof texels);
            oro_image_free(ctx, &back);
            assert_int_equal(rename(path, "picture.dat"), 0); // a picture is known under any name
            good(oro_load_image(ctx, "picture.dat", &back));
            oro_image_free(ctx, &back);
        }
        if (info->writes & ORO_HOLDS_SCENE) {
            oro_scene *scene = oro_scene_parse(ctx, path, NULL, text, strlen(text));
            good(oro_scene_save(scene, path, false));
            oro_scene_destroy(scene);
            check_beginning(oro_format_find(path), path);
            assert_non_null(scene = oro_scene_load(ctx, path));
            oro_scene_destroy(scene);
        }
        remove(path);
    }
}

/// A wrong ending is told with all that are right, from the table.
static void wrong_endings_are_told_with_the_right_ones(void **state) {
    (void)state;
    oro_grid g = land(5), none;
    uint8_t texels[3] = {0};
    oro_image image = {1, 1, 3, texels};
    for (int i = 0; i < oro_format_count(); i++) {
        const oro_format_info *info = oro_format_at(i);
        char ending[16];
        snprintf(ending, sizeof ending, ".%.*s", (int)strcspn(info->extensions, " "), info->extensions);
        if (oro_format_find(path_of(info))->missing) continue;
        if (info->reads & ORO_HOLDS_RASTER)
            bad(oro_load_raster(ctx, "a.xyz", NULL, &none, NULL), ORO_BAD_ARGUMENT, ending);
        if (info->writes & ORO_HOLDS_RASTER) bad(oro_save_raster(ctx, "a.xyz", &g, NULL), ORO_BAD_ARGUMENT, ending);
        if (info->writes & ORO_HOLDS_MESH) bad(oro_save_grid_mesh(ctx, "a.xyz", &g, NULL), ORO_BAD_ARGUMENT, ending);
        if (info->writes & ORO_HOLDS_PICTURE)
            bad(oro_save_image(ctx, "a.xyz", &image, false), ORO_BAD_ARGUMENT, ending);
    }
    bad(oro_save_raster(ctx, "a.npz", &g, NULL), ORO_BAD_ARGUMENT, "npz can only be read here");
    oro_grid_free(ctx, &g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_row_is_whole, begin),
        cmocka_unit_test_setup(no_ending_means_two_formats, begin),
        cmocka_unit_test_setup(what_is_written_reads_back, begin),
        cmocka_unit_test_setup(meshes_read_back, begin),
        cmocka_unit_test_setup(bad_meshes_are_refused, begin),
        cmocka_unit_test_setup(hostile_glbs_are_refused, begin),
        cmocka_unit_test_setup(pictures_and_scenes_read_back, begin),
        cmocka_unit_test_setup(wrong_endings_are_told_with_the_right_ones, begin),
    };
    return cmocka_run_group_tests_name("formats", tests, open_all, close_all);
}
