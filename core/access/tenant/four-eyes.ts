import { personBehind } from '#core/access/api-keys/maker.ts'
import { askMemberChange, BY_TWO, takesTwo, whoChanges } from '#core/access/members/by-two.ts'
import { lockOrganization } from '#core/access/members/role.ts'
import type { SecondPerson } from '#core/access/second-person/ask-second.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import type { Json } from '#engine/canonical.ts'
import { SETTINGS_BY_TWO } from './by-two.ts'

/** Facts by which an organisation has something done by two of its people. */
const RULES_OF_TWO: Readonly<Record<string, string>> = {
  [BY_TWO]: 'One person alone is to change members again',
  [SETTINGS_BY_TWO]: 'One person alone is to change settings again',
  identity_second_person: 'One person alone is to accept documents again',
  accreditation_second_person: 'One person alone is to confirm accreditations again',
}
/** Keys whose signature identifies people, while the programme they sign for is relied on. */
const KEYS = 'reliance_keys'
const WORDS: Readonly<Record<string, string>> = { ...RULES_OF_TWO, [KEYS]: 'Another key is to sign for the programme that is relied on' }

/** What waits for the second person, and what the log says of it. */
interface Waits {
  facts: string[]
  waits: SecondPerson
  audit: AuditInput
}

type Said = Readonly<Record<string, Json>>

/**
 * What of some words one person does not say alone: the end of a rule by which two people do something, and another key of a programme that
 * is relied on. It waits for a second person of the organisation, who is asked for here; null where all of it counts at once. Nobody is two
 * people in the sandbox. An administrator of the platform says it only where nobody is left to agree. Throws `second_person_required`,
 * `forbidden`, `already_exists` while the same waits.
 */
export async function askForSecond(
  tx: Tx,
  ctx: Ctx,
  facts: Said,
  note: string | null,
  as: 'tenant' | 'administrator',
): Promise<Waits | null> {
  if (!Object.keys(facts).some((fact) => fact in WORDS)) return null
  if (BY_TWO in facts && ctx.world.people.playedByOne)
    throw invalidField(`/facts/${BY_TWO}`, 'not_allowed', 'Say this in production: it counts there, for both environments.')
  if (ctx.world.people.playedByOne) return null
  await lockOrganization(tx, ctx.organizationId)
  const two = (await whoChanges(tx, ctx.organizationId)).length > 1
  if (BY_TWO in facts) await requireSayable(tx, ctx, facts[BY_TWO]!, { as, two })
  const before = await factsNow(tx, ctx)
  const weaker = weakened(facts, before)
  if (!weaker.length) return null
  if (as === 'administrator') {
    if (two)
      throw new AppError('forbidden', 'The organisation’s own people say this. You say it where fewer than two of them are left to agree.')
    return null
  }
  if (!two)
    throw new AppError(
      'second_person_required',
      'This takes two people who may change members, and you are the only one. Let somebody else become owner or admin first.',
    )
  const of = (said: Said) => Object.fromEntries(weaker.map((fact) => [fact, said[fact] ?? null]))
  return ask(tx, ctx, { values: of(facts), before: of(before), note })
}

/** The rule about members is the organisation’s own to make, where there are two who can agree. */
async function requireSayable(tx: Tx, ctx: Ctx, value: Json, { as, two }: { as: 'tenant' | 'administrator'; two: boolean }): Promise<void> {
  const now = await takesTwo(tx, ctx.organizationId)
  if (as === 'administrator' && (value === true || !now || two))
    throw new AppError('forbidden', 'The organisation’s own people say this. You end it where fewer than two of them are left to agree.')
  if (as === 'tenant' && value === true && !now && !two)
    throw new AppError(
      'second_person_required',
      'You are the only one who may change members. Let somebody else become owner or admin first.',
    )
}

/** The value of each fact that counts now. */
export const factsNow = async (tx: Tx, ctx: Ctx): Promise<Said> =>
  Object.fromEntries((await ctx.world.tenant.inForce(tx, ctx)).map(({ fact, value }) => [fact, value]))

/** The facts whose new value lets one person do more than before. */
export function weakened(facts: Said, before: Said): string[] {
  const ended = Object.keys(RULES_OF_TWO).filter((fact) => fact in facts && before[fact] === true && facts[fact] !== true)
  const keys = (value: Json | undefined) => (Array.isArray(value) ? value : [])
  const added = keys(facts[KEYS]).some((key) => !keys(before[KEYS]).includes(key))
  return added && before.identity_reliance !== undefined ? [...ended, KEYS] : ended
}

async function ask(tx: Tx, ctx: Ctx, asked: { values: Said; before: Said; note: string | null }): Promise<Waits> {
  const facts = Object.keys(asked.values)
  const subject = { type: 'organization', id: ctx.organizationId }
  const waits = await askMemberChange(tx, ctx, {
    subject,
    summary: facts.map((fact) => WORDS[fact]).join('. '),
    change: { change: 'policy', ...asked },
    askedBy: (await personBehind(ctx)).id,
  })
  const audit: AuditInput = { action: 'member_rule_asked', category: 'system', subject, details: { facts, case_id: waits.case_id } }
  return { facts, waits, audit }
}
