import { invalidField } from '#core/kernel/errors.ts'
import type { Json } from '#engine/canonical.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { inUnitedStates } from '#engine/tables/us-states.ts'
import { factsField } from './field.ts'
import { objectsOf, READ_BY } from './of-markets.ts'
import { TRANSFEREE_FACTS } from './of-sale.ts'
import { asRoom, FACTS, type FactObject } from './table.ts'

/** Facts of one sale, and of one transfer of units, as a caller states them. */
export const saleFactsField = factsField(
  { investor: FACTS.investor, investment: FACTS.investment },
  { prefixed: true, about: 'What only the parties to the sale know. In production a rule that needs one asks for it' },
)
export const transactionFactsField = factsField(
  { transfer: FACTS.transfer, ...objectsOf(['payment', 'nft.sale']) },
  {
    prefixed: true,
    about:
      'What only you or the parties know: of units `transfer.` and of who takes them `to.`, of payments and sales the rest. A rule that needs one asks for it',
  },
)
export const defiFactsField = factsField(objectsOf(['defi.access']), {
  prefixed: true,
  about: 'What only you know of the user and of the pool or loan. A rule that needs one asks for it',
})
export const gameFactsField = factsField(objectsOf(['gaming.age']), {
  prefixed: true,
  about: 'What only you know of the player and of the game. A rule that needs one asks for it',
})

/** Refuses what no rule of this check reads: it was meant for another kind of transaction. Throws `validation_failed`. */
export function refuseOtherFacts(check: 'transfer' | keyof typeof READ_BY, said: Readonly<Record<string, unknown>>): void {
  const read: readonly string[] = check === 'transfer' ? ['transfer'] : READ_BY[check]
  // Of who takes units a transfer reads other facts than a payment.
  for (const path of Object.keys(said))
    if (ofTransferee(path) ? check !== 'transfer' : !read.includes(path.split('.')[0]!))
      throw invalidField(`/compliance_facts/${path}`, 'unknown_field', `${path} is not read here: what moves decides which facts are.`)
}

const ofTransferee = (path: string): boolean => path.startsWith('to.') && Object.hasOwn(TRANSFEREE_FACTS, path.slice(3))

/** What was stated and can be still: a word kept from before its type was closed is no fact any more, and the rules ask again. */
export const stillSaid = (said: Readonly<Record<string, unknown>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(said as Record<string, Json>).filter(([path, value]) => {
      const [object, name] = path.split('.')
      const kind = name === undefined ? undefined : FACTS[object as FactObject]?.[name]?.kind
      return kind?.schema.safeParse(value).success === true
    }),
  )

/** The same as the engine's facts, by the object they stand in. `seats`: the countries in which the buyer's record places it. */
export function saleFacts(
  said: Record<string, unknown>,
  buyer: { person_id: string; type: string },
  seats: readonly unknown[],
): { investor: Room<'investor'>; investment: Room<'investment'> } {
  const { paid_by_investor: paid, ...investment } = factsOf(said, 'investment')
  const { us_person_answers: answers, ...investor } = factsOf(said, 'investor')
  return {
    investor: asRoom('investor', {
      ...investor,
      ...(answers !== undefined && {
        us_person_answers: buyer.type === 'entity' && seats.some(inUs) ? { ...(answers as object), organised_in_us: true } : answers,
      }),
    }),
    // Who else pays is nobody the rules know.
    investment: asRoom('investment', {
      ...investment,
      ...(typeof paid === 'boolean' && { payer_person_id: paid ? buyer.person_id : 'another' }),
    }),
  }
}

/** A record in the United States undoes an answer that denies it; a record abroad undoes none that admits it (17 CFR 230.902(k)(1)(ii)). */
const inUs = (country: unknown): boolean => typeof country === 'string' && inUnitedStates(country)

/** Those of the facts that stand in one object. */
export const factsOf = (said: Record<string, unknown>, object: string): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(said as Record<string, Json>).flatMap(([name, value]) =>
      name.startsWith(`${object}.`) ? [[name.slice(object.length + 1), value]] : [],
    ),
  )
