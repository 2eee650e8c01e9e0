import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { openNames } from '#core/identity/persons/open-persons.ts'
import { notFound } from '#core/kernel/errors.ts'
import { type Rows, readRows, rowsInput } from '#core/kernel/rows.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { investors, issuances, offerings } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { ISSUANCE_STATUSES, type IssuanceDetail, presentIssuance } from './present.ts'

const { created_at, quantity, status } = issuances
const SORTS = { created_at, quantity, status }

const issuanceRowsInput = z.strictObject({
  ...rowsInput(['created_at', 'quantity', 'status']),
  offering_id: z.string().max(100),
  /** `waiting`: to be signed and reported, or for the chain. */
  status: z.enum([...ISSUANCE_STATUSES, 'waiting']).optional(),
})

export interface IssuanceRow extends IssuanceDetail {
  /** Null where nobody of the tenant's is known by that wallet. */
  holder: string | null
  /** Milliseconds of the tenant's clock until it fails unreported. */
  left_ms: number | null
}

/** The issuances of an offering as a table shows them, with how many wait to be signed and reported. */
export const listIssuanceRows = definePageVerb({
  name: 'tokens.list_rows',
  permission: 'tokens.issue',
  input: issuanceRowsInput,
  run: async ({ ctx, input }): Promise<Rows<IssuanceRow> & { unreported: number }> => {
    const offering = await findScoped(ctx.db, offerings, ctx, input.offering_id)
    if (!offering) throw notFound()
    const own = eq(issuances.offering_id, offering.id)
    const asked =
      input.status === 'waiting'
        ? inArray(issuances.status, ['authorized', 'submitted'])
        : input.status
          ? eq(issuances.status, input.status)
          : undefined
    const where = inScope(issuances, ctx, and(own, asked))
    const [found, [waiting]] = await Promise.all([
      readRows(
        input,
        SORTS,
        issuances.id,
        ({ order, limit, offset }) =>
          ctx.db
            .select({ row: issuances, person: investors.person_id })
            .from(issuances)
            .leftJoin(
              investors,
              and(
                eq(investors.id, issuances.investor_id),
                eq(investors.organization_id, issuances.organization_id),
                eq(investors.environment, issuances.environment),
              ),
            )
            .where(where)
            .orderBy(...order)
            .limit(limit)
            .offset(offset),
        ctx.db.select({ total: sql<string>`count(*)` }).from(issuances).where(where),
      ),
      ctx.db
        .select({ total: sql<string>`count(*)` })
        .from(issuances)
        .where(inScope(issuances, ctx, and(own, eq(issuances.status, 'authorized')))),
    ])
    const names = await openNames(
      ctx,
      found.rows.flatMap(({ person }) => person ?? []),
    )
    return {
      ...found,
      unreported: Number(waiting!.total),
      rows: found.rows.map(({ row, person }) => ({
        ...presentIssuance(ctx, row, offering),
        holder: person ? (names.get(person) ?? null) : null,
        left_ms: row.status === 'authorized' && row.authorized_until ? row.authorized_until.getTime() - ctx.now : null,
      })),
    }
  },
})
