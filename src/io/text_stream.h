// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A text as a stream, for what prints into streams. open_memstream() would do, but it loses bytes without a word when memory ends.
#ifndef ORO_IO_TEXT_STREAM_H
#define ORO_IO_TEXT_STREAM_H

#include "io/json.h"

#include <stdio.h>

/// A stream that adds to `text`, which must stay where it is until oro_text_close(). NULL: no memory.
FILE *oro_text_open(oro_text *text);

/// Ends the stream. Was there memory for all that was printed?
bool oro_text_close(FILE *stream, const oro_text *text);

#endif
