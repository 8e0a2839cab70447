// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Carries requests of the page to the router. Only programs on this machine reach it, and of those only whoever knows the
// token: host, origin and token are looked at before anything of a request's body is read.
#ifndef ORO_STUDIO_HTTP_H
#define ORO_STUDIO_HTTP_H

#include "studio/router.h"

typedef struct studio_http studio_http;

/// Starts to serve on 127.0.0.1. `port` 0: any free one. Bodies and answers on their way take at most `most_held` bytes
/// together, frames not counted. NULL with `error` filled.
studio_http *studio_http_start(studio_parts *parts, int port, size_t most_held, oro_error *error);

/// The listeners of the hub must have been ended before.
void studio_http_stop(studio_http *http);

/// Ends connections that take too long; call it now and then.
void studio_http_tidy(studio_http *http);

int studio_http_port(const studio_http *http);
const char *studio_http_token(const studio_http *http);

#endif
