// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the commands share: their table, flags, errors and exit codes, the context with progress and Ctrl-C, and maps in
// files. Results go to stdout, everything else to stderr. Nothing here knows an operator by name.
#ifndef ORO_CLI_CLI_H
#define ORO_CLI_CLI_H

#include "orogen/io.h"
#include "orogen/operator.h"

#include <stdio.h>

typedef enum cli_exit {
    CLI_DONE = 0,
    CLI_FAILED = 1,       ///< something went wrong while working
    CLI_USAGE = 2,        ///< the command line makes no sense
    CLI_BAD_INPUT = 3,    ///< a file or scene is missing, broken or does not mean anything
    CLI_CANNOT_WRITE = 4, ///< no such folder, or something is there already
    CLI_NOT_BUILT = 5,    ///< not in this build or on this machine
    CLI_FINDINGS = 6,     ///< differences or validation findings
    CLI_INTERRUPTED = 130,
} cli_exit;

enum { CLI_MAX_STEPS = 64 }; ///< operators that a command runs from words

typedef enum cli_progress_mode {
    CLI_PROGRESS_AUTO,
    CLI_PROGRESS_ALWAYS,
    CLI_PROGRESS_NEVER,
    CLI_PROGRESS_JSON
} cli_progress_mode;

/// One invocation: the flags that work everywhere, the context, and how it ended.
typedef struct cli {
    oro_context *ctx; ///< NULL until cli_open()
    oro_error error;  ///< a failure noticed here; where empty, the context's last error counts
    bool usage;       ///< what failed is the command line, not a file
    bool findings;    ///< done, and there is something to look at: exit code 6
    bool help, json, quiet, force, clip;
    bool keep_partial; ///< Ctrl-C ends a node early where it can, and the command goes on with what it made
    const char *threads, *cpu, *memory; ///< as given
    const struct oro_within *within;    ///< files of contexts stay below these folders; NULL: anywhere
    const char *in_format, *out_format; ///< of standard input and output; NULL: not said
    cli_progress_mode progress;
    bool says_progress; ///< --progress was given, so the settings file has no say
    struct {
        int threads;
        const char *cpu;
        size_t cache_bytes, memory_bytes;
        cli_progress_mode progress;
    } config;                  ///< what the settings file says; zero where it says nothing
    double started;            ///< seconds, of the monotonic clock
    double part_from, part_to; ///< what part of the whole the progress reported now is; both 0: all of it
    bool bar_shown;
    oro_georef geo;           ///< where the first map that was read lies on the earth, if it said
    oro_grid geo_shape;       ///< and its geometry: what is of the same shape lies there too
    oro_write_report written; ///< of the last map that was saved
    bool weighed;             ///< whether there is memory enough was looked at
    double weight;            ///< bytes that the work takes, where that was estimated; else 0
    int32_t small;            ///< in a rehearsal: samples along the longer side of every map; nothing is written
    double small_samples;     ///< of the largest map of the rehearsal
    double *small_peaks;      ///< bytes that each operator took in it, CLI_MAX_STEPS at most
    int small_steps;
    oro_status (*replay)(struct cli *own,
                         const void *user); ///< runs the command again, for a rehearsal; NULL: cannot be
    const void *replay_user;
    oro_progress_fn *listen; ///< of a worker: asked instead of showing progress; NULL: none
    void *listen_user;
} cli;

// --- flags (flags.c) -----------------------------------------------------------------------------------------------

/// One flag of a command. A table of them ends with a NULL name.
typedef struct cli_flag {
    const char *name;  ///< without dashes; - and _ are the same
    const char *value; ///< what to write for its value in help: "FILE"; NULL: it is on or off
    const char *doc;
    char letter;                ///< short form, 0 for none
    const char *const *choices; ///< the words its value can be, ending with NULL; NULL: anything
    bool reads;                 ///< its value is a file to read, so "-" is standard input
} cli_flag;

typedef struct cli_given {
    const cli_flag *flag;
    const char *text; ///< the value; "on" or "off" where the flag takes none
} cli_given;

/// A command line taken apart. Texts point into it.
typedef struct cli_words {
    const cli_flag *flags;
    cli_given *given;
    const char **plain; ///< what is no flag, in order
    int given_count, plain_count;
} cli_words;

/// The flags that work everywhere; their values end up in `cli`.
extern const cli_flag cli_common_flags[];

/// The words of --cpu and --progress, ending with NULL.
extern const char *const cli_cpu_words[], *const cli_progress_words[];

/// False where the text is none of cli_progress_words.
bool cli_read_progress(const char *text, cli_progress_mode *mode);

/// Takes words apart by a table. `stop` ends at the first plain word and leaves all that follows plain.
oro_status cli_parse(cli *c, const cli_flag *flags, int count, char *const *words, bool stop, cli_words *out);
void cli_words_free(cli_words *w);

/// The last value given for a flag, or NULL.
const char *cli_text(const cli_words *w, const char *name);
bool cli_on(const cli_words *w, const char *name);

/// Refuses more or fewer plain words than these; `usage` is shown.
oro_status cli_expect_words(cli *c, const cli_words *w, int least, int most, const char *usage);

// --- values (values.c) ---------------------------------------------------------------------------------------------
// Texts of flags; `where` is the flag for the error, which counts as a mistake on the command line.

/// "1025", "2k", "513x257". One number leaves *height 0.
oro_status cli_read_size(cli *c, const char *text, const char *where, int32_t *width, int32_t *height);
oro_status cli_read_number(cli *c, const char *text, const char *where, double low, double high, double *value);
oro_status cli_read_threads(cli *c, const char *text, const char *where, int *threads);
oro_status cli_read_pair(cli *c, const char *text, const char *where, double *first,
                         double *second); ///< "-100..1900", "3,4"

/// What was measured, with its unit, for people: "0.3 m", "iterations 12"; "not measured" for NaN. Whole numbers are
/// printed as they are, others with the digits of a float.
const char *cli_measure_text(double value, const char *unit, char *buffer, size_t size);
struct cli_mapping;
/// "-100..1900" or, for a map that is written, "auto", into a mapping. NULL: leaves it without a range.
oro_status cli_read_range(cli *c, const char *text, struct cli_mapping *how);
size_t cli_read_bytes(const char *text); ///< "8g", "512m", "900" (MiB); 0 where it is none, or not 16 MiB to 1024 GiB

// --- commands (main.c, commands.def) ---------------------------------------------------------------------------------

typedef struct cli_command {
    const char *name;
    const char *formerly;   ///< the name it had once, which still works; NULL: none
    const char *words;      ///< for the search, as oro_operator.words; NULL: none
    const char *summary;    ///< one line
    const char *usage;      ///< what follows the name: "SCENE [-o DIR]"
    const char *doc;        ///< a paragraph or more
    void (*more)(FILE *to); ///< prints what comes from a table after the paragraph; NULL: nothing
    const char *example; ///< lines, each a whole command; {make}, {change} and {join} stand for operators of the table
    const cli_flag *flags;
    const oro_record *const *settings; ///< tables whose rows are flags too, after those; ends with NULL. NULL: none
    bool rest;                         ///< flags end at the first plain word
    int reads; ///< so many of the first plain words are files to read, for which "-" is standard input
    oro_status (*run)(cli *c, const cli_words *w);
} cli_command;

/// All flags of a command, those of its table of settings with their defaults and ranges among them (offers.c). Static.
const cli_flag *cli_flags_of(const cli_command *command);

int cli_command_count(void);
const cli_command *cli_command_at(int index);
const cli_command *cli_command_find(const char *name);

/// "No such command", with the nearest command or operator.
oro_status cli_unknown_command(cli *c, const char *name);

/// Lists what has to do with some words: operators, their choices and presets, examples, commands, formats (main.c).
oro_status cli_look_for(cli *c, const char *words);

/// A line that stands over others, after `before` (help.c).
void cli_heading(FILE *to, const char *text, const char *before);

/// Prints examples, line by line after `indent`, with operators put in for {make}, {change} and {join}
/// (help.c).
void cli_print_examples(FILE *to, const char *text, const char *indent);
extern const char cli_first_commands[], cli_exit_codes[];

/// Help on stdout (help.c): everything, one command, one operator.
void cli_help_overview(FILE *to);
void cli_help_command(const cli_command *command);
void cli_help_operator(const oro_operator *op);

/// A name, and after `columns` what it means, in as many lines as that takes.
void cli_help_line(FILE *to, int columns, const char *name, const char *text);

/// The flags about maps that every operator has beside its own (step.c), and how one is called for an operator: without
/// "map-" where the operator has no such argument. A NULL name: makes no sense for it.
int cli_map_flag_count(void);
cli_flag cli_map_flag_of(const oro_operator *op, int index);

/// Runs an operator by its words: what `orogen OPERATOR …` does (operator.c).
oro_status cli_operator(cli *c, const char *name, int count, char *const *words);

// --- errors (report.c) -----------------------------------------------------------------------------------------------

/// Notes a failure of input or output and returns `status`. `where` may be NULL.
oro_status cli_fail(cli *c, oro_status status, const char *where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Notes a mistake on the command line: exit code 2.
oro_status cli_misuse(cli *c, const char *where, const char *format, ...) __attribute__((format(printf, 3, 4)));

/// Takes over the context's last error, with another place where `where` is not NULL.
oro_status cli_take(cli *c, oro_status status, const char *where);

/// Says at the end of the sentence which flag or command the error's hint stands for, and clears the hint.
void cli_reword(oro_error *error);

/// The flag behind a member that the library names as a place: "--fov" for "field_of_view". Others are returned as they are.
const char *cli_flag_of(const char *member);

/// Prints the failure, if any, and gives the exit code.
int cli_finish(cli *c, oro_status status);

/// A line for people on stderr, unless --quiet.
void cli_say(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// A note on stderr: "orogen: note: WHERE: sentence".
void cli_note(cli *c, const char *where, const char *format, ...) __attribute__((format(printf, 3, 4)));

struct oro_json;
/// Prints a document on stdout and frees it. NULL: no memory.
oro_status cli_print_json(cli *c, struct oro_json *root);
struct oro_json *cli_json_text(const char *text); ///< what is no UTF-8 becomes question marks
struct oro_json *cli_json_hash(oro_hash hash);
struct oro_json *cli_json_pair(double a, double b);
/// What was measured: null where it is not finite; what is a float has a float's digits.
struct oro_json *cli_json_real(double value);

/// A map that was written; `output` may be NULL.
struct oro_json *cli_json_map(const char *path, const char *output, const oro_grid *g);

bool cli_colour(FILE *to); ///< a terminal, and NO_COLOR is not set

// --- the context (session.c) -----------------------------------------------------------------------------------------

/// What a context of this command is made from: flags, environment, settings file.
oro_status cli_describe_context(cli *c, oro_context_desc *desc);

/// Makes the context and begins to listen for Ctrl-C.
oro_status cli_open(cli *c);
void cli_listen_for_signals(void); ///< for what takes long before that
void cli_close(cli *c);

/// ORO_CANCELLED, with the error set, once someone pressed Ctrl-C.
oro_status cli_check_interrupt(cli *c);
bool cli_was_interrupted(void);
void cli_forget_interrupt(void); ///< it was heeded already

/// Says that what is reported from now on is the part [from, to] of the command's work.
void cli_part(cli *c, double from, double to);

/// The progress function; `user` is the cli.
bool cli_progress(void *user, double fraction, const char *what);
void cli_progress_end(cli *c); ///< removes the bar
double cli_seconds(void);

// --- maps in files (maps.c) --------------------------------------------------------------------------------------------

/// Which flags said how to read or write maps.
typedef struct cli_mapping {
    bool has_range; ///< else what is read says it, and what is written gets what fits
    double lo, hi;
    double extent; ///< metres along the longer side, 0: not given
    // Of the file that is read.
    int32_t width, height; ///< samples, for files without header; 0: not given
    bool has_in_layout;
    oro_raw_layout in_layout;
    const char *in_channel; ///< NULL: not given
    bool trust;             ///< unpack whatever the file promises
    bool has_nodata;
    double nodata;
    bool keep_cells; ///< leave cells as they are that are not square in metres
    // Of the file that is written.
    int bits;
    const char *channel;
    oro_raw_layout layout;
    const oro_georef *geo; ///< NULL: that of the first map that was read, where it has this shape
    bool clip;             ///< also without --clip
    const oro_extremes *among;
} cli_mapping;

/// Reads a map; `in_metres`: it should say its metres, and a note is due where it does not.
oro_status cli_load_map(cli *c, const char *path, const cli_mapping *how, bool in_metres, oro_grid *out);

/// In a rehearsal: the size that a map of this size has there. Does nothing elsewhere.
void cli_make_small(cli *c, int32_t *width, int32_t *height);

/// Refuses values that are no numbers, with their count and the first place.
oro_status cli_check_finite(cli *c, const oro_grid *g, const char *path);

/// Could the values of a map be written so? As cli_save_map() would say, without writing; c->written is set.
oro_status cli_check_map(cli *c, const char *path, const oro_grid *g, const cli_mapping *how, const char *unit);

/// Writes a map and its sidecar. `unit` as in the operator's table.
oro_status cli_save_map(cli *c, const char *path, const oro_grid *g, const cli_mapping *how, const char *unit);

/// "wrote FILE (1025 x 1025), -500..650 m": what cli_save_map() has just written.
void cli_say_written(cli *c, const char *path, const oro_grid *g, const char *unit);

/// ", -500..650 m" where a map was written as codes, else nothing.
const char *cli_range_text(const oro_write_report *written, const char *unit, char *text, size_t size);

/// Could this file be written? Asked before anything is computed: a known extension, a folder that is there, and nothing
/// in the way unless --force; nor may anything else of this command go there. `picture`: only PNG will do.
oro_status cli_check_target(cli *c, const char *path, bool picture);

/// Is the folder there, and nothing in the way? For any file, whatever is in it.
oro_status cli_check_place(cli *c, const char *path);

/// The same as cli_check_target() for what can be a map alone, no mesh.
oro_status cli_check_map_target(cli *c, const char *path);

void cli_claims_free(void); ///< forgets what it is going to write

/// The formats' endings as a list: ".png, .r16, …"; `writing`: those that can be written, meshes included.
const char *cli_format_list(bool writing, char *list, size_t size);

/// The name of a mesh format that can be written, for a path that ends like one, else NULL.
const char *cli_mesh_format_of(const char *path);

/// The format's name by the path's extension, or NULL.
const char *cli_format_of(const char *path);
bool cli_is_scene(const char *path); ///< by its name

#endif
