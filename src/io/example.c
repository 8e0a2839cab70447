// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Finding examples and formats; see example.h.

#include "io/example.h"
#include "io/format.h"
#include "orogen/io.h"

#include <string.h>

const oro_example *oro_example_find(const oro_example *examples, const char *name) {
    for (const oro_example *e = examples; name && e && e->name; e++)
        if (strcmp(e->name, name) == 0) return e;
    return NULL;
}

void oro_search_examples(oro_search *s, const oro_example *examples) {
    for (const oro_example *e = examples; e && e->name; e++)
        oro_search_offer(
            s, &(oro_topic){.kind = ORO_TOPIC_EXAMPLE, .name = e->name, .summary = e->about, .doc = e->group});
}

static void offer_format(oro_search *s, const oro_format_info *format) {
    oro_search_offer(s, &(oro_topic){.kind = ORO_TOPIC_FORMAT,
                                     .name = format->name,
                                     .words = format->extensions,
                                     .summary = format->summary});
}

void oro_search_formats(oro_search *s) {
    static const unsigned kinds[] = {ORO_HOLDS_MESH, ORO_HOLDS_RASTER};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < oro_format_count(); i++)
            if (oro_format_at(i)->writes & kinds[k]) offer_format(s, oro_format_at(i));
}
