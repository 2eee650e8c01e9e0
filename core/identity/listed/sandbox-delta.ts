import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalidField, notFound } from '#core/kernel/errors.ts'
import { country, dateOfBirth, listedAddress, name } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { birthPlace, gender, identifiers } from '#core/screening/matching/subject-fields.ts'
import { loadFew } from '#core/sources/lists/loaded.ts'
import { ownLists, remember } from '#core/sources/lists/own.ts'
import { listVersions } from '#db/schema.ts'
import { listedWallet, readAddress } from '#screening/addresses.ts'
import { listDelta } from '#screening/delta.ts'
import type { Chain, ListedEntity, SanctionsList } from '#screening/entity.ts'
import { addIdentifier, addName, newEntity } from '#screening/lists/build.ts'
import { sandboxSample } from '#screening/sandbox-sample.ts'
import { encodeList } from '#screening/snapshot.ts'
import { rescreenTenant } from './rescreen.ts'

const MAX_ENTRIES = 1_000

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
  gender,
  birth_place: birthPlace,
  postal_address: name().optional().meta({ description: 'A postal address, as one text' }),
  identifiers,
  wallet_addresses: z.array(listedAddress).max(20).default([]),
  programs: z.array(z.string().min(1).max(60)).max(5).default(['SANDBOX-OWN']),
})

const listsDeltaInput = z
  .strictObject({
    add: z.array(entryInput).max(100).default([]),
    remove: z.array(z.string().min(1).max(100)).max(100).default([]),
  })
  .refine((v) => v.add.length + v.remove.length > 0, { message: 'Give entries to add or ids to remove.' })
type ListsDeltaInput = z.output<typeof listsDeltaInput>

/** What publishers call the currency of a chain. */
const TICKERS: Partial<Record<Chain, string>> = { evm: 'ETH', solana: 'SOL', bitcoin: 'XBT', tron: 'TRX', litecoin: 'LTC', monero: 'XMR' }
const tickerOf = (chain: Chain) => TICKERS[chain] ?? chain.toUpperCase()

const ids = z.array(z.string())

const count = z.number().int()

/**
 * Changes the fictional list of this sandbox and screens its monitored subjects again, as a new version of an official list
 * would: events and cases follow. Each change is a version of its own, so `as_of` finds the list as it was.
 * Throws `not_found` for an id that is not on the list.
 */
export const rescreenAfterDelta = defineVerb({
  name: 'sandbox.lists_delta',
  permission: 'sandbox.manage',
  input: listsDeltaInput,
  output: z.object({
    success: z.literal(true),
    object: z.literal('sandbox_list_delta'),
    source: z.literal('sandbox_sample'),
    version: z.string(),
    added: ids,
    changed: ids,
    removed: ids,
    rescreened: z.object({
      subjects: count,
      rescreened: count,
      created: count,
      updated: count,
      cleared: count,
      unaffected: count,
      exceptions_voided: count,
      credentials_suspended: count,
      seconds: z.number(),
    }),
  }),
  run: async ({ ctx, input }) => {
    const current = (await ownLists(ctx.db, ctx))?.lists[0] ?? sandboxSample({ loadedAt: new Date(ctx.now).toISOString() })
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
    remember(ctx.organizationId, id, loadFew([next]))
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
  },
})

function toEntity(entry: ListsDeltaInput['add'][number], day: string): ListedEntity {
  const entity: ListedEntity = {
    ...newEntity({ list: 'sandbox_sample', id: entry.entity_id ?? newId('list_event'), type: entry.type }),
    dates_of_birth: entry.date_of_birth
      ? [{ from: entry.date_of_birth, to: entry.date_of_birth, circa: false, text: entry.date_of_birth }]
      : [],
    nationalities: entry.country && entry.type === 'person' ? [entry.country] : [],
    countries: entry.country ? [entry.country] : [],
    addresses: entry.wallet_addresses.map(({ canonical: address }) =>
      listedWallet({ ticker: tickerOf(readAddress(address).chain), address }),
    ),
    gender: entry.gender ?? null,
    places_of_birth: entry.birth_place ? [entry.birth_place] : [],
    postal_addresses: entry.postal_address ? [{ text: entry.postal_address, ...(entry.country && { country: entry.country }) }] : [],
    programs: entry.programs,
    listed_on: day,
    remarks: 'Fictional. Added by the owner of this sandbox.',
  }
  addName(entity, { full: entry.name, kind: 'primary', strength: 'strong' })
  for (const one of entry.identifiers ?? []) addIdentifier(entity, { type: one.type, value: one.value, country: one.country ?? null })
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
