// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// GIS programs: GeoTIFF of floats, tiled, with samples as points (PixelIsPoint), holes as nodata, and where it lies if that is
// known; without a place a local system in metres, never a made-up number. There is nothing to type.

#include "export/export.h"

static oro_status write_tile(oro_export_job *e, const int *tile) {
    return oro_export_heights(e, tile, ".tif", NULL, true);
}

static oro_status write_words(oro_export_job *e) {
    oro_text t = {0};
    oro_import_begin(e, &t);
    oro_text_puts(&t, "Open the .tif: heights are metres as floats, holes are nodata, rows run from north to south. "
                      "Nothing is typed.\n");
    if (e->extremes.not_finite)
        oro_import_number(e, &t, "samples that are holes", "holes", (double)e->extremes.not_finite, "");
    if (e->geo.set && *e->geo.crs)
        oro_text_printf(&t, "It lies in %.200s.\n", e->geo.crs);
    else
        oro_text_puts(
            &t,
            "It has no place on the earth: the system is a local one in metres, x to the east and y to the north from "
            "the\n"
            "north-west corner of the terrain's world. To give it one, assign a projected system and move it there\n"
            "(gdal_translate with a_srs and a_ullr); do not assign degrees to metres.\n");
    oro_text_puts(&t, "Samples are points, not areas: the first sample lies on the corner coordinate, which some "
                      "programs show half a\n"
                      "pixel away.\n");
    if (oro_export_is_tiled(e)) oro_text_puts(&t, "gdalbuildvrt joins the tiles.\n");
    return oro_import_end(e, &t);
}

oro_status oro_target_gis(oro_export_job *e) {
    oro_status status = oro_export_each_tile(e, write_tile);
    return status == ORO_OK ? write_words(e) : status;
}
