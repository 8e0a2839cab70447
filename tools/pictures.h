// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the parts of orogen-pictures share: the pictures of the documentation, and the texts that say which results they show.
#ifndef ORO_TOOLS_PICTURES_H
#define ORO_TOOLS_PICTURES_H

#include "orogen/orogen.h"

#include <stdio.h>

/// The files below `root` that are to be made or, where `draw` is false, compared with what would be made now. Pictures are
/// compared by the hashes of the results they show, not by their bytes: those may depend on the machine.
typedef struct album {
    oro_context *ctx;
    const char *root;
    bool draw;
    bool all;         ///< draw also what did not change
    const char *only; ///< the one operator to draw, of which nothing is listed; NULL: all
    int faults;       ///< what a comparison found
} album;

/// Prints the context's last error, or the sentence, and ends the program.
_Noreturn void album_stop(const album *a, const char *what, const char *sentence);

/// ROOT/path in a static buffer, valid until the next call.
const char *album_path(const album *a, const char *path);

/// Writes a text file, or compares it; `command` is what writes it.
void album_text(album *a, const char *path, const char *text, const char *command);

/// The text of a file, "" where there is none; free() it.
char *album_read(const album *a, const char *path);

/// Is the whole of `line`, without its end, one of the lines of `text`?
bool album_has_line(const char *text, const char *line);

bool album_has_file(const album *a, const char *path);

/// Complains of a picture that should be there and is not.
void album_expect(album *a, const char *path, const char *command);

/// In a comparison: complains of PNG files in a folder that `wanted` (their names, one per line) does not list.
void album_expect_no_more(album *a, const char *folder, const char *wanted);

/// Writes a picture as a PNG of up to 256 colours and makes the folders on the way.
void album_picture(const album *a, const char *path, const oro_image *image);

/// Loads a scene and runs it at `detail` samples (0: its own). The caller destroys it.
oro_scene *album_run(const album *a, const char *path, int32_t detail, uint64_t seed_added);

/// The height map a scene is about: its first output, or its last map.
const oro_grid *album_heights(const album *a, oro_scene *scene);

/// A PNG with a palette of at most 256 colours, chosen from the picture and dithered. NULL, or why it could not be written.
const char *png8_write(const char *path, const oro_image *image);

/// docs/images/operators: each operator at work on the standard terrain.
void operators_album(album *a);

/// docs/gallery.md and docs/images/gallery: every example scene.
void gallery_album(album *a);

/// docs/images/<showcase>: the maps of docs/showcases.
void showcases_album(album *a);

#endif
