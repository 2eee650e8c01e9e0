// Reason codes that are not the code of a rule. Append only: a code, once published, keeps its meaning.

export const REASONS = {
  FACT_MISSING: 'A fact that the rule needs was not given.',
  FX_RATE_REQUIRED: 'The amount is in another currency and no exchange rate from the last business day was given.',
  CHECK_UNKNOWN: 'The kind of check is not known.',
  RULE_COULD_NOT_RUN: 'A rule could not be evaluated on these facts; a person has to look.',
  NO_RULES_IN_FORCE: 'No rule was in force for this check on this day, so nothing can be allowed.',
  LAW_NOT_RECORDED:
    'The law of this day is not recorded whole: rules are recorded from 1 January 2025, so nothing can be said of earlier days.',
  MANUAL_REVIEW: 'A person has to look at this.',
  FEE_CAP_REACHED: 'The fee cap of this offering is reached; later investments carry no fee.',
  NO_RESALE_ROUTE: 'No resale exemption is open for these units.',
  CONDUIT_RESALE: 'A purchaser from the issuer resells inside the holding period to a US person who is not accredited.',
  WAS_LISTED: 'The address was on a list before and is not on it now.',
  EXPOSURE_NOT_MEASURED: 'Flows with listed addresses were not measured; the decision says so in its coverage.',
  NO_OBLIGED_ENTITY: 'No obliged service provider stands on either side, so no travel rule applies.',
  WASH_NOT_MEASURED: 'Wash trading was not measured for want of chain data.',
  SANCTIONED: 'The investor, one of its owners or its wallet is on a sanctions list.',
  US_PERSON: 'The purchaser is a US person, and the offering is made outside the United States.',
  COUNTRY_BLOCKED: 'The offering names this country among those where it may not be held.',
  COUNTRY_NOT_ALLOWED: 'The offering names the countries where it may be held, and this is none of them.',
  IDENTITY_REJECTED: 'The investor’s identity was rejected.',
  HOLDER_LIMIT: 'The offering has as many holders as it allows.',
  NOT_ACCREDITED: 'The purchaser is not accredited.',
  ACCREDITATION_EXPIRED: 'The purchaser was accredited, and that is over.',
  COLLECTIBLE_2026: 'A collectible by the issuer’s own statement, as the interpretation of March 2026 describes it.',
  FACTS_CONTRADICT: 'Two facts that were given cannot both be true; a person has to look.',
  STRONGER_SOURCE_NEEDED: 'A fact that the rule needs was given, but by a weaker kind of source than the rule asks for.',
  NOT_QUALIFIED_PURCHASER: 'The user is not a qualified purchaser, whom alone a fund under section 3(c)(7) takes.',
} as const

/** Templates split once: even parts are text, odd ones names. Templates are written in rules, so there are only so many. */
const parts = new Map<string, readonly string[]>()

/** Fills {names} in a message, amounts with their thousands apart, hundredths of a percent (`_bps`) as percent; a name without a value stays visible, so that a gap is noticed. */
export function fill(template: string, ...sources: readonly (Readonly<Record<string, unknown>> | undefined)[]): string {
  let split = parts.get(template)
  if (!split) {
    split = template.split(/\{([a-z0-9_]+)\}/)
    parts.set(template, split)
  }
  let out = split[0]!
  for (let i = 1; i < split.length; i += 2) {
    const value = valueIn(split[i]!, sources)
    const next = split[i + 1]!
    out += (MONEY.test(next) ? grouped(value, ANY_NUMBER) : grouped(value, AMOUNT)) + next
  }
  return out
}

const MONEY = /^ (USD|EUR)\b/
/** An amount as the engine writes it: with two decimals or more, which a section of a law is not. A number before a currency is one without them too. */
const AMOUNT = /(?<![\d.]|CFR )\d{4,}(?=\.\d{2})/g
const ANY_NUMBER = /(?<![\d.])\d{4,}/g
const THOUSANDS = /\B(?=(\d{3})+$)/g

const grouped = (text: string, which: RegExp): string => text.replace(which, (digits) => digits.replace(THOUSANDS, ','))

/** A sentence with the thousands of its amounts apart: 1234567.50 becomes 1,234,567.50. */
export const readable = (sentence: string): string => grouped(sentence, AMOUNT)

function valueIn(name: string, sources: readonly (Readonly<Record<string, unknown>> | undefined)[]): string {
  for (const source of sources) {
    const value = source?.[name]
    if (value === undefined || value === null) continue
    if (name.endsWith('_bps') && typeof value === 'number') return `${value / 100} percent`
    return Array.isArray(value) ? value.join(', ') : String(value)
  }
  return `{${name}}`
}
