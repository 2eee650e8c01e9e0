import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type EvidenceFound, recordEvidence } from '#core/identity/evidence/record.ts'
import { openPerson } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { investors, persons, wallets } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'

/** What is shown of somebody, and how far it goes. */
export interface Showing {
  level?: 'basic' | 'enhanced'
  /** Instead of what they said of themselves. */
  read?: Record<string, string>
  rejected?: string
  documentExpiresOn?: string
  expiresAt?: Date
  /** The wallets and investors it is shown for, by their ids; all that the person has when left out. */
  shownFor?: string[]
}

/**
 * Shows who somebody is, as the chip of their passport would: evidence as every way of proving leaves it, and what waits for it judged
 * anew. `ctx` is that of their organisation.
 */
export async function showIdentity(ctx: Ctx, personId: string, { level = 'enhanced', ...showing }: Showing = {}): Promise<string> {
  const { db } = ctx
  const person = (await findScoped(db, persons, ctx, personId))!
  const { full_name, date_of_birth, country } = await openPerson(db, ctx, person)
  const read = { full_name, ...(date_of_birth && { date_of_birth }), ...(country && { issuing_country: country }), ...showing.read }
  const id = await write(ctx, async (tx) => {
    const found: EvidenceFound = {
      ...{ proves: person.kind === 'entity' ? 'entity' : 'identity', method: 'passport_chip', level },
      ...{ ial: 'IAL1', eidas: 'low' },
      voucher: { kind: 'issuer', name: 'Utopia', id: null },
      digest: createHash('sha256')
        .update(`${personId} ${ctx.now} ${JSON.stringify([read, showing])}`)
        .digest('hex'),
      rejected: showing.rejected ?? null,
      read,
      covers: ['full_name', 'date_of_birth', 'country', 'document'],
      takenAt: new Date(ctx.now),
      expiresAt: showing.expiresAt ?? new Date(ctx.now + 1_500 * 86_400_000),
      document_expires_on: showing.documentExpiresOn ?? '2035-01-01',
    }
    const { row, audit, events } = await recordEvidence(tx, ctx, person, found, showing.shownFor ?? (await allOf(ctx, personId)))
    return { result: row.id, audit, events }
  })
  await runDue(ctx.services, { organizationId: ctx.organizationId, environment: ctx.environment })
  return id
}

async function allOf({ db }: Ctx, personId: string): Promise<string[]> {
  const found = [wallets, investors].map((table) => db.select({ id: table.id }).from(table).where(eq(table.person_id, personId)))
  return (await Promise.all(found)).flat().map(({ id }) => id)
}

/** Calls that wait for evidence where nobody has shown who they are. */
const WAITS = /^(\/api)?\/v1\/(wallets\/verify|investors\/verify|investors\/inv_\w+\/verify)$/

interface Answered {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape.
  body: any
}

/**
 * Lets everybody have a passport at hand: a call in production that only waits for evidence of who somebody is gets it, and is asked
 * once more. A test that is about evidence does without.
 */
export async function shownIfAsked<A extends Answered>(
  services: Services,
  asked: { method: string; path: string; body?: unknown },
  answer: A,
  again: (body: unknown) => Promise<A>,
): Promise<A> {
  const missing: string[] = answer.body?.decision?.missing ?? []
  const waits = answer.body?.decision?.outcome !== 'deny' && missing.some((path) => /\/verification\/(status|level)$/.test(path))
  if (asked.method !== 'POST' || !WAITS.test(asked.path) || answer.status >= 300 || !waits) return answer
  const { wallet_id, investor_id } = answer.body
  const { db } = services.connection
  const [row] = wallet_id
    ? await db.select().from(wallets).where(eq(wallets.id, wallet_id))
    : await db.select().from(investors).where(eq(investors.id, investor_id))
  if (row?.environment !== 'production' || !row.person_id) return answer
  const ctx = systemCtx(services, { id: 'passport', organizationId: row.organization_id, environment: 'production' })
  const identity = await ctx.world.identity.of(db, ctx, { personId: row.person_id, shownFor: row.id, played: null })
  if (identity.status !== 'unknown') return answer
  await showIdentity(ctx, row.person_id, { shownFor: [row.id] })
  // A challenge is good for one call.
  const { signature: _, ...body } = (asked.body ?? {}) as Record<string, unknown>
  return again({ ...body, [wallet_id ? 'force_new' : 'force']: true })
}
