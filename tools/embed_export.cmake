# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Writes a C file that holds the scripts and pages that exports contain, as they are.
# cmake -DFROM=src/export/files -DTO=file.c -P embed_export.cmake
include(${CMAKE_CURRENT_LIST_DIR}/embed_bytes.cmake)
file(GLOB files RELATIVE ${FROM} ${FROM}/*)
list(SORT files)
set(data "")
set(table "")
set(count 0)
foreach(name IN LISTS files)
  bytes_of(${FROM}/${name} bytes)
  string(APPEND data "static const unsigned char file_${count}[] = {${bytes}0};\n")
  string(APPEND table "    {\"${name}\", file_${count}, sizeof file_${count} - 1},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${TO}.new "// GENERATED from src/export/files at build time.\n#include \"export/export.h\"\n\n${data}
const oro_export_constant oro_export_constants[] = {\n${table}    {0},\n};\n")
file(COPY_FILE ${TO}.new ${TO} ONLY_IF_DIFFERENT)
