import { createHash } from 'node:crypto'
import { and, desc, eq, lte } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '#db/connect.ts'
import { listVersions } from '#db/schema.ts'
import { listedWallet } from '#screening/addresses.ts'
import { listDelta } from '#screening/delta.ts'
import type { ListedEntity, SanctionsList } from '#screening/entity.ts'
import { addName, newEntity } from '#screening/lists/build.ts'
import { sandboxSample } from '#screening/sandbox-sample.ts'
import { decodeList, encodeList } from '#screening/snapshot.ts'
import type { Ctx } from '../context.ts'
import { invalidField, notFound } from '../errors.ts'
import { country, dateOfBirth, name, walletAddress } from '../fields.ts'
import { newId } from '../ids.ts'
import { requirePermission } from '../permissions.ts'
import { type RescreenReport, rescreenTenant } from '../subjects/rescreen.ts'
import { write } from '../transaction.ts'
import { smallWorld, type World } from './world.ts'

const MAX_ENTRIES = 1_000
const KEPT = 200
const LOOK_MS = 1_000

/** Lists of single sandboxes by organisation; null where the sample is in force. Looked up again after a second. */
const own = new Map<string, { id: string | null; world: World | null; readAt: number }>()

/** The list a sandbox made its own by changing the sample, ready to be screened against; null while it uses the sample. */
export async function ownWorld(db: Queryable, ctx: Pick<Ctx, 'organizationId'>): Promise<World | null> {
  const known = own.get(ctx.organizationId)
  if (known && performance.now() - known.readAt < LOOK_MS) return known.world
  const [latest] = await db
    .select({ id: listVersions.id })
    .from(listVersions)
    .where(eq(listVersions.organization_id, ctx.organizationId))
    .orderBy(desc(listVersions.id))
    .limit(1)
  if (known && known.id === (latest?.id ?? null)) {
    known.readAt = performance.now()
    return known.world
  }
  const world = latest ? smallWorld([await readVersion(db, latest.id)]) : null
  remember(ctx.organizationId, latest?.id ?? null, world)
  return world
}

async function readVersion(db: Queryable, id: string): Promise<SanctionsList> {
  const [row] = await db.select({ content: listVersions.content }).from(listVersions).where(eq(listVersions.id, id)).limit(1)
  return decodeList(row!.content)
}

function remember(organizationId: string, id: string | null, world: World | null): void {
  own.delete(organizationId)
  if (own.size >= KEPT) own.delete(own.keys().next().value!)
  own.set(organizationId, { id, world, readAt: performance.now() })
}

/** Makes the next check look the list up again, for whoever removes or copies a sandbox's versions. */
export const forgetOwnList = (organizationId: string) => own.delete(organizationId)

/** The sandbox's own list as it was loaded at a time of its clock; null when it had none then. */
export async function ownListAt(db: Queryable, ctx: Pick<Ctx, 'organizationId'>, at: number): Promise<SanctionsList | null> {
  const [row] = await db
    .select({ content: listVersions.content })
    .from(listVersions)
    .where(and(eq(listVersions.organization_id, ctx.organizationId), lte(listVersions.loaded_at, new Date(at))))
    .orderBy(desc(listVersions.loaded_at), desc(listVersions.id))
    .limit(1)
  return row ? decodeList(row.content) : null
}

const entryInput = z.strictObject({
  entity_id: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,60}$/, 'Use letters, digits, dot, dash and underscore')
    .optional()
    .meta({ description: 'Your own id of the entry; one that exists is replaced. Made up when left out.' }),
  name: name(),
  aliases: z.array(name()).max(20).default([]),
  weak_aliases: z.array(name()).max(20).default([]),
  type: z.enum(['person', 'organization', 'vessel', 'aircraft']).default('person'),
  date_of_birth: dateOfBirth.optional(),
  country: country.optional(),
  wallet_addresses: z.array(walletAddress).max(20).default([]),
  programs: z.array(z.string().min(1).max(60)).max(5).default(['SANDBOX-OWN']),
})

export const listsDeltaInput = z
  .strictObject({
    add: z.array(entryInput).max(100).default([]),
    remove: z.array(z.string().min(1).max(100)).max(100).default([]),
  })
  .refine((v) => v.add.length + v.remove.length > 0, { message: 'Give entries to add or ids to remove.' })
export type ListsDeltaInput = z.output<typeof listsDeltaInput>

export interface ListsDelta {
  success: true
  object: 'sandbox_list_delta'
  source: 'sandbox_sample'
  version: string
  added: string[]
  changed: string[]
  removed: string[]
  rescreened: RescreenReport
}

/**
 * Changes the fictional list of this sandbox and screens its monitored subjects again, as a new version of an official list
 * would: events and cases follow. Each change is a version of its own, so `as_of` finds the list as it was.
 * Throws `not_found` for an id that is not on the list.
 */
export async function rescreenAfterDelta({ ctx, input }: { ctx: Ctx; input: ListsDeltaInput }): Promise<ListsDelta> {
  requirePermission(ctx, 'sandbox.manage')
  const current = (await ownWorld(ctx.db, ctx))?.lists[0] ?? sandboxSample({ loadedAt: new Date(ctx.now).toISOString() })
  const gone = new Set(input.remove.map((id) => (id.startsWith('sandbox_sample:') ? id : `sandbox_sample:${id}`)))
  for (const id of gone) if (!current.entries.some((e) => e.id === id)) throw notFound()
  const added = input.add.map((entry) => toEntity(entry, new Date(ctx.now).toISOString().slice(0, 10)))
  const replaced = new Set(added.map((e) => e.id))
  const entries = [...current.entries.filter((e) => !gone.has(e.id) && !replaced.has(e.id)), ...added]
  if (entries.length > MAX_ENTRIES) throw invalidField('/add', 'too_many', `A sandbox list holds at most ${MAX_ENTRIES} entries.`)
  const next = version(entries, ctx.now)
  const delta = listDelta({ before: current, after: next })
  const id = newId('list_version')
  await write({ ...ctx, idempotency: null }, async (tx) => {
    await tx.insert(listVersions).values({
      id,
      source: next.source,
      version: next.version,
      sha256: next.sha256,
      entries: entries.length,
      names: entries.reduce((n, e) => n + e.names.length, 0),
      addresses: entries.reduce((n, e) => n + e.addresses.length, 0),
      published_at: new Date(next.published_at),
      loaded_at: new Date(ctx.now),
      checked_at: new Date(ctx.now),
      origin: 'sandbox',
      organization_id: ctx.organizationId,
      content: encodeList(next),
    })
    return {
      result: null,
      audit: {
        action: 'sandbox_list_changed',
        category: 'system',
        subject: { type: 'list_version', id },
        details: { added: delta.added.length, changed: delta.changed.length, removed: delta.removed.length, sha256: next.sha256 },
      },
      // no event: the re-screening that follows tells of it, with what it found.
    }
  })
  remember(ctx.organizationId, id, smallWorld([next]))
  const rescreened = await rescreenTenant({ ctx, deltas: [delta] })
  return write(ctx, async () => ({
    result: {
      success: true as const,
      object: 'sandbox_list_delta' as const,
      source: 'sandbox_sample' as const,
      version: next.version,
      added: delta.added.map((e) => e.id),
      changed: delta.changed.map((c) => c.after.id),
      removed: delta.removed.map((e) => e.id),
      rescreened,
    },
    audit: {
      action: 'subjects_rescreened',
      category: 'system',
      subject: { type: 'list_version', id },
      details: { ...rescreened },
    },
    events: [
      {
        type: 'sanctions.list.updated',
        resource: { type: 'list', id: next.source },
        object: {
          source: next.source,
          version: next.version,
          sha256: next.sha256,
          entries: entries.length,
          added: delta.added.length,
          changed: delta.changed.length,
          removed: delta.removed.length,
          affected_subjects: rescreened.created + rescreened.updated + rescreened.cleared,
        },
      },
    ],
  }))
}

function toEntity(entry: ListsDeltaInput['add'][number], day: string): ListedEntity {
  const entity: ListedEntity = {
    ...newEntity({ list: 'sandbox_sample', id: entry.entity_id ?? newId('list_event'), type: entry.type }),
    dates_of_birth: entry.date_of_birth
      ? [{ from: entry.date_of_birth, to: entry.date_of_birth, circa: false, text: entry.date_of_birth }]
      : [],
    nationalities: entry.country && entry.type === 'person' ? [entry.country] : [],
    countries: entry.country ? [entry.country] : [],
    addresses: entry.wallet_addresses.map((w) => listedWallet({ ticker: w.family === 'evm' ? 'ETH' : 'SOL', address: w.canonical })),
    programs: entry.programs,
    listed_on: day,
    remarks: 'Fictional. Added by the owner of this sandbox.',
  }
  addName(entity, { full: entry.name, kind: 'primary', strength: 'strong' })
  for (const full of entry.aliases) addName(entity, { full, kind: 'aka', strength: 'strong' })
  for (const full of entry.weak_aliases) addName(entity, { full, kind: 'aka', strength: 'weak' })
  return entity
}

function version(entries: ListedEntity[], now: number): SanctionsList {
  const at = new Date(now).toISOString()
  const sha256 = createHash('sha256').update(JSON.stringify(entries)).digest('hex')
  return {
    source: 'sandbox_sample',
    version: `${at.slice(0, 10)}-${sha256.slice(0, 12)}`,
    sha256,
    published_at: at,
    loaded_at: at,
    entries,
  }
}
