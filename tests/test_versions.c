// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A program and a library of different versions: who is served, who is refused with a sentence, and that nothing is read
// behind the description of a program that knew fewer members.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/context.h"
#include "core/version.h"

enum { NOW = ORO_VERSION_NUMBER };

/// As a program had it whose headers knew no more.
typedef struct older_desc {
    int threads;
    const char *cpu;
} older_desc;

/// As a program has it whose headers know more.
typedef struct newer_desc {
    oro_context_desc known;
    const char *later;
} newer_desc;

static void the_numbers_agree(void **state) {
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", ORO_VERSION_MAJOR, ORO_VERSION_MINOR, ORO_VERSION_PATCH);
    assert_string_equal(text, ORO_VERSION);
    assert_string_equal(text, oro_version());
    assert_int_equal(oro_version_number(), ORO_VERSION_NUMBER);
}

/// One part of a version, as 1.2.3 has it.
static uint32_t version(uint32_t major, uint32_t minor, uint32_t patch) {
    return major * 1000000 + minor * 1000 + patch;
}

static void a_library_serves_what_it_shares_structs_with(void **state) {
    (void)state;
    assert_true(oro_serves_version(version(0, 3, 0), version(0, 3, 0)));
    assert_true(oro_serves_version(version(0, 3, 0), version(0, 3, 9))); // patches share everything, in both directions
    assert_true(oro_serves_version(version(0, 3, 9), version(0, 3, 0)));
    assert_false(
        oro_serves_version(version(0, 3, 0), version(0, 2, 0))); // before 1.0 a minor version may change structs
    assert_false(oro_serves_version(version(0, 3, 0), version(0, 4, 0)));
    assert_true(oro_serves_version(version(1, 5, 0), version(1, 0, 7))); // an older program
    assert_true(oro_serves_version(version(1, 5, 0), version(1, 5, 0)));
    assert_false(oro_serves_version(version(1, 5, 0), version(1, 6, 0))); // a program that may call what is not there
    assert_false(oro_serves_version(version(1, 5, 0), version(0, 5, 0)));
    assert_false(oro_serves_version(version(1, 5, 0), version(2, 0, 0)));
}

static void a_program_for_another_version_is_refused(void **state) {
    (void)state;
    const uint32_t others[] = {NOW + 1000, NOW + 1000000, 0};
    for (int i = 0; i < 3; i++) {
        oro_error error = {0};
        assert_null(oro_create_for(others[i], sizeof(oro_context_desc), NULL, &error));
        assert_int_equal(error.status, ORO_UNSUPPORTED);
        char text[64];
        snprintf(text, sizeof text, "compiled for Orogen %u.%u ", others[i] / 1000000, others[i] / 1000 % 1000);
        assert_non_null(strstr(error.sentence, text));
        assert_non_null(strstr(error.sentence, oro_version()));
        assert_null(oro_create_for(others[i], sizeof(oro_context_desc), NULL, NULL));
    }
}

static void an_older_description_is_read_to_its_end_only(void **state) {
    (void)state;
    // At the end of a page, with a page behind it that may not be touched.
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED);
    assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    older_desc *old = (older_desc *)(pages + page - sizeof *old);
    *old = (older_desc){.threads = 3, .cpu = "baseline"};
    oro_error error;
    oro_context *ctx = oro_create_for(NOW, sizeof *old, (const oro_context_desc *)(const void *)old, &error);
    assert_non_null(ctx);
    assert_int_equal(oro_thread_count(ctx), 3);
    assert_string_equal(oro_cpu_level(ctx), "baseline");
    assert_null(ctx->log);
    assert_null(ctx->files.load);
    oro_destroy(ctx);
    munmap(pages, 2 * page);
}

static void a_newer_description_may_say_only_what_is_known(void **state) {
    (void)state;
    newer_desc desc = {.known.threads = 2};
    oro_error error;
    oro_context *ctx = oro_create_for(NOW, sizeof desc, &desc.known, &error);
    assert_non_null(ctx);
    assert_int_equal(oro_thread_count(ctx), 2);
    oro_destroy(ctx);
    desc.later = "said";
    assert_null(oro_create_for(NOW, sizeof desc, &desc.known, &error));
    assert_int_equal(error.status, ORO_UNSUPPORTED);
    assert_non_null(strstr(error.sentence, "members of oro_context_desc"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_agree),
        cmocka_unit_test(a_library_serves_what_it_shares_structs_with),
        cmocka_unit_test(a_program_for_another_version_is_refused),
        cmocka_unit_test(an_older_description_is_read_to_its_end_only),
        cmocka_unit_test(a_newer_description_may_say_only_what_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
