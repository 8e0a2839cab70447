// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A glTF file being read: its JSON, its buffers, and arrays of numbers in them.
#ifndef ORO_IO_GLTF_FILE_H
#define ORO_IO_GLTF_FILE_H

#include "io/json.h"
#include "io/mesh_file.h"

enum { GLTF_MOST_BUFFERS = 64, GLTF_MOST_VIEWS = 4096 };

typedef struct gltf_bytes_of {
    const unsigned char *data;
    size_t length;
    unsigned char *own; ///< to be freed with oro_free(); NULL: lies in the file
} gltf_bytes_of;

typedef struct gltf_file {
    oro_context *ctx;
    const char *name;
    oro_json *root;
    gltf_bytes_of chunk;                      ///< the buffer of a GLB
    gltf_bytes_of buffers[GLTF_MOST_BUFFERS]; ///< read when first asked for
    gltf_bytes_of *views;                     ///< unpacked when first asked for; one per view
} gltf_file;

/// Takes the container apart. Free with oro_gltf_close() in any case.
oro_status oro_gltf_open(gltf_file *f, oro_context *ctx, const char *name, const char *data, size_t length);
void oro_gltf_close(gltf_file *f);

/// A member that is a whole number of 0 to `most`; `usual` where it is missing. False where it is something else.
bool oro_gltf_whole(const oro_json *object, const char *key, uint64_t usual, uint64_t most, uint64_t *out);

/// An array of numbers in a buffer.
typedef struct gltf_numbers {
    const unsigned char *data;
    uint64_t count, stride;
    int component, size; ///< numbers per item
    bool normalised;
} gltf_numbers;

/// Finds accessor `index`, with all of it inside its buffer. `size`: numbers per item that there must be.
oro_status oro_gltf_find(gltf_file *f, uint64_t index, int size, gltf_numbers *out);

/// Number `k` of item `i`.
double oro_gltf_number(const gltf_numbers *n, uint64_t i, int k);

#endif
