import { readResult } from '#core/record/decisions/result.ts'
import type { Queryable } from '#db/connect.ts'
import type { decisions } from '#db/schema.ts'

/** What a refused holder is told: the class of a reason, never a score or an entry of a list. */
const REASON_CLASSES = [
  'sanctions_screening',
  'jurisdiction',
  'age',
  'self_exclusion',
  'identity',
  'investor_status',
  'limits',
  'consent',
  'other',
] as const
export type ReasonClass = (typeof REASON_CLASSES)[number]

// The first that fits names the class.
const CLASSES: [RegExp, ReasonClass][] = [
  [/EMBARGO|REGION|GEO_|COUNTRY|BLUE_SKY|YIELD_US|DEFI_UK/, 'jurisdiction'],
  [/SANCTIONS/, 'sanctions_screening'],
  [/SELF_EXCLUDED/, 'self_exclusion'],
  [/\bAGE_|UNDER_AGE|MINIMUM_AGE|UNDER_13|PARENTAL/, 'age'],
  [/ACCREDIT|QUALIFIED_PURCHASER/, 'investor_status'],
  [/CONSENT|REUSE/, 'consent'],
  [/^(CIP|CDD|KYC|PEP|ADVERSE)|IDENTITY|CREDENTIAL|VERIFI|LEVEL_TOO_LOW|SELF_HOSTED_PROOF|LINK_PROOF|DOCUMENTS/, 'identity'],
  [/LIMIT|_CAP|VELOCITY|MINIMUM|SUPPLY|LARGE_VALUE|HOLDER|LOCKUP|CLOCK|COLLATERAL/, 'limits'],
]

const classOf = (code: string): ReasonClass => CLASSES.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'

/**
 * The classes of what spoke against allowing in a decision, in the order of `REASON_CLASSES`. Rules about suspicion, of which
 * the law forbids to tell anyone, are left out; `other` where nothing is left that may be told.
 */
export async function reasonClasses(db: Queryable, decision: typeof decisions.$inferSelect): Promise<ReasonClass[]> {
  const { rules } = await readResult(db, decision)
  const against = decision.outcome === 'deny' ? ['fail'] : ['fail', 'review', 'needs_info']
  const found = new Set(
    rules
      .filter((rule) => against.includes(rule.result) && !rule.part_of && rule.visibility !== 'officer')
      .map(({ code }) => classOf(code)),
  )
  const told = REASON_CLASSES.filter((one) => found.has(one) && one !== 'other')
  return told.length ? told : ['other']
}
