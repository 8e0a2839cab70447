// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The table of commands, and how a request is done; see commands.h.

#include "studio/commands.h"
#include "core/context.h"
#include "core/text.h"
#include "studio/fields.h"
#include "studio/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EDIT  .group = "Edit", .edits = true
#define FILES .group = "Files"
#define LOOK  .group = "Look"
#define WORK  .group = "Work"

const studio_command studio_commands[] = {
    {"set", "PATH VALUE", EDIT,
     .help = "Set an argument (node.argument), the world (world.extent) or how pictures are drawn (render.haze); a "
             "name wires it.",
     .completes = "pv", .least = 2, .run = studio_command_set},
    {"reset", "PATH", EDIT, .help = "Back to the default; a wire goes.", .completes = "p", .least = 1,
     .run = studio_command_reset},
    {"wire", "PATH FROM", EDIT, .help = "Let another node's map drive an argument.", .completes = "pf", .least = 2,
     .run = studio_command_wire},
    {"unwire", "PATH", EDIT, .help = "Take a wire away.", .completes = "p", .least = 1, .run = studio_command_reset},
    {"add", "OPERATOR [INDEX|end] [ID] [preset=NAME] [ARGUMENT=VALUE]…", EDIT, .help = "Add a node.", .completes = "o-",
     .least = 1, .run = studio_command_add},
    {"remove", "NODE…", EDIT, .help = "Remove nodes; what was wired to them takes what they took.", .completes = "n+",
     .least = 1, .run = studio_command_remove},
    {"duplicate", "NODE", EDIT, .help = "Add the same node again, right after it.", .completes = "n", .least = 1,
     .run = studio_command_duplicate},
    {"move", "NODE INDEX", EDIT, .help = "Move a node to another place in the list, counted from 0.", .completes = "n-",
     .least = 2, .run = studio_command_move},
    {"rename", "NODE ID", EDIT, .help = "Give a node another name; wires and outputs follow.", .completes = "n-",
     .least = 2, .run = studio_command_rename},
    {"enable", "NODE [on|off]", EDIT, .help = "Turn a node on (or off).", .completes = "n", .least = 1,
     .run = studio_command_enable},
    {"disable", "NODE", EDIT, .help = "Turn a node off.", .completes = "n", .least = 1, .run = studio_command_disable},
    {"note", "NODE TEXT", EDIT, .help = "Write something about a node.", .completes = "n-", .least = 2,
     .run = studio_command_note},
    {"item", "add|set|remove|move PATH INDEX [VALUE|TO]", EDIT,
     .help = "Change one item of a list or point of a curve.", .completes = "-l-", .least = 3,
     .run = studio_command_item},
    {"preset", "NODE NAME", EDIT, .help = "Set the values of a preset.", .completes = "nv", .least = 2,
     .run = studio_command_preset},
    {"output",
     "add FILE|set INDEX|remove INDEX|move INDEX TO [file=F] [from=NODE] [style=S] [texture=NODE] [mesh=SETTINGS] "
     "[range=LO..HI]",
     EDIT, .help = "Change what a build writes.", .completes = "-", .least = 2, .run = studio_command_output},
    {"title", "TEXT", EDIT, .help = "Name the document.", .completes = "-", .least = 1, .run = studio_command_title},
    {"about", "TEXT", EDIT, .help = "Say what the document is about.", .completes = "-", .least = 1,
     .run = studio_command_about},
    {"replace", "TEXT", .group = "Edit", .help = "Put another document, as JSON text, in place of this one.",
     .completes = "-", .least = 1, .run = studio_command_replace},
    {"undo", "[N]", .group = "Edit", .help = "Take the last step back.", .completes = "-", .run = studio_command_undo},
    {"redo", "[N]", .group = "Edit", .help = "Do again what was taken back.", .completes = "-",
     .run = studio_command_redo},
    {"new", "[force]", FILES, .help = "Begin a new document.", .completes = "-", .run = studio_command_new},
    {"open", "FILE [force]", FILES, .help = "Open a scene of the project folder.", .completes = "s", .least = 1,
     .run = studio_command_open},
    {"example", "NAME [force]", FILES, .help = "Begin with an example.", .completes = "e", .least = 1,
     .run = studio_command_example},
    {"import", // a verb, not an operator
     "FILE [force]", FILES, .help = "Begin with a height map of the project folder.", .completes = "r", .least = 1,
     .run = studio_command_import},
    {"save", "[force]", FILES, .help = "Save the document.", .completes = "-", .run = studio_command_save},
    {"save-as", "FILE [force]", FILES, .help = "Save the document under another name.", .completes = "s", .least = 1,
     .run = studio_command_save_as},
    {"discard", "", FILES, .help = "Go back to what was saved.", .completes = "", .run = studio_command_discard},
    {"keep", "", FILES, .help = "Keep work that was recovered; it is not asked about again.", .completes = "",
     .run = studio_command_keep},
    {"get", "PATH", LOOK, .help = "Print an argument.", .completes = "p", .least = 1, .run = studio_command_get},
    {"list", "[NODE]", LOOK, .help = "Print the nodes, or the arguments of one.", .completes = "n",
     .run = studio_command_list},
    {"operators", "[WORD]", LOOK, .help = "Print what operators there are.", .completes = "-",
     .run = studio_command_operators},
    {"help", "[COMMAND|OPERATOR]", LOOK, .help = "Print what there is, or how to use it.", .completes = "c",
     .run = studio_command_help},
    {"text", "", LOOK, .help = "Print the document as it would be saved.", .completes = "", .run = studio_command_text},
    {"run", "[NODE] [size=N]", WORK, .help = "Compute without writing files, and time the nodes.", .completes = "f",
     .run = studio_command_run},
    {"plan", "[out=FOLDER] [size=N] [seed=N] [target=NAME] [OPTION=VALUE]", WORK,
     .help = "Say what a build would write.", .completes = "-", .run = studio_command_plan},
    {"build", "[out=FOLDER] [size=N] [seed=N] [target=NAME] [OPTION=VALUE] [force]", WORK,
     .help = "Compute the document and write its outputs, or export it for a target.", .completes = "-",
     .run = studio_command_build},
    {"folder", "[FOLDER]", WORK, .help = "Open a folder of the project on the desktop.", .completes = "-",
     .run = studio_command_folder},
    {"cancel", "[build|view]", WORK, .help = "Stop what is running.", .completes = "-", .run = studio_command_cancel},
    {"live", "on|off", WORK, .help = "Compute after every change, or only when asked.", .completes = "-", .least = 1,
     .run = studio_command_live},
    {0},
};

const studio_command *studio_command_find(const char *name) {
    for (const studio_command *c = studio_commands; c->name; c++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}

// --- words --------------------------------------------------------------------------------------------------------------------

size_t studio_word_count(const studio_call *call) { return call->words->count - 1; }

const oro_json *studio_word_json(const studio_call *call, size_t index) { return oro_json_at(call->words, index + 1); }

const char *studio_word(const studio_call *call, size_t index, char *buffer, size_t size) {
    const oro_json *word = studio_word_json(call, index);
    if (!word) return NULL;
    switch (word->type) {
    case ORO_JSON_STRING:
    case ORO_JSON_NUMBER: return word->text;
    case ORO_JSON_BOOL: return word->truth ? "on" : "off";
    case ORO_JSON_NULL: return "";
    default: snprintf(buffer, size, "%s", oro_json_type_name(word->type)); return buffer;
    }
}

bool studio_word_force(const studio_call *call) {
    const oro_json *last = oro_json_at(call->words, call->words->count - 1);
    return call->words->count > 1 && last->type == ORO_JSON_STRING && strcmp(last->text, "force") == 0;
}

const char *studio_option(const studio_call *call, size_t first, const char *key) {
    size_t length = strlen(key);
    for (size_t i = first + 1; i < call->words->count; i++) {
        const oro_json *word = call->words->items[i];
        if (word->type == ORO_JSON_STRING && strncmp(word->text, key, length) == 0 && word->text[length] == '=')
            return word->text + length + 1;
    }
    return NULL;
}

oro_status studio_word_index(studio_call *call, size_t index, int end, int *value) {
    char buffer[32], *rest;
    const char *text = studio_word(call, index, buffer, sizeof buffer);
    *value = end;
    if (!text || strcmp(text, "end") == 0) return ORO_OK;
    double number = oro_read_double(text, &rest);
    if (!*text || *rest || !(number >= 0.0 && number <= 1e9) || number != floor(number))
        return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, NULL,
                        "a place in a list must be a whole number from 0 up, or end, not \"%.40s\"", text);
    *value = (int)number;
    return ORO_OK;
}

oro_json *studio_split(oro_context *ctx, const char *line, size_t length, size_t *start) {
    oro_json *words = oro_json_new_array();
    oro_text word = {0};
    bool good = words != NULL;
    size_t at = 0;
    if (start) *start = length;
    while (good) {
        while (at < length && (line[at] == ' ' || line[at] == '\t' || line[at] == '\n')) at++;
        if (at >= length) break;
        if (start) *start = at;
        oro_text_free(&word);
        oro_text_puts(&word, "");
        char quote = 0;
        for (; at < length && (quote || (line[at] != ' ' && line[at] != '\t' && line[at] != '\n')); at++) {
            if (quote ? line[at] == quote : line[at] == '"' || line[at] == '\'')
                quote = quote ? 0 : line[at];
            else if (line[at] == '\\' && quote != '\'' && at + 1 < length)
                oro_text_add(&word, line + ++at, 1);
            else
                oro_text_add(&word, line + at, 1);
        }
        if (quote && !start) {
            oro_fail(ctx, ORO_BAD_ARGUMENT, NULL, "a quote (%c) is never closed", quote);
            oro_text_free(&word);
            oro_json_free(words);
            return NULL;
        }
        if (start && at < length) *start = length;
        good = !word.failed && oro_json_append(words, oro_json_new_string(word.data)) == ORO_OK;
    }
    oro_text_free(&word);
    if (good) return words;
    oro_json_free(words);
    oro_fail(ctx, ORO_BAD_ARGUMENT, NULL, "the line is not UTF-8, or there is not enough memory for it");
    return NULL;
}

// --- doing --------------------------------------------------------------------------------------------------------------------

static oro_status find_command(studio_parts *parts, const oro_json *words, const studio_command **command) {
    oro_context *ctx = parts->session->ctx;
    if (words->type != ORO_JSON_ARRAY || words->count == 0 || words->items[0]->type != ORO_JSON_STRING)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, NULL, "a command is a list of words, the first of them its name");
    *command = studio_command_find(words->items[0]->text);
    if (!*command) {
        oro_suggestion s = {.word = words->items[0]->text};
        char hint[96];
        for (const studio_command *c = studio_commands; c->name; c++) oro_suggest_offer(&s, c->name);
        return oro_fail(ctx, ORO_BAD_ARGUMENT, NULL, "there is no command \"%.40s\"%s; help lists them",
                        words->items[0]->text, oro_suggest_text(&s, hint, sizeof hint));
    }
    if (words->count - 1 < (size_t)(*command)->least)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, (*command)->name, "%s takes %s", (*command)->name, (*command)->usage);
    return ORO_OK;
}

/// "set hills.amplitude": what the step is called.
static void label_of(const oro_json *commands, char *label, size_t size) {
    const oro_json *first = commands->items[0], *word = oro_json_at(first, 1);
    const char *what = word && word->type == ORO_JSON_STRING ? word->text : "";
    int length = snprintf(label, size, "%s%s%.60s", first->items[0]->text, *what ? " " : "", what);
    if (commands->count > 1 && length > 0 && (size_t)length < size)
        snprintf(label + length, size - (size_t)length, " and %zu more", commands->count - 1);
}

static oro_status do_one(studio_parts *parts, const studio_command *command, const oro_json *words, oro_json *results) {
    studio_call call = {.parts = parts, .session = parts->session, .words = words};
    oro_text_puts(&call.text, "");
    oro_status status = command->run(&call);
    oro_json *result = status == ORO_OK ? oro_json_new_object() : NULL;
    if (result) {
        oro_json_set(result, "text", studio_json_text(call.text.failed ? "" : call.text.data));
        if (call.value) oro_json_set(result, "value", call.value);
        oro_json_append(results, result);
    } else {
        oro_json_free(call.value);
    }
    oro_text_free(&call.text);
    return status;
}

/// All commands of a request, as one step. *failed: which one was refused.
static oro_status do_all(studio_parts *parts, const oro_json *commands, const char *gesture, oro_json *results,
                         size_t *failed) {
    studio_session *s = parts->session;
    bool edits = false;
    oro_status status = ORO_OK;
    for (*failed = 0; *failed < commands->count; ++*failed) {
        const studio_command *command = NULL;
        const oro_json *words = commands->items[*failed];
        status = find_command(parts, words, &command);
        if (status == ORO_OK && commands->count > 1 && !command->edits && strcmp(command->group, "Look") != 0)
            status = oro_fail(s->ctx, ORO_BAD_ARGUMENT, command->name, "%s must be the only command of a request",
                              command->name);
        if (status == ORO_OK) status = do_one(parts, command, words, results);
        if (status != ORO_OK) break;
        edits |= command->edits;
    }
    if (status != ORO_OK) {
        studio_session_rollback(s);
        return status;
    }
    char label[96];
    if (!edits) return ORO_OK;
    label_of(commands, label, sizeof label);
    return studio_session_commit(s, label, gesture);
}

/// The commands of a request as a list of lists; the caller owns it.
static oro_json *commands_of(oro_context *ctx, const oro_json *request) {
    const oro_json *given = oro_json_get(request, "commands"), *line = oro_json_get(request, "line");
    if (line && line->type == ORO_JSON_STRING && given && given->type != ORO_JSON_NULL) {
        oro_fail(ctx, ORO_BAD_ARGUMENT, "line", "a request has commands or a line, not both");
        return NULL;
    }
    if (line && line->type == ORO_JSON_STRING) {
        oro_json *words = studio_split(ctx, line->text, strlen(line->text), NULL),
                 *list = words ? oro_json_new_array() : NULL;
        if (!list) {
            oro_json_free(words);
            return NULL;
        }
        if (words->count == 0)
            oro_json_free(words);
        else
            oro_json_append(list, words);
        return list;
    }
    return given && given->type == ORO_JSON_ARRAY ? oro_json_copy(given) : oro_json_new_array();
}

/// Where a document of this name (NULL: none yet) is kept until it is saved. Empty texts: nowhere.
static void autosave_paths(const studio_session *s, const char *name, char path[STUDIO_PATH], char other[STUDIO_PATH]) {
    if (!studio_project_autosave(&s->project, name, true, other)) *other = 0;
    if (name && studio_project_autosave(&s->project, name, false, path)) return;
    memcpy(path, other, STUDIO_PATH);
    *other = 0;
}

static void keep_unsaved(studio_parts *parts, bool soon) {
    const studio_session *s = parts->session;
    char path[STUDIO_PATH], other[STUDIO_PATH];
    autosave_paths(s, s->place->path, path, other);
    if (*path && studio_session_dirty(s))
        studio_autosave_keep(parts->autosave, path, other, s->text, soon ? 0.0 : 0.5);
    else if (*path)
        studio_autosave_drop(parts->autosave, path, other);
}

void studio_changed(studio_parts *parts, const char *tab, const char *gesture, bool end) {
    studio_session *s = parts->session;
    char folder[STUDIO_PATH];
    studio_session_folder(s, folder);
    if (parts->jobs && parts->told_place && parts->told_place != s->place) studio_jobs_another(parts->jobs);
    parts->told_place = s->place;
    if (parts->jobs && parts->told != s->revision)
        studio_jobs_document(parts->jobs, s->revision, studio_session_name(s), folder, s->text, *gesture && !end);
    if (parts->autosave) keep_unsaved(parts, end || !*gesture);
    parts->told = s->revision;
    if (!parts->hub) return;
    oro_json *data = oro_json_new_object();
    if (data) {
        oro_json_set(data, "revision", oro_json_new_number((double)s->revision));
        oro_json_set(data, "tab", studio_json_text(tab));
        oro_json_set(data, "gesture", studio_json_text(*gesture ? gesture : NULL));
        oro_json_set(data, "reason", studio_json_text(s->reason));
        oro_json_set(data, "dirty", oro_json_new_bool(studio_session_dirty(s)));
        oro_json_set(data, "path", studio_json_text(s->place->path));
        oro_json_set(data, "undo", studio_session_steps(s, true));
        oro_json_set(data, "redo", studio_session_steps(s, false));
    }
    studio_hub_tell(parts->hub, NULL, "document", data);
}

static oro_json *answer_of(studio_session *s, oro_status status, oro_json *results, size_t failed, bool document) {
    oro_json *answer = oro_json_new_object();
    if (!answer) {
        oro_json_free(results);
        return NULL;
    }
    oro_json_set(answer, "ok", oro_json_new_bool(status == ORO_OK));
    oro_json_set(answer, "revision", oro_json_new_number((double)s->revision));
    if (status == ORO_OK) {
        oro_json_set(answer, "results", results);
        if (document) oro_json_set(answer, "document", studio_session_document(s));
        return answer;
    }
    oro_json *error = studio_json_error(&s->ctx->error);
    if (error) oro_json_set(error, "command", oro_json_new_number((double)failed));
    oro_json *force = error && s->conflict ? oro_json_new_object() : NULL;
    if (force) {
        oro_json_set(force, "yes", oro_json_new_string(s->yes));
        oro_json_set(force, "loses", oro_json_new_string(s->loses));
        oro_json_set(error, "force", force);
    }
    oro_json_set(answer, "error", error);
    oro_json_free(results);
    return answer;
}

static const studio_field do_fields[] = {
    {"tab", FIELD_TAB},
    {"commands", FIELD_LIST, 0, STUDIO_MOST_COMMANDS},
    {"line", FIELD_TEXT, 0, STUDIO_MOST_LINE},
    {"gesture", FIELD_NAME, 0, STUDIO_MOST_GESTURE},
    {"end", FIELD_TRUTH},
    {"document", FIELD_TRUTH},
    {0},
};

oro_json *studio_do(studio_parts *parts, const oro_json *request, oro_status *status) {
    studio_session *s = parts->session;
    s->conflict = false;
    *status = studio_check_fields(s->ctx, request, "a request", do_fields);
    if (*status != ORO_OK) return answer_of(s, *status, NULL, 0, false);
    const char *tab = studio_json_get_text(request, "tab", ""), *gesture = studio_json_get_text(request, "gesture", "");
    bool end = studio_json_get_truth(request, "end");
    char whose[136] = "";
    // Two tabs may choose the same name for a gesture.
    if (*gesture) snprintf(whose, sizeof whose, "%.48s %.80s", tab, gesture);
    uint64_t before = s->revision;
    studio_place *place = s->place;
    bool recovered = s->recovered;
    oro_hash saved = place->saved;
    char *name = place->path ? strdup(place->path) : NULL;
    size_t failed = 0;
    oro_json *results = oro_json_new_array(), *commands = NULL;
    if (!(commands = commands_of(s->ctx, request)))
        *status = s->ctx->error.status;
    else
        *status = results ? do_all(parts, commands, whose, results, &failed) : ORO_NO_MEMORY;
    if (*status == ORO_OK && end) studio_session_end_gesture(s);
    bool was_saved = s->place != place || !oro_hash_equal(s->place->saved, saved);
    // Under another name: what was kept under the old one is saved now.
    if (was_saved && parts->autosave && s->place == place && place->path && (!name || strcmp(name, place->path) != 0)) {
        char path[STUDIO_PATH], other[STUDIO_PATH];
        autosave_paths(s, name, path, other);
        if (*path) studio_autosave_drop(parts->autosave, path, other);
    }
    free(name);
    if (s->revision != before || was_saved || s->recovered != recovered || (end && *gesture))
        studio_changed(parts, tab, gesture, end);
    oro_json_free(commands);
    return answer_of(s, *status, results, failed, studio_json_get_truth(request, "document"));
}
