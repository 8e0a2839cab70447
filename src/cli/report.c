// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How a command ends: the sentence, its place and the exit code; and what is said on the way.

#include "cli.h"
#include "core/hash.h"
#include "io/json.h"
#include "streams.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What the library names by its own words, in those of the command line.
typedef struct wording {
    const char *library, *here;
} wording;

void cli_reword(oro_error *e) {
    static const wording hints[] = {
        {"force", " (--force)"},
        {"clip", " (--clip)"},
        {"size", " (--size)"},
        {"detail", " (--size), and --memory says how much there is where that is wrong"},
        {"memory_limit", ", and --memory says how much there is where that is wrong"},
        {"render", "; use orogen render"},
        {"trust", " (orogen convert --trust)"},
        {"channel", " (orogen convert --in-channel R)"},
        {"operators", "; orogen ops lists them"},
    };
    size_t used = strlen(e->sentence);
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strcmp(e->hint, hints[i].library) == 0)
            snprintf(e->sentence + used, sizeof e->sentence - used, "%s", hints[i].here);
    e->hint[0] = 0;
}

const char *cli_flag_of(const char *member) {
    static const wording flags[] = {
        {"threads", "--threads"}, {"cpu", "--cpu"},           {"from", "--from"},
        {"look_at", "--look-at"}, {"field_of_view", "--fov"},
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(member, flags[i].library) == 0) return flags[i].here;
    return member;
}

static void note_error(cli *c, oro_status status, const char *where, const char *format, va_list list) {
    c->error.status = status;
    c->error.hint[0] = 0;
    snprintf(c->error.where, sizeof c->error.where, "%s", where ? where : "");
    vsnprintf(c->error.sentence, sizeof c->error.sentence, format, list);
}

oro_status cli_fail(cli *c, oro_status status, const char *where, const char *format, ...) {
    va_list list;
    va_start(list, format);
    note_error(c, status, where, format, list);
    va_end(list);
    return status;
}

oro_status cli_misuse(cli *c, const char *where, const char *format, ...) {
    va_list list;
    va_start(list, format);
    note_error(c, ORO_BAD_ARGUMENT, where, format, list);
    va_end(list);
    c->usage = true;
    return ORO_BAD_ARGUMENT;
}

oro_status cli_take(cli *c, oro_status status, const char *where) {
    if (status == ORO_OK) return status;
    c->error = *oro_last_error(c->ctx);
    c->error.status = status;
    cli_reword(&c->error);
    if (where) snprintf(c->error.where, sizeof c->error.where, "%s", where);
    return status;
}

static int exit_code(const cli *c, oro_status status) {
    switch (status) {
    case ORO_OK: return c->findings ? CLI_FINDINGS : CLI_DONE;
    case ORO_BAD_ARGUMENT: return c->usage ? CLI_USAGE : CLI_BAD_INPUT;
    case ORO_BAD_INPUT: return CLI_BAD_INPUT;
    case ORO_CANNOT_WRITE: return CLI_CANNOT_WRITE;
    case ORO_UNSUPPORTED: return CLI_NOT_BUILT;
    case ORO_CANCELLED:
    case ORO_PARTIAL: return CLI_INTERRUPTED;
    default: return CLI_FAILED;
    }
}

static void print_error(cli *c, const oro_error *e) {
    fprintf(stderr, e->where[0] ? "orogen: %s: %s\n" : "orogen: %s%s\n", e->where, e->sentence);
    if (!c->json) return;
    oro_json *error = oro_json_new_object(), *root = oro_json_new_object();
    if (!error || !root) return;
    oro_json_set(error, "status", cli_json_text(oro_status_name(e->status)));
    oro_json_set(error, "where", cli_json_text(e->where));
    oro_json_set(error, "sentence", cli_json_text(e->sentence));
    oro_json_set(root, "error", error);
    cli_print_json(c, root);
}

int cli_finish(cli *c, oro_status status) {
    cli_progress_end(c);
    if (status != ORO_OK && c->error.status == ORO_OK && c->ctx) c->error = *oro_last_error(c->ctx);
    cli_reword(&c->error);
    oro_error early = c->error;
    cli_shown(early.where, c->error.where, sizeof c->error.where);
    cli_shown(early.sentence, c->error.sentence, sizeof c->error.sentence);
    if (status == ORO_OK && !c->help) cli_streams_check(c);
    status = cli_streams_end(c, status);
    if (status != ORO_OK) {
        c->error.status = status;
        if (!c->error.sentence[0]) snprintf(c->error.sentence, sizeof c->error.sentence, "%s", oro_status_name(status));
        print_error(c, &c->error);
    }
    int code = exit_code(c, status);
    cli_close(c);
    cli_claims_free();
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == CLI_DONE) {
        fprintf(stderr, "orogen: standard output could not be written\n");
        code = CLI_CANNOT_WRITE;
    }
    return code;
}

/// What follows of a line on stderr.
static void say_rest(const char *format, va_list list) {
    char text[2048], shown[2048];
    vsnprintf(text, sizeof text, format, list);
    fprintf(stderr, "%s\n", cli_shown(text, shown, sizeof shown));
}

void cli_say(cli *c, const char *format, ...) {
    if (c->quiet) return;
    cli_progress_end(c);
    va_list list;
    va_start(list, format);
    say_rest(format, list);
    va_end(list);
}

void cli_note(cli *c, const char *where, const char *format, ...) {
    char shown[512];
    if (c->quiet) return;
    cli_progress_end(c);
    fprintf(stderr, where && *where ? "orogen: note: %s: " : "orogen: note: ",
            cli_shown(where ? where : "", shown, sizeof shown));
    va_list list;
    va_start(list, format);
    say_rest(format, list);
    va_end(list);
}

oro_status cli_print_json(cli *c, oro_json *root) {
    oro_text text = {0};
    oro_status status = root && oro_json_is_whole(root) ? oro_json_print(root, &text) : ORO_NO_MEMORY;
    if (status == ORO_OK) fwrite(text.data, 1, text.length, stdout);
    oro_text_free(&text);
    oro_json_free(root);
    return status == ORO_OK ? status : cli_fail(c, status, NULL, "not enough memory to print the result");
}

oro_json *cli_json_text(const char *text) {
    char shown[1024];
    if (text && strlen(text) < sizeof shown) text = cli_shown(text, shown, sizeof shown);
    oro_json *string = oro_json_new_string(text ? text : "");
    if (string) return string;
    // Names of files may be any bytes, and a cut sentence may end inside a character; JSON takes neither.
    char plain[1024];
    snprintf(plain, sizeof plain, "%s", text ? text : "");
    for (char *at = plain; *at; at++)
        if ((unsigned char)*at >= 0x80) *at = '?';
    return oro_json_new_string(plain);
}

oro_json *cli_json_hash(oro_hash hash) {
    char text[33];
    oro_hash_print(hash, text);
    return cli_json_text(text);
}

oro_json *cli_json_real(double value) {
    if (!isfinite(value)) return oro_json_new_null();
    // What was a float is printed as one: 0.3, not 0.30000001192092896.
    return (double)(float)value == value ? oro_json_new_float((float)value) : oro_json_new_number(value);
}

static oro_json *exact(double value) { return isfinite(value) ? oro_json_new_number(value) : oro_json_new_null(); }

oro_json *cli_json_pair(double a, double b) {
    oro_json *pair = oro_json_new_array();
    if (!pair) return NULL;
    oro_json_append(pair, exact(a));
    oro_json_append(pair, exact(b));
    return pair;
}

oro_json *cli_json_map(const char *path, const char *output, const oro_grid *g) {
    oro_json *item = oro_json_new_object();
    if (!item) return NULL;
    oro_json_set(item, "path", cli_json_text(path));
    if (output) oro_json_set(item, "output", cli_json_text(output));
    oro_json_set(item, "format", cli_json_text(cli_format_of(path)));
    oro_json_set(item, "size", cli_json_pair(g->width, g->height));
    oro_json_set(item, "hash", cli_json_hash(oro_grid_hash(g)));
    return item;
}

bool cli_colour(FILE *to) {
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return !(no && *no) && !(term && strcmp(term, "dumb") == 0) && isatty(fileno(to));
}
