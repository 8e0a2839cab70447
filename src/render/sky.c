// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Sunlight scattered once by air (Rayleigh, scale height 8 km), dust (Mie, 1.2 km) and absorbed by ozone, integrated
// through a round atmosphere for a table of directions; light scattered more often is added as an even glow in proportion.
// The sun's own colour is what the same air lets through. Figures for sea-level coefficients: Bruneton and Neyret 2008.

#include "sky.h"
#include "core/cell.h"

static const double PLANET = 6360e3, TOP = 6440e3, EYE = 300.0;
static const double RAYLEIGH[3] = {5.8e-6, 13.5e-6, 33.1e-6}, RAYLEIGH_HEIGHT = 8000.0;
static const double OZONE[3] = {0.65e-6, 1.88e-6, 0.085e-6};
static const double MIE = 4.0e-6, MIE_HEIGHT = 1200.0, MIE_G = 0.76;
static const double SUN[3] = {20.0, 19.4, 18.6}; ///< irradiance above the air, in the arbitrary unit of the picture

typedef struct dvec {
    double x, y, z;
} dvec;

static double along(dvec p, dvec d) { return p.x * d.x + p.y * d.y + p.z * d.z; }

/// Distance from p along d to the sphere of radius r around the planet's middle; negative if it is missed.
static double to_sphere(dvec p, dvec d, double r) {
    double b = along(p, d), c = along(p, p) - r * r, q = b * b - c;
    return q < 0.0 ? -1.0 : -b + sqrt(q);
}

static bool hits_planet(dvec p, dvec d) {
    double b = along(p, d), c = along(p, p) - PLANET * PLANET;
    return b < 0.0 && b * b - c > 0.0;
}

static double height_of(dvec p) { return sqrt(along(p, p)) - PLANET; }

/// Ozone sits in a layer around 25 km.
static double ozone_at(double h) {
    double d = 1.0 - fabs(h - 25e3) / 15e3;
    return d > 0.0 ? d : 0.0;
}

/// Adds the optical depth of one piece of path.
static void add_depth(double depth[3], double h, double length, double dust) {
    double air = exp(-h / RAYLEIGH_HEIGHT), mie = MIE * dust * 1.1 * exp(-h / MIE_HEIGHT), o3 = ozone_at(h);
    for (int c = 0; c < 3; c++) depth[c] += (RAYLEIGH[c] * air + mie + OZONE[c] * o3) * length;
}

static void depth_to_sun(dvec p, dvec sun, double dust, double depth[3]) {
    enum { STEPS = 10 };
    double far = to_sphere(p, sun, TOP), before = 0.0;
    for (int i = 0; i < STEPS; i++) { // steps grow with distance: the dense air is near
        double t = (i + 1.0) / STEPS, end = far * t * t, middle = 0.5 * (before + end);
        dvec q = {p.x + sun.x * middle, p.y + sun.y * middle, p.z + sun.z * middle};
        double h = height_of(q);
        add_depth(depth, h > 0.0 ? h : 0.0, end - before, dust);
        before = end;
    }
}

static vec3 scatter(dvec view, dvec sun, double dust) {
    enum { STEPS = 20 };
    dvec eye = {0.0, 0.0, PLANET + EYE};
    double cosine = along(view, sun), g = MIE_G;
    double rayleigh_phase = 3.0 / (16.0 * M_PI) * (1.0 + cosine * cosine);
    double mie_phase = 3.0 / (8.0 * M_PI) * (1.0 - g * g) * (1.0 + cosine * cosine) /
                       ((2.0 + g * g) * pow(1.0 + g * g - 2.0 * g * cosine, 1.5));
    double even = 1.0 / (4.0 * M_PI);
    double far = to_sphere(eye, view, TOP), before = 0.0, depth[3] = {0}, sum[3] = {0};
    for (int i = 0; i < STEPS; i++) {
        double t = (i + 1.0) / STEPS, end = far * t * t, length = end - before, middle = 0.5 * (before + end);
        dvec p = {view.x * middle, view.y * middle, eye.z + view.z * middle};
        double h = height_of(p) > 0.0 ? height_of(p) : 0.0;
        add_depth(depth, h, 0.5 * length, dust);
        double air = exp(-h / RAYLEIGH_HEIGHT), mie = MIE * dust * exp(-h / MIE_HEIGHT);
        bool night = hits_planet(p, sun);
        double total[3] = {depth[0], depth[1], depth[2]};
        if (!night) depth_to_sun(p, sun, dust, total);
        for (int c = 0; c < 3; c++) {
            double direct = night ? 0.0 : exp(-total[c]) * (RAYLEIGH[c] * air * rayleigh_phase + mie * mie_phase);
            // Light that was scattered before: a quarter of the sun's, evenly from all sides, fading at dusk.
            double dusk = sun.z > 0.0 ? 1.0 : exp(sun.z * 18.0);
            double again =
                0.25 * dusk * exp(-depth[c]) * (RAYLEIGH[c] * air + mie) * even * (0.25 + 0.75 * fabs(sun.z));
            sum[c] += SUN[c] * (direct + again) * length;
        }
        add_depth(depth, h, 0.5 * length, dust);
        before = end;
    }
    return v3((float)sum[0], (float)sum[1], (float)sum[2]);
}

/// Rows of the table crowd at the horizon, where the sky changes most.
static double row_elevation(int row) {
    double t = (double)row / (SKY_ELEVATIONS - 1);
    return t * t * 0.5 * M_PI;
}

static void integrate_dome(sky *s) {
    double sum[3] = {0};
    for (int i = 0; i + 1 < SKY_ELEVATIONS; i++) {
        double e0 = row_elevation(i), e1 = row_elevation(i + 1), middle = 0.5 * (e0 + e1);
        double solid = 2.0 * M_PI / SKY_AZIMUTHS * (e1 - e0) * cos(middle) * sin(middle);
        for (int k = 0; k < SKY_AZIMUTHS; k++) {
            vec3 l = v_scale(v_add(s->table[i][k], s->table[i + 1][k]), 0.5f);
            sum[0] += (double)l.x * solid, sum[1] += (double)l.y * solid, sum[2] += (double)l.z * solid;
        }
    }
    s->sky_irradiance = v3((float)sum[0], (float)sum[1], (float)sum[2]);
}

void oro_sky_make(sky *s, vec3 sun, float turbidity) {
    *s = (sky){.sun = sun, .haze_height = 1.0f};
    double dust = (double)turbidity, level = sqrt((double)sun.x * (double)sun.x + (double)sun.y * (double)sun.y);
    dvec towards = {level, 0.0, (double)sun.z};
    for (int i = 0; i < SKY_ELEVATIONS; i++)
        for (int k = 0; k < SKY_AZIMUTHS; k++) {
            double e = row_elevation(i), a = M_PI * k / (SKY_AZIMUTHS - 1);
            dvec view = {cos(e) * cos(a), cos(e) * sin(a), sin(e)};
            s->table[i][k] = v_add(scatter(view, towards, dust), v3(0.0008f, 0.0012f, 0.0022f)); // starlight
        }
    integrate_dome(s);
    double depth[3] = {0};
    dvec eye = {0.0, 0.0, PLANET + EYE};
    depth_to_sun(eye, towards, dust, depth);
    // The disc sinks behind the horizon over half a degree.
    double risen = (double)oro_smoothstep(-0.006f, 0.006f, sun.z);
    s->sun_irradiance = v3((float)(SUN[0] * exp(-depth[0]) * risen), (float)(SUN[1] * exp(-depth[1]) * risen),
                           (float)(SUN[2] * exp(-depth[2]) * risen));
}

void oro_sky_make_uniform(sky *s, vec3 radiance) {
    *s = (sky){.sun = {0, 0, 1}, .is_uniform = true, .uniform = radiance, .haze_height = 1.0f};
    s->sky_irradiance = v_scale(radiance, (float)M_PI);
}

vec3 oro_sky_radiance(const sky *s, vec3 direction) {
    if (s->is_uniform) return s->uniform;
    float z = oro_clamp(direction.z, 0.0f, 1.0f);
    float row = sqrtf(asinf(z) / (float)(0.5 * M_PI)) * (SKY_ELEVATIONS - 1);
    float flat = sqrtf(direction.x * direction.x + direction.y * direction.y);
    float sun_flat = sqrtf(s->sun.x * s->sun.x + s->sun.y * s->sun.y);
    float cosine =
        flat > 1e-6f && sun_flat > 1e-6f ? (direction.x * s->sun.x + direction.y * s->sun.y) / (flat * sun_flat) : 1.0f;
    float column = acosf(oro_clamp(cosine, -1.0f, 1.0f)) / (float)M_PI * (SKY_AZIMUTHS - 1);
    int i = (int)row < SKY_ELEVATIONS - 2 ? (int)row : SKY_ELEVATIONS - 2;
    int k = (int)column < SKY_AZIMUTHS - 2 ? (int)column : SKY_AZIMUTHS - 2;
    float fi = row - (float)i, fk = column - (float)k;
    return v_mix(v_mix(s->table[i][k], s->table[i][k + 1], fk), v_mix(s->table[i + 1][k], s->table[i + 1][k + 1], fk),
                 fi);
}

vec3 oro_sky_transmittance(const sky *s, float z, vec3 direction, float distance) {
    if (!(s->haze > 0.0f)) return v3(1, 1, 1);
    float start = expf(-oro_max(z - s->haze_bottom, 0.0f) / s->haze_height);
    float fall = direction.z * distance / s->haze_height;
    // The integral of exp(-z/H) along the ray; its series where the ray is nearly level.
    float path = fabsf(fall) < 1e-3f ? distance * (1.0f - 0.5f * fall)
                                     : distance * (1.0f - expf(-oro_clamp(fall, -30, 30))) / fall;
    float depth = s->haze * start * path;
    // Blue is scattered out of the way most: far land turns bluish and far snow yellowish.
    return v3(expf(-0.75f * depth), expf(-depth), expf(-1.55f * depth));
}
