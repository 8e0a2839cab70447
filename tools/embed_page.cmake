# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Writes a C file that holds the studio's page, so that the program works alone. A folder that is not there gives an empty
# table, and the server says so.
# cmake -DFROM=web/dist -DTO=file.c -P embed_page.cmake
include(${CMAKE_CURRENT_LIST_DIR}/embed_bytes.cmake)
file(GLOB_RECURSE files RELATIVE ${FROM} ${FROM}/*)
list(SORT files)
set(types_html "text/html; charset=utf-8")
set(types_js "text/javascript; charset=utf-8")
set(types_css "text/css; charset=utf-8")
set(types_svg "image/svg+xml")
set(types_png "image/png")
set(types_json "application/json")
set(types_woff2 "font/woff2")
set(types_txt "text/plain; charset=utf-8")
set(data "")
set(table "")
set(count 0)
foreach(name IN LISTS files)
  bytes_of(${FROM}/${name} bytes)
  string(REGEX REPLACE ".*\\." "" ending "${name}")
  set(type "${types_${ending}}")
  if(NOT type)
    set(type "application/octet-stream")
  endif()
  string(APPEND data "static const unsigned char file_${count}[] = {${bytes}0};\n")
  string(APPEND table "    {\"/${name}\", \"${type}\", file_${count}, sizeof file_${count} - 1},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${TO}.new "// GENERATED from web/dist at build time.\n#include \"studio/page.h\"\n\n${data}
const studio_page_file studio_page[] = {\n${table}    {0},\n};\n")
file(COPY_FILE ${TO}.new ${TO} ONLY_IF_DIFFERENT)
