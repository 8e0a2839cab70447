// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The document that is being worked on: a scene, the text it would be saved as, its file, and the steps that led here. No
// threads, no sockets, no computing: whoever owns a session calls it from one thread at a time.
//
// A change is made by the public calls of scene.h on `scene` between studio_session_edit() commands and is then committed
// (the text is printed anew and the difference becomes a step) or rolled back (the scene is read from the text again).
#ifndef ORO_STUDIO_SESSION_H
#define ORO_STUDIO_SESSION_H

#include "orogen/scene.h"
#include "studio/history.h"
#include "studio/project.h"

/// The file a document belongs to. Places live as long as the session: steps point to them.
typedef struct studio_place {
    struct studio_place *next;
    char *path;     ///< below the project folder; NULL: never saved
    oro_hash saved; ///< of the text as it is in the file, or as it began
    uint64_t stamp; ///< of the file when we last read or wrote it; 0: it was not there
    int number;     ///< counts from 1; tells documents apart that have no file, or the same one twice
} studio_place;

typedef struct studio_session {
    oro_context *ctx;
    studio_project project;
    oro_scene *scene;
    char *text;       ///< what saving writes; agrees with the scene except while an edit goes on
    oro_hash printed; ///< of what the scene prints as; differs from the text where a file has a layout of its own
    studio_place *place, *places;
    studio_history history;
    uint64_t revision;
    const char *reason;   ///< of the last change: "edit", "undo", "open", …
    bool recovered;       ///< the document was found as unsaved work at the start
    bool recovered_newer; ///< and its file was there too
    double recovered_time;
    /// The last refusal was about something that would be lost, and the word "force" allows it. What is lost then, and what
    /// to write on the button that does it.
    bool conflict;
    const char *loses, *yes;
} studio_session;

/// Opens a session in a folder (NULL: here). `scene` is a name in it, or NULL for a new document. Unsaved work of an earlier
/// session is found and opened, as a step on top of what was saved. NULL with `error` filled.
studio_session *studio_session_create(const char *folder, const char *scene, oro_error *error);
void studio_session_destroy(studio_session *s);

/// Ends an edit. Commit notes a step if the text changed; `gesture` may be "". Both leave scene and text in agreement.
oro_status studio_session_commit(studio_session *s, const char *label, const char *gesture);
void studio_session_rollback(studio_session *s);

/// Further changes of the gesture become a step of their own.
void studio_session_end_gesture(studio_session *s);

/// Puts another text in place of the document, as one step. `place` NULL: it stays that of the present file.
oro_status studio_session_replace(studio_session *s, const char *text, studio_place *place, const char *reason,
                                  const char *label);

oro_status studio_session_undo(studio_session *s);
oro_status studio_session_redo(studio_session *s);

/// Other documents. All are steps; unsaved work is refused (conflict) unless `force`.
oro_status studio_session_new(studio_session *s, const char *text, bool force); ///< text NULL: an empty one
oro_status studio_session_open(studio_session *s, const char *name, bool force);
oro_status studio_session_example(studio_session *s, const char *name, const char *text, bool force);
oro_status studio_session_import(studio_session *s, const char *raster, bool force);

/// Writes the document. Without a name, into its own file; refuses (conflict) files that are not ours or were changed by
/// others, unless `force`.
oro_status studio_session_save(studio_session *s, const char *name, bool force);

/// Back to what the file holds, as one step.
oro_status studio_session_discard(studio_session *s);

bool studio_session_dirty(const studio_session *s);

/// The folder that relative paths in the document start from.
void studio_session_folder(const studio_session *s, char folder[STUDIO_PATH]);

/// What errors call the document.
const char *studio_session_name(const studio_session *s);

/// The map to show where nobody asks for another: the last one in metres, else the last one. False: there is none.
bool studio_last_map(const oro_scene *scene, char *buffer, size_t size);

/// The unit of a map. Where its operator takes maps of anything, that of what it takes. "any": it cannot be told.
const char *studio_unit_of(const oro_scene *scene, const char *from);

/// The document as the page sees it (docs/studio-protocol.md). NULL: no memory.
oro_json *studio_session_document(studio_session *s);

/// {"path","time","newer"} of work that was found at the start and that nobody has decided about; null: there is none.
oro_json *studio_session_recovery(const studio_session *s);

/// {"count","label"} of the steps back or forth.
oro_json *studio_session_steps(const studio_session *s, bool back);

#endif
