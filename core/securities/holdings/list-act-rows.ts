import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isPersonal, sameActor } from '#core/access/second-person/scope.ts'
import { lookUpNames } from '#core/access/users/look-up-names.ts'
import { ACT_KINDS, type ActRow, presentAct, type WireAct } from '#core/identity/acts/acts.ts'
import { openNames } from '#core/identity/persons/open-persons.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { offsetOf, type Rows, rowsInput } from '#core/kernel/rows.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { holdingActs } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

export const actRowsInput = z.strictObject({
  ...rowsInput(['created_at']),
  offering_id: z.string().max(100).optional(),
  kind: z.enum(ACT_KINDS).optional(),
  /** `waiting`: for a second person, or for the 24 hours of a wallet. `in_force`: freezes. */
  status: z.enum(['waiting', 'in_force', 'over']).optional(),
})

export interface ActView extends WireAct {
  /** Null where the reader may not see names. */
  holder: string | null
  organization: { id: string; name: string }
  people: { asker: string; second: string | null }
  /** The reader asked for it, so another person has to approve. */
  own: boolean
}

const STATUSES = {
  waiting: ['proposed', 'approved'],
  in_force: ['active'],
  over: ['done', 'refused', 'denied', 'ended'],
} as const

/** Acts on holdings for a page: what waits first, then freezes in force, the newest on top. Of one offering with the moves of wallets. */
export const listActRows = definePageVerb({
  name: 'holdings.list_act_rows',
  permission: 'holdings.read',
  input: actRowsInput,
  run: async ({ ctx, input }): Promise<Rows<ActView> & { waiting: number }> => {
    const scope = inScope(
      holdingActs,
      ctx,
      input.offering_id ? or(eq(holdingActs.offering_id, input.offering_id), isNull(holdingActs.offering_id)) : undefined,
    )
    const page = await read(ctx, scope, input)
    const names = await openNames(
      ctx,
      page.found.map((row) => row.person_id),
    )
    return { ...page.rows, rows: await view(ctx, page.found, names) }
  },
})

/** Acts of people on their own wallets, in organisations of theirs in which nobody else could agree. Without names. For admins. */
export const searchActRows = definePageVerb({
  name: 'holdings.search_act_rows',
  permission: 'desks.read',
  admin: true,
  input: actRowsInput,
  run: async ({ ctx, input }): Promise<Rows<ActView> & { waiting: number }> => {
    const page = await read(ctx, isPersonal(sql`holding_acts.organization_id`), input)
    return { ...page.rows, rows: await view(ctx, page.found, null) }
  },
})

async function read(ctx: Ctx, scope: SQL | undefined, input: z.output<typeof actRowsInput>) {
  const where = and(
    scope,
    input.kind ? eq(holdingActs.kind, input.kind) : undefined,
    input.status ? inArray(holdingActs.status, STATUSES[input.status]) : undefined,
  )
  const [found, [all], [waiting]] = await Promise.all([
    ctx.db
      .select()
      .from(holdingActs)
      .where(where)
      .orderBy(
        sql`${holdingActs.status} in ('proposed', 'approved') desc, ${holdingActs.status} = 'active' desc`,
        desc(holdingActs.created_at),
        desc(holdingActs.id),
      )
      .limit(input.page_size)
      .offset(offsetOf(input)),
    ctx.db.select({ n: count() }).from(holdingActs).where(where),
    ctx.db
      .select({ n: count() })
      .from(holdingActs)
      .where(and(scope, eq(holdingActs.status, 'proposed'))),
  ])
  return { found, rows: { page: input.page, page_size: input.page_size, total: all!.n, waiting: waiting!.n } }
}

async function view(ctx: Ctx, rows: ActRow[], names: Map<string, string> | null): Promise<ActView[]> {
  const { nameOf, mailOf } = await lookUpNames(ctx, {
    organizations: rows.map((row) => row.organization_id),
    people: rows.flatMap((row) => [row.asked_by, row.approved_by ?? row.asked_by]),
  })
  const called = (id: string) => mailOf.get(id) ?? (id.startsWith('key_') ? 'an API key' : id)
  return Promise.all(
    rows.map(async (row) => ({
      ...presentAct(row),
      holder: names?.get(row.person_id) ?? null,
      organization: { id: row.organization_id, name: nameOf.get(row.organization_id) ?? row.organization_id },
      people: { asker: called(row.asked_by), second: row.approved_by && called(row.approved_by) },
      own: await sameActor(ctx.db, ctx.services.worldOf(row.environment as Ctx['environment']), row.asked_by, ctx.actor.id),
    })),
  )
}
