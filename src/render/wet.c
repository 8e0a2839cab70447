// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Three passes over the samples and one flood over the wet ones: 5 bytes per sample besides the maps.

#include "wet.h"
#include "core/cell.h"

#include <math.h>

enum { DRY, WET, SEEN, KEPT };

static const float STEEPEST = 0.26794919f; ///< tan 15 degrees
static const float SHALLOWEST = 1e-3f;     ///< metres; what is shallower is damp ground
enum { FEWEST = 12, PARTS = 20000 };       ///< a water has this many samples, and this part of the map

typedef struct wetting {
    const oro_grid *land;
    oro_grid *water; ///< depths, at the end the surface
    uint8_t *state;  ///< one per sample
    int32_t *stack;
    float rise; ///< of the surface per sample at the steepest slope
} wetting;

static float surface_of(const wetting *w, int32_t x, int32_t y) {
    return oro_row(w->land, y)[x] + oro_row(w->water, y)[x];
}

static uint8_t *state_of(const wetting *w, int32_t x, int32_t y) {
    return w->state + (size_t)y * (size_t)w->land->width + (size_t)x;
}

static bool inside(const wetting *w, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < w->land->width && y < w->land->height;
}

/// Does the surface fall too steeply to any water within two samples?
static bool is_steep(const wetting *w, int32_t x, int32_t y) {
    float here = surface_of(w, x, y);
    for (int32_t j = -2; j <= 2; j++)
        for (int32_t i = -2; i <= 2; i++) {
            if ((!i && !j) || !inside(w, x + i, y + j) || !(oro_row(w->water, y + j)[x + i] > SHALLOWEST)) continue;
            float away = sqrtf((float)(i * i + j * j));
            if (fabsf(surface_of(w, x + i, y + j) - here) > w->rise * away) return true;
        }
    return false;
}

/// Keeps the water that hangs together with a sample if there is enough of it.
static void keep_water_at(wetting *w, int32_t x, int32_t y, int32_t least) {
    int32_t width = w->land->width, count = 0, done = 0;
    w->stack[count++] = y * width + x;
    *state_of(w, x, y) = SEEN;
    while (done < count) { // the stack keeps all it was given, as a queue
        int32_t at = w->stack[done++];
        for (int32_t j = -1; j <= 1; j++)
            for (int32_t i = -1; i <= 1; i++) {
                int32_t nx = at % width + i, ny = at / width + j;
                if (!inside(w, nx, ny) || *state_of(w, nx, ny) != WET) continue;
                *state_of(w, nx, ny) = SEEN;
                w->stack[count++] = ny * width + nx;
            }
    }
    for (int32_t k = 0; k < count; k++) w->state[w->stack[k]] = count >= least ? KEPT : DRY;
}

/// The height of the surface at a sample without water: level with the water beside it where the land is higher, else just
/// under the land, or well under it where no water is near.
static float dry_surface(const wetting *w, int32_t x, int32_t y) {
    float land = oro_row(w->land, y)[x], sum = 0.0f, cell = (float)w->land->cell;
    int32_t count = 0;
    for (int32_t j = -1; j <= 1; j++)
        for (int32_t i = -1; i <= 1; i++)
            if (inside(w, x + i, y + j) && *state_of(w, x + i, y + j) == KEPT) {
                sum += surface_of(w, x + i, y + j);
                count++;
            }
    if (!count) return land - cell;
    return oro_min(sum / (float)count, land - 0.02f * cell);
}

static void make_surface(const wetting *w, oro_grid *out) {
    for (int32_t y = 0; y < out->height; y++)
        for (int32_t x = 0; x < out->width; x++)
            oro_row(out, y)[x] = *state_of(w, x, y) == KEPT ? surface_of(w, x, y) : dry_surface(w, x, y);
}

oro_status oro_wet_surface(oro_context *ctx, const oro_grid *land, float factor, oro_grid *water) {
    size_t count = (size_t)land->width * (size_t)land->height;
    oro_grid surface = *water;
    surface.data = NULL;
    wetting w = {.land = land, .water = water, .rise = STEEPEST * factor * (float)land->cell};
    w.state = oro_alloc(ctx, count);
    w.stack = w.state ? oro_alloc(ctx, count * sizeof *w.stack) : NULL;
    oro_status status = w.stack ? oro_grid_alloc(ctx, &surface) : ORO_NO_MEMORY;
    if (status == ORO_OK) {
        int32_t least = (int32_t)(count / PARTS);
        for (int32_t y = 0; y < land->height; y++)
            for (int32_t x = 0; x < land->width; x++)
                *state_of(&w, x, y) = oro_row(water, y)[x] > SHALLOWEST && !is_steep(&w, x, y) ? WET : DRY;
        for (int32_t y = 0; y < land->height; y++)
            for (int32_t x = 0; x < land->width; x++)
                if (*state_of(&w, x, y) == WET) keep_water_at(&w, x, y, least > FEWEST ? least : FEWEST);
        make_surface(&w, &surface);
        oro_grid_free(ctx, water);
        *water = surface;
    }
    oro_free(ctx, w.state);
    oro_free(ctx, w.stack);
    return status;
}
