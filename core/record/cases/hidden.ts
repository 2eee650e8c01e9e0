import { or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { recordsOfCaller } from '../decisions/about-caller.ts'

/** About somebody's own account, or what they show of themselves: for every organisation to rely on, so not for their own one to judge. */
export const ofHolder: SQL<boolean> = sql`(cases.subject_type = 'user' or cases.details ->> 'self' = 'true' or exists (
  select 1 from investors i where i.organization_id = cases.organization_id and i.external_id = 'self' and i.user_id is not null
  and i.id = case cases.subject_type when 'investor' then cases.subject_id else cases.details ->> 'investor_id' end))`

/**
 * About the caller, as whoever an organisation has as an investor or a holder, or about what they moved or were checked for: that they are
 * looked at is told to nobody it is about (31 USC 5318(g)(2)), and nobody decides it of themselves. A key is its maker's. What changes for a
 * member or for the rules of an organisation is no secret from them. In a sandbox one developer plays both sides.
 */
export function aboutCaller(caller: Pick<Ctx, 'actor' | 'world'>): SQL {
  const own = recordsOfCaller(caller, sql`cases.organization_id`)
  if (!own) return sql`false`
  const { person, subjects, moved, checked, decided, any } = own
  const judged = sql`exists (select 1 from decisions d where d.organization_id = cases.organization_id
    and d.id in (cases.decision_id, cases.subject_id) and ${decided(sql`d`)})`
  return sql`(cases.kind not in ('member_role', 'policy_change', 'admin_grant') and (cases.details ->> 'user_id' = ${person} or (${any} and (
    cases.subject_id in ${subjects} or cases.details ->> 'investor_id' in ${subjects} or ${judged} or ${checked(sql`cases.subject_id`)}
    or ${moved(sql`cases.subject_id`)} or ${moved(sql`cases.details ->> 'about'`)}))))`
}

/**
 * Whether the case of an id is about the caller, or on what a colleague shows of themselves: a condition on whatever names it. One case is
 * looked at for each id, so it comes after what leaves most rows out.
 */
export const namesHiddenCase = (caller: Pick<Ctx, 'actor' | 'world'>, id: SQL): SQL =>
  sql`((select ${or(ofHolder, aboutCaller(caller))} from cases where cases.id = ${id}) is true)`
