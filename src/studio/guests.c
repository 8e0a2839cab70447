// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Who is connected; see guests.h.

#include "studio/guests.h"
#include "studio/time.h"

#include <string.h>
#include <sys/socket.h>

#define MIB 1048576.0
enum { SPARE = 64 }; ///< places kept for those who come while others are being closed

void studio_guests_init(studio_guests *g) {
    memset(g, 0, sizeof *g);
    pthread_mutex_init(&g->lock, NULL);
}

void studio_guests_free(studio_guests *g) { pthread_mutex_destroy(&g->lock); }

/// With the lock held. The library owns the socket and closes it after studio_guest_leaves(), so it is still this one's.
static void show_out(studio_guest *guest) {
    guest->gone = true;
    shutdown(guest->socket, SHUT_RDWR);
}

/// With the lock held: makes room for one more.
static void make_room(studio_guests *g) {
    studio_guest *stranger = NULL, *any = NULL;
    int strangers = 0, count = 0;
    for (int i = 0; i < STUDIO_CONNECTIONS; i++) {
        studio_guest *guest = &g->guests[i];
        if (!guest->used || guest->gone) continue;
        count++;
        strangers += !guest->known;
        if (!guest->known && (!stranger || guest->since < stranger->since)) stranger = guest;
        if (!guest->streams && (!any || guest->since < any->since)) any = guest;
    }
    if (strangers >= STUDIO_STRANGERS)
        show_out(stranger);
    else if (count >= STUDIO_CONNECTIONS - SPARE && any)
        show_out(any);
}

studio_guest *studio_guest_enters(studio_guests *g, int socket) {
    studio_guest *found = NULL;
    pthread_mutex_lock(&g->lock);
    make_room(g);
    for (int i = 0; i < STUDIO_CONNECTIONS && !found; i++)
        if (!g->guests[i].used) found = &g->guests[i];
    double now = studio_now();
    if (found)
        *found = (studio_guest){.used = true, .socket = socket, .since = now, .until = now + STUDIO_REQUEST_SECONDS};
    pthread_mutex_unlock(&g->lock);
    return found;
}

void studio_guest_leaves(studio_guests *g, studio_guest *guest) {
    if (!guest) return;
    pthread_mutex_lock(&g->lock);
    *guest = (studio_guest){0};
    pthread_mutex_unlock(&g->lock);
}

void studio_guest_known(studio_guests *g, studio_guest *guest) {
    if (!guest) return;
    pthread_mutex_lock(&g->lock);
    guest->known = true;
    pthread_mutex_unlock(&g->lock);
}

/// Sets when the guest has to be done: `seconds` after `from`.
static void set_until(studio_guests *g, studio_guest *guest, double from, double seconds) {
    if (!guest) return;
    pthread_mutex_lock(&g->lock);
    guest->since = from;
    guest->until = from + seconds;
    pthread_mutex_unlock(&g->lock);
}

void studio_guest_sent(studio_guests *g, studio_guest *guest, size_t bytes) {
    if (guest) set_until(g, guest, guest->since, STUDIO_REQUEST_SECONDS + (double)bytes / MIB);
}

void studio_guest_answered(studio_guests *g, studio_guest *guest, size_t bytes) {
    set_until(g, guest, studio_now(), STUDIO_ANSWER_SECONDS + (double)bytes / (4.0 * MIB));
}

void studio_guest_done(studio_guests *g, studio_guest *guest) {
    set_until(g, guest, studio_now(), STUDIO_REQUEST_SECONDS);
}

void studio_guest_streams(studio_guests *g, studio_guest *guest) {
    if (!guest) return;
    pthread_mutex_lock(&g->lock);
    guest->streams = true;
    pthread_mutex_unlock(&g->lock);
}

void studio_guests_tidy(studio_guests *g) {
    double now = studio_now();
    pthread_mutex_lock(&g->lock);
    for (int i = 0; i < STUDIO_CONNECTIONS; i++) {
        studio_guest *guest = &g->guests[i];
        if (guest->used && !guest->gone && !guest->streams && now > guest->until) show_out(guest);
    }
    pthread_mutex_unlock(&g->lock);
}
