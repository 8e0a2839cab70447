// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

#include "version.h"
#include "orogen/base.h"

const char *oro_version(void) { return ORO_VERSION; }
uint32_t oro_version_number(void) { return ORO_VERSION_NUMBER; }

bool oro_serves_version(uint32_t library, uint32_t program) {
    uint32_t major = library / 1000000, minor = library / 1000 % 1000;
    if (program / 1000000 != major) return false;
    uint32_t wanted = program / 1000 % 1000;
    return major == 0 ? wanted == minor : wanted <= minor;
}
