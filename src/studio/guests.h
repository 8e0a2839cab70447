// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Who is connected, and since when. The server listens on loopback, where all addresses are alike, so the token tells who is
// who: those who have not shown it are strangers, of whom there are few at a time, and where one more comes the oldest has to
// go. Nobody may take for ever over a request or an answer. A connection that has to go is shut down; the library notices and
// closes it. Safe for several threads.
#ifndef ORO_STUDIO_GUESTS_H
#define ORO_STUDIO_GUESTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    STUDIO_CONNECTIONS = 1024,
    STUDIO_STRANGERS = 256,
    STUDIO_REQUEST_SECONDS = 20, ///< for headers and body together, and a second more for each MiB
    STUDIO_ANSWER_SECONDS = 30,  ///< for an answer, and a second more for each 4 MiB
};

typedef struct studio_guest {
    bool used;
    bool known;   ///< has shown the token
    bool streams; ///< listens to events; may stay
    bool gone;    ///< shut down, not closed yet
    int socket;
    double since; ///< the request in hand began at the earliest
    double until; ///< the request has to be there, or the answer taken
} studio_guest;

typedef struct studio_guests {
    pthread_mutex_t lock;
    studio_guest guests[STUDIO_CONNECTIONS];
} studio_guests;

void studio_guests_init(studio_guests *g);
void studio_guests_free(studio_guests *g);

/// A connection came. NULL: there is no room at all.
studio_guest *studio_guest_enters(studio_guests *g, int socket);
void studio_guest_leaves(studio_guests *g, studio_guest *guest);

// What happens on a connection; a NULL guest is fine.
void studio_guest_known(studio_guests *g, studio_guest *guest);                  ///< the token was right
void studio_guest_sent(studio_guests *g, studio_guest *guest, size_t bytes);     ///< so much of the body is here
void studio_guest_answered(studio_guests *g, studio_guest *guest, size_t bytes); ///< an answer of this size waits
void studio_guest_streams(studio_guests *g, studio_guest *guest);                ///< the answer has no end
void studio_guest_done(studio_guests *g, studio_guest *guest);                   ///< the answer was taken

/// Shuts down those whose time is over; call it now and then.
void studio_guests_tidy(studio_guests *g);

#endif
