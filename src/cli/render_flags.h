// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The flags of orogen render, and what they make of a picture.
#ifndef ORO_CLI_RENDER_FLAGS_H
#define ORO_CLI_RENDER_FLAGS_H

#include "io/overlay.h"
#include "pictures.h"

enum { RENDER_MOST_FRAMES = 1000 };

/// Everything one run of the command works with.
typedef struct render_job {
    cli *c;
    const cli_words *w;
    const char *from, *to;
    cli_picture picture;
    oro_slice_desc slice;
    oro_render_settings settings; ///< of the scene; empty for files
    oro_overlays overlays;
    oro_grid before, water, roads; ///< loaded or copied
    oro_grid colours;              ///< colours as numbers, copied from the scene
    oro_image colour;              ///< what lies on the ground
    int frames;                    ///< of a turntable; 0: one picture
    int32_t size[2];
    double started;
} render_job;

extern const cli_flag render_flags[];

/// Which style: the one asked for, the one that follows from the flags, the scene's, or else `usual`.
oro_status render_choose_style(render_job *j, const char *usual);

/// Reads all flags over what the scene says, which is in place already.
oro_status render_read_flags(render_job *j);

/// One number of a flag; `given` may be NULL.
oro_status render_read_number(const render_job *j, const char *flag, double low, double high, double *value,
                              bool *given);

/// Refuses the first of these flags (a list that ends with NULL) that was given.
oro_status render_refuse(const render_job *j, const char *const *flags, const char *why);

#endif
