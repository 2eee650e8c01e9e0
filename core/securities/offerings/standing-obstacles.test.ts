import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RULES } from '#engine/rulesets.ts'

const core = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(core, file), 'utf8')
/** Codes that readiness answers by itself. */
const FORESEEN = new Set(
  ['securities/offerings/standing-obstacles.ts', 'securities/investments/readiness.ts'].flatMap((file) =>
    [...read(file).matchAll(/(?:obstacle\(\s*|code: )'([a-z_0-9]+)'/g)].map((found) => found[1]!),
  ),
)

/** Refusals that nobody can foresee for an offering or an investment, with what they hang on. */
const OF_THE_CALL: Record<string, string> = {
  ...Object.fromEntries(
    ['amount_mismatch', 'asset_required', 'below_minimum_investment', 'conflicting_fields', 'currency_mismatch', 'same_address']
      .concat(['ivms101_invalid', 'nonce_expired', 'signature_invalid', 'signer_mismatch', 'standard_chain_mismatch', 'terms_not_accepted'])
      .concat(['payment_method_not_enabled', 'ambiguous_investor', 'validation_failed'])
      .map((code) => [code, 'what the call says']),
  ),
  external_id_exists: 'what the call says',
  already_exists: 'it was asked for already',
  already_issued: 'it was done already',
  conflict: 'somebody else acted meanwhile, or the act does not fit the state that the record shows',
  invalid_transition: 'the act does not fit the state that the record shows',
  duplicate_transaction_hash: 'it was reported already',
  chain_not_configured: 'the installation has no endpoint for the chain that is named',
  compliance_denied: 'the decision, whose rules readiness names',
  not_ready: 'the investor’s standing, which the rules of the sale name',
  investment_not_accepted: 'the investment’s own readiness',
  supply_exhausted: 'how many units this one asks for',
  facts_erased: 'the person was erased',
  forbidden: 'who asks',
  step_up_required: 'who asks',
}

/** Rules of issuances and transfers that neither an opening nor a sale runs. */
const OF_THE_TRANSFER =
  /^(RULE_144|REG_S_|REG_A_FREELY|SEC_4A|STATE_SECONDARY|REGISTERED_OR_ISSUER|TRANSFER_|RECIPIENT_|SENDER_|SANCTIONS_(RECIPIENT|SENDER)|SPENDER_)|^(ISSUER_LOCKUP|BALANCE_UNLOCKED|CONDUIT_RESALE|BUYER_REPS|LEGEND_CARRY|SAME_PERSON_MOVE|REVIEW_OPEN|CONTROL_OR_SPECIAL|WALLET_CONTROL|ISSUANCE_STILL_ELIGIBLE|IDENTITY_TOO_OLD)$/

test('A13 readiness knows every refusal of offerings, investments, tokens and transfers that can be foreseen', () => {
  const thrown = new Set(
    globSync('{securities/{offerings,investments,bookings,tokens,token-state},markets/transactions}/*.ts', { cwd: core })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...read(file).matchAll(/new AppError\(\s*'([a-z_0-9]+)'/g)].map((found) => found[1]!)),
  )
  expect([...thrown].filter((code) => !FORESEEN.has(code) && !(code in OF_THE_CALL)).sort()).toEqual([])
  expect([...FORESEEN]).toEqual(
    expect.arrayContaining(['token_not_linked', 'offering_not_open', 'offering_not_issuable', 'wallet_required']),
  )
})

test('A13 readiness knows every rule of an issuance or a transfer that hangs on the offering or its token', () => {
  const runBefore = (rule: { checks: readonly string[] }) =>
    rule.checks.some((check) => ['offering.open', 'investment.accept'].includes(check))
  const only = RULES.filter((rule) => rule.checks.some((check) => ['token.issue', 'transfer'].includes(check)) && !runBefore(rule))
  expect(only.length).toBeGreaterThan(20)
  expect(only.map((rule) => rule.code).filter((code) => !FORESEEN.has(code.toLowerCase()) && !OF_THE_TRANSFER.test(code))).toEqual([])
})
