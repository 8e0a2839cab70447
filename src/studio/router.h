// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Requests in, answers out, without sockets: what the page may ask for and what it gets. Whoever carries requests (http.c, a
// test, a fuzzer) has checked host, origin and token before.
#ifndef ORO_STUDIO_ROUTER_H
#define ORO_STUDIO_ROUTER_H

#include "studio/commands.h"

typedef struct studio_request {
    const char *method, *path; ///< path decoded, without the query
    const char *(*query)(void *user, const char *key);
    void *user;
    const char *body; ///< ends with 0
    size_t length;
} studio_request;

/// Either a body, a frame or a file.
typedef struct studio_reply {
    int status;
    const char *type;
    char *body; ///< free() it
    size_t length;
    studio_frame *frame; ///< release it
    bool is_file;
    int file;     ///< open for reading; close() it
    bool forever; ///< may be kept by the browser
} studio_reply;

void studio_route(studio_parts *parts, const studio_request *request, studio_reply *reply);

/// A refusal as every refusal looks.
void studio_refuse(studio_reply *reply, int status, oro_status kind, const char *sentence, const char *where);

#endif
