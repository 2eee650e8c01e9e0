import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import type { Json } from '#engine/canonical.ts'
import type { Facts } from './fact.ts'
import { factsField } from './field.ts'
import { FACTS, sayable } from './table.ts'

/** Who stated a fact, and when. */
export type Statement = { by: string; at: string }
export type Statements = Readonly<Record<string, Statement>>

/** What an issuer states of one offering; on a change null takes a fact back. */
export const offeringStatements = ({ update }: { update: boolean }) =>
  factsField(
    { offering: FACTS.offering },
    { prefixed: false, update, about: 'What holds of this offering beside its terms, by the names of the rule pages without `offering.`' },
  )

/** What an issuer states of itself, for all its offerings of the environment; null takes a fact back. Answers tell them in the same shape. */
export const issuerStatements = () =>
  factsField(
    { issuer: FACTS.issuer },
    {
      prefixed: false,
      update: true,
      about: 'What the issuer says of itself, by the names of the rule pages without `issuer.`, such as domicile, ica_status or shell',
    },
  )

/** What was said and is written as its fact still, as answers show it: a word from before its type was closed is no fact any more. */
export const toldOf = (facts: Facts, said: Readonly<Record<string, unknown>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(sayable(facts, said)).filter(([name, value]) => facts[name]?.kind?.schema.safeParse(value).success))

/** Facts with others stated over them; null takes one back. */
export const merge = (before: Readonly<Record<string, unknown>>, said: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...before, ...said }).filter(([, value]) => value !== null))

/** Who stated what, after the caller stated these facts now. */
export function saidNow(
  ctx: Pick<Ctx, 'now'> & { actor: { id: string } },
  before: Statements,
  said: Readonly<Record<string, unknown>>,
): Record<string, Statement> {
  const now: Statement = { by: ctx.actor.id, at: new Date(ctx.now).toISOString() }
  const names = Object.keys(merge(before, said))
  return Object.fromEntries(names.map((name) => [name, name in said ? now : before[name]!]))
}

/** Who stated which fact, and when. */
export const factsStated = z
  .record(z.string(), z.object({ by: z.string().meta({ description: 'Key or account' }), at: z.string() }).nullable())
  .meta({ title: 'facts_stated', description: 'Who stated each of the compliance_facts, and when; null where that was not kept yet' })

/** The same by the whole path of each fact, as a decision keeps it. */
export const saidOf = (object: string, facts: Readonly<Record<string, unknown>>, said: Statements = {}): Record<string, Statement | null> =>
  Object.fromEntries(Object.keys(facts).map((name) => [`${object}.${name}`, said[name] ?? null]))

/** Who stated each of these facts, and when; null where it was stated before that was kept. */
export const statementsOf = (facts: Readonly<Record<string, unknown>>, said: Statements): Record<string, Statement | null> =>
  Object.fromEntries(Object.keys(facts).map((name) => [name, said[name] ?? null]))
