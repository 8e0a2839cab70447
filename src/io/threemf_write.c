// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// 3MF (core specification 1.3): a ZIP archive with one model, XML of vertices and triangles in millimetres, or in metres where
// no size is asked for; z up.
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/mesh_job.h"
#include "io/zip_write.h"

static char *put_text(char *at, const char *text) {
    size_t length = strlen(text);
    memcpy(at, text, length);
    return at + length;
}

enum { NUMBER = 16, VERTEX = 32 + 3 * NUMBER, TRIANGLE = 64 };

static size_t print_vertices(const void *user, uint64_t first, uint32_t count, char *out) {
    static const char *const before[] = {"<vertex x=\"", "\" y=\"", "\" z=\""};
    float piece[3 * ORO_PIECE];
    char *at = out;
    oro_mesh_job_positions(user, first, count, piece);
    for (uint32_t i = 0; i < 3 * count; i++) {
        at = put_text(at, before[i % 3]);
        at += oro_print_float(piece[i], at, NUMBER);
        if (i % 3 == 2) at = put_text(at, "\"/>\n");
    }
    return (size_t)(at - out);
}

static size_t print_triangles(const void *user, uint64_t first, uint32_t count, char *out) {
    static const char *const before[] = {"<triangle v1=\"", "\" v2=\"", "\" v3=\""};
    const oro_mesh_job *job = user;
    uint32_t corners[3 * ORO_PIECE];
    char *at = out;
    job->source.corners(&job->source, first, count, corners);
    for (uint32_t i = 0; i < 3 * count; i++) {
        at = put_text(at, before[i % 3]);
        at += snprintf(at, 12, "%u", corners[i]);
        if (i % 3 == 2) at = put_text(at, "\"/>\n");
    }
    return (size_t)(at - out);
}

static oro_status print_model(oro_mesh_job *job, oro_file_writer *to) {
    char head[400];
    int length = snprintf(head, sizeof head,
                          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model unit=\"%s\" xml:lang=\"en\" "
                          "xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\n"
                          "<metadata name=\"Application\">Orogen " ORO_VERSION "</metadata>\n"
                          "<resources><object id=\"1\" type=\"model\"><mesh><vertices>\n",
                          job->desc->size > 0 ? "millimeter" : "meter");
    static const char between[] = "</vertices><triangles>\n",
                      end[] =
                          "</triangles></mesh></object></resources>\n<build><item objectid=\"1\"/></build></model>\n";
    oro_status status = oro_file_write(to, head, (size_t)length);
    if (status == ORO_OK) status = oro_mesh_job_pack(job, to, job->source.vertices, VERTEX, print_vertices, job);
    if (status == ORO_OK) status = oro_file_write(to, between, sizeof between - 1);
    if (status == ORO_OK) status = oro_mesh_job_pack(job, to, job->source.triangles, TRIANGLE, print_triangles, job);
    return status == ORO_OK ? oro_file_write(to, end, sizeof end - 1) : status;
}

static oro_status add_text(oro_zip *zip, const char *name, const char *text) {
    oro_file_writer to;
    oro_zip_packer *packer = oro_zip_pack(zip->writer->ctx, zip->writer->name, &to);
    oro_status status = packer ? oro_file_write(&to, text, strlen(text)) : ORO_NO_MEMORY;
    return oro_zip_add_packed(zip, name, packer, status);
}

oro_status oro_threemf_write(oro_mesh_job *job) {
    static const char types[] =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
        "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
        "<Default Extension=\"model\" "
        "ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/></Types>\n";
    static const char relations[] =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        "<Relationship Target=\"/3D/3dmodel.model\" Id=\"rel0\" "
        "Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/></Relationships>\n";
    oro_zip zip = {.writer = job->writer};
    oro_status status = add_text(&zip, "[Content_Types].xml", types);
    if (status == ORO_OK) status = add_text(&zip, "_rels/.rels", relations);
    if (status != ORO_OK) return status;
    oro_file_writer to;
    oro_zip_packer *packer = oro_zip_pack(job->ctx, job->path, &to);
    if (packer) status = print_model(job, &to);
    status = oro_zip_add_packed(&zip, "3D/3dmodel.model", packer, status);
    return status == ORO_OK ? oro_zip_end(&zip) : status;
}

oro_status oro_threemf_check(oro_context *ctx, const char *path, const oro_mesh_size *size,
                             const oro_mesh_write_desc *desc) {
    (void)desc;
    uint64_t bytes = size->vertices * 60 + size->triangles * 50; // of the XML, about
    if (bytes <= ORO_ZIP_BYTES) return ORO_OK;
    return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the model would have %.1f GB of XML, and at most 4 are possible; %s",
                    (double)bytes / 1e9, size->remedy);
}
