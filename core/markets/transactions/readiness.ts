import { newId } from '#core/kernel/ids.ts'
import { askedBesides, askedOf } from '#core/record/facts/asked.ts'
import { type Look, neededOf, type Obstacle, obstaclesOf, ofTransaction } from '#core/record/facts/need.ts'
import { ordinaryOfTransaction } from '#core/record/facts/ordinary.ts'
import { NO_STEP, readiness } from '#core/record/facts/readiness.ts'
import { tryOut } from '#core/record/try-out.ts'
import { defineVerb } from '#core/record/verb.ts'
import { keptFrom, standingObstacles } from '#core/securities/offerings/standing-obstacles.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import { type CreateTransactionInput, createTransactionInput, gatherTransaction, readTransaction } from './create.ts'
import { inCall } from './travel-rule.ts'

/** Who settles what the rules hold or refuse of a movement. */
const settledBy = (rule: RuleOutcome): Pick<Obstacle, 'from' | 'how'> =>
  rule.result === 'review'
    ? { from: 'tenant', how: 'POST /v1/transactions, then two people of yours: POST /v1/transactions/{id}/approve' }
    : { from: 'parties', how: 'Another amount, party or day: what the rule refuses no word changes' }

const MESSAGE = 'tx.travel.message'

/** What the message of the travel rule lacks, by the field of the call that brings it: a side that was not sent is missing whole. */
const namedAsSent =
  (look: Look, input: CreateTransactionInput): Look =>
  (path) => {
    const found = look(path)
    if (!found || !path.startsWith(`${MESSAGE}.`)) return found
    const field = inCall(path.slice(MESSAGE.length).replaceAll('.', '/'), input).slice(1).replaceAll('/', '.')
    return { ...found, path: `${MESSAGE}.${field}`, how: `POST /v1/transactions with ${field}` }
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
      const { facts, offering } = await gatherTransaction(tx, ctx, { id: newId('transaction', ctx.now), input, call })
      const ordinary = ordinaryOfTransaction(ctx.now)
      const now = askedOf(facts, ordinary)
      const missing = neededOf(
        [
          { step: 'transact', asked: now.asked },
          { step: 'transact', asked: askedBesides(facts, now, ordinary) },
        ],
        namedAsSent(ofTransaction(facts.check), input),
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
