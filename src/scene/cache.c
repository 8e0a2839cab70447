// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

#include "scene/cache.h"

#include "op/args.h"

#include <assert.h>
#include <string.h>

enum { BUCKETS = 1024 }; // a power of two; more results than this are rarely kept

struct oro_cache {
    oro_result *buckets[BUCKETS];
    oro_result *oldest, *newest;
    size_t bytes;
};

static oro_result **bucket(struct oro_cache *cache, oro_hash key) { return &cache->buckets[key.lo & (BUCKETS - 1)]; }

static oro_result *look_up(const oro_context *ctx, oro_hash key) {
    if (!ctx->cache) return NULL;
    oro_result *result = *bucket(ctx->cache, key);
    while (result && !oro_hash_equal(result->key, key)) result = result->next;
    return result;
}

// --- order of use -----------------------------------------------------------------------------------------------------

static void unlink_use(struct oro_cache *cache, oro_result *result) {
    *(result->older ? &result->older->newer : &cache->oldest) = result->newer;
    *(result->newer ? &result->newer->older : &cache->newest) = result->older;
    result->older = result->newer = NULL;
}

static void link_newest(struct oro_cache *cache, oro_result *result) {
    result->older = cache->newest;
    *(cache->newest ? &cache->newest->newer : &cache->oldest) = result;
    cache->newest = result;
}

// --- results ----------------------------------------------------------------------------------------------------------

/// Bytes of a struct in the block of a result, so that the next is aligned for anything.
static size_t room_of(const oro_arg *arg) {
    return oro_arg_is_output(arg) ? (oro_arg_info(arg)->size + 15) / 16 * 16 : 0;
}

oro_result *oro_result_create(oro_context *ctx, oro_hash key, const oro_record *record) {
    size_t head = (sizeof(oro_result) + (size_t)record->arg_count * sizeof(oro_slot) + 15) / 16 * 16, room = head;
    for (int32_t i = 0; i < record->arg_count; i++) room += room_of(&record->args[i]);
    oro_result *result = oro_alloc_zero(ctx, room);
    if (!result) return NULL;
    result->slots = (oro_slot *)(result + 1);
    char *at = (char *)result + head;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        result->slots[i].kind = oro_arg_kind(arg);
        if (oro_arg_is_output(arg)) result->slots[i].data = at;
        at += room_of(arg);
    }
    result->room = room;
    result->count = record->arg_count;
    result->key = key;
    result->holders = 1;
    return result;
}

void oro_result_discard(oro_context *ctx, oro_result *result) {
    if (!result) return;
    for (int32_t i = 0; i < result->count; i++)
        if (result->slots[i].data) oro_kind_of(result->slots[i].kind)->release(ctx, result->slots[i].data);
    oro_free(ctx, result);
}

static size_t bytes_of(const oro_result *result) {
    size_t bytes = result->room;
    for (int32_t i = 0; i < result->count; i++)
        if (result->slots[i].made) bytes += oro_kind_bytes(oro_kind_of(result->slots[i].kind), result->slots[i].data);
    return bytes;
}

// --- the cache --------------------------------------------------------------------------------------------------------

static void evict(oro_context *ctx, oro_result *result) {
    oro_result **at = bucket(ctx->cache, result->key);
    while (*at != result) at = &(*at)->next;
    *at = result->next;
    unlink_use(ctx->cache, result);
    ctx->cache->bytes -= result->bytes;
    oro_result_discard(ctx, result);
}

static void free_cache(oro_context *ctx) {
    if (!ctx->cache) return;
    while (ctx->cache->oldest) evict(ctx, ctx->cache->oldest);
    oro_free(ctx, ctx->cache);
    ctx->cache = NULL;
}

bool oro_cache_trim(oro_context *ctx, size_t bytes) {
    bool any = false;
    oro_result *result = ctx->cache ? ctx->cache->oldest : NULL;
    while (result && ctx->cache->bytes > bytes) {
        oro_result *newer = result->newer;
        if (result->holders == 0) {
            evict(ctx, result);
            any = true;
        }
        result = newer;
    }
    return any;
}

bool oro_cache_has(oro_context *ctx, oro_hash key) { return look_up(ctx, key) != NULL; }

oro_result *oro_cache_find(oro_context *ctx, oro_hash key) {
    oro_result *result = look_up(ctx, key);
    if (!result) return NULL;
    result->holders++;
    unlink_use(ctx->cache, result);
    link_newest(ctx->cache, result);
    return result;
}

oro_status oro_cache_put(oro_context *ctx, oro_result *result) {
    if (!ctx->cache) {
        ctx->cache = oro_alloc_zero(ctx, sizeof *ctx->cache);
        if (!ctx->cache) return ORO_NO_MEMORY;
        ctx->free_cache = free_cache;
    }
    assert(!look_up(ctx, result->key));
    result->bytes = bytes_of(result);
    oro_result **head = bucket(ctx->cache, result->key);
    result->next = *head;
    *head = result;
    link_newest(ctx->cache, result);
    ctx->cache->bytes += result->bytes;
    oro_cache_trim(ctx, ctx->cache_bytes);
    return ORO_OK;
}

void oro_cache_add(oro_context *ctx, oro_result *result, oro_result *more) {
    for (int32_t i = 0; i < result->count; i++) {
        oro_slot *to = &result->slots[i], *from = &more->slots[i];
        if (to->made || !from->made) continue;
        size_t size = oro_kind_of(to->kind)->size;
        memcpy(to->data, from->data, size);
        memset(from->data, 0, size);
        to->made = true;
        from->made = false;
    }
    ctx->cache->bytes -= result->bytes;
    result->bytes = bytes_of(result);
    ctx->cache->bytes += result->bytes;
    oro_cache_trim(ctx, ctx->cache_bytes);
}

void oro_result_release(oro_context *ctx, oro_result *result) {
    if (!result) return;
    assert(result->holders > 0);
    result->holders--;
    oro_cache_trim(ctx, ctx->cache_bytes);
}

size_t oro_cache_bytes(const oro_context *ctx) { return ctx->cache ? ctx->cache->bytes : 0; }
