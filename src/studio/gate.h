// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Who may ask: the address, the headers and the token of a request, looked at before any of its body is read. Whatever
// decides something may be said once only, so that nobody else can have understood it otherwise.
#ifndef ORO_STUDIO_GATE_H
#define ORO_STUDIO_GATE_H

#include <stdatomic.h>
#include "studio/router.h"

#include <microhttpd.h>

enum {
    STUDIO_MOST_URL = 2048,
    STUDIO_MOST_BODY = 8 << 20,
    STUDIO_MOST_UPLOAD = 1 << 30,
};

typedef struct studio_gate {
    char token[33];
    atomic_int port; ///< 0 until it is known, which is after the server's thread has begun
} studio_gate;

/// A new token. False: there are no random numbers.
bool studio_gate_init(studio_gate *gate);
void studio_gate_listens(studio_gate *gate, int port);

/// What is wrong with an address as it was sent, before anything in it is decoded; NULL: nothing. *status: the answer's.
const char *studio_gate_address(const char *address, int *status);

/// Looks at a request without its body. Fills the refusal and returns false for everyone but our page. *known: the token was
/// right. *length: the announced length of the body, 0 where there is none, -1 where it comes in chunks.
bool studio_gate_lets_in(const studio_gate *gate, struct MHD_Connection *connection, const char *path,
                         const char *method, const char *version, studio_reply *reply, bool *known, int64_t *length);

/// A value of the query; NULL: it is not there.
const char *studio_gate_query(void *connection, const char *key);

/// A page for people who come with a browser.
void studio_plain_page(studio_reply *reply, int status, const char *title, const char *sentence);

#endif
