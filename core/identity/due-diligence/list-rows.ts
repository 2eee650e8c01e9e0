import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import { sameActor } from '#core/access/second-person/scope.ts'
import { lookUpNames } from '#core/access/users/look-up-names.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { offsetOf, type Rows, rowsInput } from '#core/kernel/rows.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { dueDiligenceFiles, investors } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { openNames } from '../persons/open-persons.ts'
import { type FileRow, presentFile, type WireDueDiligence } from './manage.ts'

const fileRowsInput = z.strictObject({
  ...rowsInput(['created_at']),
  status: z.enum(['proposed', 'approved', 'withdrawn']).optional(),
  /** The whole id of a file, an investor or a person. */
  q: z.string().max(100).optional(),
})
type Asked = z.output<typeof fileRowsInput>

export interface DueDiligenceView extends WireDueDiligence {
  /** The party's name. */
  party: string
  environment: string
  organization: { id: string; name: string }
  people: { author: string; approver: string | null; ended: string | null }
  /** The reader wrote it, so another person has to approve. */
  own: boolean
  /** Its year is over: no rule counts it any more. */
  expired: boolean
}

/** The organisation's files of due diligence for a page: what waits for approval first, then the newest. */
export const listFileRows = definePageVerb({
  name: 'due_diligence.list_rows',
  permission: 'due_diligence.write',
  input: fileRowsInput,
  run: async ({ ctx, input }): Promise<Rows<DueDiligenceView> & { waiting: number }> => {
    return read(ctx, inScope(dueDiligenceFiles, ctx), input)
  },
})

async function read(ctx: Ctx, scope: SQL | undefined, input: Asked) {
  const t = dueDiligenceFiles
  const { status, q } = input
  const ofInvestor = q ? ctx.db.select({ id: investors.person_id }).from(investors).where(eq(investors.id, q)) : null
  const where = and(
    scope,
    status ? eq(t.state, status) : undefined,
    q && ofInvestor ? or(eq(t.id, q), eq(t.person_id, q), inArray(t.person_id, ofInvestor)) : undefined,
  )
  const [found, [all], [waiting]] = await Promise.all([
    ctx.db
      .select()
      .from(t)
      .where(where)
      .orderBy(sql`${t.state} = 'proposed' desc`, desc(t.created_at), desc(t.id))
      .limit(input.page_size)
      .offset(offsetOf(input)),
    ctx.db.select({ n: count() }).from(t).where(where),
    ctx.db
      .select({ n: count() })
      .from(t)
      .where(and(scope, eq(t.state, 'proposed'))),
  ])
  return { page: input.page, page_size: input.page_size, total: all!.n, waiting: waiting!.n, rows: await view(ctx, found) }
}

async function view(ctx: Ctx, rows: FileRow[]): Promise<DueDiligenceView[]> {
  const { nameOf, mailOf } = await lookUpNames(ctx, {
    organizations: rows.map((row) => row.organization_id),
    people: rows.flatMap((row) => [row.author, row.approved_by, row.ended_by].filter((id) => id !== null)),
  })
  const called = (id: string) => mailOf.get(id) ?? (id.startsWith('key_') ? 'an API key' : id)
  const views: DueDiligenceView[] = []
  for (const row of rows) {
    const tenant = await tenantCtx(ctx, row.organization_id, row.environment as Environment)
    const file = await presentFile(tenant, ctx.db, row)
    views.push({
      ...file,
      party: (await openNames(tenant, [row.person_id])).get(row.person_id) ?? 'No name',
      environment: row.environment,
      organization: { id: row.organization_id, name: nameOf.get(row.organization_id) ?? row.organization_id },
      people: {
        author: called(row.author),
        approver: row.approved_by && called(row.approved_by),
        ended: row.ended_by && called(row.ended_by),
      },
      own: await sameActor(ctx.db, tenant.world, row.author, ctx.actor.id),
      expired: tenant.now > Date.parse(file.expires_at),
    })
  }
  return views
}
