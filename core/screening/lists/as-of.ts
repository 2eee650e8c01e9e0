import { and, desc, inArray, isNull, lte } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { ListView, loadMany, type ReadyLists } from '#core/sources/lists/loaded.ts'
import { listVersions } from '#db/schema.ts'
import { confirmedAt } from '#screening/staleness.ts'
import { firstLoadedAt, storedLists } from './stored.ts'

/** Old lists kept ready: each takes as much memory as those in force, so there are few, and not for long. */
const KEPT = 2
const KEEP_MS = 10 * 60_000

interface Kept {
  world: Promise<ReadyLists>
  timer: NodeJS.Timeout
}

const worlds = new WeakMap<Services, Map<string, Kept>>()

/**
 * The lists as they were loaded at a time: for each source the newest version loaded by then. Versions are kept, so the same
 * question always has the same answer. Throws `validation_failed` when nothing was loaded by then.
 */
export async function asOfView(ctx: Ctx, at: number): Promise<ListView> {
  const versions = await versionsAt(ctx, at)
  const sanctions = versions.filter(({ source }) => source !== 'pep')
  const official = sanctions.length ? await worldAt(ctx.services, sanctions) : null
  const pep = ctx.services.screening.wantsExposed ? versions.find(({ source }) => source === 'pep') : undefined
  const exposed = pep ? await exposedAt(ctx.services, pep) : null
  const small = await ctx.world.lists.standInAt(ctx.db, ctx, at)
  if (!official && !small) throw invalidField('/as_of', 'too_early', 'No list was loaded by then, so nothing can be said about that day.')
  // Before there was a list of politically exposed persons nobody was looked up in one.
  const missing = ctx.services.screening.required.filter((source) => source !== 'pep' && !versions.some((v) => v.source === source))
  if (!small && missing.length)
    throw invalidField(
      '/as_of',
      'too_early',
      `No version of ${missing.join(', ')} was loaded by then, so nobody can be cleared as of that day.`,
    )
  const asOf = new Date(at).toISOString()
  const confirmed = (checkedAt: Date) => new Date(ctx.world.lists.confirmedAt(checkedAt.getTime(), at)).toISOString()
  const stamps = [
    ...[...(official?.stamps ?? []), ...(exposed?.stamps ?? [])].map((s) =>
      confirmedAt(s, confirmed(versions.find((v) => v.source === s.source)!.checked_at)),
    ),
    ...(small?.stamps ?? []).map((s) => confirmedAt(s, asOf)),
  ]
  return new ListView(
    [official, small].filter((w) => w !== null),
    stamps,
    exposed,
  )
}

type Version = { id: string; source: string; sha256: string; checked_at: Date }

/** Mostly the one in force, which is large: it is not read again. */
const exposedAt = async (services: Services, version: Version): Promise<ReadyLists> => {
  const inForce = services.screening.exposed()
  return inForce?.lists[0]?.sha256 === version.sha256 ? inForce : worldAt(services, [version])
}

async function versionsAt(ctx: Ctx, at: number): Promise<Version[]> {
  return ctx.db
    .selectDistinctOn([listVersions.source], {
      id: listVersions.id,
      source: listVersions.source,
      sha256: listVersions.sha256,
      checked_at: listVersions.checked_at,
    })
    .from(listVersions)
    .where(and(isNull(listVersions.organization_id), lte(listVersions.loaded_at, new Date(at))))
    .orderBy(listVersions.source, desc(listVersions.loaded_at), desc(listVersions.id))
}

async function worldAt(services: Services, versions: Version[]): Promise<ReadyLists> {
  const kept = worlds.get(services) ?? new Map<string, Kept>()
  worlds.set(services, kept)
  const key = versions.map((v) => v.id).join()
  const known = kept.get(key)
  if (known) {
    known.timer.refresh()
    return known.world
  }
  for (const [oldest, { timer }] of kept) {
    if (kept.size < KEPT) break
    clearTimeout(timer)
    kept.delete(oldest)
  }
  const timer = setTimeout(() => kept.delete(key), KEEP_MS)
  timer.unref()
  const world = buildAt(services, versions)
  kept.set(key, { world, timer })
  world.catch(() => kept.delete(key))
  return world
}

async function buildAt(services: Services, versions: Version[]): Promise<ReadyLists> {
  const rows = await services.connection.db
    .select({ content: listVersions.content, checked_at: listVersions.checked_at, first_loaded_at: firstLoadedAt })
    .from(listVersions)
    .where(
      inArray(
        listVersions.id,
        versions.map((v) => v.id),
      ),
    )
    .orderBy(listVersions.source)
  return loadMany(await storedLists(rows))
}
