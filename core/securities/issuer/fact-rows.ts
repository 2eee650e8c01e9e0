import { eq } from 'drizzle-orm'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import type { Facts } from '#core/record/facts/fact.ts'
import type { Statements } from '#core/record/facts/statements.ts'
import { FACTS, statedOf as statable } from '#core/record/facts/table.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { offerings, organizations } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { statedOf } from './profile.ts'

/** One fact that an issuer states, as its page shows it. */
export interface FactRow {
  fact: string
  means: string
  /** Null while nobody said it: then the rules ask. */
  value: Json
  by: string | null
  at: string | null
}

/** Every fact of an object that somebody states; those that were said first. */
function rowsOf(facts: Facts, said: Readonly<Record<string, unknown>>, by: Statements): FactRow[] {
  const rows = statable(facts).map(([fact, { means }]) => ({
    ...{ fact, means, value: (said[fact] ?? null) as Json },
    ...{ by: by[fact]?.by ?? null, at: by[fact]?.at ?? null },
  }))
  return [...rows.filter((row) => row.value !== null), ...rows.filter((row) => row.value === null)]
}

/** What the caller's organisation said of itself as an issuer, and what it could say, each with who said it and when. */
export const listIssuerFacts = definePageVerb({
  name: 'issuer.fact_rows',
  permission: 'offerings.read',
  run: async ({ ctx }) => {
    const [row] = await ctx.db.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
    const { facts, stated = {} } = statedOf(row, ctx)
    return rowsOf(FACTS.issuer, facts, stated)
  },
})

/** The same of one offering. Throws `not_found`. */
export const listOfferingFacts = definePageVerb({
  name: 'offerings.fact_rows',
  permission: 'offerings.read',
  input: byId(),
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, offerings, ctx, input.id)
    if (!row) throw notFound()
    return rowsOf(FACTS.offering, row.facts, row.facts_stated)
  },
})
