import type { Asked } from '#core/record/facts/asked.ts'
import { readinessOfCheck } from '#core/record/facts/check-readiness.ts'
import { type Look, ofTransaction } from '#core/record/facts/need.ts'
import { readiness } from '#core/record/facts/readiness.ts'
import { tryOut } from '#core/record/try-out.ts'
import { defineVerb } from '#core/record/verb.ts'
import { ageVerifyInput, gatherAge } from './verify-age.ts'

const CALL = 'POST /v1/gaming/verify-age'

const look: Look = (path, asked) => {
  const found = ofTransaction('gaming.age', CALL)(path, asked)
  if (!found) return null
  if (path === 'subject.date_of_birth') return { ...found, from: 'parties', how: `${CALL} with date_of_birth` }
  if (path === 'game.evidence') {
    const over = Number(asked?.params?.required) > 18 ? 21 : 18
    const document = over === 21 ? ', with a document of the last year' : ''
    return {
      ...found,
      fact: { ...found.fact, means: `Evidence that the player is ${over} or older${document}: their own word is not enough.` },
      from: 'parties',
      how: `POST /v1/identity/sessions with wallet_address and claims ["age_over_${over}"], which the holder answers from a wallet; or POST /v1/wallets/verify with kyc_data and the whole identity shown`,
    }
  }
  return 'given' in found.fact ? { ...found, how: `${CALL} with ${found.fact.how}` } : found
}

/**
 * All that an age check still needs, in one answer: a birth date or an age shown alone, evidence where a word is not enough, the facts that
 * the rules ask for, each with who supplies it by which call, and what stands in the way besides. Nothing is decided or stored, and no
 * birth date is needed to ask. Throws as `gaming.verify_age` does, without a refusal of the rules.
 */
export const ageReadiness = defineVerb({
  name: 'gaming.readiness',
  permission: 'gaming.verify',
  input: ageVerifyInput,
  output: readiness,
  run: ({ ctx, input }) =>
    tryOut(ctx, async (tx) => {
      const { age, facts, by } = await gatherAge(tx, ctx, input, true)
      const more: Asked[] = age.unknown ? [{ path: 'subject.date_of_birth', rules: ['age_below_required'], when: null }] : []
      return readinessOfCheck(ctx.now, { market: 'gaming', facts, satisfiable: facts, more, look, found: by.found ?? {} })
    }),
})
