import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { queryInteger } from '#core/kernel/query-fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { listVersions } from '#db/schema.ts'
import type { ListedEntity } from '#screening/entity.ts'
import { LIST_SOURCES } from '#screening/entity.ts'
import { freshness, USABLE_SECONDS } from './age.ts'
import { type DeltaSummary, deltaSince } from './delta-since.ts'
import { readHeld } from './held.ts'
import { readProgress, requestRefresh } from './progress.ts'

const columns = {
  id: listVersions.id,
  source: listVersions.source,
  version: listVersions.version,
  sha256: listVersions.sha256,
  entries: listVersions.entries,
  names: listVersions.names,
  addresses: listVersions.addresses,
  published_at: listVersions.published_at,
  loaded_at: listVersions.loaded_at,
  checked_at: listVersions.checked_at,
  origin: listVersions.origin,
  etag: listVersions.etag,
  delta: listVersions.delta,
}

/**
 * The official lists: those in force with their age beside the limits, how their last refresh went, what the index costs, and
 * the versions kept, newest first.
 */
export const listListVersions = definePageVerb({
  name: 'lists.list_versions',
  permission: 'lists.manage',
  input: z.strictObject({
    source: z.enum(LIST_SOURCES).optional(),
    limit: queryInteger(1, 200).default(50),
  }),
  run: async ({ ctx, input }) => {
    const { services } = ctx
    const rows = await ctx.db
      .select(columns)
      .from(listVersions)
      .where(and(isNull(listVersions.organization_id), input.source && eq(listVersions.source, input.source)))
      .orderBy(desc(listVersions.loaded_at), desc(listVersions.id))
      .limit(input.limit)
    const state = services.screening.state()
    const official = state.lists.filter((l) => l.source !== 'sandbox_sample')
    const inForce = new Set(official.map((l) => `${l.source} ${l.sha256}`))
    const { lists: ages } = freshness(official, ctx.now, state.required)
    return {
      sources: official.map((list, i) => ({
        ...list,
        fresh_seconds: ages[i]!.budget_seconds,
        usable_seconds: USABLE_SECONDS,
        stale: ages[i]!.stale,
      })),
      index: state.index,
      // What is held has a place of its own on the page.
      warnings: state.warnings.filter((warning) => !warning.includes(' was held back. ')),
      required: state.required,
      missing: state.missing,
      held: await readHeld(ctx),
      /** `downloading`, `reading`, `loaded`, `unchanged` or `failed`, with bytes had and expected. */
      refreshes: await readProgress(services),
      versions: rows.map(({ etag, delta, ...row }) => ({
        ...row,
        published_at: row.published_at?.toISOString() ?? null,
        loaded_at: row.loaded_at.toISOString(),
        checked_at: row.checked_at.toISOString(),
        files: (etag?.startsWith('[') ? (JSON.parse(etag) as { name: string; sha256: string }[]) : []).map(({ name, sha256 }) => ({
          name,
          sha256,
        })),
        in_force: inForce.has(`${row.source} ${row.sha256}`),
        delta: delta as DeltaSummary | null,
      })),
    }
  },
})

/** What one stored version changed against another of the same list: counts, and the first entries of each kind. */
export const readListDelta = definePageVerb({
  name: 'lists.read_delta',
  permission: 'lists.manage',
  input: z.strictObject({
    /** The version compared with; the one before `to` when left out. */
    from: z.string().optional(),
    to: z.string(),
    limit: queryInteger(1, 1000).default(100),
  }),
  run: async ({ ctx, input }) => {
    const rows = await ctx.db
      .select(columns)
      .from(listVersions)
      .where(and(isNull(listVersions.organization_id), inArray(listVersions.id, input.from ? [input.from, input.to] : [input.to])))
    const to = rows.find((row) => row.id === input.to)
    const given = input.from ? rows.find((row) => row.id === input.from) : null
    if (!to || (input.from && !given)) throw notFound()
    if (given && given.source !== to.source) throw new AppError('conflicting_fields', 'These are versions of two different lists.')
    const before = given ?? (await versionBefore(ctx, to))
    const delta = await deltaSince(ctx.services, before?.id ?? null, to.id)
    const brief = (entity: ListedEntity) => ({
      entity_id: entity.id,
      name: entity.names[0]?.full ?? '',
      type: entity.type,
      programs: entity.programs,
      addresses: entity.addresses.length,
    })
    return {
      source: delta.source,
      from: before && { id: before.id, version: before.version, loaded_at: before.loaded_at.toISOString() },
      to: { id: to.id, version: to.version, loaded_at: to.loaded_at.toISOString() },
      counts: { added: delta.added.length, changed: delta.changed.length, removed: delta.removed.length },
      added: delta.added.slice(0, input.limit).map(brief),
      changed: delta.changed.slice(0, input.limit).map(({ after, fields }) => ({ ...brief(after), fields })),
      removed: delta.removed.slice(0, input.limit).map(brief),
    }
  },
})

async function versionBefore(ctx: Ctx, to: { id: string; source: string }) {
  const rows = await ctx.db
    .select(columns)
    .from(listVersions)
    .where(and(isNull(listVersions.organization_id), eq(listVersions.source, to.source)))
    .orderBy(desc(listVersions.loaded_at), desc(listVersions.id))
  return rows[rows.findIndex((row) => row.id === to.id) + 1] ?? null
}

/** What the newest list changes did to monitored subjects: newly hit, changed, cleared, untouched. Newest first. */
export const readBlastRadius = definePageVerb({
  name: 'lists.blast_radius',
  permission: 'lists.manage',
  run: async ({ ctx }) => {
    const rows = await ctx.db
      .select(columns)
      .from(listVersions)
      .where(and(isNull(listVersions.organization_id), isNotNull(listVersions.delta)))
      .orderBy(desc(listVersions.loaded_at), desc(listVersions.id))
      .limit(20)
    return {
      data: rows.map((row) => ({
        version_id: row.id,
        source: row.source,
        version: row.version,
        loaded_at: row.loaded_at.toISOString(),
        ...(row.delta as unknown as DeltaSummary),
      })),
    }
  },
})

/** Has the worker ask every publisher now. Progress is in `listListVersions`. */
export const refreshListsNow = definePageVerb({
  name: 'lists.refresh',
  permission: 'lists.manage',
  run: async ({ ctx }): Promise<{ success: true; requested_at: string }> => {
    if (ctx.services.config.listSource === 'sample' && !ctx.services.config.listDir)
      throw new AppError('conflict', 'Only the fictional sample list is used here (SANCTIONS_SOURCE=sample): there is nothing to refresh.')
    // no event: what the refresh brings is told when it is loaded.
    const result = await write(ctx, async () => ({
      result: { success: true as const, requested_at: new Date(ctx.now).toISOString() },
      audit: { action: 'list_refresh_requested', category: 'admin', subject: { type: 'list', id: 'all' } },
    }))
    await requestRefresh(ctx.services)
    ctx.services.wake('lists')
    return result
  },
})
