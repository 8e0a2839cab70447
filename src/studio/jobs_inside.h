// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The inside of the queue, for its two files: jobs.c chooses and listens to the page, jobs_work.c computes.
#ifndef ORO_STUDIO_JOBS_INSIDE_H
#define ORO_STUDIO_JOBS_INSIDE_H

#include "studio/hold.h"
#include "studio/jobs.h"
#include "studio/notes.h"
#include "studio/time.h"

#define PATIENCE 0.1 ///< seconds a first level may still take after the document changed

enum { MOST_THUMBNAILS = 512 };
enum { STUDIO_HOLD_LEVEL = 513 }; ///< what slow nodes did is kept for each tab, so of small levels only
enum { ONCE = '*' }; ///< begins the names of tabs that are no tabs: computed once, told to everyone as "ran"

typedef struct tab_slot {
    bool used;
    studio_view view;
    int next;                      ///< level to compute; level_count: nothing
    bool slow;                     ///< the first level takes long, and what makes it so can be held (hold.h)
    bool quick;                    ///< a held frame of the first level is wanted
    bool waits;                    ///< a held frame was shown; the whole one comes when the hand rests
    bool crowded;                  ///< it was told that there is no room for all it wants
    bool changed;                  ///< the document changed since the page asked
    double asked;                  ///< when it was wanted
    studio_pace pace[STUDIO_MAPS]; ///< see studio_frame_desc
    double missed;                 ///< when its listener was last seen to be gone; 0: listens
    studio_frame *frame[2];
} tab_slot;

typedef struct thumbnail {
    char kind[8], name[80];
    oro_hash hash;
    void *png;
    size_t bytes;
} thumbnail;

/// What the thread has been given to do.
typedef enum task_kind { NOTHING, VIEW, NODE_PICTURE, EXAMPLE_PICTURE } task_kind;

typedef struct task {
    task_kind kind;
    int tab, level;
    double since;
} task;

struct studio_jobs {
    pthread_t thread;
    studio_hub *hub;
    studio_project project;
    const oro_example *examples;
    oro_context *ctx; ///< of the thread; others only cancel it

    // Of the thread alone.
    oro_scene *scene;
    uint64_t scene_revision;
    double progress_told;
    bool progress_shown;
    const studio_view *shown; ///< the view that is being computed
    studio_hold holds[STUDIO_TABS];
    studio_costs costs;
    studio_notes notes;

    pthread_mutex_t lock; ///< guards what follows
    pthread_cond_t changed;
    bool ending, live;
    uint64_t revision, frame_serial;
    char *name, *folder, *text; ///< of the document; replaced, never changed
    double changed_at;
    tab_slot tabs[STUDIO_TABS];
    thumbnail *thumbnails;
    int thumbnail_count, next_node, next_example;
    size_t most_held;   ///< bytes of all frames together
    atomic_size_t held; ///< bytes of the frames there are; those on their way to pages among them
    task running;       ///< written by the thread alone
    double shown_at;    ///< when the last frame of a first level was shown
    atomic_bool stale;  ///< what runs is of an earlier document
    atomic_bool stop;
};

/// Seconds a first level may still take after the document changed: little, or more where the page has seen nothing for long.
static inline double studio_patience(const studio_jobs *j, double now) {
    return now - j->shown_at > 5.0 * PATIENCE ? 10.0 * PATIENCE : PATIENCE;
}

// Each is called and left with the lock held, which is let go of while computing.
void studio_work_view(studio_jobs *j);    ///< one level of one view
void studio_work_node(studio_jobs *j);    ///< the picture of one node
void studio_work_example(studio_jobs *j); ///< the picture of one example

/// Tells that nothing runs, where it was told that something did. Without the lock.
void studio_work_rests(studio_jobs *j);

/// With the lock held: makes room for a frame of a level by letting go of the oldest frames of all tabs. Where that is not
/// enough the level becomes coarser, which the tab is told; false: it would be no finer than the one before. `view` is a copy.
bool studio_make_room(studio_jobs *j, tab_slot *tab, studio_view *view, int level);

/// What a mesh or the like may take in a frame, bytes. How large one is shows when it is made.
size_t studio_most_data(const studio_jobs *j);

/// With the lock held: lets go of the oldest frames until all of them are within their bound.
void studio_trim_frames(studio_jobs *j);

// With the lock held.
void studio_forget_tab(tab_slot *tab);
thumbnail *studio_find_thumbnail(studio_jobs *j, const char *kind, const char *name);

#endif
