import { newId } from '#core/kernel/ids.ts'
import { askedBesides, askedOf } from '#core/record/facts/asked.ts'
import { type Look, neededOf, type Obstacle, obstaclesOf, ofTransaction } from '#core/record/facts/need.ts'
import { ordinaryOfTransaction } from '#core/record/facts/ordinary.ts'
import { NO_STEP, readiness } from '#core/record/facts/readiness.ts'
import { tryOut } from '#core/record/try-out.ts'
import { defineVerb } from '#core/record/verb.ts'
import { keptFrom, standingObstacles } from '#core/securities/offerings/standing-obstacles.ts'
import type { Json } from '#engine/canonical.ts'
import type { Facts } from '#engine/facts.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import type { Call } from './call.ts'
import { type CreateTransactionInput, createTransactionInput, gatherTransaction, readTransaction } from './create.ts'
import { isInbound, travelMessage } from './party.ts'
import { inCall, providerName } from './travel-rule.ts'

/** Who settles what the rules hold or refuse of a movement. */
const settledBy = (rule: RuleOutcome): Pick<Obstacle, 'from' | 'how'> =>
  rule.result === 'review'
    ? { from: 'tenant', how: 'POST /v1/transactions, then two people of yours: POST /v1/transactions/{id}/approve' }
    : { from: 'parties', how: 'Another amount, party or day: what the rule refuses no word changes' }

const MESSAGE = 'tx.travel.message'

/** What a field of a party is, by its last name. */
const MEANS: Readonly<Record<string, string>> = {
  name: 'The name of the party; a company is named as an IVMS101 legalPerson.',
  address: 'The address of the party, as IVMS101 writes it: country, and streetName, addressLine or townName.',
  geographicAddress: 'The address of the party, as IVMS101 writes it: country, and streetName, addressLine or townName.',
  vasp: 'The provider who keeps the wallet, by domain or LEI; of a wallet that its owner keeps say self_hosted: true instead.',
  dateAndPlaceOfBirth: 'Date and place of birth in an IVMS101 naturalPerson; or address, document number and customer number together.',
  nationalIdentification: 'The number in a register or document, as IVMS101 writes it; of a company its LEI.',
}

/** What the message of the travel rule lacks, by the field of the call that brings it. */
const namedAsSent =
  (look: Look, input: CreateTransactionInput): Look =>
  (path, asked) => {
    const found = look(path, asked)
    if (!found || !path.startsWith(`${MESSAGE}.`)) return found
    const field = inCall(path.slice(MESSAGE.length).replaceAll('.', '/'), input).slice(1).replaceAll('/', '.')
    const means = MEANS[field.split('.').at(-1)!] ?? found.fact.means
    return { ...found, fact: { ...found.fact, means }, path: `${MESSAGE}.${field}`, how: `POST /v1/transactions with ${field}` }
  }

const SIDES = ['originator', 'beneficiary'] as const
/** As whom a side is looked at that was not sent yet: one that is named and no more. */
const SOMEBODY = { name: 'Somebody' }

/** The facts with the message as it would be with these parties in it. */
function withMessage(facts: Facts, input: CreateTransactionInput, call: Call, name: string): Facts {
  const { originator, beneficiary } = input
  const accounts = { originator: call.from?.canonical, beneficiary: call.to?.canonical }
  const side = isInbound(input) ? 'beneficiary' : 'originator'
  const message = travelMessage({ originator, beneficiary, accounts, self: { side, name } })
  const tx = facts.tx as { readonly travel?: { readonly [name: string]: Json | undefined } } | undefined
  return { ...facts, tx: { ...tx, travel: { ...tx?.travel, message } } }
}

/**
 * All that a movement of value still needs before it would be let through, in one answer: the facts that its market's rules would ask
 * for, as they are supplied one after another, each with who supplies it how, and what stands in the way besides. What the rules ask
 * depends on the call, so it is sent as to `transactions.create`. Nothing is decided or stored. Throws as that does, without a refusal
 * of the rules.
 */
export const transactionReadiness = defineVerb({
  name: 'transactions.readiness',
  permission: 'transactions.read',
  input: createTransactionInput,
  output: readiness,
  run: async ({ ctx, input: asked }) => {
    const { input, call } = await readTransaction(ctx, asked)
    return tryOut(ctx, async (tx) => {
      const { facts, found, offering } = await gatherTransaction(tx, ctx, { id: newId('transaction', ctx.now), input, call })
      const ordinary = ordinaryOfTransaction(ctx.now)
      const first = askedOf(facts, ordinary, found)
      const sides = SIDES.filter((side) => first.asked.some(({ path }) => path.startsWith(`${MESSAGE}.${side}`)) && !input[side])
      const named = { ...input, ...Object.fromEntries(sides.map((side) => [side, SOMEBODY])) }
      const now = sides.length ? askedOf(withMessage(facts, named, call, await providerName(tx, ctx)), ordinary, found) : first
      const missing = neededOf(
        [
          {
            step: 'transact',
            asked: sides.map((side) => ({ path: `${MESSAGE}.${side}.name`, rules: ['travel_rule_incomplete'], when: null })),
          },
          { step: 'transact', asked: now.asked },
          { step: 'transact', asked: askedBesides(now, ordinary, found) },
        ],
        namedAsSent(ofTransaction(facts.check), named),
      )
      const ruled = obstaclesOf(
        now.left.filter((rule) => rule.result !== 'needs_info'),
        ['transact'],
        settledBy,
      )
      const moves = call.type === 'trade' ? ['transfer', 'trade'] : ['transfer']
      const standing = (offering ? await standingObstacles(tx, ctx, offering) : [])
        .filter((one) => one.keeps_from.some((step) => moves.includes(step)))
        .map((one) => ({ ...one, keeps_from: ['transact' as const] }))
      const obstacles = [...ruled, ...standing.filter((one) => !ruled.some(({ code }) => code === one.code))]
      return {
        success: true as const,
        object: 'readiness' as const,
        market: call.market,
        offering_id: offering?.id ?? null,
        investment_id: null,
        investor_id: null,
        regulation: offering?.regulation ?? null,
        ready_to: { ...NO_STEP, transact: !keptFrom(obstacles).transact && !missing.some((one) => one.when === null) },
        missing,
        obstacles,
      }
    })
  },
})
