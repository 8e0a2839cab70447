// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen studio [SCENE]: the editor, in the browser.

#include "cli.h"
#include "examples.h"
#include "studio/studio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static oro_status run(cli *c, const cli_words *w) {
    char program[1024];
    const char *port = cli_text(w, "port"), *threads = c->threads ? c->threads : getenv("OROGEN_THREADS");
    const char *memory = cli_text(w, "memory");
    double number = 0.0, count = 0.0, mebibytes = 0.0;
    oro_status status = cli_expect_words(c, w, 0, 1, "studio [SCENE] [--port N] [--no-open]");
    if (status == ORO_OK && memory) status = cli_read_number(c, memory, "--memory", 512, 1048576, &mebibytes);
    if (status == ORO_OK && port) status = cli_read_number(c, port, "--port", 0, 65535, &number);
    if (status == ORO_OK && number != floor(number))
        status = cli_misuse(c, "--port", "the port must be a whole number");
    if (status == ORO_OK && threads && *threads) status = cli_read_number(c, threads, "--threads", 1, 64, &count);
    if (status != ORO_OK) return status;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    snprintf(program + (length > 0 ? length : 0), sizeof program - (size_t)(length > 0 ? length : 0), "%s",
             length > 0 ? "" : "orogen");
    studio_desc desc = {.scene = w->plain_count ? w->plain[0] : NULL,
                        .program = program,
                        .port = (int)number,
                        .threads = (int)count,
                        .memory = (size_t)mebibytes << 20,
                        .no_open = cli_on(w, "no-open"),
                        .examples = cli_examples,
                        .starter = cli_starter,
                        .out = stdout};
    cli_say(c, "The studio runs at the address below until Ctrl-C. Anyone who has the whole address can use it.");
    return studio_run(&desc, &c->error);
}

static const cli_flag flags[] = {
    {"port", "N", "Port to listen on (default: any that is free)."},
    {"memory", "MIB", "Memory to use in all, in MiB (default: half of the machine's)."},
    {"no-open", NULL, "Do not open the browser, only print the address."},
    {0},
};

const cli_command cli_command_studio = {
    .name = "studio",
    .summary = "Work on a scene in the browser",
    .usage = "[SCENE] [--port N] [--no-open]",
    .doc = "Serves the editor on this machine alone, prints its address and opens it in the browser. Works on files in "
           "the\n"
           "scene's folder, or in the current one, and on nothing else. Work that was not saved is kept and found "
           "again at the\n"
           "next start.",
    .example = "orogen studio valley.oro.json\norogen studio --no-open --port 8137",
    .flags = flags,
    .run = run,
};
