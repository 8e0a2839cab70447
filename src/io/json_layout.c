// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Every list and object is tried on one line first and taken back where it does not fit; the try stops at the margin, so
// that a document of any depth costs at most a line for every level.

#include "io/json_layout.h"

/// Columns of a line that the program chooses, and of one that a person chose.
enum { MARGIN = 120, WIDE_MARGIN = 200 };

static bool is_container(const oro_json *node) { return node->type == ORO_JSON_ARRAY || node->type == ORO_JSON_OBJECT; }

static size_t columns(const oro_text *out, size_t from) {
    size_t count = 0;
    for (size_t i = from; i < out->length; i++) count += ((unsigned char)out->data[i] & 0xC0) != 0x80;
    return count;
}

static void print_key(const oro_json *item, oro_text *out) {
    if (!item->key) return;
    oro_json_print_string(item->key, out);
    oro_text_puts(out, ": ");
}

/// Were the items of this container on lines of their own? New items among them do not tell.
static bool was_open(const oro_json *node) {
    for (size_t i = 0; node->line && i < node->count; i++)
        if (node->items[i]->line > node->line) return true;
    return false;
}

/// Prints on the line that began at `line`; false where it passes the margin or something inside wants lines of its own.
static bool print_flat(const oro_json *node, oro_text *out, size_t line, size_t margin) {
    if (!is_container(node)) {
        oro_json_print_scalar(node, out);
    } else {
        if (was_open(node)) return false;
        bool array = node->type == ORO_JSON_ARRAY;
        oro_text_puts(out, array ? "[" : "{");
        for (size_t i = 0; i < node->count; i++) {
            if (i) oro_text_puts(out, ", ");
            print_key(node->items[i], out);
            if (!print_flat(node->items[i], out, line, margin)) return false;
        }
        oro_text_puts(out, array ? "]" : "}");
    }
    return out->failed || columns(out, line) < margin; // a comma may follow
}

static void print_open(const oro_json *node, oro_text *out, int depth, size_t line) {
    size_t before = out->length, margin = node->line ? WIDE_MARGIN : MARGIN;
    if (depth > 0 && print_flat(node, out, line, margin)) return;
    if (!is_container(node) || !node->count) { // too long, but it cannot be parted
        if (depth == 0) print_flat(node, out, line, margin);
        return;
    }
    if (out->failed) return;
    out->length = before;
    bool array = node->type == ORO_JSON_ARRAY;
    oro_text_puts(out, array ? "[" : "{");
    for (size_t i = 0; i < node->count; i++) {
        oro_text_puts(out, i ? ",\n" : "\n");
        size_t start = out->length;
        oro_text_printf(out, "%*s", 2 * (depth + 1), "");
        print_key(node->items[i], out);
        print_open(node->items[i], out, depth + 1, start);
    }
    oro_text_printf(out, "\n%*s%s", 2 * depth, "", array ? "]" : "}");
}

void oro_json_keep_layout(oro_json *fresh, const oro_json *old) {
    if (!fresh || !old) return;
    fresh->line = old->line;
    fresh->column = old->column;
}

oro_status oro_json_print_layout(const oro_json *root, oro_text *out) {
    print_open(root, out, 0, out->length);
    oro_text_puts(out, "\n");
    return out->failed ? ORO_NO_MEMORY : ORO_OK;
}
