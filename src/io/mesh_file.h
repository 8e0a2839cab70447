// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What readers of mesh files share: walking through text, reading numbers whatever the locale, naming a line in an error.
#ifndef ORO_IO_MESH_FILE_H
#define ORO_IO_MESH_FILE_H

#include "core/mesh.h"
#include "orogen/io.h"

enum { MESH_FILE_MOST = 1 << 28 }; ///< most vertices, and most triangles, of a file

/// A place in a text that need not end with a zero.
typedef struct mesh_text {
    oro_context *ctx;
    const char *name; ///< of the file, for errors
    const char *at, *end;
    uint64_t line; ///< counted from 1
} mesh_text;

/// Passes blanks (a carriage return is one, and so is a backslash that continues the line); false at the end of the line.
bool oro_mesh_text_more(mesh_text *t);

/// Goes to the next line; false at the end of the text.
bool oro_mesh_text_next_line(mesh_text *t);

/// Takes `word` if it stands here, whole; upper and lower case are the same.
bool oro_mesh_text_word(mesh_text *t, const char *word);

/// Is this the end of a word: a blank, the end of the line, or of the text?
bool oro_mesh_text_word_ends(const mesh_text *t);

/// Reads a number here: decimal, or "nan" and "inf" as programs print them. False where there is none.
bool oro_mesh_text_number(mesh_text *t, float *value);

/// ORO_BAD_INPUT at the present line, "name:line".
oro_status oro_mesh_text_fail(const mesh_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Readers of whole files in memory. The mesh is as the file has it, whatever is up. On failure it has no memory.
oro_status oro_obj_read(oro_context *ctx, const char *name, const char *data, size_t length, oro_mesh *out);
oro_status oro_ply_read(oro_context *ctx, const char *name, const char *data, size_t length, oro_mesh *out);
oro_status oro_gltf_read(oro_context *ctx, const char *name, const char *data, size_t length, oro_mesh *out);
oro_status oro_stl_read(oro_context *ctx, const char *name, const char *data, size_t length, oro_mesh *out);

#endif
