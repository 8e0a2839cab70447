// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Builds into files by a child process; see build.h. The copy of the document lies beside the document, so that the files it
// names are found, under a name that begins with a dot, and is removed at the end.
#define _GNU_SOURCE 1
#include "studio/build.h"
#include "build/job.h"
#include "core/context.h"
#include "io/file.h"
#include "studio/json.h"
#include "studio/time.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
    MOST_OUTPUT = 16 << 20,
    MOST_WORDS = 32 + STUDIO_MOST_OPTIONS,
    STUDIO_PLAN_SECONDS = 20, ///< the page waits for a plan, and everybody else too
    END_SECONDS = 5,          ///< for a build that is asked to stop
};

static const char copy_end[] = ".build.oro.json";

/// One run of the program.
typedef struct child {
    char *words[MOST_WORDS];
    int count;
    const studio_project *project; ///< where it runs, and which it cannot leave
    char copy[STUDIO_PATH];        ///< of the document
    double deadline;               ///< it is killed then; 0: never
    pid_t pid;
    int out, err; ///< what it prints and what it says
} child;

struct studio_build {
    studio_hub *hub;
    oro_context *ctx; ///< of the thread, for reading JSON and errors
    char program[STUDIO_PATH];
    pthread_mutex_t lock; ///< guards what follows
    pthread_t thread;
    bool started, running, cancelled, ending;
    pid_t planning; ///< 0: no plan is being made
    child child;
    uint64_t revision;
    char target[STUDIO_PATH];
    char exported_for[32]; ///< the target of an export; "": it is a build
    oro_json *last;
};

// --- the child ----------------------------------------------------------------------------------------------------------------

static void add_word(child *c, const char *word) {
    if (c->count < MOST_WORDS - 1 && (c->words[c->count] = strdup(word))) c->count++;
}

static void free_child(child *c) {
    for (int i = 0; i < c->count; i++) free(c->words[i]);
    if (*c->copy) oro_within_unlink(&c->project->inside, c->copy);
    *c = (child){0};
}

static oro_status cannot_start(oro_context *ctx, const char *program, int error) {
    return oro_fail(ctx, ORO_FAILED, program, "the build cannot be started: %s", strerror(error));
}

static oro_status start_child(oro_context *ctx, const char *program, child *c) {
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0) return cannot_start(ctx, program, errno);
    if (pipe2(err, O_CLOEXEC) != 0) {
        close(out[0]), close(out[1]);
        return cannot_start(ctx, program, errno);
    }
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addchdir_np(&actions, c->project->folder);
    posix_spawnattr_init(&attributes);
    // The studio blocks and ignores signals; the program must hear them.
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGINT), sigaddset(&usual, SIGTERM), sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int error = posix_spawn(&c->pid, program, &actions, &attributes, c->words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(out[1]), close(err[1]);
    c->out = out[0], c->err = err[0];
    if (!error) return ORO_OK;
    close(out[0]), close(err[0]);
    return cannot_start(ctx, program, error);
}

/// Reads both pipes to their ends, calling `line` for every line said, and waits for the end without taking note of it: until
/// reap() the number of the process stays its own.
static void listen_to_child(child *c, oro_text *printed, void (*line)(void *user, char *text), void *user) {
    struct pollfd pipes[2] = {{.fd = c->out, .events = POLLIN}, {.fd = c->err, .events = POLLIN}};
    char said[4096];
    size_t used = 0;
    while (pipes[0].fd >= 0 || pipes[1].fd >= 0) {
        double left = c->deadline - studio_now();
        if (c->deadline > 0.0 && left <= 0.0) {
            kill(c->pid, SIGKILL);
            c->deadline = 0.0;
        }
        if (poll(pipes, 2, c->deadline > 0.0 ? (int)(left * 1000.0) + 1 : -1) < 0 && errno != EINTR) break;
        for (int i = 0; i < 2; i++) {
            char buffer[4096];
            if (pipes[i].fd < 0 || !pipes[i].revents) continue;
            ssize_t got = read(pipes[i].fd, buffer, sizeof buffer);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) pipes[i].fd = -1;
            if (i == 0 && got > 0 && printed->length < MOST_OUTPUT) oro_text_add(printed, buffer, (size_t)got);
            for (ssize_t k = 0; i == 1 && k < got; k++) {
                if (buffer[k] != '\n' && used < sizeof said - 1) {
                    said[used++] = buffer[k];
                    continue;
                }
                said[used] = 0;
                if (line && used) line(user, said);
                used = 0;
            }
        }
    }
    close(c->out), close(c->err);
    siginfo_t info;
    while (waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
}

/// The exit code, -1 for a signal.
static int reap(child *c) {
    int status = 0;
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// --- the document -------------------------------------------------------------------------------------------------------------

/// The name of the document without folders and ending; what files are called after it.
static void base_name(const studio_session *s, char *name, size_t size) {
    const char *path = s->place->path ? s->place->path : "landscape.oro.json", *slash = strrchr(path, '/');
    snprintf(name, size, "%s", slash ? slash + 1 : path);
    if (studio_is_scene_name(name)) name[strlen(name) - 9] = 0;
}

/// The text to build. The program names files after the scene where it names none; the copy has another name.
static char *text_to_build(studio_session *s, const char *name) {
    if (oro_scene_output_count(s->scene)) return strdup(s->text);
    char folder[STUDIO_PATH];
    studio_session_folder(s, folder);
    oro_scene *scene = oro_scene_parse(s->ctx, studio_session_name(s), folder, s->text, strlen(s->text));
    if (!scene) return NULL;
    oro_status status = oro_add_usual_outputs(scene, name);
    char *printed = status == ORO_OK ? oro_scene_print(scene) : NULL, *text = printed ? strdup(printed) : NULL;
    if (printed) oro_scene_text_free(s->ctx, printed);
    oro_scene_destroy(scene);
    return text;
}

/// What the document writes has to be named as a page may name files.
static oro_status check_outputs(studio_session *s) {
    for (int i = 0; i < oro_scene_output_count(s->scene); i++) {
        const char *file = oro_scene_output_at(s->scene, i)->file;
        char where[40];
        snprintf(where, sizeof where, "outputs/%d", i);
        if (!studio_is_plain_name(file))
            return oro_fail(
                s->ctx, ORO_BAD_ARGUMENT, where,
                "\"%.80s\" cannot be written: a name must be relative, without \"..\" and without a leading dot", file);
    }
    return ORO_OK;
}

/// "--tile-pixels=512"
static void option_word(const studio_build_desc *desc, int index, char *word, size_t size) {
    snprintf(word, size, "--%s=%s", desc->options[index].name, desc->options[index].value);
    for (char *at = word; *at && *at != '='; at++)
        if (*at == '_') *at = '-';
}

/// What an export is told; its copy of the document has another name than the document.
static void add_options(child *c, const studio_build_desc *desc, const char *name) {
    if (!desc->target) return;
    add_word(c, "--title");
    add_word(c, name);
    add_word(c, "--target");
    add_word(c, desc->target);
    for (int i = 0; i < desc->option_count; i++) {
        char word[1024];
        option_word(desc, i, word, sizeof word);
        add_word(c, word);
    }
}

/// Makes the copy and the words of the command. `target` gets the output folder's name.
static oro_status prepare(studio_build *b, studio_session *s, const studio_build_desc *desc, child *c, char *target) {
    static atomic_uint serial;
    char name[256], full[STUDIO_PATH], number[24], copy[512];
    base_name(s, name, sizeof name);
    snprintf(target, STUDIO_PATH, "%s", desc->folder && *desc->folder ? desc->folder : name);
    oro_status status = studio_project_path(s->ctx, &s->project, target, full);
    if (status == ORO_OK) status = check_outputs(s);
    if (status != ORO_OK) return status;
    char *text = text_to_build(s, name);
    if (!text) return oro_fail(s->ctx, ORO_NO_MEMORY, NULL, "there is not enough memory for a copy of the document");
    const char *slash = s->place->path ? strrchr(s->place->path, '/') : NULL;
    int front = slash ? (int)(slash - s->place->path) + 1 : 0;
    // No two children share a copy, whoever starts them; the number of the process tells which are left over.
    int length = snprintf(copy, sizeof copy, "%.*s.%.100s.%ld-%u%s", front, s->place->path ? s->place->path : "", name,
                          (long)getpid(), atomic_fetch_add(&serial, 1), copy_end);
    c->project = &s->project;
    if (length < 0 || (size_t)length >= sizeof copy ||
        (size_t)snprintf(c->copy, sizeof c->copy, "%s/%s", s->project.folder, copy) >= sizeof c->copy)
        *c->copy = 0;
    status = *c->copy ? oro_file_save(s->ctx, c->copy, false, text, strlen(text))
                      : oro_fail(s->ctx, ORO_BAD_ARGUMENT, NULL, "the name of the document is too long");
    free(text);
    if (status != ORO_OK) {
        *c->copy = 0; // not ours
        return status;
    }
    const char *const words[] = {b->program,   desc->target ? "export" : "build",
                                 copy,         "--output",
                                 target,       "--within",
                                 ".",          "--json",
                                 "--progress", "json"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) add_word(c, words[i]);
    add_options(c, desc, name);
    if (desc->size) {
        snprintf(number, sizeof number, "%d", desc->size);
        add_word(c, "--size");
        add_word(c, number);
    }
    if (desc->seed && *desc->seed) {
        add_word(c, "--seed");
        add_word(c, desc->seed);
    }
    if (desc->force) add_word(c, "--force");
    return ORO_OK;
}

/// A word as a shell would have it.
static void add_shell_word(oro_text *text, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,+";
    if (*word && strspn(word, plain) == strlen(word)) {
        oro_text_puts(text, word);
        return;
    }
    oro_text_puts(text, "'");
    for (; *word; word++) oro_text_printf(text, *word == '\'' ? "'\\''" : "%c", *word);
    oro_text_puts(text, "'");
}

/// The command a person would type in the project folder.
static oro_json *command_line(const studio_session *s, const studio_build_desc *desc, const char *target) {
    oro_text text = {0};
    oro_text_printf(&text, "orogen %s ", desc->target ? "export" : "build");
    add_shell_word(&text, s->place->path ? s->place->path : "landscape.oro.json");
    oro_text_puts(&text, " -o ");
    add_shell_word(&text, target);
    if (desc->target) oro_text_printf(&text, " --target %s", desc->target);
    for (int i = 0; i < desc->option_count; i++) {
        char word[1024];
        option_word(desc, i, word, sizeof word);
        oro_text_puts(&text, " ");
        add_shell_word(&text, word);
    }
    if (desc->size) oro_text_printf(&text, " --size %d", desc->size);
    if (desc->seed && *desc->seed) {
        oro_text_puts(&text, " --seed ");
        add_shell_word(&text, desc->seed);
    }
    if (desc->force) oro_text_puts(&text, " --force");
    oro_json *value = text.failed ? NULL : studio_json_text(text.data);
    oro_text_free(&text);
    return value;
}

// --- planning -----------------------------------------------------------------------------------------------------------------

/// Puts the sentence of the program's own error into the session.
static oro_status take_error(oro_context *ctx, const oro_json *printed, const char *fallback) {
    const oro_json *error = oro_json_get(printed, "error");
    const char *status = studio_json_get_text(error, "status", ""), *where = studio_json_get_text(error, "where", "");
    oro_status found = ORO_FAILED;
    for (int i = ORO_FAILED; i <= ORO_CANCELLED; i++)
        if (strcmp(oro_status_name((oro_status)i), status) == 0) found = (oro_status)i;
    const char *copy = strstr(where, copy_end), *rest = copy ? copy + strlen(copy_end) : where;
    // The copy is not what people know.
    return oro_fail(ctx, found, copy && *rest == '/' ? rest + 1 : rest, "%s",
                    studio_json_get_text(error, "sentence", fallback));
}

static oro_json *files_json(const oro_json *printed, const studio_project *project) {
    const oro_json *outputs = oro_json_get(printed, "outputs");
    oro_json *files = oro_json_new_array();
    for (size_t i = 0; files && outputs && i < outputs->count; i++) {
        const oro_json *from = outputs->items[i], *hash = oro_json_get(from, "hash");
        const char *path = studio_json_get_text(from, "path", "");
        char full[STUDIO_PATH + 1024];
        struct stat file;
        oro_json *item = oro_json_new_object();
        if (!item) continue;
        snprintf(full, sizeof full, "%s/%s", project->folder, path);
        bool exists = oro_within_stat(&project->inside, full, &file);
        double expected = studio_json_get_number(from, "bytes", 0.0);
        oro_json_set(item, "path", studio_json_text(path));
        oro_json_set(item, "format", studio_json_text(studio_json_get_text(from, "format", "")));
        oro_json_set(item, "bytes", oro_json_new_number(expected > 0.0 || !exists ? expected : (double)file.st_size));
        oro_json_set(item, "exists", oro_json_new_bool(exists));
        if (hash) oro_json_set(item, "hash", oro_json_copy(hash));
        oro_json_append(files, item);
    }
    return files;
}

/// Starts the child of a plan, unless the server ends.
static oro_status begin_plan(studio_build *b, oro_context *ctx, child *c) {
    c->deadline = studio_now() + STUDIO_PLAN_SECONDS;
    pthread_mutex_lock(&b->lock);
    oro_status status = b->ending ? oro_fail(ctx, ORO_CANCELLED, "plan", "the studio ends") : ORO_OK;
    if (status == ORO_OK) status = start_child(ctx, b->program, c);
    if (status == ORO_OK) b->planning = c->pid;
    pthread_mutex_unlock(&b->lock);
    return status;
}

static int end_plan(studio_build *b, child *c) {
    pthread_mutex_lock(&b->lock);
    int code = reap(c);
    b->planning = 0;
    pthread_mutex_unlock(&b->lock);
    return code;
}

oro_json *studio_build_plan(studio_build *b, studio_session *s, const studio_build_desc *desc) {
    child c = {0};
    char target[STUDIO_PATH];
    oro_text printed = {0};
    oro_json *answer = NULL, *plan = NULL;
    oro_grid shape;
    oro_status status = prepare(b, s, desc, &c, target);
    if (status == ORO_OK) add_word(&c, "--dry-run");
    if (status == ORO_OK) status = begin_plan(b, s->ctx, &c);
    if (status == ORO_OK) {
        listen_to_child(&c, &printed, NULL, NULL);
        int code = end_plan(b, &c);
        status = oro_json_parse(s->ctx, "plan", printed.data ? printed.data : "", printed.length, &answer);
        if (code == -1)
            status = oro_fail(s->ctx, ORO_FAILED, "plan",
                              "planning took too long or was interrupted; the scene can still be built");
        else if (code != 0 && !oro_json_get(answer, "problems"))
            status = take_error(s->ctx, answer, "the build cannot be planned");
    }
    if (status == ORO_OK) status = oro_scene_geometry(s->scene, desc->size, &shape);
    const oro_json *size = oro_json_get(answer, "size");
    if (desc->target && size && size->count == 2) { // of what is exported, which may be a region, or resampled
        shape.width = (int32_t)size->items[0]->number;
        shape.height = (int32_t)size->items[1]->number;
        shape.cell = studio_json_get_number(answer, "cell", shape.cell);
    }
    if (status == ORO_OK && (plan = oro_json_new_object())) {
        oro_json_set(plan, "width", oro_json_new_number(shape.width));
        oro_json_set(plan, "height", oro_json_new_number(shape.height));
        oro_json_set(plan, "cell", oro_json_new_number(shape.cell));
        oro_json_set(plan, "memory_bytes", oro_json_new_number(studio_json_get_number(answer, "memory_bytes", 0.0)));
        const oro_json *problems = oro_json_get(answer, "problems");
        oro_json_set(plan, "problems", problems ? oro_json_copy(problems) : oro_json_new_array());
        oro_json_set(plan, "files", files_json(answer, &s->project));
        oro_json_set(plan, "command", command_line(s, desc, target));
        oro_json_set(plan, "folder", studio_json_text(target));
        oro_json_set(plan, "saved", oro_json_new_bool(s->place->path && !studio_session_dirty(s)));
    }
    oro_json_free(answer);
    oro_text_free(&printed);
    free_child(&c);
    return plan;
}

// --- building -----------------------------------------------------------------------------------------------------------------

static oro_json *event(studio_build *b, const char *state) {
    oro_json *data = oro_json_new_object();
    if (!data) return NULL;
    oro_json_set(data, "state", oro_json_new_string(state));
    oro_json_set(data, "what", oro_json_new_string(*b->exported_for ? "export" : "build"));
    if (*b->exported_for) oro_json_set(data, "target", oro_json_new_string(b->exported_for));
    oro_json_set(data, "revision", oro_json_new_number((double)b->revision));
    oro_json_set(data, "folder", studio_json_text(b->target));
    return data;
}

/// Tells everyone and remembers it for pages that come later. Takes `data` over.
static void tell(studio_build *b, oro_json *data) {
    oro_json *copy = data ? oro_json_copy(data) : NULL;
    pthread_mutex_lock(&b->lock);
    oro_json_free(b->last);
    b->last = copy;
    pthread_mutex_unlock(&b->lock);
    studio_hub_tell(b->hub, NULL, "build", data);
}

/// A line of the child: progress as JSON, or words for people.
static void on_line(void *user, char *line) {
    studio_build *b = user;
    oro_json *said = NULL;
    if (*line == '{' && oro_json_parse(b->ctx, "progress", line, strlen(line), &said) == ORO_OK) {
        oro_json *data = event(b, "running");
        if (data) {
            oro_json_set(data, "fraction", oro_json_new_number(studio_json_get_number(said, "progress", 0.0)));
            oro_json_set(data, "step", studio_json_text(studio_json_get_text(said, "what", "")));
        }
        tell(b, data);
    } else if (strncmp(line, "orogen: note: ", 14) == 0) {
        oro_json *data = oro_json_new_object();
        if (data) oro_json_set(data, "where", oro_json_new_string("build"));
        if (data) oro_json_set(data, "sentence", studio_json_text(line + 14));
        studio_hub_tell(b->hub, NULL, "note", data);
    }
    oro_json_free(said);
}

static void add_results(oro_json *data, const oro_json *answer, const studio_project *project) {
    const oro_json *nodes = oro_json_get(answer, "nodes");
    oro_json_set(data, "fraction", oro_json_new_number(1.0));
    oro_json_set(data, "files", files_json(answer, project));
    oro_json_set(data, "seconds", oro_json_new_number(studio_json_get_number(answer, "seconds", 0.0)));
    oro_json_set(data, "peak_bytes", oro_json_new_number(studio_json_get_number(answer, "peak_bytes", 0.0)));
    if (nodes) oro_json_set(data, "nodes", oro_json_copy(nodes));
}

static void *work(void *user) {
    studio_build *b = user;
    oro_text printed = {0};
    oro_json *answer = NULL;
    listen_to_child(&b->child, &printed, on_line, b);
    if (oro_json_parse(b->ctx, "build", printed.data ? printed.data : "", printed.length, &answer) != ORO_OK)
        answer = NULL;
    pthread_mutex_lock(&b->lock);
    int code = reap(&b->child);
    bool cancelled = b->cancelled;
    oro_json *data = event(b, code == 0 ? "done" : cancelled ? "cancelled" : "failed");
    if (data && code == 0) add_results(data, answer, b->child.project);
    if (data && code != 0) {
        take_error(b->ctx, answer, cancelled ? "the build was cancelled; nothing was written" : "the build broke off");
        oro_json_set(data, "error", studio_json_error(oro_last_error(b->ctx)));
    }
    free_child(&b->child);
    b->running = false;
    pthread_mutex_unlock(&b->lock);
    tell(b, data);
    oro_json_free(answer);
    oro_text_free(&printed);
    return NULL;
}

/// Joins the thread of a build that ended.
static void settle(studio_build *b) {
    if (!b->started) return;
    pthread_join(b->thread, NULL);
    b->started = false;
}

oro_status studio_build_start(studio_build *b, studio_session *s, const studio_build_desc *desc) {
    pthread_mutex_lock(&b->lock);
    bool running = b->running, ending = b->ending;
    pthread_mutex_unlock(&b->lock);
    if (ending) return oro_fail(s->ctx, ORO_CANCELLED, "build", "the studio ends");
    if (running)
        return oro_fail(s->ctx, ORO_BAD_ARGUMENT, "build", "a build is already running; wait for it or cancel it");
    settle(b);
    oro_status status = prepare(b, s, desc, &b->child, b->target);
    if (status == ORO_OK) status = start_child(s->ctx, b->program, &b->child);
    if (status != ORO_OK) {
        free_child(&b->child);
        return status;
    }
    snprintf(b->exported_for, sizeof b->exported_for, "%s", desc->target ? desc->target : "");
    b->revision = s->revision;
    b->running = true;
    b->cancelled = false;
    tell(b, event(b, "running"));
    if (pthread_create(&b->thread, NULL, work, b) == 0) {
        b->started = true;
        return ORO_OK;
    }
    kill(b->child.pid, SIGTERM);
    oro_text ignored = {0};
    listen_to_child(&b->child, &ignored, NULL, NULL);
    reap(&b->child);
    oro_text_free(&ignored);
    free_child(&b->child);
    b->running = false;
    return oro_fail(s->ctx, ORO_FAILED, "build", "no thread can be started");
}

bool studio_build_cancel(studio_build *b) {
    pthread_mutex_lock(&b->lock);
    bool running = b->running;
    if (running) {
        b->cancelled = true;
        kill(b->child.pid, SIGINT); // the program stops cleanly and removes what it began
    }
    pthread_mutex_unlock(&b->lock);
    return running;
}

oro_json *studio_build_last(studio_build *b) {
    pthread_mutex_lock(&b->lock);
    oro_json *copy = b->last ? oro_json_copy(b->last) : oro_json_new_null();
    pthread_mutex_unlock(&b->lock);
    return copy;
}

studio_build *studio_build_create(studio_hub *hub, const char *program) {
    studio_build *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->ctx = oro_create(&(oro_context_desc){.threads = 1, .cache_bytes = 1 << 20}, NULL);
    if (!b->ctx) {
        free(b);
        return NULL;
    }
    b->hub = hub;
    snprintf(b->program, sizeof b->program, "%s", program);
    pthread_mutex_init(&b->lock, NULL);
    return b;
}

void studio_build_end(studio_build *b) {
    pthread_mutex_lock(&b->lock);
    b->ending = true;
    if (b->planning) kill(b->planning, SIGKILL);
    pthread_mutex_unlock(&b->lock);
    studio_build_cancel(b);
}

/// A build stops within a block of work, unless it hangs in the system.
static void kill_late_build(studio_build *b) {
    for (double end = studio_now() + END_SECONDS;; usleep(10000)) {
        pthread_mutex_lock(&b->lock);
        bool running = b->running, late = studio_now() > end;
        if (running && late) kill(b->child.pid, SIGKILL);
        pthread_mutex_unlock(&b->lock);
        if (!running || late) return;
    }
}

void studio_build_destroy(studio_build *b) {
    if (!b) return;
    studio_build_end(b);
    kill_late_build(b);
    settle(b);
    oro_json_free(b->last);
    pthread_mutex_destroy(&b->lock);
    oro_destroy(b->ctx);
    free(b);
}

// --- what a killed server left ------------------------------------------------------------------------------------------------

/// The process that made a copy, by the copy's name: ".NAME.PID-SERIAL.build.oro.json"; 0: it is no copy.
static pid_t maker_of(const char *name) {
    size_t length = strlen(name), end = strlen(copy_end);
    if (*name != '.' || length <= end || strcmp(name + length - end, copy_end) != 0) return 0;
    const char *at = name + length - end;
    while (at > name && at[-1] != '.') at--;
    char *rest;
    long pid = strtol(at, &rest, 10);
    return *at >= '1' && *at <= '9' && *rest == '-' && pid > 0 && pid < INT_MAX ? (pid_t)pid : 0;
}

void studio_build_sweep(const studio_session *s) {
    char folder[STUDIO_PATH], path[STUDIO_PATH + 300];
    studio_session_folder(s, folder);
    int handle = oro_within_open(&s->project.inside, folder, O_RDONLY | O_DIRECTORY | O_NONBLOCK);
    DIR *stream = handle < 0 ? NULL : fdopendir(handle);
    if (handle >= 0 && !stream) close(handle);
    for (const struct dirent *entry; stream && (entry = readdir(stream));) {
        pid_t maker = maker_of(entry->d_name);
        if (!maker || kill(maker, 0) == 0 || errno != ESRCH) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        oro_within_unlink(&s->project.inside, path);
    }
    if (stream) closedir(stream);
}
