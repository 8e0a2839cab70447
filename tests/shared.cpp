// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A C++ program on the shared library, with nothing but its public headers: two threads, each with a context of its own, build
// a scene and read its map while the other does the same. Both must give the bits that one gives alone.

#include <orogen/orogen.h>

#include <cstdio>
#include <memory>
#include <string>
#include <thread>

namespace {

struct Close {
    void operator()(oro_context *ctx) const { oro_destroy(ctx); }
    void operator()(oro_scene *scene) const { oro_scene_destroy(scene); }
};

struct Built {
    oro_hash hash = {};
    float height = 0.0f; // in the middle of the map
    std::string problem;
};

Built build(int threads) {
    Built built;
    oro_context_desc desc = {};
    desc.threads = threads;
    desc.files = oro_file_reader_default();
    oro_error error = {};
    std::unique_ptr<oro_context, Close> ctx(oro_create(&desc, &error));
    if (!ctx) {
        built.problem = error.sentence;
        return built;
    }
    oro_world world = {};
    world.resolution = 129;
    std::unique_ptr<oro_scene, Close> scene(oro_scene_create(ctx.get(), &world));
    bool good = scene && oro_scene_add(scene.get(), "hills", "noise") &&
                oro_scene_add(scene.get(), "steps", "terrace") &&
                oro_scene_set_number(scene.get(), "hills.amplitude", 812.5) == ORO_OK &&
                oro_scene_set_choice(scene.get(), "hills.fractal", "ridged") == ORO_OK &&
                oro_scene_run(scene.get(), nullptr) == ORO_OK;
    const oro_grid *map = good ? oro_scene_grid(scene.get(), "steps") : nullptr;
    if (!map) {
        built.problem = oro_last_error(ctx.get())->sentence;
        return built;
    }
    built.hash = oro_grid_hash(map);
    built.height = oro_row(map, map->height / 2)[map->width / 2];
    return built;
}

} // namespace

int main() {
    if (std::string(oro_version()) != ORO_VERSION) {
        std::printf("headers of %s and a library of %s\n", ORO_VERSION, oro_version());
        return 1;
    }
    Built alone = build(1), first, second;
    std::thread other([&first] { first = build(2); });
    second = build(1);
    other.join();
    for (const Built *b : {&alone, &first, &second})
        if (!b->problem.empty() || !oro_hash_equal(b->hash, alone.hash)) {
            std::printf("%s\n", b->problem.empty() ? "two contexts at once gave another map" : b->problem.c_str());
            return 1;
        }
    std::printf("%s: %.3f m in the middle\n", oro_version(), static_cast<double>(alone.height));
    return 0;
}
