import { and, count, desc, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { offsetOf, type Rows, rowsInput } from '#core/kernel/rows.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { investors, persons, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { openNames } from './open-persons.ts'
import { SELF } from './own-investor.ts'

const subjectRowsInput = z.strictObject({
  ...rowsInput(['created_at']),
  kind: z.enum(['natural', 'entity']).optional(),
  /** The whole id of a person, a wallet or an investor, or an address. */
  q: z.string().trim().max(120).optional(),
})

/** Somebody the organisation checked: a person or an entity, with their wallets and what they are as an investor. */
export interface SubjectRow {
  id: string
  kind: 'natural' | 'entity'
  name: string
  created_at: string
  wallets: { id: string; address: string; status: string; verification_status: string }[]
  investors: { id: string; status: string }[]
}

const SHOWN = 5

/** Whom the organisation has records of, the newest first; names are opened for this page alone. */
export const searchSubjects = definePageVerb({
  name: 'persons.search',
  permission: 'investors.read',
  input: subjectRowsInput,
  run: async ({ ctx, input }): Promise<Rows<SubjectRow>> => {
    const t = persons
    const { kind, q } = input
    // What a colleague shows of themselves is not for the others.
    const selves = ctx.db
      .select({ id: investors.person_id })
      .from(investors)
      .where(inScope(investors, ctx, eq(investors.external_id, SELF), isNotNull(investors.user_id)))
    const named = (table: typeof wallets | typeof investors, wanted: ReturnType<typeof eq> | undefined) =>
      sql`${t.id} in ${ctx.db
        .select({ id: table.person_id })
        .from(table)
        .where(inScope(table, ctx, wanted, isNotNull(table.person_id)))}`
    const where = inScope(
      t,
      ctx,
      and(
        notInArray(t.id, selves),
        kind ? eq(t.kind, kind) : undefined,
        q
          ? or(
              eq(t.id, q),
              named(wallets, or(eq(wallets.id, q), sql`lower(${wallets.address}) = ${q.toLowerCase()}`)),
              named(investors, eq(investors.id, q)),
            )
          : undefined,
      ),
    )
    const [rows, [all]] = await Promise.all([
      ctx.db.select().from(t).where(where).orderBy(desc(t.created_at), desc(t.id)).limit(input.page_size).offset(offsetOf(input)),
      ctx.db.select({ n: count() }).from(t).where(where),
    ])
    const ids = rows.map((row) => row.id)
    const [names, held, invested] = await Promise.all([
      openNames(ctx, ids),
      ctx.db
        .select()
        .from(wallets)
        .where(inScope(wallets, ctx, inArray(wallets.person_id, ids)))
        .orderBy(wallets.created_at),
      ctx.db
        .select()
        .from(investors)
        .where(inScope(investors, ctx, inArray(investors.person_id, ids)))
        .orderBy(investors.created_at),
    ])
    return {
      page: input.page,
      page_size: input.page_size,
      total: all!.n,
      rows: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        name: row.erased_at ? 'Erased' : (names.get(row.id) ?? 'No name'),
        created_at: row.created_at.toISOString(),
        wallets: held
          .filter((one) => one.person_id === row.id)
          .slice(0, SHOWN)
          .map(({ id, address, status, verification_status }) => ({ id, address, status, verification_status })),
        investors: invested
          .filter((one) => one.person_id === row.id)
          .slice(0, SHOWN)
          .map(({ id, status }) => ({ id, status })),
      })),
    }
  },
})
