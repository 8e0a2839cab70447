// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Who may ask; see gate.h.
#define _GNU_SOURCE 1
#include "studio/gate.h"
#include "io/json_tree.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

enum { MOST_KEYS = 16 }; ///< of a query

bool studio_gate_init(studio_gate *gate) {
    uint8_t bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return false;
    for (int i = 0; i < 16; i++) snprintf(gate->token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

void studio_gate_listens(studio_gate *gate, int port) { atomic_store(&gate->port, port); }

void studio_plain_page(studio_reply *reply, int status, const char *title, const char *sentence) {
    oro_text text = {0};
    oro_text_printf(
        &text,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>%s</title><body "
        "style=\"font:16px sans-serif;max-width:40em;margin:4em auto\"><h1>%s</h1><p>%s</p></body></html>\n",
        title, title, sentence);
    *reply =
        (studio_reply){.status = status, .type = "text/html; charset=utf-8", .body = text.data, .length = text.length};
}

static bool refuse(studio_reply *reply, int status, const char *sentence, const char *where) {
    studio_refuse(reply, status, ORO_BAD_ARGUMENT, sentence, where);
    return false;
}

// --- the address ----------------------------------------------------------------------------------------------------------

static int hex(char c) {
    return isxdigit((unsigned char)c) ? (isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10) : -1;
}

const char *studio_gate_address(const char *address, int *status) {
    static const char sentence[] =
        "the address is a path of letters and %XX that make up UTF-8, without control characters";
    unsigned char plain[STUDIO_MOST_URL + 1];
    size_t length = 0;
    *status = 414;
    if (strlen(address) > STUDIO_MOST_URL) return "the address must be at most 2048 bytes long";
    *status = 400;
    if (*address != '/') return "the address is a path, which begins with a slash";
    for (const char *c = address; *c; c++) {
        unsigned char letter = (unsigned char)*c;
        if (letter >= 0x7f || letter <= 0x20) return sentence;
        if (letter == '%') {
            int high = hex(c[1]), low = high < 0 ? -1 : hex(c[2]);
            if (low < 0 || (letter = (unsigned char)(16 * high + low)) < 0x20 || letter == 0x7f) return sentence;
            c += 2;
        }
        plain[length++] = letter;
    }
    for (size_t at = 0, step; at < length; at += step)
        if (!(step = oro_utf8_length(plain + at, length - at))) return sentence;
    return NULL;
}

// --- what may stand once only ---------------------------------------------------------------------------------------------

static const char *const deciding[] = {"Host",           "Origin",         "Content-Length",
                                       "X-Orogen-Token", "Sec-Fetch-Site", "Transfer-Encoding"};
enum { DECIDING = sizeof deciding / sizeof *deciding };

typedef struct tally {
    int seen[DECIDING];
    const char *keys[MOST_KEYS];
    int key_count;
    const char *doubled; ///< NULL: nothing
} tally;

static enum MHD_Result count_header(void *user, enum MHD_ValueKind kind, const char *key, const char *value) {
    tally *t = user;
    (void)kind, (void)value;
    for (size_t i = 0; i < DECIDING; i++)
        if (strcasecmp(key, deciding[i]) == 0 && t->seen[i]++) t->doubled = deciding[i];
    return MHD_YES;
}

static enum MHD_Result count_key(void *user, enum MHD_ValueKind kind, const char *key, const char *value) {
    tally *t = user;
    (void)kind, (void)value;
    for (int i = 0; i < t->key_count; i++)
        if (strcmp(t->keys[i], key) == 0) t->doubled = "query";
    if (t->key_count == MOST_KEYS)
        t->doubled = "query";
    else
        t->keys[t->key_count++] = key;
    return MHD_YES;
}

static bool says_once(struct MHD_Connection *connection, studio_reply *reply) {
    tally t = {0};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, count_header, &t);
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, count_key, &t);
    return !t.doubled || refuse(reply, 400, "this header may be given only once", t.doubled);
}

// --- who it is --------------------------------------------------------------------------------------------------------------

static const char *header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

typedef struct wanted {
    const char *key, *value;
} wanted;

static enum MHD_Result take_value(void *user, enum MHD_ValueKind kind, const char *key, const char *value) {
    wanted *w = user;
    (void)kind;
    if (strcmp(key, w->key) == 0) w->value = value;
    return MHD_YES;
}

const char *studio_gate_query(void *connection, const char *key) {
    wanted w = {.key = key}; // the library's own search takes "Token" for "token"
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, take_value, &w);
    return w.value;
}

static bool is_our_host(const studio_gate *gate, const char *host) {
    char by_number[32], by_name[32];
    int port = atomic_load(&gate->port);
    snprintf(by_number, sizeof by_number, "127.0.0.1:%d", port);
    snprintf(by_name, sizeof by_name, "localhost:%d", port);
    return strcmp(host, by_number) == 0 || strcasecmp(host, by_name) == 0;
}

static bool is_token(const studio_gate *gate, const char *given) {
    unsigned differs = 0;
    if (!given || strlen(given) != strlen(gate->token)) return false;
    for (size_t i = 0; gate->token[i]; i++)
        differs |= (unsigned)(gate->token[i] ^ given[i]); // the same time wherever they differ
    return differs == 0;
}

static bool is_page_of_ours(const studio_gate *gate, struct MHD_Connection *connection, const char *path, bool *known,
                            studio_reply *reply) {
    const char *host = header(connection, "Host"), *origin = header(connection, "Origin");
    const char *site = header(connection, "Sec-Fetch-Site"), *token = header(connection, "X-Orogen-Token");
    if (!host || !is_our_host(gate, host))
        return refuse(reply, 403, "this server answers only to its own address", "Host");
    bool api = strncmp(path, "/api/", 5) == 0, front = strcmp(path, "/") == 0 || strcmp(path, "/index.html") == 0;
    bool foreign = origin && (strncmp(origin, "http://", 7) != 0 || !is_our_host(gate, origin + 7));
    if (foreign || (site && strcmp(site, "cross-site") == 0 && api))
        return refuse(reply, 403, "this server answers only to its own page", "Origin");
    const char *asked = studio_gate_query(connection, "token");
    // A wrong token beside a right one is a mistake too.
    *known = (token || asked) && (!token || is_token(gate, token)) && (!asked || is_token(gate, asked));
    if ((!api && !front) || *known) return true;
    if (api) return refuse(reply, 403, "the token is missing or wrong", "token");
    studio_plain_page(reply, 403, "Orogen studio",
                      "Open the address that the program printed: it ends with a token that keeps other programs out.");
    return false;
}

// --- its body ---------------------------------------------------------------------------------------------------------------

/// Reads how long the body will be. False with the refusal made: it cannot be told, or it is not wanted.
static bool read_length(struct MHD_Connection *connection, bool post, bool upload, int64_t *length,
                        studio_reply *reply) {
    const char *text = header(connection, "Content-Length"), *coding = header(connection, "Transfer-Encoding");
    *length = 0;
    if (text && (!*text || text[strspn(text, "0123456789")] || strlen(text) > 18))
        return refuse(reply, 400, "the length of a body is a whole number", "Content-Length");
    if (coding && (text || strcasecmp(coding, "chunked") != 0))
        return refuse(reply, 400, "a body must come with its length or in chunks", "Transfer-Encoding");
    if (text) *length = strtoll(text, NULL, 10);
    if (coding) *length = -1;
    if (!post && *length != 0) return refuse(reply, 400, "only POST takes a body", NULL);
    if (*length <= (upload ? STUDIO_MOST_UPLOAD : STUDIO_MOST_BODY)) return true;
    return refuse(reply, 413, "the request must be at most 8 MiB, 1 GiB for a file", NULL);
}

bool studio_gate_lets_in(const studio_gate *gate, struct MHD_Connection *connection, const char *path,
                         const char *method, const char *version, studio_reply *reply, bool *known, int64_t *length) {
    bool post = strcmp(method, "POST") == 0;
    *known = false;
    if (!says_once(connection, reply)) return false;
    if (!is_page_of_ours(gate, connection, path, known, reply)) return false;
    if (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0)
        return refuse(reply, 400, "HTTP/1.1 and HTTP/1.0 are understood", version);
    if (!post && strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return refuse(reply, 405, "only GET and POST are understood", method);
    return read_length(connection, post, strcmp(path, "/api/upload") == 0, length, reply);
}
