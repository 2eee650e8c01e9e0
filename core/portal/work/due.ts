import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { MEMBER_CHANGE } from '#core/access/members/by-two.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { factorLacking, may, type PermissionName } from '#core/kernel/permissions.ts'
import { listOwnInvitations } from '#core/portal/holders/admissions.ts'
import { adminWaiting } from '#core/portal/system/waiting.ts'
import { onDesk } from '#core/review/cases/case.ts'
import { type Deadline, deadlinesOf } from '#core/securities/offerings/deadlines.ts'
import { cases, dueDiligenceFiles, evidence, exceptions, holdingActs, investments, transactions, webhookEndpoints } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** What can be due for somebody. */
export type DueKind =
  | 'question'
  | 'invitation'
  | 'case'
  | 'second_case'
  | 'exception'
  | 'due_diligence'
  | 'holding_act'
  | 'member_change'
  | 'held_payment'
  | 'investment'
  | 'filing'
  | 'evidence'
  | 'webhook'
  | 'platform_case'
  | 'role_request'
  | 'erasure'
  | 'inquiry'
  | 'incident'

/** One thing that is due: its kind in the record's words, what it is about, until when, and where it is done. */
interface DueItem {
  id: string
  what: string
  about: string | null
  due_at: string | null
  href: string
}

/** What is due of one kind: how much, how much of it is late, and the most urgent of it. */
export interface Due {
  kind: DueKind
  count: number
  overdue: number
  /** Where all of it is. */
  href: string
  items: DueItem[]
}

/** More than this is told as "more than": nobody reads on, and each page would pay for it. */
const MOST_COUNTED = 1_000
const DAY_MS = 86_400_000
const EVIDENCE_DAYS = 30
const FILING_DAYS = 14

interface Source {
  kind: DueKind
  may: PermissionName
  href: string
  /** Rows of `id`, `what`, `about`, `due_at` and `href`. */
  rows: (ctx: Ctx) => SQL
}

const notMine = (column: unknown, ctx: Ctx): SQL => sql`${column} is distinct from ${ctx.actor.id}`
const noDay = sql`null::timestamptz`

/** What an organisation's people have to do: each for those who may do it, and nothing that waits for somebody else's word on one's own. */
const SOURCES: readonly Source[] = [
  {
    kind: 'case',
    may: 'cases.decide',
    href: '/desk/reviews',
    rows: (ctx) => sql`select ${cases.id} as id, ${cases.kind} as what, ${cases.summary} as about, ${cases.deadline} as due_at,
      '/desk/reviews/' || ${cases.id} as href from ${cases}
      where ${onDesk(ctx, 'own', and(sql`${cases.status} in ('open', 'assigned')`, ne(cases.kind, MEMBER_CHANGE)))}`,
  },
  {
    kind: 'second_case',
    may: 'cases.decide',
    href: '/desk/reviews?status=awaiting_second',
    rows: (ctx) => sql`select ${cases.id} as id, ${cases.kind} as what, ${cases.summary} as about, ${cases.deadline} as due_at,
      '/desk/reviews/' || ${cases.id} as href from ${cases}
      where ${onDesk(ctx, 'own', and(eq(cases.status, 'awaiting_second'), ne(cases.kind, MEMBER_CHANGE), notMine(sql`${cases.first_approval} ->> 'by'`, ctx)))}`,
  },
  {
    kind: 'exception',
    may: 'exceptions.write',
    href: '/desk/exceptions',
    rows: (ctx) => sql`select ${exceptions.id} as id, 'exception' as what, ${exceptions.entity_name} as about, ${noDay} as due_at,
      '/desk/exceptions' as href from ${exceptions}
      where ${inScope(exceptions, ctx, and(eq(exceptions.state, 'proposed'), notMine(exceptions.author, ctx)))}`,
  },
  {
    kind: 'due_diligence',
    may: 'due_diligence.write',
    href: '/desk/due-diligence',
    rows: (ctx) => sql`select ${dueDiligenceFiles.id} as id, array_to_string(${dueDiligenceFiles.covers}, ', ') as what, null as about,
      ${noDay} as due_at, '/desk/due-diligence' as href from ${dueDiligenceFiles}
      where ${inScope(dueDiligenceFiles, ctx, and(eq(dueDiligenceFiles.state, 'proposed'), notMine(dueDiligenceFiles.author, ctx)))}`,
  },
  {
    kind: 'holding_act',
    may: 'holdings.write',
    href: '/desk/holdings',
    rows: (
      ctx,
    ) => sql`select ${holdingActs.id} as id, ${holdingActs.kind} as what, ${holdingActs.wallet_address} as about, ${noDay} as due_at,
      '/desk/holdings' as href from ${holdingActs}
      where ${inScope(holdingActs, ctx, and(eq(holdingActs.status, 'proposed'), notMine(holdingActs.asked_by, ctx)))}`,
  },
  {
    kind: 'member_change',
    may: 'members.write',
    href: '/settings/team',
    rows: (ctx) => sql`select ${cases.id} as id, ${cases.kind} as what, ${cases.summary} as about, ${noDay} as due_at,
      '/settings/team' as href from ${cases}
      where ${inScope(
        cases,
        { organizationId: ctx.organizationId, environment: 'production' },
        and(eq(cases.kind, MEMBER_CHANGE), ne(cases.status, 'decided'), notMine(sql`${cases.details} ->> 'asked_by'`, ctx)),
      )}`,
  },
  // What a case is open about is told as that.
  {
    kind: 'held_payment',
    may: 'transactions.write',
    href: '/inbox',
    rows: (
      ctx,
    ) => sql`select ${transactions.id} as id, ${transactions.type} || case when ${transactions.status} = 'review' then ' in review' else ' that waits for the other side' end as what,
      trim_scale(${transactions.amount})::text || coalesce(' ' || ${transactions.currency}, '') as about, ${transactions.deadline} as due_at,
      '/d/' || ${transactions.decision_id} as href from ${transactions}
      where ${inScope(
        transactions,
        ctx,
        sql`(${transactions.status} = 'awaiting_counterparty'
        or (${transactions.status} = 'review' and not exists (select 1 from cases c where c.decision_id = ${transactions.decision_id} and c.status <> 'decided')))`,
      )}`,
  },
  {
    kind: 'investment',
    may: 'investments.write',
    href: '/issuer/offerings',
    rows: (ctx) => sql`select ${investments.id} as id, 'investment' as what,
      trim_scale(${investments.amount})::text || ' ' || ${investments.currency} as about, ${investments.reserved_until} as due_at,
      '/issuer/offerings/' || ${investments.offering_id} || '?view=investors&status=pending' as href from ${investments}
      where ${inScope(investments, ctx, eq(investments.status, 'pending'))}`,
  },
  {
    kind: 'evidence',
    may: 'identity.write',
    href: '/desk/subjects',
    rows: (
      ctx,
    ) => sql`select ${evidence.id} as id, ${evidence.proves} as what, ${evidence.method} as about, ${evidence.expires_at} as due_at,
      '/desk/subjects?q=' || ${evidence.person_id} as href from ${evidence}
      where ${inScope(
        evidence,
        ctx,
        sql`${evidence.state} = 'valid' and ${evidence.ended_at} is null and ${evidence.expires_at} > ${at(ctx.now)}
          and ${evidence.expires_at} <= ${at(ctx.now + EVIDENCE_DAYS * DAY_MS)}`,
      )}`,
  },
  {
    kind: 'webhook',
    may: 'webhooks.write',
    href: '/developer/webhooks',
    rows: (
      ctx,
    ) => sql`select ${webhookEndpoints.id} as id, case when ${webhookEndpoints.status} = 'disabled' then 'disabled' else 'failing' end as what,
      substring(${webhookEndpoints.url} from '^https?://[^/]+') as about, ${noDay} as due_at,
      '/developer/webhooks/' || ${webhookEndpoints.id} as href
      from ${webhookEndpoints}
      where ${inScope(
        webhookEndpoints,
        ctx,
        sql`(${webhookEndpoints.failing_since} is not null
          or (${webhookEndpoints.status} = 'disabled' and ${webhookEndpoints.disabled_reason} is not null))`,
      )}`,
  },
]

/** A reviewer's question to the signed-in person themselves, in whatever organisation it was asked. */
const questions = (ctx: Ctx): SQL => sql`select ${cases.id} as id, 'question' as what, null as about,
  (${cases.details} -> 'question' ->> 'answer_by')::timestamptz as due_at, '/questions/' || ${cases.id} as href from ${cases}
  where ${cases.status} = 'awaiting_info' and ${cases.details} -> 'question' ->> 'user_id' = ${ctx.actor.id}
    and ${cases.details} -> 'question' ->> 'answered_at' is null`

function at(ms: number): SQL {
  return sql`${new Date(ms).toISOString()}::timestamptz`
}

/** Filings and days that do not move by themselves: what waits for somebody's word is told as that. */
const FILINGS: ReadonlySet<Deadline['kind']> = new Set([
  'form_d',
  'letter_expiring',
  'letter_expired',
  'offering_closes',
  'payment_due',
  'mint_report',
])

/**
 * What is due for the signed-in person where they work, the most urgent kinds first: each kind they may do something about, nothing else.
 * With `items`, the first of each kind. Of an account that lacks what its role needs, and to whom looks at another's data, nothing.
 */
export async function dueFor(ctx: Ctx, { items }: { items: number }): Promise<Due[]> {
  const { actor } = ctx
  if (actor.type !== 'user' || actor.support || factorLacking(ctx.services.config, actor)) return []
  const sources = SOURCES.filter((source) => may(actor, source.may))
  const [counted, filings, invited, platform] = await Promise.all([
    rowsOf(ctx, sources, items),
    may(actor, 'offerings.write') ? deadlinesOf(ctx) : [],
    actor.role === 'admin' ? [] : invitationsOf(ctx),
    may(actor, 'system.read') ? platformOf(ctx) : [],
  ])
  const due = filings.filter((each) => FILINGS.has(each.kind) && each.days <= FILING_DAYS)
  return [
    ...counted,
    ...invited,
    ...(due.length
      ? [
          {
            kind: 'filing' as const,
            count: due.length,
            overdue: due.filter((each) => each.days < 0).length,
            href: '/issuer/dashboard',
            items: due.slice(0, items).map((each) => ({
              id: each.id,
              what: each.kind,
              about: each.offering_name,
              due_at: `${each.due}T00:00:00.000Z`,
              href: each.offering_id ? `/issuer/offerings/${each.offering_id}` : `/issuer/investors?q=${each.investor_id}`,
            })),
          },
        ]
      : []),
    ...platform,
  ].toSorted((a, b) => b.overdue - a.overdue)
}

/** All that the tables say, counted and with their first rows, in one query. */
async function rowsOf(ctx: Ctx, sources: readonly Source[], items: number): Promise<Due[]> {
  const all = [
    { kind: 'question' as DueKind, href: '/inbox', rows: questions(ctx) },
    ...sources.map(({ kind, href, rows }) => ({ kind, href, rows: rows(ctx) })),
  ]
  const parts = all.map(
    ({ kind, rows }) => sql`select ${kind}::text as kind, (select json_build_object('count', count(*)::int,
      'overdue', (count(*) filter (where due_at < ${at(ctx.now)}))::int) from (select due_at from (${rows}) one limit ${MOST_COUNTED}) few) as figures,
      (select coalesce(json_agg(top), '[]') from (select * from (${rows}) one order by due_at nulls last, id limit ${items}) top) as items`,
  )
  const { rows } = await ctx.db.execute<{ kind: DueKind; figures: { count: number; overdue: number }; items: DueItem[] }>(
    sql.join(parts, sql` union all `),
  )
  const hrefs = new Map(all.map(({ kind, href }) => [kind, href]))
  return rows
    .filter((row) => row.figures.count > 0)
    .map(({ kind, figures, items: first }) => ({
      kind,
      ...figures,
      href: hrefs.get(kind)!,
      items: first.map((one) => ({ ...one, due_at: one.due_at && new Date(one.due_at).toISOString() })),
    }))
}

/** Offerings the person is invited to and has not answered. */
async function invitationsOf(ctx: Ctx): Promise<Due[]> {
  if (!may(ctx.actor, 'account.read')) return []
  const open = (await listOwnInvitations({ ctx })).data.filter((each) => each.status === 'sent')
  const shown = open.map((each) => ({
    id: each.id,
    what: 'invitation',
    about: each.offering.name,
    due_at: null,
    href: `/dashboard/offerings/${each.id}`,
  }))
  return open.length ? [{ kind: 'invitation', count: open.length, overdue: 0, href: '/dashboard/offerings', items: shown.slice(0, 5) }] : []
}

/** What waits for the platform's administrators. */
async function platformOf(ctx: Ctx): Promise<Due[]> {
  const waiting = await adminWaiting({ ctx })
  const kinds: [DueKind, number, number, string][] = [
    ['platform_case', waiting.cases, waiting.cases_overdue, '/admin/reviews'],
    ['role_request', waiting.role_requests, 0, '/admin/users?view=requests'],
    ['erasure', waiting.erasures, 0, '/admin/erasures'],
    ['inquiry', waiting.inquiries, waiting.inquiries_overdue, '/admin/inquiries'],
    ['incident', waiting.incidents, 0, '/admin/incidents'],
  ]
  return kinds.filter(([, count]) => count > 0).map(([kind, count, overdue, href]) => ({ kind, count, overdue, href, items: [] }))
}
