// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Carries requests; see http.h. One thread serves all connections; what takes long happens in the threads of jobs, build and
// autosave. Streams of events sleep in the library while there is nothing to tell.
#define _GNU_SOURCE 1
#include "studio/http.h"
#include "core/context.h"
#include "io/file.h"
#include "studio/json.h"
#include "studio/page.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    MOST_CONNECTIONS = 1024,
    CONNECTION_MEMORY = 16 << 10, ///< request line and headers have to fit
    IDLE_SECONDS = 10,
    MOST_URL = 2048,
    MOST_BODY = 8 << 20,
    MOST_UPLOAD = 1 << 30,
};

struct studio_http {
    studio_parts *parts;
    struct MHD_Daemon *daemon;
    int port;
    char token[33];
    char hosts[2][32]; ///< "127.0.0.1:8137", "localhost:8137"
};

/// One request on its way.
typedef struct exchange {
    studio_http *http;
    oro_text body;
    size_t received;
    bool uploading;
    oro_file_writer upload;
    char name[STUDIO_PATH]; ///< of the uploaded file
    studio_reply early;     ///< the answer is known before the body was read
} exchange;

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
    if (*reply->file) {
        int file = open(reply->file, O_RDONLY | O_CLOEXEC);
        return file < 0 ? NULL : MHD_create_response_from_fd64(reply->length, file);
    }
    return MHD_create_response_from_buffer(reply->length, reply->body, MHD_RESPMEM_MUST_FREE);
}

/// Sends a reply and takes it over.
static enum MHD_Result send_reply(struct MHD_Connection *connection, studio_reply *reply) {
    struct MHD_Response *response = response_of(reply);
    if (!response) {
        if (reply->frame) studio_frame_release(reply->frame);
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

static void plain_page(studio_reply *reply, int status, const char *title, const char *sentence) {
    oro_text text = {0};
    oro_text_printf(
        &text,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>%s</title><body "
        "style=\"font:16px sans-serif;max-width:40em;margin:4em auto\"><h1>%s</h1><p>%s</p></body></html>\n",
        title, title, sentence);
    *reply =
        (studio_reply){.status = status, .type = "text/html; charset=utf-8", .body = text.data, .length = text.length};
}

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
        plain_page(reply, 200, "Orogen studio",
                   "This program was built without its page. The page needs Node.js when it is built: install it "
                   "(Debian: nodejs and npm), run <code>./dev build</code> again and start the studio anew.");
    else
        plain_page(reply, 404, "Not here", "There is nothing of this name.");
}

// --- who may ask --------------------------------------------------------------------------------------------------------------

static const char *header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static const char *query(void *connection, const char *key) {
    return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, key);
}

static bool is_our_host(const studio_http *h, const char *host) {
    return strcmp(host, h->hosts[0]) == 0 || strcasecmp(host, h->hosts[1]) == 0;
}

static bool is_token(const studio_http *h, const char *given) {
    unsigned differs = 0;
    if (!given || strlen(given) != strlen(h->token)) return false;
    for (size_t i = 0; h->token[i]; i++)
        differs |= (unsigned)(h->token[i] ^ given[i]); // the same time wherever they differ
    return differs == 0;
}

/// Fills the refusal and returns false for everyone but our page.
static bool may_ask(const studio_http *h, struct MHD_Connection *connection, const char *path, studio_reply *reply) {
    const char *host = header(connection, "Host"), *origin = header(connection, "Origin");
    const char *site = header(connection, "Sec-Fetch-Site"), *token = header(connection, "X-Orogen-Token");
    if (!host || !is_our_host(h, host)) {
        studio_refuse(reply, 403, ORO_BAD_ARGUMENT, "this server answers only to its own address", "Host");
        return false;
    }
    bool foreign = origin && (strncmp(origin, "http://", 7) != 0 || !is_our_host(h, origin + 7));
    if (foreign || (site && strcmp(site, "cross-site") == 0 && strncmp(path, "/api/", 5) == 0)) {
        studio_refuse(reply, 403, ORO_BAD_ARGUMENT, "this server answers only to its own page", "Origin");
        return false;
    }
    bool api = strncmp(path, "/api/", 5) == 0, front = strcmp(path, "/") == 0 || strcmp(path, "/index.html") == 0;
    if ((!api && !front) || is_token(h, token) || is_token(h, query(connection, "token"))) return true;
    if (api)
        studio_refuse(reply, 403, ORO_BAD_ARGUMENT, "the token is missing or wrong", "token");
    else
        plain_page(reply, 403, "Orogen studio",
                   "Open the address that the program printed: it ends with a token that "
                   "keeps other programs out.");
    return false;
}

/// The announced length of the body; -1: none is announced.
static double announced(struct MHD_Connection *connection) {
    const char *text = header(connection, "Content-Length");
    char *end;
    if (!text) return -1.0;
    double length = strtod(text, &end);
    return *end || !(length >= 0.0) ? 1e300 : length;
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

static enum MHD_Result send_events(studio_http *h, struct MHD_Connection *connection) {
    const char *tab = query(connection, "tab");
    studio_reply reply = {0};
    if (!tab || !studio_is_tab(tab)) {
        studio_refuse(&reply, 400, ORO_BAD_ARGUMENT, "a tab is named by 1 to 40 letters, digits, - and _", "tab");
        return send_reply(connection, &reply);
    }
    listener *l = calloc(1, sizeof *l);
    if (!l) return MHD_NO;
    l->hub = h->parts->hub;
    l->stream = studio_hub_open(l->hub, tab, wake_connection, connection);
    if (!l->stream) {
        free(l);
        studio_refuse(&reply, 429, ORO_BAD_ARGUMENT, "too many pages listen; try again in a moment", "tab");
        return send_reply(connection, &reply);
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
    enum MHD_Result sent = MHD_queue_response(connection, 200, response);
    MHD_destroy_response(response);
    return sent;
}

// --- uploads ------------------------------------------------------------------------------------------------------------------

static int upload_code(oro_status status, bool there) { return there ? 409 : status == ORO_CANNOT_WRITE ? 507 : 400; }

/// Starts to write the file, or fills the refusal.
static void begin_upload(exchange *e, struct MHD_Connection *connection) {
    studio_session *s = e->http->parts->session;
    const char *name = query(connection, "name"), *force = query(connection, "force");
    char full[STUDIO_PATH];
    bool replace = force && strcmp(force, "1") == 0;
    oro_status status;
    if (!name || strcmp(studio_file_kind(name), "raster") != 0)
        status = oro_fail(s->ctx, ORO_BAD_ARGUMENT, "name", "only raster files of a known format can be uploaded");
    else
        status = studio_project_path(s->ctx, &s->project, name, full);
    bool there = status == ORO_OK && !replace && access(full, F_OK) == 0;
    if (there) status = oro_fail(s->ctx, ORO_CANNOT_WRITE, name, "%.80s is there already", name);
    if (status == ORO_OK) status = oro_file_create(s->ctx, full, replace, &e->upload);
    if (status == ORO_OK) {
        e->uploading = true;
        snprintf(e->name, sizeof e->name, "%s", name);
    } else {
        studio_refuse(&e->early, upload_code(status, there), status, s->ctx->error.sentence, s->ctx->error.where);
    }
}

static void end_upload(exchange *e, studio_reply *reply) {
    studio_session *s = e->http->parts->session;
    e->uploading = false;
    oro_status status = oro_file_commit(&e->upload);
    if (status != ORO_OK) {
        studio_refuse(reply, upload_code(status, false), status, s->ctx->error.sentence, s->ctx->error.where);
        return;
    }
    oro_text text = {0};
    oro_text_puts(&text, "{\"ok\":true,\"path\":");
    oro_json_print_string(e->name, &text);
    oro_text_puts(&text, "}");
    *reply = (studio_reply){.status = 200, .type = "application/json", .body = text.data, .length = text.length};
}

// --- requests -----------------------------------------------------------------------------------------------------------------

/// Headers are there, the body is not. Leaves the answer in `early` where no body is wanted.
static void begin(exchange *e, struct MHD_Connection *connection, const char *path, const char *method) {
    bool post = strcmp(method, "POST") == 0;
    double length = announced(connection);
    if (!may_ask(e->http, connection, path, &e->early)) return;
    if (strlen(path) > MOST_URL) {
        studio_refuse(&e->early, 414, ORO_BAD_ARGUMENT, "the address is too long", NULL);
    } else if (!post && strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
        studio_refuse(&e->early, 405, ORO_BAD_ARGUMENT, "only GET and POST are understood", method);
    } else if (length > (strcmp(path, "/api/upload") == 0 ? (double)MOST_UPLOAD : (double)MOST_BODY)) {
        studio_refuse(&e->early, 413, ORO_BAD_ARGUMENT,
                      "the request is too large: 8 MiB are the most, 1 GiB for a file", NULL);
    } else if (post && strcmp(path, "/api/upload") == 0) {
        begin_upload(e, connection);
    }
}

/// A part of the body. False: there is too much of it.
static bool take_part(exchange *e, const char *data, size_t size) {
    e->received += size;
    if (e->uploading) {
        if (e->received > MOST_UPLOAD) return false;
        return oro_file_write(&e->upload, data, size) == ORO_OK;
    }
    if (e->received > MOST_BODY) return false;
    oro_text_add(&e->body, data, size);
    return !e->body.failed;
}

static enum MHD_Result finish(exchange *e, struct MHD_Connection *connection, const char *path, const char *method) {
    studio_reply reply = {0};
    bool api = strncmp(path, "/api/", 5) == 0;
    if (strcmp(path, "/api/events") == 0 && strcmp(method, "GET") == 0) return send_events(e->http, connection);
    if (e->uploading) {
        end_upload(e, &reply);
    } else if (!api) {
        get_page(path, &reply);
    } else {
        studio_request request = {.method = strcmp(method, "HEAD") == 0 ? "GET" : method,
                                  .path = path,
                                  .query = query,
                                  .user = connection,
                                  .body = e->body.data ? e->body.data : "",
                                  .length = e->body.length};
        studio_route(e->http->parts, &request, &reply);
    }
    return send_reply(connection, &reply);
}

static enum MHD_Result on_request(void *user, struct MHD_Connection *connection, const char *path, const char *method,
                                  const char *version, const char *data, size_t *size, void **state) {
    exchange *e = *state;
    (void)version;
    if (!e) {
        if (!(e = calloc(1, sizeof *e))) return MHD_NO;
        *state = e;
        e->http = user;
        begin(e, connection, path, method);
        // Refused before the body: answer at once, and the connection ends after it.
        return e->early.status ? send_reply(connection, &e->early) : MHD_YES;
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
    if (e->uploading) oro_file_abort(&e->upload);
    oro_text_free(&e->body);
    free(e->early.body);
    free(e);
    *state = NULL;
}

// --- starting -----------------------------------------------------------------------------------------------------------------

static bool make_token(char token[33]) {
    uint8_t bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return false;
    for (int i = 0; i < 16; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/// Every connection is a file; the usual limit of open ones is lower than that of connections.
static void allow_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= 2 * MOST_CONNECTIONS) return;
    limit.rlim_cur = limit.rlim_max < 2 * MOST_CONNECTIONS ? limit.rlim_max : 2 * MOST_CONNECTIONS;
    setrlimit(RLIMIT_NOFILE, &limit);
}

studio_http *studio_http_start(studio_parts *parts, int port, oro_error *error) {
    studio_http *h = calloc(1, sizeof *h);
    *error =
        (oro_error){.status = ORO_FAILED, .sentence = "the server cannot be started: no memory or no random numbers"};
    if (!h || !make_token(h->token)) {
        free(h);
        return NULL;
    }
    h->parts = parts;
    allow_files();
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    h->daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO | MHD_ALLOW_SUSPEND_RESUME, 0, NULL,
                                 NULL, on_request, h, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT,
                                 (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                                 (size_t)CONNECTION_MEMORY, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                                 MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL, MHD_OPTION_END);
    const union MHD_DaemonInfo *info = h->daemon ? MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;
    if (!info) {
        error->status = ORO_FAILED;
        snprintf(error->where, sizeof error->where, "--port");
        snprintf(error->sentence, sizeof error->sentence, "port %d cannot be listened on: %s", port,
                 errno ? strerror(errno) : "it is taken");
        if (h->daemon) MHD_stop_daemon(h->daemon);
        free(h);
        return NULL;
    }
    h->port = info->port;
    snprintf(h->hosts[0], sizeof h->hosts[0], "127.0.0.1:%d", h->port);
    snprintf(h->hosts[1], sizeof h->hosts[1], "localhost:%d", h->port);
    return h;
}

void studio_http_stop(studio_http *h) {
    if (!h) return;
    MHD_stop_daemon(h->daemon);
    free(h);
}

int studio_http_port(const studio_http *h) { return h->port; }
const char *studio_http_token(const studio_http *h) { return h->token; }
