// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Carries requests; see http.h. One thread serves all connections; what takes long happens in the threads of jobs, build and
// autosave. Streams of events sleep in the library while there is nothing to tell.
#define _GNU_SOURCE 1
#include "studio/http.h"
#include "core/context.h"
#include "io/file.h"
#include "studio/fields.h"
#include "studio/gate.h"
#include "studio/guests.h"
#include "studio/json.h"
#include "studio/page.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    CONNECTION_MEMORY = 16 << 10, ///< request line and headers have to fit
    IDLE_SECONDS = 10,
    STUDIO_UPLOADS = 4, ///< at a time
};

struct studio_http {
    studio_parts *parts;
    struct MHD_Daemon *daemon;
    int port;
    studio_gate gate;
    studio_guests guests;
    size_t held, most_held; ///< bytes of bodies and answers on their way; of the one thread that serves
    int uploads;
};

/// One request on its way.
typedef struct exchange {
    studio_http *http;
    studio_guest *guest;
    bool begun;
    const char *fault; ///< what is wrong with the address; NULL: nothing
    int fault_status;
    oro_text body;
    size_t received;
    size_t held; ///< counted in http->held
    bool uploading, replaces;
    oro_file_writer upload;
    char name[STUDIO_PATH]; ///< of the uploaded file
} exchange;

/// Counts bytes that wait in memory. False: there are too many already.
static bool hold_bytes(exchange *e, size_t bytes) {
    if (bytes > e->http->most_held - e->http->held) return false;
    e->http->held += bytes;
    e->held += bytes;
    return true;
}

// --- sending ------------------------------------------------------------------------------------------------------------------

static void add_headers(struct MHD_Response *response, const studio_reply *reply) {
    static const char *const headers[][2] = {
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"X-Frame-Options", "DENY"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Content-Security-Policy",
         "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; "
         "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    MHD_add_response_header(response, "Content-Type", reply->type);
    MHD_add_response_header(response, "Cache-Control",
                            reply->forever ? "private, max-age=31536000, immutable" : "no-store");
}

static struct MHD_Response *response_of(studio_reply *reply) {
    if (reply->frame)
        return MHD_create_response_from_buffer_with_free_callback_cls(reply->frame->bytes, reply->frame->data,
                                                                      studio_frame_release, reply->frame);
    if (reply->is_file) return MHD_create_response_from_fd64(reply->length, reply->file);
    return MHD_create_response_from_buffer(reply->length, reply->body, MHD_RESPMEM_MUST_FREE);
}

/// Sends a reply and takes it over.
static enum MHD_Result send_reply(exchange *e, struct MHD_Connection *connection, studio_reply *reply) {
    // Frames are counted by who made them.
    if (reply->body && !hold_bytes(e, reply->length)) {
        free(reply->body);
        studio_refuse(reply, 429, ORO_NO_MEMORY, "too many answers are waiting to be read; try again in a moment",
                      NULL);
    }
    studio_guest_answered(&e->http->guests, e->guest, reply->length);
    struct MHD_Response *response = response_of(reply);
    if (!response) {
        if (reply->frame) studio_frame_release(reply->frame);
        if (reply->is_file) close(reply->file);
        free(reply->body);
        *reply = (studio_reply){0};
        return MHD_NO;
    }
    add_headers(response, reply);
    enum MHD_Result sent = MHD_queue_response(connection, (unsigned)reply->status, response);
    MHD_destroy_response(response);
    *reply = (studio_reply){0};
    return sent;
}

// --- the page -----------------------------------------------------------------------------------------------------------------

static void get_page(const char *path, studio_reply *reply) {
    if (strcmp(path, "/") == 0) path = "/index.html";
    for (const studio_page_file *file = studio_page; file->path; file++) {
        if (strcmp(file->path, path) != 0) continue;
        // The table outlives everything; the copy keeps answers alike.
        char *copy = malloc(file->length + 1);
        if (copy) memcpy(copy, file->data, file->length);
        *reply = (studio_reply){
            .status = copy ? 200 : 507, .type = file->type, .body = copy, .length = copy ? file->length : 0};
        reply->forever = strncmp(path, "/assets/", 8) == 0;
        return;
    }
    if (!studio_page[0].path && strcmp(path, "/index.html") == 0)
        studio_plain_page(
            reply, 200, "Orogen studio",
            "This program was built without its page. The page needs Node.js when it is built: install it "
            "(Debian: nodejs and npm), run <code>./dev build</code> again and start the studio again.");
    else
        studio_plain_page(reply, 404, "Not here", "There is nothing of this name.");
}

// --- events -------------------------------------------------------------------------------------------------------------------

typedef struct listener {
    studio_hub *hub;
    studio_stream *stream;
} listener;

static void wake_connection(void *connection) { MHD_resume_connection(connection); }
static void put_to_sleep(void *connection) { MHD_suspend_connection(connection); }

static ssize_t read_events(void *user, uint64_t at, char *buffer, size_t size) {
    listener *l = user;
    (void)at;
    long taken = studio_hub_read(l->hub, l->stream, buffer, size, put_to_sleep);
    return taken < 0 ? MHD_CONTENT_READER_END_OF_STREAM : (ssize_t)taken;
}

static void close_events(void *user) {
    listener *l = user;
    studio_hub_close(l->hub, l->stream);
    free(l);
}

static enum MHD_Result send_events(exchange *e, struct MHD_Connection *connection) {
    studio_http *h = e->http;
    const char *tab = studio_gate_query(connection, "tab");
    studio_reply reply = {0};
    if (!tab || !studio_is_tab(tab)) {
        studio_refuse(&reply, 400, ORO_BAD_ARGUMENT, "a tab is named by 1 to 40 letters, digits, - and _", "tab");
        return send_reply(e, connection, &reply);
    }
    listener *l = calloc(1, sizeof *l);
    if (!l) return MHD_NO;
    l->hub = h->parts->hub;
    l->stream = studio_hub_open(l->hub, tab, wake_connection, connection);
    if (!l->stream) {
        free(l);
        studio_refuse(&reply, 429, ORO_BAD_ARGUMENT, "too many pages listen; try again in a moment", "tab");
        return send_reply(e, connection, &reply);
    }
    oro_json *hello = oro_json_new_object();
    if (hello) {
        oro_json_set(hello, "tab", oro_json_new_string(tab));
        oro_json_set(hello, "revision", oro_json_new_number((double)h->parts->session->revision));
        oro_json_set(hello, "version", oro_json_new_string(ORO_VERSION));
    }
    studio_hub_tell(l->hub, tab, "hello", hello);
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16 << 10, read_events, l, close_events);
    if (!response) {
        close_events(l);
        return MHD_NO;
    }
    add_headers(response, &(studio_reply){.type = "text/event-stream"});
    studio_guest_streams(&h->guests, e->guest);
    enum MHD_Result sent = MHD_queue_response(connection, 200, response);
    MHD_destroy_response(response);
    return sent;
}

// --- uploads ------------------------------------------------------------------------------------------------------------------

static int upload_code(oro_status status, bool there) { return there ? 409 : status == ORO_CANNOT_WRITE ? 507 : 400; }

static oro_status is_there_already(oro_context *ctx, const char *name) {
    return oro_fail(ctx, ORO_CANNOT_WRITE, name, "%.80s already exists; force replaces it", name);
}

/// Starts to write the file, or fills the refusal.
static void begin_upload(exchange *e, struct MHD_Connection *connection, studio_reply *refusal) {
    studio_session *s = e->http->parts->session;
    const char *name = studio_gate_query(connection, "name"), *force = studio_gate_query(connection, "force");
    char full[STUDIO_PATH];
    struct stat file;
    oro_status status;
    e->replaces = force && strcmp(force, "1") == 0;
    if (force && !e->replaces && strcmp(force, "0") != 0)
        status = oro_fail(s->ctx, ORO_BAD_ARGUMENT, "force", "force is 0 or 1");
    else if (!name || strcmp(studio_file_kind(name), "raster") != 0)
        status = oro_fail(s->ctx, ORO_BAD_ARGUMENT, "name", "only raster files of a known format can be uploaded");
    else
        status = studio_project_path(s->ctx, &s->project, name, full);
    bool there = status == ORO_OK && !e->replaces && oro_within_stat(&s->project.inside, full, &file);
    if (there) status = is_there_already(s->ctx, name);
    if (status == ORO_OK && oro_within_stat(&s->project.inside, full, &file) && S_ISDIR(file.st_mode))
        status = oro_fail(s->ctx, ORO_BAD_ARGUMENT, name, "this is a folder; give the name of a file in it");
    bool many = status == ORO_OK && e->http->uploads >= STUDIO_UPLOADS;
    if (many)
        status = oro_fail(s->ctx, ORO_BAD_ARGUMENT, "name", "four files are already being uploaded; wait for them");
    if (status == ORO_OK) status = oro_file_create(s->ctx, full, e->replaces, &e->upload);
    if (status == ORO_OK) {
        e->uploading = true;
        e->http->uploads++;
        snprintf(e->name, sizeof e->name, "%s", name);
    } else {
        studio_refuse(refusal, many ? 429 : upload_code(status, there), status, s->ctx->error.sentence,
                      s->ctx->error.where);
    }
}

static void end_upload(exchange *e, studio_reply *reply) {
    studio_session *s = e->http->parts->session;
    char full[STUDIO_PATH];
    struct stat file;
    e->uploading = false;
    e->http->uploads--;
    oro_status status = oro_file_commit(&e->upload);
    if (status != ORO_OK) {
        oro_error error = s->ctx->error;
        // Somebody else's may have come meanwhile.
        bool there = !e->replaces && studio_project_path(s->ctx, &s->project, e->name, full) == ORO_OK &&
                     oro_within_stat(&s->project.inside, full, &file);
        studio_refuse(reply, upload_code(status, there), status, error.sentence, error.where);
        return;
    }
    oro_text text = {0};
    oro_text_puts(&text, "{\"ok\":true,\"path\":");
    oro_json_print_string(e->name, &text);
    oro_text_puts(&text, "}");
    *reply = (studio_reply){.status = 200, .type = "application/json", .body = text.data, .length = text.length};
}

// --- requests -----------------------------------------------------------------------------------------------------------------

/// The request line is here, nothing of it decoded: the one moment to see what was really sent.
static void *on_address(void *user, const char *address, struct MHD_Connection *connection) {
    exchange *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    e->http = user;
    e->guest = info ? info->socket_context : NULL;
    e->fault = studio_gate_address(address, &e->fault_status);
    return e;
}

/// Headers are there, the body is not. Fills the answer where no body is wanted.
static void begin(exchange *e, struct MHD_Connection *connection, const char *path, const char *method,
                  const char *version, studio_reply *early) {
    bool known = false;
    int64_t length;
    if (e->fault) {
        studio_refuse(early, e->fault_status, ORO_BAD_ARGUMENT, e->fault, NULL);
        return;
    }
    bool in = studio_gate_lets_in(&e->http->gate, connection, path, method, version, early, &known, &length);
    if (known) studio_guest_known(&e->http->guests, e->guest);
    if (!in) return;
    bool upload = strcmp(path, "/api/upload") == 0;
    if (strcmp(method, "POST") == 0 && upload)
        begin_upload(e, connection, early);
    else if (length > 0 && (size_t)length > e->http->most_held - e->http->held)
        studio_refuse(early, 429, ORO_NO_MEMORY, "too many requests are in progress; try again in a moment", NULL);
}

/// A part of the body. False: there is too much of it.
static bool take_part(exchange *e, const char *data, size_t size) {
    e->received += size;
    studio_guest_sent(&e->http->guests, e->guest, e->received);
    if (e->uploading) {
        if (e->received > STUDIO_MOST_UPLOAD) return false;
        return oro_file_write(&e->upload, data, size) == ORO_OK;
    }
    if (e->received > STUDIO_MOST_BODY || !hold_bytes(e, size)) return false;
    oro_text_add(&e->body, data, size);
    return !e->body.failed;
}

static enum MHD_Result finish(exchange *e, struct MHD_Connection *connection, const char *path, const char *method) {
    studio_reply reply = {0};
    bool api = strncmp(path, "/api/", 5) == 0;
    if (strcmp(path, "/api/events") == 0 && strcmp(method, "GET") == 0) return send_events(e, connection);
    if (e->uploading) {
        end_upload(e, &reply);
    } else if (!api) {
        get_page(path, &reply);
    } else {
        studio_request request = {.method = strcmp(method, "HEAD") == 0 ? "GET" : method,
                                  .path = path,
                                  .query = studio_gate_query,
                                  .user = connection,
                                  .body = e->body.data ? e->body.data : "",
                                  .length = e->body.length};
        studio_route(e->http->parts, &request, &reply);
    }
    return send_reply(e, connection, &reply);
}

static enum MHD_Result on_request(void *user, struct MHD_Connection *connection, const char *path, const char *method,
                                  const char *version, const char *data, size_t *size, void **state) {
    exchange *e = *state;
    (void)user;
    if (!e) return MHD_NO; // no memory
    if (!e->begun) {
        studio_reply early = {0};
        e->begun = true;
        begin(e, connection, path, method, version, &early);
        // Refused before the body: answer at once, and the connection ends after it.
        return early.status ? send_reply(e, connection, &early) : MHD_YES;
    }
    if (*size) {
        if (!take_part(e, data, *size)) return MHD_NO; // ends the connection
        *size = 0;
        return MHD_YES;
    }
    return finish(e, connection, path, method);
}

static void on_end(void *user, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode how) {
    exchange *e = *state;
    (void)user, (void)connection, (void)how;
    if (!e) return;
    if (e->uploading) {
        oro_file_abort(&e->upload);
        e->http->uploads--;
    }
    e->http->held -= e->held;
    studio_guest_done(&e->http->guests, e->guest);
    oro_text_free(&e->body);
    free(e);
    *state = NULL;
}

static void on_connection(void *user, struct MHD_Connection *connection, void **state,
                          enum MHD_ConnectionNotificationCode how) {
    studio_http *h = user;
    if (how == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *state = info ? studio_guest_enters(&h->guests, info->connect_fd) : NULL;
    } else {
        studio_guest_leaves(&h->guests, *state);
        *state = NULL;
    }
}

// --- starting -----------------------------------------------------------------------------------------------------------------

/// Every connection is a file; the usual limit of open ones is lower than that of connections.
static void allow_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= 2 * STUDIO_CONNECTIONS) return;
    limit.rlim_cur = limit.rlim_max < 2 * STUDIO_CONNECTIONS ? limit.rlim_max : 2 * STUDIO_CONNECTIONS;
    setrlimit(RLIMIT_NOFILE, &limit);
}

studio_http *studio_http_start(studio_parts *parts, int port, size_t most_held, oro_error *error) {
    studio_http *h = calloc(1, sizeof *h);
    *error =
        (oro_error){.status = ORO_FAILED, .sentence = "the server cannot be started: no memory or no random numbers"};
    if (!h || !studio_gate_init(&h->gate)) {
        free(h);
        return NULL;
    }
    h->parts = parts;
    h->most_held = most_held;
    studio_guests_init(&h->guests);
    allow_files();
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    h->daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, h,
        MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT, (unsigned)STUDIO_CONNECTIONS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)IDLE_SECONDS, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, on_address, h,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, h, MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL, MHD_OPTION_END);
    const union MHD_DaemonInfo *info = h->daemon ? MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;
    if (!info) {
        error->status = ORO_FAILED;
        snprintf(error->where, sizeof error->where, "--port");
        snprintf(error->sentence, sizeof error->sentence, "port %d cannot be listened on: %s", port,
                 errno ? strerror(errno) : "it is taken");
        studio_http_stop(h);
        return NULL;
    }
    h->port = info->port;
    studio_gate_listens(&h->gate, h->port);
    return h;
}

void studio_http_stop(studio_http *h) {
    if (!h) return;
    if (h->daemon) MHD_stop_daemon(h->daemon);
    studio_guests_free(&h->guests);
    free(h);
}

void studio_http_tidy(studio_http *h) { studio_guests_tidy(&h->guests); }

int studio_http_port(const studio_http *h) { return h->port; }
const char *studio_http_token(const studio_http *h) { return h->gate.token; }
