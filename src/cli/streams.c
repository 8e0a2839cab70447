// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// "-" for standard input and output. Formats are told by the ending of a name and some are read from behind, so what comes
// in is put into a file of a folder of its own, with the ending its first bytes ask for; what goes out is written there whole
// and copied at the end, so that a command that fails writes nothing. One command has one of each.

#include "streams.h"
#include "io/format.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 16 };

/// Of this process; a signal handler looks at them. "": not in use.
static char folder[256], in_path[320], out_path[320];

// --- what it is --------------------------------------------------------------------------------------------------------

/// The ending that a file with this beginning would have; NULL: it does not show.
static const char *sniff(const char *data, size_t length) {
    const oro_format *format = oro_format_begun(data, length);
    return format ? format->info.name : NULL;
}

/// The row of a format that is said by its ending; NULL: none.
static const oro_format *format_of_ending(const char *ending) {
    char path[64];
    snprintf(path, sizeof path, "-.%.40s", ending);
    return oro_format_find(path);
}

/// Is there a format of this name to read, or to write a map in? What has files beside it is no one piece.
static oro_status check_ending(cli *c, const char *ending, const char *flag, bool writing) {
    const unsigned maps = ORO_HOLDS_RASTER, others = ORO_HOLDS_MESH | ORO_HOLDS_SPLINES | ORO_HOLDS_OVERLAYS;
    const oro_format *format = format_of_ending(ending);
    char list[160], more[160];
    bool writes = format && format->info.writes & (ORO_HOLDS_RASTER | ORO_HOLDS_MESH) && !format->beside[0];
    if (writing ? writes : format && format->info.reads) return ORO_OK;
    if (writing)
        return cli_misuse(c, flag, "there is no format \"%.40s\" to write in one piece; there are %s", ending,
                          cli_format_list(true, list, sizeof list));
    return cli_misuse(c, flag, "there is no format \"%.40s\" to read; there are %s, and %s where they are read", ending,
                      oro_format_list(maps, false, list, sizeof list),
                      oro_format_list(others, false, more, sizeof more));
}

// --- files in between --------------------------------------------------------------------------------------------------

static oro_status make_folder(cli *c) {
    const char *base = getenv("TMPDIR");
    if (*folder) return ORO_OK;
    char name[sizeof folder];
    int length = snprintf(name, sizeof name, "%s/orogen-XXXXXX", base && *base == '/' ? base : "/tmp");
    if (length < 0 || (size_t)length >= sizeof name || !mkdtemp(name))
        return cli_fail(c, ORO_CANNOT_WRITE, "-", "no temporary folder can be made below %.100s: %s",
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
    if (*in_path) return cli_misuse(c, "-", "standard input can be read only once, but it is named twice");
    if (isatty(STDIN_FILENO))
        return cli_misuse(c, "-", "standard input is a terminal; redirect a file into it: orogen … - < FILE");
    oro_status status = c->in_format ? check_ending(c, c->in_format, "--in-format", false) : ORO_OK;
    if (status != ORO_OK) return status;
    cli_listen_for_signals();
    char first[4096];
    ssize_t length = read_some(STDIN_FILENO, first, sizeof first);
    if (length < 0) return input_failed(c);
    if (length == 0) return cli_fail(c, ORO_BAD_INPUT, "-", "standard input is empty");
    const char *ending = c->in_format ? c->in_format : sniff(first, (size_t)length);
    if (!ending)
        return cli_fail(c, ORO_BAD_INPUT, "-", "its first bytes show no known format; name it, as --in-format r16");
    status = make_folder(c);
    if (status != ORO_OK) return status;
    snprintf(in_path, sizeof in_path, "%s/standard-input.%.30s", folder, strcmp(ending, "json") ? ending : "oro.json");
    *path = in_path;
    return copy_input(c, first, length);
}

oro_status cli_stdout_path(cli *c, const char *ending, const char **path) {
    if (*out_path) return cli_misuse(c, "-", "only one thing can go to standard output, but two are sent there");
    if (c->json) return cli_misuse(c, "-", "--json prints on standard output already; write the file to a name");
    if (ending && c->out_format && strcmp(ending, c->out_format) != 0)
        return cli_misuse(c, "--out-format", "this is written as %s, not as %.40s", ending, c->out_format);
    bool chosen = ending != NULL; // by the command, which writes one thing
    // The one format that holds floats and says in itself how far samples lie apart.
    if (!ending) ending = c->out_format ? c->out_format : "tif";
    oro_status status = chosen ? ORO_OK : check_ending(c, ending, "--out-format", true);
    if (status == ORO_OK && isatty(STDOUT_FILENO) && !(format_of_ending(ending)->traits & ORO_IS_TEXT))
        status = cli_misuse(c, "-", "standard output is a terminal and %s is not text; redirect it: orogen … - > FILE",
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
                 "nothing was read from standard input (-); the format of a file follows from the ending of its name");
    if (c->out_format && !*out_path)
        cli_note(c, "--out-format",
                 "nothing went to standard output (-); the format of a file follows from the ending of its name");
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
