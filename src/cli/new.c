// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen new [NAME]: a scene to begin with.

#include "cli.h"
#include "examples.h"
#include "io/file.h"

#include <string.h>

static oro_status run(cli *c, const cli_words *w) {
    char path[1024];
    const char *from = cli_text(w, "from");
    oro_status status = cli_expect_words(c, w, 0, 1, "new [NAME.oro.json] [--from EXAMPLE]");
    if (status != ORO_OK) return status;
    const cli_example *e = cli_example_find(c, from ? from : "starter");
    if (!e) return ORO_BAD_ARGUMENT;
    const char *name = w->plain_count ? w->plain[0] : "landscape.oro.json";
    if ((size_t)snprintf(path, sizeof path, cli_is_scene(name) ? "%s" : "%s.oro.json", name) >= sizeof path)
        return cli_misuse(c, NULL, "the name is too long");
    status = cli_open(c);
    if (status == ORO_OK) status = cli_take(c, oro_file_save(c->ctx, path, c->force, e->text, e->length), NULL);
    if (status == ORO_OK) cli_say(c, "wrote %s; next: orogen build %s", path, path);
    return status;
}

static const cli_flag flags[] = {
    {"from", "EXAMPLE", "Begin with this example instead of the starter (orogen examples lists them)."},
    {0},
};

const cli_command cli_command_new = {
    .name = "new",
    .summary = "Write a scene to begin with",
    .usage = "[NAME.oro.json] [--from EXAMPLE]",
    .doc = "Without a name: landscape.oro.json. The starter is small and says in its notes what each part does.",
    .example = "orogen new valley.oro.json\norogen new valley.oro.json --from default",
    .flags = flags,
    .run = run,
};
