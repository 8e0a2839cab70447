// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The context of a command, what it shows while it works, and Ctrl-C: the first one asks the work to stop and ends the
// command cleanly, the second one removes temporary files and quits at once.

#include "config.h"
#include "core/context.h"
#include "io/json.h"
#include "streams.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Written by the signal handler, which may run on any thread, and read by workers: atomic, not only volatile. All are
// lock-free, so a handler may touch them.
static oro_context *_Atomic running;
static atomic_int interrupts;

static void on_signal(int number) {
    (void)number;
    if (interrupts++ > 0) {
        oro_remove_unfinished_files();
        cli_streams_remove();
        _exit(CLI_INTERRUPTED);
    }
    oro_context *at_work = running;
    if (at_work) oro_cancel(at_work);
}

void cli_listen_for_signals(void) {
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void cli_forget_interrupt(void) { interrupts = 0; }

bool cli_was_interrupted(void) { return interrupts > 0; }

oro_status cli_check_interrupt(cli *c) {
    return interrupts > 0 ? cli_fail(c, ORO_CANCELLED, NULL, "interrupted; nothing was written") : ORO_OK;
}

double cli_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// --- the context --------------------------------------------------------------------------------------------------------

static void on_note(void *user, const char *where, const char *sentence) {
    cli_note(user, cli_flag_of(where), "%s", sentence);
}

static oro_status read_threads(cli *c, int *threads) {
    const char *text = c->threads, *where = "--threads";
    if (!text) text = getenv("OROGEN_THREADS"), where = "OROGEN_THREADS";
    if (!text || !*text) return ORO_OK;
    return cli_read_threads(c, text, where, threads);
}

static oro_status read_memory(cli *c, size_t *bytes) {
    const char *text = c->memory, *where = "--memory";
    if (!text) text = getenv("OROGEN_MEMORY"), where = "OROGEN_MEMORY";
    if (!text || !*text) return ORO_OK;
    *bytes = cli_read_bytes(text);
    if (*bytes) return ORO_OK;
    return cli_misuse(c, where, "the memory must be 16 MiB to 1024 GiB, as 8g, 512m or 900, not \"%.40s\"", text);
}

oro_status cli_describe_context(cli *c, oro_context_desc *desc) {
    *desc = (oro_context_desc){.files = oro_file_reader_default(),
                               .log = on_note,
                               .log_user = c,
                               .threads = c->config.threads,
                               .memory_limit = c->config.memory_bytes,
                               .cache_bytes = c->config.cache_bytes};
    const char *from_environment = getenv("OROGEN_CPU");
    desc->cpu = c->cpu ? c->cpu : from_environment && *from_environment ? from_environment : c->config.cpu;
    oro_status status = read_memory(c, &desc->memory_limit);
    return status == ORO_OK ? read_threads(c, &desc->threads) : status;
}

oro_status cli_open(cli *c) {
    oro_context_desc desc;
    oro_status status = cli_config_read(c);
    if (status == ORO_OK) status = cli_describe_context(c, &desc);
    if (status != ORO_OK) return status;
    if (!c->says_progress) c->progress = c->config.progress;
    cli_listen_for_signals();
    c->started = cli_seconds();
    c->ctx = oro_create(&desc, &c->error);
    if (!c->ctx) {
        c->usage = c->error.status == ORO_BAD_ARGUMENT;
        const char *where = cli_flag_of(c->error.where);
        if (strcmp(where, "--cpu") == 0 && !c->cpu) where = desc.cpu == c->config.cpu ? "config.json" : "OROGEN_CPU";
        if (where != c->error.where) snprintf(c->error.where, sizeof c->error.where, "%s", where);
        return c->error.status;
    }
    c->ctx->within = c->within;
    running = c->ctx;
    return ORO_OK;
}

void cli_close(cli *c) {
    running = NULL;
    oro_destroy(c->ctx);
    c->ctx = NULL;
}

// --- progress -------------------------------------------------------------------------------------------------------------

static bool on_terminal(void) {
    const char *term = getenv("TERM");
    return isatty(STDERR_FILENO) && !(term && strcmp(term, "dumb") == 0);
}

static void draw_bar(cli *c, double fraction, const char *what) {
    enum { WIDTH = 24 };
    char bar[WIDTH + 1];
    int full = (int)(fraction * WIDTH);
    for (int i = 0; i < WIDTH; i++) bar[i] = i < full ? '#' : '.';
    bar[WIDTH] = 0;
    fprintf(stderr, "\r\033[K[%s] %3d%%  %.1f s  %.40s", bar, (int)(fraction * 100.0), cli_seconds() - c->started,
            what);
    fflush(stderr);
    c->bar_shown = true;
}

static void print_progress_json(double fraction, const char *what) {
    oro_text name = {0};
    oro_json_print_string(what, &name);
    fprintf(stderr, "{\"progress\":%.3f,\"what\":%s}\n", fraction, name.failed ? "\"\"" : name.data);
    oro_text_free(&name);
}

void cli_part(cli *c, double from, double to) {
    c->part_from = from;
    c->part_to = to;
}

bool cli_progress(void *user, double fraction, const char *what) {
    cli *c = user;
    if (c->listen) return c->listen(c->listen_user, fraction, what);
    if (interrupts > 0 && !c->keep_partial) return false;
    if (c->part_to > 0) fraction = c->part_from + (c->part_to - c->part_from) * fraction;
    if (!what) what = "";
    if (c->progress == CLI_PROGRESS_JSON) {
        print_progress_json(fraction, what);
        return true;
    }
    bool show = c->progress == CLI_PROGRESS_ALWAYS || (c->progress == CLI_PROGRESS_AUTO && !c->quiet && on_terminal());
    // Work that is done in a blink needs no bar.
    if (show && (c->progress == CLI_PROGRESS_ALWAYS || cli_seconds() - c->started > 0.3)) draw_bar(c, fraction, what);
    return true;
}

void cli_progress_end(cli *c) {
    if (!c->bar_shown) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    c->bar_shown = false;
}
