// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The desktop that the studio may have been started on.
#ifndef ORO_STUDIO_DESKTOP_H
#define ORO_STUDIO_DESKTOP_H

#include <stdbool.h>

/// Asks the desktop to open an address or the absolute path of a folder, and does not wait for what it opens. False: there is
/// no desktop, or nothing that opens things on it.
bool studio_desktop_open(const char *what);

#endif
