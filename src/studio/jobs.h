// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The queue of what is to be seen. One thread with a context of its own works on it; nobody else computes for the page.
//
// Order: the first level of every view, then finer levels once the document rested, then small pictures of nodes, then those
// of examples. A change of the document makes everything begin again. It cancels what runs, except a first level that has
// run for less than 100 ms: that is finished and shown (one stale frame), or a hand that never rests would see nothing.
#ifndef ORO_STUDIO_JOBS_H
#define ORO_STUDIO_JOBS_H

#include "io/example.h"
#include "studio/frame.h"
#include "studio/memory.h"
#include "studio/project.h"

enum { STUDIO_TABS = 32 };

typedef struct studio_jobs studio_jobs;

/// `threads` 0: one per core. Files that nodes name are read below the project's folder only. NULL with `error` filled.
studio_jobs *studio_jobs_create(studio_hub *hub, const studio_project *project, int threads,
                                const studio_memory *memory, const oro_example *examples, oro_error *error);
void studio_jobs_destroy(studio_jobs *jobs); ///< cancels and waits

/// The document changed. Texts are copied. `moving`: by a gesture that goes on.
void studio_jobs_document(studio_jobs *jobs, uint64_t revision, const char *name, const char *folder, const char *text,
                          bool moving);

/// The next document is another one: pictures of the nodes of this one are forgotten, and everyone is told so.
void studio_jobs_another(studio_jobs *jobs);

/// A tab wants to see something; takes the view over. ORO_BAD_ARGUMENT: too many tabs (nothing is set as the error).
oro_status studio_jobs_view(studio_jobs *jobs, studio_view *view);

/// Computes a map ("": the document's last) once; how it went is told to everyone as the event "ran".
oro_status studio_jobs_once(studio_jobs *jobs, const char *from, int32_t level);

/// Views are computed again after changes (the default), or only when asked.
void studio_jobs_live(studio_jobs *jobs, bool live);

/// Stops what runs and forgets what waits.
void studio_jobs_cancel(studio_jobs *jobs);

/// Forgets the views of tabs that nobody listens for any more; call it now and then.
void studio_jobs_tidy(studio_jobs *jobs);

/// One of the last frames, held for the caller (studio_frame_release()); NULL: gone.
studio_frame *studio_jobs_frame(studio_jobs *jobs, uint64_t id);

/// A small picture, copied; free() it. NULL: not there (yet). Kinds: "node", "example".
void *studio_jobs_thumbnail(studio_jobs *jobs, const char *kind, const char *name, size_t *bytes);

/// The hashes of the pictures of nodes that are there, by node, for who was not here when they were told. NULL: no memory.
oro_json *studio_jobs_thumbnails(studio_jobs *jobs);

/// Is the queue empty? For tests.
bool studio_jobs_resting(studio_jobs *jobs);

const char *studio_jobs_cpu(const studio_jobs *jobs);
int studio_jobs_threads(const studio_jobs *jobs);

#endif
