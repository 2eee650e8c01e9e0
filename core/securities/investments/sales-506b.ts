import { and, eq, inArray, sql } from 'drizzle-orm'
import { openPerson } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Tx } from '#db/connect.ts'
import { investments, offerings, persons } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { controllers } from '../investors/controllers.ts'
import { sales506bElsewhere } from '../offerings/derived.ts'
import type { OfferingRow } from '../offerings/facts.ts'

const DAY_MS = 86_400_000
/** Statuses that count as a sale under 506(b): one paid back stays counted. */
const COUNTED = ['accepted', 'pending', 'refunded'] as const

type Sales = NonNullable<Room<'issuer'>['sales_506b']>

/** The day of a sale is the one on which it was accepted. */
const SOLD_AT = sql<string>`coalesce(${investments.accepted_at}, ${investments.created_at})`

/** What the issuer said with a sale: that Rule 501(e) leaves its purchaser out of the count, and that they were formed to buy. */
const EXCLUDED = sql<boolean>`coalesce(${investments.facts}->>'investor.excluded_501e' = 'true', false)`
const FORMED = sql<boolean>`coalesce(${investments.facts}->>'investor.formed_for_purchase' = 'true', false)`

/**
 * Every person the issuer sold to under 506(b), for the count of 35 in 90 days: here, each owner of an entity that was formed to buy, and
 * elsewhere as the issuer said. Undefined, so that the rule asks, while one of these is not known.
 */
export async function sales506b(tx: Tx, ctx: Ctx, offering: OfferingRow, issuer: Room<'issuer'>): Promise<Sales | undefined> {
  if (offering.regulation !== 'reg_d_506b') return []
  const elsewhere = sales506bElsewhere(ctx, issuer)
  if (!elsewhere) return undefined
  const since = new Date(ctx.now - 200 * DAY_MS)
  const rows = await tx
    .select({ person: investments.person_id, at: SOLD_AT, accredited: investments.accredited, excluded: EXCLUDED, formed: FORMED })
    .from(investments)
    .innerJoin(offerings, eq(offerings.id, investments.offering_id))
    .where(
      inScope(
        investments,
        ctx,
        and(
          eq(offerings.regulation, 'reg_d_506b'),
          inArray(investments.status, [...COUNTED]),
          sql`${SOLD_AT} > ${since.toISOString()}::timestamptz`,
        ),
      ),
    )
  const sales: Sales[number][] = [...elsewhere]
  for (const { person, at, accredited, excluded, formed } of rows) {
    const sale = { date: rulesDay(new Date(at)), excluded_501e: excluded }
    if (!formed) {
      sales.push({ ...sale, person_id: person, accredited })
      continue
    }
    const owners = await ownersOf(tx, ctx, person)
    if (!owners) return undefined
    sales.push(...owners.map((owner) => ({ ...sale, excluded_501e: false, ...owner })))
  }
  return sales
}

/** The owners of an entity as its record has them now, each accredited only where that is known; null where nobody named them. */
async function ownersOf(tx: Tx, ctx: Ctx, personId: string): Promise<{ person_id: string; accredited: boolean }[] | null> {
  const person = await findScoped(tx, persons, ctx, personId)
  if (!person) return null
  try {
    const { owners } = await controllers(tx, ctx, personId, await openPerson(tx, ctx, person))
    return owners?.length ? owners.map((owner) => ({ person_id: owner.person_id, accredited: owner.accredited === 'yes' })) : null
  } catch (error) {
    if (error instanceof Erased) return null
    throw error
  }
}
