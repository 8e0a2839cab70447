// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Builds into files. A build is the program itself, run as `orogen build` on a copy of the document, or for a target as
// `orogen export`: what the studio writes is what the command line writes, its memory is given back at the end, and looking on is not held up by it.
#ifndef ORO_STUDIO_BUILD_H
#define ORO_STUDIO_BUILD_H

#include "studio/events.h"
#include "studio/session.h"

typedef struct studio_build studio_build;

enum { STUDIO_MOST_OPTIONS = 32 };

/// How a document is to be built. Zero in any member: as the document says.
typedef struct studio_build_desc {
    const char *folder; ///< below the project folder; NULL: by the document's name
    int32_t size;
    const char *seed;
    bool force;
    const char *target; ///< exported for this program; NULL: the document's outputs are written
    struct {
        const char *name, *value; ///< of the export's table, whose size is one of them
    } options[STUDIO_MOST_OPTIONS];
    int option_count;
} studio_build_desc;

/// `program` is the path of orogen. NULL: no memory.
studio_build *studio_build_create(studio_hub *hub, const char *program);
void studio_build_destroy(studio_build *b); ///< cancels and waits, not for ever

/// The server ends: nothing is planned or built any more, and a plan at work breaks off. From any thread.
void studio_build_end(studio_build *b);

/// Removes copies of the document that a server which was killed left in its folder.
void studio_build_sweep(const studio_session *s);

/// What a build would write. NULL with the session's error set; also where the child takes too long over it.
oro_json *studio_build_plan(studio_build *b, studio_session *s, const studio_build_desc *desc);

/// Starts one; refuses a second. Progress and end are told as "build".
oro_status studio_build_start(studio_build *b, studio_session *s, const studio_build_desc *desc);

/// True if one was running.
bool studio_build_cancel(studio_build *b);

/// The data of the last "build" event; the caller owns it; null where there was none.
oro_json *studio_build_last(studio_build *b);

#endif
