// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What happens, told to every page that listens; see events.h.

#include "studio/events.h"

#include <stdio.h>
#include <string.h>

void studio_hub_init(studio_hub *hub) {
    memset(hub, 0, sizeof *hub);
    pthread_mutex_init(&hub->lock, NULL);
}

void studio_hub_free(studio_hub *hub) {
    for (int i = 0; i < STUDIO_STREAMS; i++) oro_text_free(&hub->streams[i].queue);
    pthread_mutex_destroy(&hub->lock);
}

// With the lock held.
static void wake(studio_stream *stream) {
    if (!stream->sleeping) return;
    stream->sleeping = false;
    if (stream->wake) stream->wake(stream->connection);
}

static void let_go(studio_stream *stream) {
    stream->closing = true;
    wake(stream);
}

studio_stream *studio_hub_open(studio_hub *hub, const char *tab, void (*wake_up)(void *connection), void *connection) {
    pthread_mutex_lock(&hub->lock);
    studio_stream *free_one = NULL, *oldest = NULL;
    for (int i = 0; i < STUDIO_STREAMS; i++) {
        studio_stream *stream = &hub->streams[i];
        if (!stream->used) {
            free_one = stream;
            continue;
        }
        if (strcmp(stream->tab, tab) == 0) let_go(stream);
        if (!stream->closing && (!oldest || stream->serial < oldest->serial)) oldest = stream;
    }
    if (free_one) {
        *free_one = (studio_stream){.used = true, .serial = ++hub->serial, .wake = wake_up, .connection = connection};
        snprintf(free_one->tab, sizeof free_one->tab, "%s", tab);
    } else if (oldest) {
        let_go(oldest);
    }
    pthread_mutex_unlock(&hub->lock);
    return free_one;
}

void studio_hub_close(studio_hub *hub, studio_stream *stream) {
    pthread_mutex_lock(&hub->lock);
    oro_text_free(&stream->queue);
    *stream = (studio_stream){0};
    pthread_mutex_unlock(&hub->lock);
}

long studio_hub_read(studio_hub *hub, studio_stream *stream, char *buffer, size_t size,
                     void (*sleep)(void *connection)) {
    pthread_mutex_lock(&hub->lock);
    oro_text *queue = &stream->queue;
    long taken = -1;
    if (queue->length) {
        size_t part = queue->length < size ? queue->length : size;
        memcpy(buffer, queue->data, part);
        queue->length -= part;
        memmove(queue->data, queue->data + part, queue->length);
        taken = (long)part;
    } else if (!stream->closing) {
        stream->sleeping = true;
        if (sleep) sleep(stream->connection);
        taken = 0;
    }
    pthread_mutex_unlock(&hub->lock);
    return taken;
}

// With the lock held.
static void add(studio_stream *stream, const char *event, const char *data) {
    if (!stream->used || stream->closing) return;
    oro_text_printf(&stream->queue, "event: %s\ndata: %s\n\n", event, data);
    if (stream->queue.failed || stream->queue.length > STUDIO_QUEUE_BYTES) {
        oro_text_free(&stream->queue);
        let_go(stream);
    } else {
        wake(stream);
    }
}

void studio_hub_tell(studio_hub *hub, const char *tab, const char *event, oro_json *data) {
    oro_text text = {0};
    bool good = data && oro_json_print_compact(data, &text) == ORO_OK;
    oro_json_free(data);
    if (good) {
        pthread_mutex_lock(&hub->lock);
        for (int i = 0; i < STUDIO_STREAMS; i++)
            if (!tab || strcmp(hub->streams[i].tab, tab) == 0) add(&hub->streams[i], event, text.data);
        pthread_mutex_unlock(&hub->lock);
    }
    oro_text_free(&text);
}

void studio_hub_beat(studio_hub *hub) {
    pthread_mutex_lock(&hub->lock);
    for (int i = 0; i < STUDIO_STREAMS; i++) add(&hub->streams[i], "beat", "{}");
    pthread_mutex_unlock(&hub->lock);
}

bool studio_hub_listens(studio_hub *hub, const char *tab) {
    bool found = false;
    pthread_mutex_lock(&hub->lock);
    for (int i = 0; i < STUDIO_STREAMS; i++) {
        const studio_stream *stream = &hub->streams[i];
        found |= stream->used && !stream->closing && strcmp(stream->tab, tab) == 0;
    }
    pthread_mutex_unlock(&hub->lock);
    return found;
}

void studio_hub_end(studio_hub *hub) {
    studio_hub_tell(hub, NULL, "bye", oro_json_new_object());
    pthread_mutex_lock(&hub->lock);
    for (int i = 0; i < STUDIO_STREAMS; i++)
        if (hub->streams[i].used) let_go(&hub->streams[i]);
    pthread_mutex_unlock(&hub->lock);
}

int studio_hub_count(studio_hub *hub) {
    int count = 0;
    pthread_mutex_lock(&hub->lock);
    for (int i = 0; i < STUDIO_STREAMS; i++) count += hub->streams[i].used;
    pthread_mutex_unlock(&hub->lock);
    return count;
}
