import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { investments, investors, issuances, lots, offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { isoDay, legalDay, rollForward } from '#engine/dates.ts'
import { currentRuleset } from '#engine/rulesets.ts'

const DAY_MS = 86_400_000
const AHEAD_DAYS = 60

export interface Deadline {
  id: string
  kind:
    | 'form_d'
    | 'letter_expiring'
    | 'letter_expired'
    | 'lockup_ending'
    | 'offering_closes'
    | 'reservation_ending'
    | 'payment_due'
    | 'mint_report'
  /** The day it is due. */
  due: string
  offering_id: string | null
  offering_name: string | null
  investor_id: string | null
  /** Days until then; negative when it has passed. */
  days: number
  count: number
  rule: string | null
}

/** What has a date in the next 60 days, or had one that passed and still matters: of the organisation, or of one offering. */
export async function deadlinesOf(ctx: Ctx, offeringId?: string): Promise<Deadline[]> {
  const until = new Date(ctx.now + AHEAD_DAYS * DAY_MS)
  const [own, ending, letters, waiting, mints] = await Promise.all([
    ctx.db
      .select()
      .from(offerings)
      .where(
        inScope(
          offerings,
          ctx,
          offeringId ? eq(offerings.id, offeringId) : undefined,
          sql`${offerings.status} not in ('draft', 'cancelled')`,
        ),
      ),
    ctx.db.execute<{ offering_id: string; day: string; count: number }>(sql`
      select offering_id, to_char(lockup_until at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count from ${lots}
      where ${inScope(lots, ctx, offeringId ? eq(lots.offering_id, offeringId) : undefined)} and closed_at is null
        and lockup_until > ${new Date(ctx.now).toISOString()}::timestamptz and lockup_until <= ${until.toISOString()}::timestamptz
      group by 1, 2 order by 2 limit 100`),
    ctx.db
      .select({ id: investors.id, at: investors.accreditation_expires_at })
      .from(investors)
      .where(
        inScope(
          investors,
          ctx,
          and(
            isNotNull(investors.accreditation_expires_at),
            eq(investors.accreditation_status, 'verified'),
            sql`${investors.accreditation_expires_at} <= ${until.toISOString()}::timestamptz`,
            offeringId
              ? sql`exists (select 1 from investments i where i.investor_id = ${investors.id} and i.offering_id = ${offeringId} and i.status in ('accepted', 'pending'))`
              : undefined,
          ),
        ),
      )
      .orderBy(investors.accreditation_expires_at)
      .limit(50),
    ctx.db.execute<{ offering_id: string; day: string; unpaid: boolean; count: number }>(sql`
      select offering_id, to_char(reserved_until at time zone 'UTC', 'YYYY-MM-DD') as day, payment_failed_at is not null as unpaid,
        count(*)::int as count from ${investments}
      where ${inScope(investments, ctx, offeringId ? eq(investments.offering_id, offeringId) : undefined)} and status = 'pending'
        and reserved_until is not null
      group by 1, 2, 3 order by 2 limit 100`),
    ctx.db.execute<{ offering_id: string; day: string; count: number }>(sql`
      select offering_id, to_char(authorized_until at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count from ${issuances}
      where ${inScope(issuances, ctx, offeringId ? eq(issuances.offering_id, offeringId) : undefined)} and status = 'authorized'
        and authorized_until is not null
      group by 1, 2 order by 2 limit 100`),
  ])
  const names = new Map(own.map((row) => [row.id, row.name]))
  const today = isoDay(legalDay(ctx.now))
  const days = (due: string) => Math.round((Date.parse(due) - Date.parse(today)) / DAY_MS)
  const found: Omit<Deadline, 'days'>[] = []
  for (const row of own) {
    const formD = formDDue(row)
    if (formD && !formDFiled(row.facts))
      found.push({ id: `form_d:${row.id}`, kind: 'form_d', due: formD, ...of(row), count: 1, rule: 'reg_d_form_d_15_days' })
    if (row.closes_at && row.status === 'open' && row.closes_at <= until)
      found.push({
        id: `closes:${row.id}`,
        kind: 'offering_closes',
        due: row.closes_at.toISOString().slice(0, 10),
        ...of(row),
        count: 1,
        rule: null,
      })
  }
  const onDay = (prefix: string, kind: Deadline['kind'], each: { offering_id: string; day: string; count: number }) =>
    found.push({
      id: `${prefix}:${each.offering_id}:${each.day}`,
      kind,
      due: each.day,
      offering_id: each.offering_id,
      offering_name: names.get(each.offering_id) ?? null,
      investor_id: null,
      count: each.count,
      rule: null,
    })
  for (const each of ending.rows) onDay('lockup', 'lockup_ending', each)
  for (const each of waiting.rows) onDay(each.unpaid ? 'payment' : 'reservation', each.unpaid ? 'payment_due' : 'reservation_ending', each)
  for (const each of mints.rows) onDay('mint', 'mint_report', each)
  for (const letter of letters)
    found.push({
      id: `letter:${letter.id}`,
      kind: letter.at!.getTime() <= ctx.now ? 'letter_expired' : 'letter_expiring',
      due: letter.at!.toISOString().slice(0, 10),
      offering_id: null,
      offering_name: null,
      investor_id: letter.id,
      count: 1,
      rule: 'reg_d_506c_verification',
    })
  return found
    .map((each) => ({ ...each, days: days(each.due) }))
    .sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : a.id < b.id ? -1 : 1))
}

const of = (row: typeof offerings.$inferSelect) => ({ offering_id: row.id, offering_name: row.name, investor_id: null })

/** The day Form D is due: as the rule says, from the legal day of the first sale. Null where no Form D is filed. */
export function formDDue(row: Pick<typeof offerings.$inferSelect, 'regulation' | 'first_sale_at'>): string | null {
  if (!row.regulation.startsWith('reg_d') || !row.first_sale_at) return null
  const rule = currentRuleset.data.rules.find((each) => each.code === 'REG_D_FORM_D_15_DAYS')
  return isoDay(rollForward(legalDay(row.first_sale_at.getTime()) + Number(rule?.params.days)))
}

/** The day Form D was filed, as recorded on the offering. */
export function formDFiled(facts: Record<string, unknown>): string | null {
  const filed = (facts.form_d as { filed_at?: string } | undefined)?.filed_at
  return filed && filed !== 'none' ? filed : null
}
