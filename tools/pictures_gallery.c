// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The gallery: every example scene with what it says about itself, how to build it and a picture; those of the first row,
// which lie in no folder, larger and with a map. What packs colours is shown as it is, a small square.

#include "core/hash.h"
#include "core/kinds.h"
#include "io/json.h"
#include "io/render_json.h"
#include "pictures.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { DETAIL = 1025, HASH_DETAIL = 257, MAP_SIDE = 480, TILE_SIDE = 256, PHOTO_WIDTH = 960, SMALL_WIDTH = 560 };

static const char folder[] = "docs/images/gallery", command[] = "./dev gallery";

/// The names of the example scenes, below examples/scenes and without their ending, in order.
static glob_t find_scenes(const album *a) {
    glob_t found = {0};
    glob(album_path(a, "examples/scenes/*.oro.json"), 0, NULL, &found);
    glob(album_path(a, "examples/scenes/*/*.oro.json"), GLOB_APPEND, NULL, &found);
    if (found.gl_pathc == 0) album_stop(a, "examples/scenes", "there is no scene");
    return found;
}

static void describe(const album *a, const char *path, FILE *out) {
    oro_json *root = NULL;
    if (oro_json_load(a->ctx, album_path(a, path), &root) != ORO_OK) album_stop(a, path, NULL);
    const oro_json *about = oro_json_get(root, "about");
    if (!about || about->type != ORO_JSON_STRING) album_stop(a, path, "an example needs an \"about\"");
    fprintf(out, "%s\n\n", about->text);
    oro_json_free(root);
}

static void draw_map(const album *a, const oro_grid *heights, const oro_world *world, const char *path) {
    oro_image image;
    bool wide = heights->width >= heights->height;
    oro_relief_desc how = {.width = wide ? MAP_SIDE : 0,
                           .height = wide ? 0 : MAP_SIDE,
                           .has_water = world->has_sea,
                           .water_level = (float)world->sea};
    if (oro_render_relief(a->ctx, heights, &how, &image) != ORO_OK) album_stop(a, path, NULL);
    album_picture(a, path, &image);
    oro_image_free(a->ctx, &image);
}

/// What the scene says lies on its ground: a map of colours that its outputs need not use. Afterwards it has run as before.
static void paint_ground(const album *a, oro_scene *scene, int32_t detail, const char *path, oro_image *ground) {
    oro_render_settings said;
    if (oro_scene_render_settings(scene, &said) != ORO_OK) album_stop(a, path, NULL);
    if (said.picture.colours) {
        oro_status status = oro_scene_run(scene, &(oro_run_desc){.target = said.picture.colours, .detail = detail});
        const oro_grid *colours = status == ORO_OK ? oro_scene_grid(scene, said.picture.colours) : NULL;
        if (!colours || oro_render_map(a->ctx, colours, &(oro_map_desc){.style = "colours"}, ground) != ORO_OK ||
            oro_scene_run(scene, &(oro_run_desc){.detail = detail}) != ORO_OK)
            album_stop(a, path, NULL);
    }
    oro_render_settings_free(a->ctx, &said);
}

/// With the light, snow and view the scene asks for; of its heights, or of a mesh. `ground` is drawn on it where it is there.
static void draw_photo(const album *a, oro_scene *scene, const oro_grid *heights, const oro_mesh *mesh,
                       const oro_image *ground, int32_t width, const char *path) {
    oro_image image;
    oro_render_settings said;
    oro_photo_desc how = {.width = width, .height = width * 9 / 16};
    if (oro_scene_render_settings(scene, &said) != ORO_OK) album_stop(a, path, NULL);
    oro_render_settings_look(&said);
    oro_describe_photo(&said, &how);
    how.quality = ORO_GOOD;
    how.colour = ground->data ? ground : NULL;
    const char *water = said.picture.water_map, *roads = said.picture.roads;
    if (water && !(how.water = oro_scene_grid(scene, water))) album_stop(a, path, NULL);
    if (roads && !(how.roads = oro_scene_grid(scene, roads))) album_stop(a, path, NULL);
    oro_render_settings_free(a->ctx, &said);
    oro_status status =
        mesh ? oro_render_mesh(a->ctx, mesh, &how, &image) : oro_render_photo(a->ctx, heights, &how, &image);
    if (status != ORO_OK) album_stop(a, path, NULL);
    album_picture(a, path, &image);
    oro_image_free(a->ctx, &image);
}

/// The mesh that the scene's first output shows; NULL: it shows a map.
static const oro_mesh *mesh_of(oro_scene *scene) {
    const oro_output *first = oro_scene_output_count(scene) ? oro_scene_output_at(scene, 0) : NULL;
    bool shows = first && first->file && oro_path_writes(first->file, ORO_HOLDS_MESH);
    return shows ? oro_scene_data(scene, first->from, ORO_KIND_MESH) : NULL;
}

/// Does the scene make a picture of packed colours and no land?
static bool is_texture(const oro_scene *scene) {
    const oro_output *first = oro_scene_output_count(scene) ? oro_scene_output_at(scene, 0) : NULL;
    return first && first->style && strcmp(first->style, "colours") == 0;
}

static void draw_texture(const album *a, const oro_grid *colours, const char *path) {
    oro_image image;
    oro_map_desc how = {.style = "colours", .width = TILE_SIDE, .no_legend = true};
    if (oro_render_map(a->ctx, colours, &how, &image) != ORO_OK) album_stop(a, path, NULL);
    album_picture(a, path, &image);
    oro_image_free(a->ctx, &image);
}

/// A name as a file's: folders joined by dashes.
static void picture_path(const char *name, const char *kind, char *path, size_t size) {
    int length = snprintf(path, size, "%s/", folder);
    int end = length + snprintf(path + length, size - (size_t)length, "%s%s.png", name, kind);
    for (int i = length; i < end; i++)
        if (path[i] == '/') path[i] = '-';
}

typedef struct book {
    FILE *page, *hashes, *files;
    char *old_hashes; ///< as they lie in the tree
} book;

/// Of what a scene shows, and where.
static oro_hash hash_of(const oro_mesh *mesh, const oro_grid *heights) {
    if (mesh) return oro_kind_hash(oro_kind_of(ORO_KIND_MESH), oro_hash_start(0), mesh);
    return oro_hash_geometry(oro_grid_hash(heights), heights);
}

static void add_scene(album *a, book *b, const char *path, const char *name) {
    char map[512], photo[512], hash[33], line[600];
    picture_path(name, "-map", map, sizeof map);
    picture_path(name, "", photo, sizeof photo);
    bool front = !strchr(name, '/');
    oro_scene *scene = album_run(a, path, HASH_DETAIL, 0);
    const oro_mesh *mesh = mesh_of(scene);
    const oro_grid *heights = mesh ? NULL : album_heights(a, scene);
    oro_world world = oro_scene_world(scene);
    oro_hash_print(oro_hash_double(hash_of(mesh, heights), world.has_sea ? world.sea : -1e9), hash);
    snprintf(line, sizeof line, "%s %s", name, hash);
    bool fresh = !a->all && album_has_line(b->old_hashes, line) && (!front || album_has_file(a, map)) &&
                 album_has_file(a, photo);
    bool texture = is_texture(scene);
    if (a->draw && !fresh) {
        oro_scene_destroy(scene);
        int32_t detail = texture ? TILE_SIDE : mesh ? 0 : DETAIL;
        oro_image ground = {0};
        scene = album_run(a, path, detail, 0);
        paint_ground(a, scene, detail, path, &ground);
        mesh = mesh_of(scene);
        heights = mesh ? NULL : album_heights(a, scene);
        if (front) draw_map(a, heights, &world, map);
        if (texture)
            draw_texture(a, heights, photo);
        else
            draw_photo(a, scene, heights, mesh, &ground, front ? PHOTO_WIDTH : SMALL_WIDTH, photo);
        oro_image_free(a->ctx, &ground);
    }
    if (front) album_expect(a, map, command);
    album_expect(a, photo, command);
    bool has_map = mesh == NULL;
    oro_scene_destroy(scene);

    fprintf(b->hashes, "%s\n", line);
    if (front) fprintf(b->files, "%s\n", strrchr(map, '/') + 1);
    fprintf(b->files, "%s\n", strrchr(photo, '/') + 1);
    fprintf(b->page, "## %s\n\n", name);
    describe(a, path, b->page);
    fprintf(b->page, "![%s](%s)", name, photo + strlen("docs/"));
    if (front) fprintf(b->page, " ![%s, as a map](%s)", name, map + strlen("docs/"));
    fprintf(b->page, "\n\n");
    char own[256];
    snprintf(own, sizeof own, "%s", name);
    for (char *at = own; *at; at++)
        if (*at == '/') *at = '-';
    fprintf(b->page, "```\norogen new %s.oro.json --from %s\norogen build %s.oro.json\n", own, name, own);
    fprintf(b->page, "orogen render %s.oro.json -o %s.png\n", own, own);
    if (has_map) fprintf(b->page, "orogen render %s.oro.json -o %s-map.png --style relief\n", own, own);
    fprintf(b->page, "```\n\n");
}

void gallery_album(album *a) {
    char *page, *hashes, *files;
    size_t page_size, hashes_size, files_size;
    book b = {.page = open_memstream(&page, &page_size),
              .hashes = open_memstream(&hashes, &hashes_size),
              .files = open_memstream(&files, &files_size),
              .old_hashes = album_read(a, "docs/images/gallery/hashes.txt")};
    if (!b.page || !b.hashes || !b.files) album_stop(a, "gallery", "there is no memory");
    fprintf(
        b.page,
        "<!-- GENERATED from examples/scenes by `%s`. -->\n# Gallery\n\n"
        "The scenes that come with the program: `orogen examples` lists them. Each as it stands, %d samples across, "
        "seen from\nthe south-west and as a map. The commands make a copy of your own to change, build its heights, "
        "and draw both pictures.\n\n",
        command, DETAIL);
    fprintf(b.hashes, "# What the pictures of the gallery show: scene and hash of its heights. %s writes them.\n",
            command);
    glob_t found = find_scenes(a);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i] + strlen(a->root) + 1;
        char name[256];
        snprintf(name, sizeof name, "%s", path + strlen("examples/scenes/"));
        name[strlen(name) - strlen(".oro.json")] = 0;
        add_scene(a, &b, path, name);
    }
    globfree(&found);
    fclose(b.page);
    fclose(b.hashes);
    fclose(b.files);
    while (page_size > 1 && page[page_size - 2] == '\n') page[--page_size] = 0;
    album_text(a, "docs/gallery.md", page, command);
    album_text(a, "docs/images/gallery/hashes.txt", hashes, command);
    album_expect_no_more(a, folder, files);
    free(page);
    free(hashes);
    free(files);
    free(b.old_hashes);
}
