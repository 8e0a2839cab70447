// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The shaders of the viewport. Space: X east, Z south, Y up, metres, the middle of the terrain at 0,0. Heights are true
// metres in the texture; uExaggeration scales Y when drawing. Colours are linear until the last line.

/// Heights, light and air: what ground, water, walls and sky all need.
export const COMMON = /* glsl */ `
precision highp float;
precision highp sampler2D;
uniform sampler2D uHeight;   // R32F, one texel a sample
uniform vec2 uSamples;       // width, height of the map
uniform vec2 uSpan;          // metres
uniform float uCell;
uniform float uExaggeration;
uniform vec3 uEye;
uniform vec3 uSun;           // towards the sun
uniform vec3 uSunColour;
uniform vec3 uSkyColour;
uniform vec3 uHorizonColour;
uniform float uHaze;         // 1/m
uniform float uSea;          // below -1e9: none

vec2 samplePlace(vec2 place) { return (place / uSpan + 0.5) * (uSamples - 1.0); }

float texelHeight(ivec2 p) { return texelFetch(uHeight, clamp(p, ivec2(0), ivec2(uSamples) - 1), 0).r; }

float heightAt(vec2 place) {
    vec2 s = samplePlace(place);
#ifdef LINEAR
    return texture(uHeight, (s + 0.5) / uSamples).r;
#else
    vec2 f = floor(s);
    vec2 a = s - f;
    ivec2 p = ivec2(f);
    return mix(mix(texelHeight(p), texelHeight(p + ivec2(1, 0)), a.x),
               mix(texelHeight(p + ivec2(0, 1)), texelHeight(p + ivec2(1, 1)), a.x), a.y);
#endif
}

/// Rise per metre to the east and to the south.
vec2 gradientAt(vec2 place) {
    vec2 e = vec2(uCell, 0.0);
    return vec2(heightAt(place + e.xy) - heightAt(place - e.xy), heightAt(place + e.yx) - heightAt(place - e.yx)) / (2.0 * uCell);
}

float hash2(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * vec3(0.1031, 0.1030, 0.0973));
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

float valueNoise(vec2 p) {
    vec2 i = floor(p), f = p - i;
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash2(i), hash2(i + vec2(1, 0)), f.x), mix(hash2(i + vec2(0, 1)), hash2(i + vec2(1, 1)), f.x), f.y) * 2.0 - 1.0;
}

vec3 skyTowards(vec3 d) {
    float up = max(d.y, 0.0);
    vec3 sky = mix(uHorizonColour, uSkyColour, 1.0 - exp(-4.5 * up));
    float s = max(dot(d, uSun), 0.0);
    sky += uSunColour * (0.05 * pow(s, 8.0) + 0.10 * pow(s, 64.0));
    return sky;
}

vec3 throughAir(vec3 colour, vec3 place) {
    vec3 ray = place - uEye;
    float far = length(ray);
    float amount = 1.0 - exp(-far * uHaze);
    return mix(colour, skyTowards(normalize(vec3(ray.x, max(ray.y, 0.0) + 0.02 * far, ray.z))), amount);
}

vec3 finish(vec3 c) {
    c = max(c, 0.0);
    c = (c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14); // filmic curve, Narkowicz 2015
    return mix(12.92 * c, 1.055 * pow(max(c, 1e-5), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
`;

/// One grid of quads, placed and scaled per instance; towards the next coarser level odd vertices slide onto even ones,
/// so that neighbours of different detail meet without cracks (Strugar 2009).
export const GROUND_VERTEX = /* glsl */ `
${COMMON}
in vec3 position;            // x, z: 0 to 1 inside the patch; y: 1 on the skirt
in vec3 aPatch;              // corner x, corner z, size
uniform mat4 viewMatrix, projectionMatrix;
uniform float uQuads;        // quads along a patch
uniform float uReach;        // distance at which a patch of size 1 is replaced by a coarser one
uniform float uFoot;         // where walls end
uniform int uWalls;          // 1: at the edge of the map the skirt goes down to the foot and is a wall
out vec3 vPlace;             // Y exaggerated
out vec2 vGrid;
out float vWall;             // above 0 on walls
void main() {
    vec2 place = aPatch.xy + position.xz * aPatch.z;
    place = min(place, 0.5 * uSpan);
    float d = distance(vec3(place.x, heightAt(place) * uExaggeration, place.y), uEye);
    float end = 2.0 * uReach * aPatch.z;
    float morph = clamp((d - 0.7 * end) / (0.3 * end), 0.0, 1.0);
    vec2 grid = position.xz * uQuads;
    vec2 odd = fract(grid * 0.5) * 2.0;
    grid -= odd * morph;
    place = min(aPatch.xy + grid / uQuads * aPatch.z, 0.5 * uSpan);
    vGrid = grid;
    bool edge = uWalls == 1 && any(greaterThan(abs(place), 0.5 * uSpan - 0.01 * uCell));
    float ground = heightAt(place) * uExaggeration;
    vWall = edge ? position.y : 0.0;
    vPlace = vec3(place.x, position.y < 0.5 ? ground : edge ? uFoot : ground - aPatch.z * 0.03, place.y);
    gl_Position = projectionMatrix * viewMatrix * vec4(vPlace, 1.0);
}
`;

export const GROUND_FRAGMENT = /* glsl */ `
${COMMON}
uniform sampler2D uLight;    // r: how much of the sun is seen, g: how much of the sky
uniform sampler2D uRamps;
uniform sampler2D uOverlay;  // R32F or RGBA8
uniform sampler2D uWater;    // R32F: depth of water over the ground
uniform int uHasWater;
uniform float uWet;          // depth of water that counts, m
uniform sampler2D uClasses;  // 256 colours
uniform int uMode;
uniform vec2 uRange;         // of what the ramp shows
uniform vec2 uHeights;       // least and greatest height
uniform float uSnowLine;
uniform float uContour;      // metres between contour lines; 0: none
in vec3 vPlace;
in vec2 vGrid;
in float vWall;
out vec4 outColour;

vec3 linear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
vec3 ramp(float row, float t) { return linear(texture(uRamps, vec2(clamp(t, 0.0, 1.0) * 255.0 / 256.0 + 0.5 / 256.0, (row + 0.5) / 5.0)).rgb); }

float patches(vec2 p, float size, float footprint) {
    float sum = 0.0, weight = 0.6;
    for (int k = 0; k < 4; k++) {
        if (size < 2.0 * footprint) break;
        sum += weight * smoothstep(2.0, 4.0, size / footprint) * valueNoise(p / size + 17.0 * float(k));
        size *= 0.47;
        weight *= 0.6;
    }
    return sum;
}

/// Dry natural surfaces by height and steepness, every border bent by noise.
vec3 material(vec3 place, vec3 normal, float footprint, out float rough) {
    float range = max(uHeights.y - max(uHeights.x, uSea), 1.0);
    float scale = max(min(range, 800.0 * uCell), 1.0);
    float big = patches(place.xz, 0.55 * scale, footprint), small = patches(place.xz + 991.0, 0.06 * scale, footprint);
    float up = max(normal.y, 0.05), steep = sqrt(max(1.0 - up * up, 0.0)) / up;
    float h = (place.y - max(uHeights.x, uSea)) / range;
    float rocky = smoothstep(0.62, 0.95, steep + 0.2 * big + 0.2 * small + 0.45 * (h - 0.45));
    float scree = smoothstep(0.48, 0.74, steep + 0.16 * small + 0.1 * big + 0.45 * (h - 0.4)) * (1.0 - rocky);
    vec3 rock = mix(mix(vec3(0.150, 0.138, 0.126), vec3(0.075, 0.070, 0.067), clamp(0.45 + 0.9 * small, 0.0, 1.0)),
                    vec3(0.185, 0.150, 0.115), clamp(0.25 + 0.8 * big, 0.0, 0.7));
    float bed = valueNoise(vec2((place.y + 12.0 * big) / (0.03 * scale + 2.0), 0.5));
    rock *= 1.0 + 0.25 * bed * smoothstep(0.7, 1.3, steep);
    vec3 meadow = mix(vec3(0.088, 0.118, 0.034), vec3(0.170, 0.148, 0.062), clamp(0.3 + 0.75 * big + 0.9 * (h - 0.35) + 0.35 * small, 0.0, 1.0));
    float woods = smoothstep(0.05, 0.3, 0.42 - h + 0.55 * big + 0.25 * small) * smoothstep(0.9, 0.55, steep);
    meadow = mix(meadow, vec3(0.026, 0.048, 0.017), 0.85 * woods);
    vec3 albedo = mix(mix(meadow, vec3(0.160, 0.146, 0.124), 0.75 * scree), rock, rocky);
    if (uSea > -1e9) {
        float beach = smoothstep(1.0, 0.35, (place.y - uSea) / (0.007 * scale * (1.0 + 0.6 * small + 0.5 * big))) * smoothstep(0.45, 0.2, steep);
        albedo = mix(albedo, vec3(0.33, 0.275, 0.185) * (place.y < uSea ? 0.6 : 1.0), beach);
    }
    float above = (place.y - uSnowLine) / (0.1 * range) + 0.9 * big + 0.35 * small;
    float snow = smoothstep(-0.2, 0.55, above) * smoothstep(1.25, 0.62, steep + 0.12 * small + 0.18 * normal.z);
    albedo = mix(albedo, vec3(0.83, 0.86, 0.90), snow);
    rough = mix(0.35, 0.9, max(rocky, 0.6 * scree)) * (1.0 - 0.85 * snow);
    float grain = patches(place.xz + 313.0, 3.0 * uCell, footprint);
    return albedo * (1.0 + (1.0 - snow) * (0.2 * small + mix(0.25, 0.5, max(rocky, scree)) * grain));
}

/// 1 on the edges of quads and on their diagonals.
float gridLine(vec2 g) {
    vec2 w = max(fwidth(g), 1e-4);
    vec2 near = abs(fract(g - 0.5) - 0.5) / w;
    float diagonal = abs(fract(g.x + g.y - 0.5) - 0.5) / max(w.x + w.y, 1e-4);
    return 1.0 - clamp(min(min(near.x, near.y), diagonal) - 0.1, 0.0, 1.0);
}

/// Beds of rock in the cut edge of the terrain.
vec3 wall(vec3 place, float top) {
    vec2 e = abs(place.xz) / (0.5 * uSpan);
    vec3 outward = e.x > e.y ? vec3(sign(place.x), 0.0, 0.0) : vec3(0.0, 0.0, sign(place.z));
    float along = e.x > e.y ? place.z : place.x;
    float extent = max(uSpan.x, uSpan.y);
    float bend = 0.012 * extent * valueNoise(vec2(along / (0.11 * extent), 3.0));
    float layer = valueNoise(vec2((place.y + bend) / (0.006 * extent), 0.5)) * 0.6 + valueNoise(vec2((place.y + bend) / (0.017 * extent), 7.5)) * 0.5;
    vec3 albedo = mix(vec3(0.20, 0.17, 0.145), vec3(0.10, 0.09, 0.085), clamp(0.5 + 0.55 * layer, 0.0, 1.0));
    albedo = mix(vec3(0.06, 0.05, 0.035), albedo, smoothstep(0.0, 0.004 * extent, top - place.y));
    return albedo * (uSunColour * max(dot(outward, uSun), 0.0) * 0.6 + uSkyColour * 0.5 + vec3(0.34, 0.30, 0.26));
}

void main() {
    vec2 at = vPlace.xz;
    float height = heightAt(at);
    vec2 g = gradientAt(at);
    vec3 normal = normalize(vec3(-g.x * uExaggeration, 1.0, -g.y * uExaggeration));
    vec3 trueNormal = normalize(vec3(-g.x, 1.0, -g.y));
    vec2 uv = (samplePlace(at) + 0.5) / uSamples;
    vec2 light = texture(uLight, at / uSpan + 0.5).rg;
    float footprint = max(length(fwidth(at)), 0.02 * uCell);
    vec3 place = vec3(at.x, height, at.y);
    vec3 view = normalize(uEye - vPlace);
    if (vWall > 0.0) { outColour = vec4(finish(throughAir(wall(vPlace, height * uExaggeration), vPlace)), 1.0); return; }

    vec3 albedo;
    float rough = 0.0, wet = 0.0;
    if (uMode == 0) albedo = material(place, trueNormal, footprint, rough);
    else if (uMode == 1) albedo = vec3(0.30);
    else if (uMode == 2) albedo = height < uSea ? mix(vec3(0.10, 0.26, 0.36), vec3(0.02, 0.06, 0.14), clamp((uSea - height) / max(uSea - uHeights.x, 1.0), 0.0, 1.0))
                                                : ramp(0.0, (height - max(uHeights.x, uSea)) / max(uHeights.y - max(uHeights.x, uSea), 1e-3));
    else if (uMode == 3) albedo = ramp(1.0, degrees(atan(length(g))) / 80.0);
    else if (uMode == 4) { outColour = vec4(trueNormal.xzy * vec3(0.5, -0.5, 0.5) + 0.5, 1.0); return; }
    else if (uMode == 5) albedo = vec3(0.045, 0.055, 0.07);
    else if (uMode == 6) albedo = ramp(2.0, (texture(uOverlay, uv).r - uRange.x) / max(uRange.y - uRange.x, 1e-9));
    else if (uMode == 10) albedo = ramp(4.0, log(max(texture(uOverlay, uv).r, 1e-30) / uRange.x) / log(uRange.y / uRange.x));
    else if (uMode == 7) albedo = ramp(3.0, 0.5 + 0.5 * texture(uOverlay, uv).r / max(uRange.y, 1e-9));
    else if (uMode == 8) {
        float n = floor(texelFetch(uOverlay, ivec2(uv * uSamples), 0).r + 0.5);
        albedo = linear(texelFetch(uClasses, ivec2(n <= 0.0 ? 0.0 : 1.0 + mod(n - 1.0, 255.0), 0), 0).rgb);
    } else albedo = linear(texture(uOverlay, uv).rgb);

    if (uHasWater == 1 && (uMode == 0 || uMode == 1)) {
        float depth = texture(uWater, uv).r;
        wet = height < uSea ? 0.0 : smoothstep(uWet, 5.5 * uWet, depth); // a film of rain is no river, and the sea is drawn
        albedo = mix(albedo, mix(vec3(0.07, 0.16, 0.17), vec3(0.01, 0.045, 0.07), clamp(depth / 12.0, 0.0, 1.0)), 0.92 * wet);
        normal = normalize(mix(normal, vec3(0.0, 1.0, 0.0), 0.8 * wet));
    }
    if (rough > 0.0 && wet < 0.5) {
        // Relief finer than a sample, so that the ground near the eye is not smooth.
        vec2 bump = vec2(0.0);
        float size = 1.8 * uCell, weight = 0.6;
        for (int k = 0; k < 3; k++) {
            if (size < 1.5 * footprint) break;
            float fade = weight * smoothstep(1.5, 4.0, size / footprint), n0 = valueNoise(at / size);
            bump += fade * vec2(valueNoise(at / size + vec2(0.35, 0.0)) - n0, valueNoise(at / size + vec2(0.0, 0.35)) - n0);
            size *= 0.47;
            weight *= 0.9;
        }
        normal = normalize(normal - rough * 0.75 * vec3(bump.x, 0.0, bump.y));
    }

    float sun = max(dot(normal, uSun), 0.0) * light.r;
    float sky = (0.55 + 0.45 * normal.y) * light.g;
    vec3 bounce = vec3(0.08, 0.073, 0.06) * (1.0 - 0.6 * normal.y);
    vec3 colour;
    if (uMode == 0) colour = albedo * (uSunColour * sun + uSkyColour * sky + bounce * uSunColour);
    else if (uMode == 1 || uMode == 5) colour = albedo * (vec3(1.65, 1.58, 1.48) * sun + vec3(0.55, 0.62, 0.74) * sky + 0.06);
    else colour = 0.72 * albedo * (0.42 + 0.95 * max(dot(normal, uSun), 0.0) * mix(0.6, 1.0, light.r) + 0.28 * sky);
    if (wet > 0.0) {
        vec3 r = reflect(-view, normal);
        float f = 0.02 + 0.98 * pow(1.0 - max(dot(view, normal), 0.0), 5.0);
        colour = mix(colour, skyTowards(vec3(r.x, abs(r.y), r.z)), f * wet);
    }

    if (uMode == 5) {
        // Fine lines fade where they would run together; every eighth stays.
        float fine = gridLine(vGrid) * smoothstep(0.5, 0.16, max(fwidth(vGrid).x, fwidth(vGrid).y));
        float line = max(0.75 * fine, gridLine(vGrid / 8.0));
        colour = mix(colour, vec3(0.16, 0.42, 0.56) * (0.3 + 0.8 * sun + 0.4 * sky), line);
    }
    if (uContour > 0.0 && (uMode == 2 || uMode == 1)) {
        float c = height / uContour, w = fwidth(c);
        float line = (1.0 - smoothstep(0.6, 1.4, abs(fract(c - 0.5) - 0.5) / max(w, 1e-5))) * smoothstep(0.5, 0.15, w);
        colour = mix(colour, colour * 0.45, line);
    }
    outColour = vec4(finish(uMode == 0 || uMode == 1 || uMode == 5 ? throughAir(colour, vPlace) : mix(throughAir(colour, vPlace), colour, 0.85)), 1.0);
}
`;

/// A map of light over the terrain, drawn when heights or the sun change: the ray to the sun and the open sky, both by
/// marching over the height texture.
export const LIGHT_VERTEX = /* glsl */ `
in vec3 position;
out vec2 vUv;
void main() { vUv = position.xy * 0.5 + 0.5; gl_Position = vec4(position.xy, 0.0, 1.0); }
`;
export const LIGHT_FRAGMENT = /* glsl */ `
${COMMON}
uniform int uSteps;
uniform float uTop;          // greatest height, exaggerated
in vec2 vUv;
out vec4 outColour;
void main() {
    vec2 at = (vUv - 0.5) * uSpan;
    float here = heightAt(at) * uExaggeration;
    float extent = max(uSpan.x, uSpan.y);

    float sun = 1.0;
    float flat_ = length(uSun.xz);
    if (flat_ > 1e-3) {
        vec2 towards = uSun.xz / flat_;
        float rise = uSun.y / flat_;
        float reach = min(extent, (uTop - here) / max(rise, 1e-3) + uCell);
        float t = 1.2 * uCell;
        float growth = pow(max(reach / t, 1.01), 1.0 / float(uSteps));
        growth = clamp(growth, 1.01, 1.35);
        for (int i = 0; i < 96; i++) {
            if (i >= uSteps || t > reach) break;
            vec2 p = at + towards * t;
            if (any(greaterThan(abs(p), 0.5 * uSpan))) break;
            float gap = here + rise * t - heightAt(p) * uExaggeration;
            sun = min(sun, 0.5 + 14.0 * gap / t);
            if (sun < 0.0) break;
            t *= growth;
        }
    }
    float sky = 0.0;
    for (int k = 0; k < 8; k++) {
        float a = 6.2831853 * (float(k) + 0.25) / 8.0;
        vec2 towards = vec2(cos(a), sin(a));
        float horizon = 0.0, t = 1.6 * uCell;
        for (int i = 0; i < 7; i++) {
            vec2 p = at + towards * t;
            horizon = max(horizon, (heightAt(p) * uExaggeration - here) / t);
            t *= 1.9;
        }
        sky += 1.0 - horizon / sqrt(1.0 + horizon * horizon);
    }
    outColour = vec4(smoothstep(0.0, 1.0, clamp(sun, 0.0, 1.0)), sky / 8.0, 0.0, 1.0);
}
`;

/// The cut through the water at the edge of the terrain.
export const WATER_SIDE_VERTEX = /* glsl */ `
${COMMON}
in vec3 position;            // x, z: place, -0.5 to 0.5 of the span; y: 0 ground, 1 sea
uniform mat4 viewMatrix, projectionMatrix;
out vec3 vPlace;
void main() {
    vec2 place = position.xz * uSpan;
    float ground = heightAt(place);
    vPlace = vec3(place.x, (position.y < 0.5 ? ground : max(ground, uSea)) * uExaggeration, place.y);
    gl_Position = projectionMatrix * viewMatrix * vec4(vPlace, 1.0);
}
`;

export const WATER_VERTEX = /* glsl */ `
${COMMON}
in vec3 position;
uniform mat4 viewMatrix, projectionMatrix;
uniform float uWide;         // how far the plane goes, in spans
out vec3 vPlace;
void main() {
    vec2 place = position.xz * uSpan * uWide;
    vPlace = vec3(place.x, uSea * uExaggeration, place.y);
    gl_Position = projectionMatrix * viewMatrix * vec4(vPlace, 1.0);
}
`;
export const WATER_FRAGMENT = /* glsl */ `
${COMMON}
uniform float uWide;
uniform int uSide;           // 1: the cut through the water at the terrain's edge
uniform float uFloor;        // depth far out, m
in vec3 vPlace;
out vec4 outColour;
void main() {
    vec2 at = vPlace.xz;
    float inside = all(lessThan(abs(at), 0.5 * uSpan)) ? 1.0 : 0.0;
    vec2 held = clamp(at, -0.5 * uSpan, 0.5 * uSpan);
    float depth = max(uSea - heightAt(held), 0.0);
    float out_ = length(at - held) / max(uSpan.x, uSpan.y);
    depth = mix(mix(depth, uFloor, smoothstep(0.0, 0.25, out_)), depth, inside);
    if (depth <= 0.0 && inside > 0.5) discard;
    vec3 view = normalize(uEye - vPlace);
    float far = distance(uEye, vPlace);
    float swell = clamp(0.004 * far, 0.6, 40.0);
    vec2 q = at / swell;
    float n0 = valueNoise(q) + 0.5 * valueNoise(q * 2.3 + 5.0);
    vec2 ripple = vec2(valueNoise(q + vec2(0.4, 0.0)) + 0.5 * valueNoise(q * 2.3 + vec2(0.92, 0.0) + 5.0) - n0,
                       valueNoise(q + vec2(0.0, 0.4)) + 0.5 * valueNoise(q * 2.3 + vec2(0.0, 0.92) + 5.0) - n0);
    float calm = 0.028 / (1.0 + far / (0.4 * max(uSpan.x, uSpan.y)));
    vec3 normal = normalize(vec3(-calm * ripple.x, 1.0, -calm * ripple.y));
    float clear = exp(-depth / 14.0);
    vec3 body = mix(vec3(0.012, 0.045, 0.075), vec3(0.05, 0.17, 0.18), exp(-depth / 30.0));
    body *= 0.55 + 0.75 * max(uSun.y, 0.0);
    if (uSide == 1) { outColour = vec4(finish(throughAir(body * 1.3, vPlace)), 0.72); return; }
    vec3 r = reflect(-view, normal);
    r.y = abs(r.y);
    float f = 0.02 + 0.98 * pow(1.0 - clamp(dot(view, normal), 0.0, 1.0), 5.0);
    vec3 colour = mix(body, skyTowards(r), f);
    colour += uSunColour * 0.22 * pow(max(dot(normalize(view + uSun), normal), 0.0), 420.0);
    float foam = smoothstep(1.6, 0.0, depth + 0.5 * n0) * inside;
    colour = mix(colour, vec3(0.6), 0.35 * foam);
    float alpha = max(1.0 - 0.92 * clear, f);
    outColour = vec4(finish(throughAir(colour, vPlace)), alpha);
}
`;

export const SKY_VERTEX = /* glsl */ `
in vec3 position;
uniform mat4 uBack;          // from clip space to directions
out vec3 vDirection;
void main() {
    vec4 far = uBack * vec4(position.xy, 1.0, 1.0);
    vDirection = far.xyz / far.w;
    gl_Position = vec4(position.xy, 1.0, 1.0);
}
`;
export const SKY_FRAGMENT = /* glsl */ `
${COMMON}
uniform vec3 uBackdrop;      // negative: the sky itself
in vec3 vDirection;
out vec4 outColour;
void main() {
    if (uBackdrop.x >= 0.0) { outColour = vec4(uBackdrop, 1.0); return; }
    vec3 d = normalize(vDirection);
    vec3 sky = skyTowards(d);
    float s = dot(d, uSun);
    sky += uSunColour * 6.0 * smoothstep(0.99985, 0.99995, s);
    // Below the horizon the haze darkens, so that the terrain does not float in white.
    sky = mix(sky, vec3(0.085, 0.115, 0.155) * uHorizonColour, smoothstep(0.0, -0.45, d.y));
    outColour = vec4(finish(sky), 1.0);
}
`;
