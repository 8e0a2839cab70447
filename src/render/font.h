// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A small font drawn with a pen of constant width. A glyph is a list of strokes on a grid whose capitals are 12 units
// high: x from the left, y from the top of a capital (0) over the top of small letters (4) and the baseline (12) to the
// lowest descender (16). A coordinate is a letter, a = 0 to q = 16; a stroke is a sign and its points:
//   /  straight lines     ~  a curve that begins and ends at its ends     O  a closed curve     .  a dot
// Curves are quadratic B-splines: they touch the middles of the lines between their points, so a box gives an oval.
#ifndef ORO_RENDER_FONT_H
#define ORO_RENDER_FONT_H

#include <stdint.h>

typedef struct oro_glyph {
    uint32_t code; ///< Unicode
    int width;     ///< units, without the space to the next glyph
    const char *strokes;
} oro_glyph;

static const oro_glyph oro_font[] = {
    {' ', 2, ""},
    {'!', 0, "/aaai.am"},
    {'%', 8, "OaaeaegagOegigimem/iaam"},
    {'(', 3, "~daabamdn"},
    {')', 3, "~aadbdman"},
    {'+', 6, "/aigi/dfdl"},
    {',', 1, "/bmao"},
    {'-', 4, "/aheh"},
    {'.', 0, ".am"},
    {'/', 6, "/anga"},
    {'0', 7, "Oaahahmam"},
    {'1', 4, "/addadm"},
    {'2', 7, "~adaahahfam/amhm"},
    {'3', 7, "~acaahahgdg~dghghmamak"},
    {'4', 7, "/faaihi/fafm"},
    {'5', 7, "/gabaaf~afbehehmamak"},
    {'6', 7,
     "~gaaaai"
     "Oaehehmam"},
    {'7', 7, "/aahacm"},
    {'8', 7,
     "Obagaggbg"
     "Oaghghmam"},
    {'9', 7, "Oaahahiai~bmhmhe"},
    {':', 0, ".af.am"},
    {'<', 6, "/gdahgl"},
    {'=', 6, "/aggg/ajgj"},
    {'>', 6, "/adghal"},
    {'A', 8, "/ameaim/bihi"},
    {'B', 8, "/aaam~aahahgag~agigimam"},
    {'C', 8, "~iciaaaamimik"},
    {'D', 8, "/aaam~aaiaimam"},
    {'E', 7, "/haaaamhm/aggg"},
    {'F', 7, "/haaaam/aggg"},
    {'G', 8, "~iciaaaamimih/ihfh"},
    {'H', 8, "/aaam/iaim/agig"},
    {'I', 0, "/aaam"},
    {'J', 6, "/gagi~gigmamai"},
    {'K', 8, "/aaam/iaah/cfim"},
    {'L', 7, "/aaamhm"},
    {'M', 10, "/amaafjkakm"},
    {'N', 8, "/amaaimia"},
    {'O', 9, "Oaajajmam"},
    {'P', 8, "/aaam~aaiaigag"},
    {'Q', 9, "Oaajajmam/fijm"},
    {'R', 8, "/aaam~aaiaigag/eghm"},
    {'S', 7, "~hchaaaaghghmamak"},
    {'T', 8, "/aaia/eaem"},
    {'U', 8, "/aaai~aiamimii/iiia"},
    {'V', 8, "/aaemia"},
    {'W', 10, "/aacmfcimka"},
    {'X', 8, "/aaim/iaam"},
    {'Y', 8, "/aaegia/egem"},
    {'Z', 8, "/aaiaamim"},
    {'_', 7, "/anhn"},
    {'a', 6, "Oaegegmam/gegm"},
    {'b', 6,
     "/aaam"
     "Oaegegmam"},
    {'c', 6, "~gfgeaeamgmgl"},
    {'d', 6,
     "/gagm"
     "Oaegegmam"},
    {'e', 6, "/aigi~gigeaeamgmgk"},
    {'f', 4, "~eacacf/cfcm/aeee"},
    {'g', 6, "Oaegegmam/gegm~gmgqaqao"},
    {'h', 6, "/aaam~aiaegegi/gigm"},
    {'i', 0, "/aeam.aa"},
    {'j', 2, "/cecm~cmcqaq.ca"},
    {'k', 6, "/aaam/geaj/chgm"},
    {'l', 0, "/aaam"},
    {'m', 10, "/aeam~aiaefefi/fifm~fifekeki/kikm"},
    {'n', 6, "/aeam~aiaegegi/gigm"},
    {'o', 7, "Oaehehmam"},
    {'p', 6,
     "/aeaq"
     "Oaegegmam"},
    {'q', 6,
     "/gegq"
     "Oaegegmam"},
    {'r', 4, "/aeam~aiaeee"},
    {'s', 5, "~fffeaeaififmamak"},
    {'t', 4, "/cbcj~cjcmem/aeee"},
    {'u', 6, "/aeai~aiamgmgi/gegm"},
    {'v', 6, "/aedmge"},
    {'w', 10, "/aecmffimke"},
    {'x', 6, "/aegm/geam"},
    {'y', 6, "/aedm/gebq"},
    {'z', 6, "/aegeamgm"},
    {'|', 0, "/aaao"},
    {0xB0, 4, "Oaaeaeeae"},              // degree
    {0xB2, 4, "~abaaeaedag/ageg"},       // squared
    {0xB3, 4, "~abaaeaedbd~bdedegagaf"}, // cubed
    {0xD7, 6, "/afgl/gfal"},             // times
    {0x2013, 6, "/ahgh"},                // en dash
    {0x2212, 6, "/aigi"},                // minus
    {0, 6, "/aagagmamaa"},               // whatever is missing
};

#endif
