// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What happens, told to every page that listens. Each listener has a queue of bytes in the form of Server-Sent Events; the
// connection that drains it sleeps while it is empty and is woken through `wake`. Safe for several threads.
#ifndef ORO_STUDIO_EVENTS_H
#define ORO_STUDIO_EVENTS_H

#include "io/json.h"

#include <pthread.h>

enum { STUDIO_TAB = 48, STUDIO_STREAMS = 16 };
#define STUDIO_QUEUE_BYTES ((size_t)4 << 20) ///< a listener that falls so far behind is let go

typedef struct studio_stream {
    bool used, closing, sleeping;
    char tab[STUDIO_TAB];
    uint64_t serial; ///< order of arrival
    oro_text queue;
    void (*wake)(void *connection);
    void *connection;
} studio_stream;

typedef struct studio_hub {
    pthread_mutex_t lock;
    studio_stream streams[STUDIO_STREAMS];
    uint64_t serial;
} studio_hub;

void studio_hub_init(studio_hub *hub);
void studio_hub_free(studio_hub *hub);

/// A listener more. Where all places are taken, or the tab listens already, the older one is let go; NULL: wait a little.
studio_stream *studio_hub_open(studio_hub *hub, const char *tab, void (*wake)(void *connection), void *connection);
void studio_hub_close(studio_hub *hub, studio_stream *stream);

/// Takes up to `size` bytes of the queue. 0: nothing now, and the stream is asleep (the caller puts the connection to sleep
/// in `sleep`, called under the lock so that no waking is lost); -1: the end.
long studio_hub_read(studio_hub *hub, studio_stream *stream, char *buffer, size_t size,
                     void (*sleep)(void *connection));

/// Tells `tab` (NULL: everyone). Takes `data` over; NULL data (no memory) is not told.
void studio_hub_tell(studio_hub *hub, const char *tab, const char *event, oro_json *data);

/// A line that means nothing, to notice who went away.
void studio_hub_beat(studio_hub *hub);

/// Does anyone listen for this tab?
bool studio_hub_listens(studio_hub *hub, const char *tab);

/// Says good-bye to everyone, and how many are still there.
void studio_hub_end(studio_hub *hub);
int studio_hub_count(studio_hub *hub);

#endif
