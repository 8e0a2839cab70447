// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE 1 // fopencookie
#include "io/text_stream.h"

#include <errno.h>

static ssize_t add(void *user, const char *bytes, size_t length) {
    oro_text *text = user;
    oro_text_add(text, bytes, length);
    if (text->failed) errno = ENOMEM;
    return text->failed ? 0 : (ssize_t)length;
}

FILE *oro_text_open(oro_text *text) { return fopencookie(text, "w", (cookie_io_functions_t){.write = add}); }

bool oro_text_close(FILE *stream, const oro_text *text) { return fclose(stream) == 0 && text->data && !text->failed; }
