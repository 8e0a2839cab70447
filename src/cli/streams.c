// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// "-" for standard input and output. Formats are told by the ending of a name and some are read from behind, so what comes
// in is put into a file of a folder of its own, with the ending its first bytes ask for; what goes out is written there whole
// and copied at the end, so that a command that fails writes nothing. One command has one of each.

#include "streams.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 16 };

/// Of this process; a signal handler looks at them. "": not in use.
static char folder[256], in_path[320], out_path[320];

// --- what it is --------------------------------------------------------------------------------------------------------

static bool begins(const char *data, size_t length, const char *with, size_t count) {
    return length >= count && memcmp(data, with, count) == 0;
}

/// The ending that a file with this beginning would have; NULL: it does not show.
static const char *sniff(const char *data, size_t length) {
    static const struct {
        const char *bytes;
        size_t count;
        const char *ending;
    } known[] = {{"\x89PNG", 4, "png"}, {"\x93NUMPY", 6, "npy"}, {"PK\3\4", 4, "npz"}, {"II*\0", 4, "tif"},
                 {"MM\0*", 4, "tif"},   {"II+\0", 4, "tif"},     {"MM\0+", 4, "tif"},  {"\x76\x2f\x31\x01", 4, "exr"},
                 {"solid ", 6, "stl"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (begins(data, length, known[i].bytes, known[i].count)) return known[i].ending;
    size_t at = 0;
    while (at < length && isspace((unsigned char)data[at])) at++;
    if (at < length && (data[at] == '{' || data[at] == '[')) return "oro.json";
    if (at < length && data[at] == '<') return "svg";
    if (length - at >= 5 && (strncasecmp(data + at, "ncols", 5) == 0 || strncasecmp(data + at, "nrows", 5) == 0))
        return "asc";
    return NULL;
}

static bool is_text(const char *ending) { return strcmp(ending, "asc") == 0 || strcmp(ending, "oro.json") == 0; }

/// Endings of other things that commands read.
static bool is_other(const char *ending) {
    static const char *const others[] = {"oro.json", "json", "svg", "csv", "obj", "stl"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], ending) == 0) return true;
    return false;
}

/// Is there a format of this name, and can it be written where that matters? `path` is used up.
static oro_status check_ending(cli *c, const char *ending, const char *flag, bool writing) {
    char path[64], list[128];
    snprintf(path, sizeof path, "-.%.40s", ending);
    const char *format = cli_format_of(path);
    bool writes = false;
    for (int i = 0; format && i < oro_format_count(); i++)
        writes |= strcmp(oro_format_at(i)->name, format) == 0 && oro_format_writes(oro_format_at(i));
    if (writing ? writes || strcmp(ending, "glb") == 0 || strcmp(ending, "oro.json") == 0 : format || is_other(ending))
        return ORO_OK;
    return cli_misuse(c, flag, "there is no format \"%.40s\" %s; there are %s%s", ending,
                      writing ? "to write in one piece" : "to read", cli_format_list(writing, list, sizeof list),
                      writing ? "" : ", and .json, .csv, .svg, .obj, .stl where they are read");
}

// --- files in between --------------------------------------------------------------------------------------------------

static oro_status make_folder(cli *c) {
    const char *base = getenv("TMPDIR");
    if (*folder) return ORO_OK;
    char name[sizeof folder];
    int length = snprintf(name, sizeof name, "%s/orogen-XXXXXX", base && *base == '/' ? base : "/tmp");
    if (length < 0 || (size_t)length >= sizeof name || !mkdtemp(name))
        return cli_fail(c, ORO_CANNOT_WRITE, "-", "no folder can be made for it below %.100s: %s",
                        base && *base == '/' ? base : "/tmp", strerror(errno));
    memcpy(folder, name, sizeof folder);
    return ORO_OK;
}

void cli_streams_remove(void) {
    if (*in_path) unlink(in_path);
    if (*out_path) unlink(out_path);
    if (*folder) rmdir(folder);
    *in_path = *out_path = *folder = 0;
}

static bool write_all(int to, const char *data, size_t length) {
    while (length > 0) {
        ssize_t written = write(to, data, length);
        if (written < 0 && errno == EINTR && !cli_was_interrupted()) continue;
        if (written < 0) return false;
        data += written;
        length -= (size_t)written;
    }
    return true;
}

/// Bytes read, 0 at the end; less than 0 on failure or Ctrl-C.
static ssize_t read_some(int from, char *data, size_t size) {
    size_t used = 0;
    while (used < size) {
        ssize_t got = read(from, data + used, size - used);
        if (got < 0 && errno == EINTR && !cli_was_interrupted()) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        used += (size_t)got;
    }
    return (ssize_t)used;
}

static oro_status input_failed(cli *c) {
    if (cli_was_interrupted()) return cli_check_interrupt(c);
    return cli_fail(c, ORO_BAD_INPUT, "-", "standard input cannot be read: %s", strerror(errno));
}

static oro_status copy_input(cli *c, const char *first, ssize_t length) {
    int to = open(in_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    char *chunk = malloc(CHUNK);
    oro_status status =
        to >= 0 && chunk ? ORO_OK : cli_fail(c, ORO_CANNOT_WRITE, "-", "there is no room for it: %s", strerror(errno));
    const char *data = first;
    while (status == ORO_OK && length > 0) {
        if (!write_all(to, data, (size_t)length)) {
            status = cli_was_interrupted() ? cli_check_interrupt(c)
                                           : cli_fail(c, ORO_CANNOT_WRITE, "-", "there is no room for it in %.200s: %s",
                                                      folder, strerror(errno));
        } else {
            length = read_some(STDIN_FILENO, chunk, CHUNK);
            if (length < 0) status = input_failed(c);
            data = chunk;
        }
    }
    free(chunk);
    if (to >= 0) close(to);
    return status;
}

oro_status cli_stdin_path(cli *c, const char **path) {
    if (*in_path) return cli_misuse(c, "-", "standard input can be read once, and it is named twice");
    if (isatty(STDIN_FILENO))
        return cli_misuse(c, "-", "standard input is a terminal; send something in: orogen … - < FILE");
    oro_status status = c->in_format ? check_ending(c, c->in_format, "--in-format", false) : ORO_OK;
    if (status != ORO_OK) return status;
    cli_listen_for_signals();
    char first[4096];
    ssize_t length = read_some(STDIN_FILENO, first, sizeof first);
    if (length < 0) return input_failed(c);
    if (length == 0) return cli_fail(c, ORO_BAD_INPUT, "-", "standard input is empty");
    const char *ending = c->in_format ? c->in_format : sniff(first, (size_t)length);
    if (!ending)
        return cli_fail(c, ORO_BAD_INPUT, "-",
                        "its beginning shows no format; --in-format says it, as --in-format r16");
    status = make_folder(c);
    if (status != ORO_OK) return status;
    snprintf(in_path, sizeof in_path, "%s/standard-input.%.30s", folder, strcmp(ending, "json") ? ending : "oro.json");
    *path = in_path;
    return copy_input(c, first, length);
}

oro_status cli_stdout_path(cli *c, const char *ending, const char **path) {
    if (*out_path) return cli_misuse(c, "-", "one thing can go to standard output, and two are sent there");
    if (c->json) return cli_misuse(c, "-", "--json prints on standard output already; write the file to a name");
    if (ending && c->out_format && strcmp(ending, c->out_format) != 0)
        return cli_misuse(c, "--out-format", "this is written as %s, not as %.40s", ending, c->out_format);
    // The one format that holds floats and says in itself how far samples lie apart.
    if (!ending) ending = c->out_format ? c->out_format : "tif";
    oro_status status = check_ending(c, ending, "--out-format", true);
    if (status == ORO_OK && isatty(STDOUT_FILENO) && !is_text(ending))
        status = cli_misuse(c, "-", "standard output is a terminal and %s is no text; send it on: orogen … - > FILE",
                            ending);
    if (status == ORO_OK) status = make_folder(c);
    if (status != ORO_OK) return status;
    snprintf(out_path, sizeof out_path, "%s/standard-output.%.30s", folder, ending);
    *path = out_path;
    return ORO_OK;
}

bool cli_is_stdin(const char *path) { return *in_path && strcmp(path, in_path) == 0; }

bool cli_is_stdout(const char *path) { return *out_path && strcmp(path, out_path) == 0; }

bool cli_stdout_is_taken(void) { return *out_path; }

void cli_streams_check(cli *c) {
    if (c->in_format && !*in_path)
        cli_note(c, "--in-format",
                 "nothing was read from standard input (-); files are told by the ending of their name");
    if (c->out_format && !*out_path)
        cli_note(c, "--out-format", "nothing went to standard output (-); files are told by the ending of their name");
}

/// Whatever else was written beside the output goes too.
static void empty_folder(void) {
    DIR *list = *folder ? opendir(folder) : NULL;
    for (struct dirent *entry; list && (entry = readdir(list));) unlinkat(dirfd(list), entry->d_name, 0);
    if (list) closedir(list);
}

oro_status cli_streams_end(cli *c, oro_status status) {
    // A command that stopped before it wrote anything has nothing to copy.
    int from = status == ORO_OK && *out_path ? open(out_path, O_RDONLY | O_CLOEXEC) : -1;
    char *chunk = from >= 0 ? malloc(CHUNK) : NULL;
    ssize_t length = 0;
    bool whole = from < 0 || (chunk && fflush(stdout) == 0);
    while (from >= 0 && whole && (length = read_some(from, chunk, CHUNK)) > 0)
        whole = write_all(STDOUT_FILENO, chunk, (size_t)length);
    free(chunk);
    if (from >= 0) close(from);
    empty_folder();
    cli_streams_remove();
    if (whole && length >= 0) return status;
    return cli_fail(c, ORO_CANNOT_WRITE, "-", "standard output could not be written: %s", strerror(errno));
}

const char *cli_shown(const char *text, char *buffer, size_t size) {
    static const char *const words[] = {"standard input", "standard output"};
    const char *const paths[] = {in_path, out_path};
    size_t used = 0;
    for (const char *at = text; *at && used + 1 < size;) {
        int which = 0;
        while (which < 2 && !(*paths[which] && strncmp(at, paths[which], strlen(paths[which])) == 0)) which++;
        if (which == 2) {
            buffer[used++] = *at++;
            continue;
        }
        int length = snprintf(buffer + used, size - used, "%s", words[which]);
        used = used + (size_t)length < size ? used + (size_t)length : size - 1;
        at += strlen(paths[which]);
    }
    if (size) buffer[used] = 0;
    return buffer;
}
