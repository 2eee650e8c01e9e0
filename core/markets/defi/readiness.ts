import type { Asked } from '#core/record/facts/asked.ts'
import { readinessOfCheck } from '#core/record/facts/check-readiness.ts'
import { howToReach, type Look, ofTransaction } from '#core/record/facts/need.ts'
import { readiness } from '#core/record/facts/readiness.ts'
import { tryOut } from '#core/record/try-out.ts'
import { defineVerb } from '#core/record/verb.ts'
import { evidencedBy } from '#core/sources/identity/found.ts'
import { leaving } from '#engine/facts/groups/defi.ts'
import { defiInput, gatherDefi } from './verify-wallet.ts'

const CALL = 'POST /v1/defi/verify-wallet'
const PROVE = 'POST /v1/wallets/challenge, which the holder signs, then POST /v1/wallets/verify with signature'
/** The level of a credential that each level of access rests on. */
const RESTS_ON: Readonly<Record<string, string>> = {
  'defi-basic': 'basic',
  'defi-enhanced': 'enhanced',
  'defi-institutional': 'accredited',
}

const look: Look = (path, asked) => {
  const found = ofTransaction('defi.access', CALL)(path, asked)
  if (!found) return null
  if (path === 'subject.control') return { ...found, how: PROVE }
  if (path === 'subject.credential') {
    const level = RESTS_ON[String(asked?.params?.needed)]
    return { ...found, how: (level && howToReach([level])) ?? found.how }
  }
  return 'given' in found.fact ? { ...found, how: `${CALL} with ${found.fact.how}` } : found
}

/**
 * All that an access to a protocol still needs, in one answer: the level of the credential, the proof of the wallet, the facts that its
 * rules ask for, each with who supplies it by which call, and what stands in the way besides. Nothing is decided or stored. Throws as
 * `defi.verify_wallet` does, without a refusal of the rules.
 */
export const defiReadiness = defineVerb({
  name: 'defi.readiness',
  permission: 'defi.verify',
  input: defiInput,
  output: readiness,
  run: ({ ctx, input }) =>
    tryOut(ctx, async (tx) => {
      const { subject, facts } = await gatherDefi(tx, ctx, input)
      const enters = !leaving(input.action?.type ?? 'access')
      const rules = ['defi_level_too_low']
      const unproven = enters && ctx.world.chain.wantsProof && subject.wallet.control !== 'proven'
      // A birth date that is known and too young is no missing fact: nobody can supply another one.
      const ageless = enters && !subject.data?.date_of_birth
      const more: Asked[] = [
        ...(unproven ? [{ path: 'subject.control', rules, when: null }] : []),
        ...(ageless ? [{ path: 'subject.over_18', rules, when: null }] : []),
      ]
      const satisfiable = {
        ...facts,
        subject: { ...facts.subject, control: 'proven', ...(ageless && { over_18: true }) },
        defi: { ...facts.defi, accredited_until: new Date(ctx.now + 86_400_000).toISOString() },
      }
      return readinessOfCheck(ctx.now, {
        ...{ market: 'defi', facts, satisfiable, more, look, stands: 'DEFI_LEVEL_TOO_LOW' },
        found: evidencedBy({ subject: subject.identity }).found,
      })
    }),
})
