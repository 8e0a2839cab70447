// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The one walker over argument tables: defaults, checks, copies, hashes; args_text.c is its half for text. Knows every type
// and no operator.

#include "args.h"
#include "core/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *oro_type_name(uint8_t type) {
    static const char *const names[] = {"number", "integer", "toggle", "choice", "seed",  "text",
                                        "file",   "field",   "colour", "range",  "curve", "records"};
    return type <= ORO_RECORDS ? names[type] : oro_arg_info(&(oro_arg){.type = type})->name;
}

bool oro_arg_is_unsaid(const oro_arg *arg, const void *args) {
    return oro_arg_may_be_unsaid(arg) && isnan(*(const float *)oro_arg_at(arg, args)); // of a range: its lower end
}

const char *oro_arg_word(const oro_arg *arg, const void *args) {
    if (!oro_arg_may_be_unsaid(arg) || !arg->choices) return NULL;
    float value = *(const float *)oro_arg_at(arg, args);
    return isnan(value) ? arg->choices[0] : isinf(value) ? arg->choices[1] : NULL;
}

bool oro_args_set_word(const oro_arg *arg, void *args, const char *text) {
    if (!oro_arg_may_be_unsaid(arg)) return false;
    bool unsaid = !*text || (arg->choices && oro_same_name(arg->choices[0], text));
    bool none = !unsaid && arg->choices && arg->choices[1] && oro_same_name(arg->choices[1], text);
    if (!unsaid && !none) return false;
    float value = unsaid ? NAN : INFINITY;
    if (arg->type == ORO_RANGE)
        *(oro_range *)oro_arg_at(arg, args) = (oro_range){value, value};
    else
        *(float *)oro_arg_at(arg, args) = value;
    return true;
}

bool oro_arg_has_range(const oro_arg *arg) {
    return arg->type == ORO_NUMBER || arg->type == ORO_INTEGER || arg->type == ORO_FIELD || arg->type == ORO_RANGE ||
           arg->type == ORO_CURVE;
}

const oro_arg *oro_arg_find(const oro_record *record, const char *name) {
    for (int32_t i = 0; i < record->arg_count; i++)
        if (oro_same_name(record->args[i].name, name)) return &record->args[i];
    return NULL;
}

int32_t oro_first_of_type(const oro_operator *op, oro_type type) {
    for (int32_t i = 0; i < op->record.arg_count; i++)
        if (op->record.args[i].type == type) return i;
    return -1;
}

int32_t oro_main_output(const oro_operator *op, uint32_t kinds) {
    for (int kind = 0; kind < ORO_KIND_COUNT; kind++)
        for (int32_t i = 0; kinds & oro_kind_bit((oro_kind)kind) && i < op->record.arg_count; i++)
            if (oro_arg_is_output(&op->record.args[i]) && oro_arg_kind(&op->record.args[i]) == (oro_kind)kind) return i;
    return -1;
}

oro_status oro_unknown_arg(oro_context *ctx, const oro_record *record, const char *name, const char *where) {
    oro_suggestion s = {.word = name};
    for (int32_t i = 0; i < record->arg_count; i++) oro_suggest_offer(&s, record->args[i].name);
    char hint[96];
    return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s has no argument \"%.40s\"%s", record->name, name,
                    oro_suggest_text(&s, hint, sizeof hint));
}

bool oro_former_next(const char **formerly, oro_former *out) {
    const char *at = *formerly;
    if (!at || !*at) return false;
    size_t length = strcspn(at, " "), old = strcspn(at, "=");
    snprintf(out->old, sizeof out->old, "%.*s", (int)old, at);
    snprintf(out->now, sizeof out->now, "%.*s", (int)(length - old) - 1, at + old + 1);
    at += length;
    *formerly = at + strspn(at, " ");
    return true;
}

bool oro_is_former_name(const char *formerly, const char *word, const char *now) {
    for (oro_former f; oro_former_next(&formerly, &f);)
        if (strcmp(f.old, word) == 0 && strcmp(f.now, now) == 0) return true;
    return false;
}

const oro_preset *oro_preset_find(oro_context *ctx, const oro_operator *op, const char *name, const char *where) {
    oro_suggestion s = {.word = name};
    char hint[96], list[160] = "";
    size_t used = 0;
    for (const oro_preset *p = op->presets; p && p->name; p++) {
        if (oro_same_name(p->name, name) || oro_is_former_name(op->formerly, name, p->name)) return p;
        oro_suggest_offer(&s, p->name);
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", p->name);
    }
    oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s has no preset \"%.40s\"%s; %s%s", op->record.name, name,
             oro_suggest_text(&s, hint, sizeof hint), *list ? "it has " : "it has none at all", list);
    return NULL;
}

oro_status oro_args_preset(oro_context *ctx, const oro_operator *op, void *args, const char *name, const char *where) {
    const oro_preset *preset = oro_preset_find(ctx, op, name, where);
    return preset ? oro_args_parse_item(ctx, &op->record, args, preset->values, where) : ctx->error.status;
}

const char *oro_arg_expects(const oro_arg *arg, char *buffer, size_t size) {
    char lo[32], hi[32];
    oro_print_double(arg->min, lo, sizeof lo);
    oro_print_double(arg->max, hi, sizeof hi);
    const char *unit = arg->unit && strcmp(arg->unit, "1") != 0 && strcmp(arg->unit, "any") != 0 ? arg->unit : "";
    switch (arg->type) {
    case ORO_NUMBER: snprintf(buffer, size, "a number from %s to %s%s%s", lo, hi, *unit ? " " : "", unit); break;
    case ORO_INTEGER: snprintf(buffer, size, "a whole number from %s to %s", lo, hi); break;
    case ORO_FIELD:
        snprintf(buffer, size, "a number from %s to %s%s%s, or the name of a node", lo, hi, *unit ? " " : "", unit);
        break;
    case ORO_TOGGLE: snprintf(buffer, size, "on or off"); break;
    case ORO_SEED: snprintf(buffer, size, "a whole number from 0 to 4294967295"); break;
    case ORO_TEXT: snprintf(buffer, size, "a text"); break;
    case ORO_FILE: snprintf(buffer, size, "the path of a file"); break;
    case ORO_COLOUR: snprintf(buffer, size, "a colour such as #8fa06b"); break;
    case ORO_RANGE:
        snprintf(buffer, size, "two numbers from %s to %s%s%s, as 10..80", lo, hi, *unit ? " " : "", unit);
        break;
    case ORO_CURVE: snprintf(buffer, size, "points of a graph, as 0:0 0.5:0.2 1:1"); break;
    case ORO_RECORDS:
        snprintf(buffer, size, "a list of %s, as %s=…; %s=…", arg->record->name, arg->record->args[0].name,
                 arg->record->args[0].name);
        break;
    case ORO_CHOICE: {
        size_t used = (size_t)snprintf(buffer, size, "one of");
        for (int i = 0; arg->choices[i] && used < size; i++)
            used += (size_t)snprintf(buffer + used, size - used, "%s %s", i ? "," : "", arg->choices[i]);
        break;
    }
    default: snprintf(buffer, size, "a node's output"); break;
    }
    size_t used = strlen(buffer);
    for (int i = 0; oro_arg_may_be_unsaid(arg) && arg->choices && arg->choices[i] && used < size; i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", i ? " or " : ", or ", arg->choices[i]);
    return buffer;
}

// --- setting ----------------------------------------------------------------------------------------------------------

oro_status oro_args_unexpected(oro_context *ctx, const oro_arg *arg, const char *text, const char *where) {
    char expects[256];
    return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s must be %s, not \"%.60s\"", arg->name,
                    oro_arg_expects(arg, expects, sizeof expects), text);
}

static oro_status in_range(oro_context *ctx, const oro_arg *arg, double value, const char *where) {
    if (value >= arg->min && value <= arg->max) return ORO_OK; // false for NaN
    if (isnan(value) && oro_arg_may_be_unsaid(arg)) return ORO_OK;
    if (isinf(value) && oro_arg_may_be_unsaid(arg) && arg->choices && arg->choices[1]) return ORO_OK;
    // Values are kept as floats: a limit of 0.1 is met by the float nearest to it, which lies a little above.
    bool at_limit = (float)value == (float)arg->min || (float)value == (float)arg->max;
    if (at_limit && arg->type != ORO_INTEGER) return ORO_OK;
    char text[40];
    oro_print_double(value, text, sizeof text);
    return oro_args_unexpected(ctx, arg, text, where);
}

oro_status oro_args_set_number(oro_context *ctx, const oro_arg *arg, void *args, double value, const char *where) {
    oro_status status = in_range(ctx, arg, value, where);
    if (status != ORO_OK) return status;
    void *at = oro_arg_at(arg, args);
    if (arg->type == ORO_INTEGER) {
        if (value != floor(value)) {
            char text[40];
            oro_print_double(value, text, sizeof text);
            return oro_args_unexpected(ctx, arg, text, where);
        }
        *(int32_t *)at = (int32_t)value;
    } else if (arg->type == ORO_NUMBER) {
        *(float *)at = (float)value;
    } else {
        *(oro_field *)at = (oro_field){.value = (float)value};
    }
    return ORO_OK;
}

oro_status oro_args_set_choice(oro_context *ctx, const oro_arg *arg, void *args, const char *word, const char *where) {
    oro_suggestion s = {.word = word};
    for (int32_t i = 0; arg->choices[i]; i++) {
        if (oro_same_name(arg->choices[i], word) || oro_is_former_name(arg->formerly, word, arg->choices[i])) {
            ((oro_choice *)oro_arg_at(arg, args))->index = i;
            return ORO_OK;
        }
        oro_suggest_offer(&s, arg->choices[i]);
    }
    char expects[256], hint[96];
    return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s must be %s, not \"%.60s\"%s", arg->name,
                    oro_arg_expects(arg, expects, sizeof expects), word, oro_suggest_text(&s, hint, sizeof hint));
}

oro_status oro_args_set_text(oro_context *ctx, const oro_arg *arg, void *args, const char *text, const char *where) {
    (void)where;
    char *copy = NULL;
    if (text && !*text) text = NULL; // an empty text and none are the same value
    if (text && !(copy = oro_copy_text(ctx, text))) return ORO_NO_MEMORY;
    const char **at = arg->type == ORO_FILE ? &((oro_file *)oro_arg_at(arg, args))->path : oro_arg_at(arg, args);
    oro_free(ctx, (void *)*at);
    *at = copy;
    return ORO_OK;
}

oro_status oro_args_set_range(oro_context *ctx, const oro_arg *arg, void *args, double lo, double hi,
                              const char *where) {
    oro_status status = in_range(ctx, arg, lo, where);
    if (status == ORO_OK) status = in_range(ctx, arg, hi, where);
    if (status == ORO_OK && lo > hi)
        status = oro_fail(ctx, ORO_BAD_ARGUMENT, where,
                          "%s must run from a lower to a higher number, not from %g to %g", arg->name, lo, hi);
    if (status == ORO_OK) *(oro_range *)oro_arg_at(arg, args) = (oro_range){(float)lo, (float)hi};
    return status;
}

oro_status oro_args_set_curve(oro_context *ctx, const oro_arg *arg, void *args, const oro_point2 *points, int32_t count,
                              const char *where) {
    if (count > ORO_MAX_POINTS)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s must have at most %d points, not %d", arg->name,
                        ORO_MAX_POINTS, count);
    for (int32_t i = 0; i < count; i++) {
        oro_status status = in_range(ctx, arg, (double)points[i].y, where);
        if (status != ORO_OK) return status;
        if (!(points[i].x >= -1e30f && points[i].x <= 1e30f) || (i && !(points[i].x > points[i - 1].x)))
            return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "point %d of %s must lie to the right of the point before it",
                            i + 1, arg->name);
    }
    oro_point2 *copy = NULL;
    if (count > 0) {
        copy = oro_alloc(ctx, (size_t)count * sizeof *copy);
        if (!copy) return ORO_NO_MEMORY;
        memcpy(copy, points, (size_t)count * sizeof *copy);
    }
    oro_curve *curve = oro_arg_at(arg, args);
    oro_free(ctx, (void *)curve->points);
    *curve = (oro_curve){copy, count};
    return ORO_OK;
}

static void free_records(oro_context *ctx, const oro_arg *arg, oro_records *list) {
    for (int32_t i = 0; i < list->count; i++)
        oro_args_free(ctx, arg->record, (char *)list->items + (size_t)i * arg->record->size);
    oro_free(ctx, (void *)list->items);
    *list = (oro_records){0};
}

void *oro_args_set_records(oro_context *ctx, const oro_arg *arg, void *args, int32_t count, const char *where) {
    if (count > ORO_MAX_RECORDS) {
        oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s must have at most %d items, not %d", arg->name, ORO_MAX_RECORDS,
                 count);
        return NULL;
    }
    // At least one byte, so that an empty list is told from a failure.
    char *items = oro_alloc_zero(ctx, (size_t)count * arg->record->size + 1);
    if (!items) return NULL;
    oro_records *list = oro_arg_at(arg, args);
    free_records(ctx, arg, list);
    *list = (oro_records){items, count};
    for (int32_t i = 0; i < count; i++)
        if (oro_args_init(ctx, arg->record, items + (size_t)i * arg->record->size) != ORO_OK) return NULL;
    return items;
}

oro_status oro_args_check(oro_context *ctx, const oro_record *record, const void *args) {
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        const void *at = oro_arg_at(arg, args);
        oro_status status = ORO_OK;
        if (arg->type == ORO_NUMBER) status = in_range(ctx, arg, (double)*(const float *)at, arg->name);
        if (arg->type == ORO_INTEGER) status = in_range(ctx, arg, *(const int32_t *)at, arg->name);
        if (arg->type == ORO_FIELD) status = in_range(ctx, arg, (double)((const oro_field *)at)->value, arg->name);
        if (arg->type == ORO_RANGE) {
            status = in_range(ctx, arg, (double)((const oro_range *)at)->lo, arg->name);
            if (status == ORO_OK) status = in_range(ctx, arg, (double)((const oro_range *)at)->hi, arg->name);
        }
        if (arg->type == ORO_CHOICE) {
            int32_t count = 0, index = ((const oro_choice *)at)->index;
            while (arg->choices[count]) count++;
            if (index < 0 || index >= count)
                status = oro_fail(ctx, ORO_BAD_ARGUMENT, arg->name, "%s must be choice 0 to %d, not %d", arg->name,
                                  count - 1, index);
        }
        const oro_records *list = at;
        for (int32_t k = 0; arg->type == ORO_RECORDS && k < list->count && status == ORO_OK; k++) {
            status = oro_args_check(ctx, arg->record, (const char *)list->items + (size_t)k * arg->record->size);
            char place[64];
            snprintf(place, sizeof place, "%s/%d", arg->name, k);
            if (status != ORO_OK) oro_prefix_where(ctx, place);
        }
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

// --- whole structs ----------------------------------------------------------------------------------------------------

void oro_args_release(oro_context *ctx, const oro_arg *arg, void *args) {
    void *at = oro_arg_at(arg, args);
    switch (arg->type) {
    case ORO_TEXT:
        oro_free(ctx, *(char **)at);
        *(char **)at = NULL;
        break;
    case ORO_FILE:
        oro_free(ctx, (void *)((oro_file *)at)->path);
        *(oro_file *)at = (oro_file){0};
        break;
    case ORO_CURVE:
        oro_free(ctx, (void *)((oro_curve *)at)->points);
        *(oro_curve *)at = (oro_curve){0};
        break;
    case ORO_RECORDS: free_records(ctx, arg, at); break;
    default: break;
    }
}

oro_status oro_args_reset(oro_context *ctx, const oro_arg *arg, void *args) {
    void *at = oro_arg_at(arg, args);
    if (arg->text) return oro_args_parse(ctx, NULL, args, arg, arg->text, arg->name);
    if (oro_args_set_word(arg, args, "")) return ORO_OK;
    switch (arg->type) {
    case ORO_NUMBER: *(float *)at = (float)arg->def; break;
    case ORO_INTEGER: *(int32_t *)at = (int32_t)arg->def; break;
    case ORO_TOGGLE: *(bool *)at = arg->def != 0.0; break;
    case ORO_CHOICE: ((oro_choice *)at)->index = (int32_t)arg->def; break;
    case ORO_SEED: ((oro_seed *)at)->value = (uint32_t)arg->def; break;
    case ORO_FIELD: *(oro_field *)at = (oro_field){.value = (float)arg->def}; break;
    default: oro_args_release(ctx, arg, args); break;
    }
    return ORO_OK;
}

oro_status oro_args_init(oro_context *ctx, const oro_record *record, void *args) {
    memset(args, 0, record->size);
    for (int32_t i = 0; i < record->arg_count; i++) {
        oro_status status = oro_args_reset(ctx, &record->args[i], args);
        if (status != ORO_OK) {
            oro_args_free(ctx, record, args);
            return status;
        }
    }
    return ORO_OK;
}

void oro_args_free(oro_context *ctx, const oro_record *record, void *args) {
    for (int32_t i = 0; i < record->arg_count; i++) oro_args_release(ctx, &record->args[i], args);
}

static oro_status copy_owned(oro_context *ctx, const oro_arg *arg, const void *from, void *to) {
    const void *at = oro_arg_at(arg, from);
    switch (arg->type) {
    case ORO_TEXT: return oro_args_set_text(ctx, arg, to, *(const char *const *)at, NULL);
    case ORO_FILE: return oro_args_set_text(ctx, arg, to, ((const oro_file *)at)->path, NULL);
    case ORO_CURVE: {
        const oro_curve *curve = at;
        return oro_args_set_curve(ctx, arg, to, curve->points, curve->count, NULL);
    }
    case ORO_RECORDS: {
        const oro_records *list = at; // another list than the one it goes to
        char *items = oro_args_set_records(ctx, arg, to, list->count, NULL);
        if (!items) return ctx->error.status;
        for (int32_t i = 0; i < list->count; i++) {
            size_t offset = (size_t)i * arg->record->size;
            oro_args_free(ctx, arg->record, items + offset);
            oro_status status = oro_args_copy(ctx, arg->record, (const char *)list->items + offset, items + offset);
            if (status != ORO_OK) return status;
        }
        return ORO_OK;
    }
    default: return ORO_OK; // plain members came with the struct
    }
}

oro_status oro_args_assign(oro_context *ctx, const oro_arg *arg, const void *from, void *to) {
    const void *a = oro_arg_at(arg, from);
    void *b = oro_arg_at(arg, to);
    switch (arg->type) {
    case ORO_NUMBER: *(float *)b = *(const float *)a; return ORO_OK;
    case ORO_INTEGER: *(int32_t *)b = *(const int32_t *)a; return ORO_OK;
    case ORO_TOGGLE: *(bool *)b = *(const bool *)a; return ORO_OK;
    case ORO_CHOICE: *(oro_choice *)b = *(const oro_choice *)a; return ORO_OK;
    case ORO_SEED: *(oro_seed *)b = *(const oro_seed *)a; return ORO_OK;
    case ORO_FIELD: ((oro_field *)b)->value = ((const oro_field *)a)->value; return ORO_OK;
    case ORO_COLOUR: *(oro_colour *)b = *(const oro_colour *)a; return ORO_OK;
    case ORO_RANGE: *(oro_range *)b = *(const oro_range *)a; return ORO_OK;
    default: return copy_owned(ctx, arg, from, to);
    }
}

oro_status oro_args_copy(oro_context *ctx, const oro_record *record, const void *from, void *to) {
    memcpy(to, from, record->size);
    // Until each is copied, what owns memory must not look owned here.
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        void *at = oro_arg_at(arg, to);
        if (arg->type == ORO_TEXT) *(char **)at = NULL;
        if (arg->type == ORO_FILE) *(oro_file *)at = (oro_file){0};
        if (arg->type == ORO_CURVE) *(oro_curve *)at = (oro_curve){0};
        if (arg->type == ORO_RECORDS) *(oro_records *)at = (oro_records){0};
    }
    for (int32_t i = 0; i < record->arg_count; i++) {
        oro_status status = copy_owned(ctx, &record->args[i], from, to);
        if (status != ORO_OK) {
            oro_args_free(ctx, record, to);
            return status;
        }
    }
    return ORO_OK;
}

static oro_hash hash_one(oro_hash h, const oro_arg *arg, const void *args) {
    const void *at = oro_arg_at(arg, args);
    switch (arg->type) {
    case ORO_NUMBER: return oro_hash_float(h, *(const float *)at);
    case ORO_INTEGER: return oro_hash_u64(h, (uint64_t)(int64_t) * (const int32_t *)at);
    case ORO_TOGGLE: return oro_hash_u64(h, *(const bool *)at);
    case ORO_CHOICE: return oro_hash_text(h, arg->choices[((const oro_choice *)at)->index]);
    case ORO_SEED: return oro_hash_u64(h, ((const oro_seed *)at)->value);
    case ORO_TEXT: return oro_hash_text(h, *(const char *const *)at);
    case ORO_FILE: return oro_hash_text(h, ((const oro_file *)at)->path);
    case ORO_FIELD: return oro_hash_float(h, ((const oro_field *)at)->value);
    case ORO_COLOUR: {
        const oro_colour *c = at;
        return oro_hash_float(oro_hash_float(oro_hash_float(oro_hash_float(h, c->r), c->g), c->b), c->a);
    }
    case ORO_RANGE: return oro_hash_float(oro_hash_float(h, ((const oro_range *)at)->lo), ((const oro_range *)at)->hi);
    case ORO_CURVE: {
        const oro_curve *curve = at;
        h = oro_hash_u64(h, (uint64_t)curve->count);
        for (int32_t i = 0; i < curve->count; i++)
            h = oro_hash_float(oro_hash_float(h, curve->points[i].x), curve->points[i].y);
        return h;
    }
    case ORO_RECORDS: {
        const oro_records *list = at;
        h = oro_hash_u64(h, (uint64_t)list->count);
        for (int32_t i = 0; i < list->count; i++)
            h = oro_args_hash(h, arg->record, (const char *)list->items + (size_t)i * arg->record->size);
        return h;
    }
    default: return h;
    }
}

oro_hash oro_args_hash(oro_hash h, const oro_record *record, const void *args) {
    for (int32_t i = 0; i < record->arg_count; i++)
        h = hash_one(oro_hash_text(h, record->args[i].name), &record->args[i], args);
    return h;
}

/// Is one alternative of a `when` ("basis=cellular", or "cellular" for the argument named before) so?
static bool holds(const oro_record *record, const void *args, const char *name, const char *word) {
    char value[128];
    const oro_arg *arg = oro_arg_find(record, name);
    if (!arg) return true;
    oro_args_print(arg, args, value, sizeof value);
    return strcmp(value, word) == 0;
}

bool oro_arg_matters(const oro_record *record, const oro_arg *arg, const void *args) {
    char name[64] = "", word[64];
    for (const char *at = arg->when; at && *at;) {
        size_t length = strcspn(at, "|"), split = strcspn(at, "=|");
        if (split < length) {
            snprintf(name, sizeof name, "%.*s", (int)split, at);
            snprintf(word, sizeof word, "%.*s", (int)(length - split - 1), at + split + 1);
        } else {
            snprintf(word, sizeof word, "%.*s", (int)length, at);
        }
        if (holds(record, args, name, word)) return true;
        at += length + (at[length] == '|');
    }
    return !arg->when;
}

bool oro_args_equal(const oro_arg *arg, const void *a, const void *b) {
    oro_hash start = oro_hash_start(0);
    return oro_hash_equal(hash_one(start, arg, a), hash_one(start, arg, b));
}
