// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Puts the parts together, and takes them apart in the right order; see studio.h.
#define _GNU_SOURCE 1
#include "studio/studio.h"
#include "studio/desktop.h"
#include "orogen/io.h"
#include "studio/http.h"
#include "studio/time.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BEAT_SECONDS = 5, STOP_SECONDS = 15, EXIT_LATE = 1, STOPPED = SIGUSR1 };

typedef struct studio {
    studio_hub hub;
    studio_parts parts;
    studio_http *http;
} studio;

/// Splits the path of a scene into the project folder and the name in it. A file that is not there is no scene.
static oro_status find_scene(const char *scene, char folder[STUDIO_PATH], char name[STUDIO_PATH], oro_error *error) {
    const char *slash = strrchr(scene, '/');
    int length = slash ? (int)(slash - scene) : 0;
    bool fits = strlen(scene) < STUDIO_PATH;
    if (fits) snprintf(folder, STUDIO_PATH, "%.*s", slash == scene ? 1 : length, scene);
    if (fits) snprintf(name, STUDIO_PATH, "%s", slash ? slash + 1 : scene);
    if (fits && access(scene, R_OK) == 0) return ORO_OK;
    *error = (oro_error){.status = ORO_BAD_INPUT};
    snprintf(error->where, sizeof error->where, "%.250s", scene);
    snprintf(error->sentence, sizeof error->sentence, "the scene cannot be read: %s",
             fits ? strerror(errno) : "its name is too long");
    return ORO_BAD_INPUT;
}

/// Why a part could not be made. One that says nothing had no memory.
static oro_status reason(oro_error *error) {
    if (error->status == ORO_OK)
        *error = (oro_error){.status = ORO_NO_MEMORY, .sentence = "there is not enough memory for the studio"};
    return error->status;
}

static oro_status start(studio *s, const studio_desc *desc, oro_error *error) {
    char folder[STUDIO_PATH] = "", name[STUDIO_PATH] = "";
    oro_status status = desc->scene ? find_scene(desc->scene, folder, name, error) : ORO_OK;
    if (status != ORO_OK) return status;
    studio_parts *p = &s->parts;
    p->hub = &s->hub;
    p->examples = desc->examples;
    p->starter = desc->starter;
    p->session = studio_session_create(folder, desc->scene ? name : NULL, error);
    if (!p->session) return reason(error);
    studio_build_sweep(p->session);
    studio_memory memory = studio_memory_of(desc->memory);
    p->jobs = studio_jobs_create(&s->hub, &p->session->project, desc->threads, &memory, desc->examples, error);
    if (!p->jobs) return reason(error);
    p->build = studio_build_create(&s->hub, desc->program);
    p->autosave = studio_autosave_create(&s->hub, &p->session->project);
    if (!p->build || !p->autosave) return reason(error);
    studio_changed(p, "", "", true);
    s->http = studio_http_start(p, desc->port, memory.held, error);
    return s->http ? ORO_OK : reason(error);
}

/// Ends the program where taking it apart takes too long: a disk that does not answer must not keep anybody waiting. A
/// second signal says the same. What was not saved has been kept by then. STOPPED, sent to this thread, calls it off.
static void *end_late(void *user) {
    const sigset_t *ends = user;
    struct timespec patience = {.tv_sec = STOP_SECONDS};
    if (sigtimedwait(ends, NULL, &patience) == STOPPED) return NULL;
    oro_remove_unfinished_files();
    _exit(EXIT_LATE);
}

static void stop(studio *s, sigset_t *ends) {
    pthread_t watch;
    bool watched = pthread_create(&watch, NULL, end_late, ends) == 0;
    if (s->parts.build) studio_build_end(s->parts.build);
    studio_hub_end(&s->hub);
    // The streams end by themselves; a page that does not listen must not hold us up.
    for (int i = 0; i < 100 && studio_hub_count(&s->hub) > 0; i++) usleep(10000);
    studio_http_stop(s->http);
    studio_build_destroy(s->parts.build);
    studio_jobs_destroy(s->parts.jobs);
    studio_autosave_destroy(s->parts.autosave);
    studio_session_destroy(s->parts.session);
    studio_hub_free(&s->hub);
    if (!watched) return;
    pthread_kill(watch, STOPPED);
    pthread_join(watch, NULL);
}

/// Waits for the end and looks after what has to be looked after now and then.
static void serve(studio *s, const sigset_t *ends) {
    for (double beat = studio_now();;) {
        struct timespec second = {.tv_sec = 1};
        int signal = sigtimedwait(ends, NULL, &second);
        if (signal > 0 && signal != STOPPED) return;
        studio_jobs_tidy(s->parts.jobs);
        studio_http_tidy(s->http);
        if (studio_now() - beat < BEAT_SECONDS) continue;
        beat = studio_now();
        studio_hub_beat(&s->hub);
    }
}

oro_status studio_run(const studio_desc *desc, oro_error *error) {
    studio s = {0};
    sigset_t ends, before;
    char address[160];
    // All threads inherit this: signals are taken by serve() alone.
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, STOPPED);
    pthread_sigmask(SIG_BLOCK, &ends, &before);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); // a file that may not grow is a failed write like any other
    studio_hub_init(&s.hub);
    oro_status status = start(&s, desc, error);
    if (status == ORO_OK) {
        snprintf(address, sizeof address, "http://127.0.0.1:%d/?token=%s", studio_http_port(s.http),
                 studio_http_token(s.http));
        fprintf(desc->out, "%s\n", address);
        fflush(desc->out);
        if (!desc->no_open) studio_desktop_open(address);
        serve(&s, &ends);
    }
    stop(&s, &ends);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}
