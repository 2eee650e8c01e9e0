import { eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { decisions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Decision } from '#engine/decide.ts'
import { SUBJECTS } from '#engine/facts.ts'
import { redactBy } from '#engine/visibility.ts'
import { isOwnTo } from '#engine/words/words.ts'
import { factsIn } from './facts-in.ts'

type DecisionRow = typeof decisions.$inferSelect
type Caller = Pick<Ctx, 'actor' | 'world'>

/** The person who asks; a key is its maker's. */
const personOf = ({ actor }: Caller): SQL => sql`coalesce((select k.created_by from api_keys k where k.id = ${actor.id}), ${actor.id})`

/**
 * What of an organisation's records is about the person who asks, as its investor or as a holder: conditions for queries about it. Null in a
 * sandbox, where one developer plays both sides.
 */
export function recordsOfCaller(caller: Caller, organization: SQL) {
  if (caller.world.people.playedByOne) return null
  const person = personOf(caller)
  const investor = sql`select i.id, i.person_id from investors i where i.organization_id = ${organization} and i.user_id = ${person}`
  const people = sql`(select mine.person_id from (${investor}) mine)`
  const investorIds = sql`(select mine.id from (${investor}) mine)`
  // A wallet that somebody proved is theirs in every organisation.
  const wallet = sql`select w.id, w.address from wallets w where w.user_id = ${person}
    and (w.organization_id = ${organization} or (w.control = 'proven' and w.control_method is distinct from 'sandbox'))
    union all select w.id, w.address from wallets w where w.organization_id = ${organization} and w.person_id in ${people}`
  const addresses = sql`(select mine.address from (${wallet}) mine)`
  const subjects = sql`(select mine.id from (${investor}) mine union all select mine.id from (${wallet}) mine)`
  const moved = (id: SQL) => sql`exists (select 1 from transactions t where t.organization_id = ${organization} and t.id = ${id}
    and (t.from_address in ${addresses} or t.to_address in ${addresses} or t.spender_address in ${addresses}))`
  const checked = (id: SQL) => sql`exists (select 1 from screenings s where s.organization_id = ${organization} and s.id = ${id}
    and (s.wallet_address in ${addresses} or s.subject_id in ${subjects} or s.subject_id in ${people}))`
  const decided = (d: SQL) => sql`(${d}.wallet_address in ${addresses} or ${d}.subject_id in ${subjects} or ${d}.subject_id in ${people}
    or ${moved(sql`${d}.subject_id`)} or ${checked(sql`${d}.subject_id`)}
    or exists (select 1 from credential_uses u where u.decision_id = ${d}.id and u.person_id in ${people})
    or exists (select 1 from investments v where v.investor_id in ${investorIds} and (v.id = ${d}.subject_id or v.decision_id = ${d}.id))
    or exists (select 1 from issuances v where v.id = ${d}.subject_id and (v.investor_id in ${investorIds} or v.wallet_address in ${addresses}))
    or exists (select 1 from holding_acts v where v.id = ${d}.subject_id and (v.person_id in ${people} or v.wallet_address in ${addresses})))`
  // Most members are neither: nothing else is looked for then.
  const any = sql`(exists (select 1 from investors i where i.user_id = ${person}) or exists (select 1 from wallets w where w.user_id = ${person}))`
  return { person, subjects, moved, checked, decided, any }
}

/** Whether a decision of the caller's organisation is about themselves, a condition on `decisions`. */
function aboutCaller(ctx: Ctx): SQL {
  const own = recordsOfCaller(ctx, sql`${ctx.organizationId}`)
  return own ? sql`(${own.any} and ${own.decided(sql`${decisions}`)})` : sql`false`
}

/**
 * Decisions that the caller may know of, a condition on `decisions`: what monitoring thought of their own movements is told to nobody it is
 * about (31 USC 5318(g)(2), 31 CFR 1020.320(e)), also where they work for the organisation.
 */
export const mayKnow = (ctx: Ctx): SQL => sql`(${decisions.check} <> 'monitoring' or (${aboutCaller(ctx)}) is not true)`

/** Whether a check is of several parties, who are not told of each other. */
export const hasParties = (check: string): boolean => (SUBJECTS[check as keyof typeof SUBJECTS] ?? []).length > 1

const OF_PARTIES = Object.keys(SUBJECTS).filter(hasParties)

/**
 * Decisions of which the caller may know how other rules would have decided them, a condition on `decisions`: those that they may know of and
 * are not one of several parties to. A rule that flips one would say that it spoke of the other.
 */
export const mayWeigh = (ctx: Ctx): SQL =>
  sql`(${notInArray(decisions.check, ['monitoring', ...OF_PARTIES])} or (${aboutCaller(ctx)}) is not true)`

/** One decision of the caller's organisation, with whether it is about them. Null where there is none that they may know of. */
export async function findKnown(ctx: Ctx, id: string): Promise<{ row: DecisionRow; own: boolean } | null> {
  const [found] = await ctx.db
    .select({ row: decisions, own: sql<boolean>`(${aboutCaller(ctx)}) is true` })
    .from(decisions)
    .where(inScope(decisions, ctx, eq(decisions.id, id), mayKnow(ctx)))
    .limit(1)
  return found ?? null
}

/** Which of a decision's parties the caller is, by their record or a wallet they proved; none where its facts were erased. */
export async function partiesOfCaller(ctx: Ctx, row: DecisionRow): Promise<Set<string>> {
  const person = personOf(ctx)
  const at = sql`organization_id = ${row.organization_id} and environment = ${row.environment} and user_id = ${person}`
  const [facts, { rows }] = await Promise.all([
    factsIn(ctx, row),
    ctx.db.execute<{ id: string }>(
      sql`select person_id as id from investors where ${at} union all select address from wallets where ${at} and control = 'proven'`,
    ),
  ])
  const own = new Set(rows.map(({ id }) => id))
  const seats = Object.entries(facts ?? {}).flatMap(([party, room]) => {
    const { person_id, wallet } = (room ?? {}) as { person_id?: unknown; wallet?: unknown }
    return [person_id, wallet].some((id) => typeof id === 'string' && own.has(id)) ? [party] : []
  })
  return new Set(seats)
}

/** What one of several parties may read of a decision: nothing of another, and nothing that only the organisation may know. */
const toldToParty = (result: Decision, seats: ReadonlySet<string>): Decision =>
  redactBy(result, (rule) => rule.visibility === 'public' && isOwnTo(seats, rule))

/** A decision as the caller may read it: whole, but as its party does where they are one of several. */
export const toldTo = async (ctx: Ctx, row: DecisionRow, own: boolean, result: Decision): Promise<Decision> =>
  own && hasParties(row.check) ? toldToParty(result, await partiesOfCaller(ctx, row)) : result

/** The restriction code of a decision as the caller may read it: where what decided is not theirs to know, the neutral one. */
export const restrictionTold = (code: number, whole: Decision, told: Decision): number =>
  code !== 0 && told.restriction_code !== whole.restriction_code ? told.restriction_code : code

/** Which of these decisions of the caller's organisation are about themselves. */
export async function ownAmong(ctx: Ctx, rows: readonly Pick<DecisionRow, 'id' | 'check'>[]): Promise<Set<string>> {
  const ids = rows.filter(({ check }) => hasParties(check)).map(({ id }) => id)
  if (!ids.length || ctx.world.people.playedByOne) return new Set()
  const found = await ctx.db
    .select({ id: decisions.id })
    .from(decisions)
    .where(inScope(decisions, ctx, inArray(decisions.id, ids), aboutCaller(ctx)))
  return new Set(found.map(({ id }) => id))
}
