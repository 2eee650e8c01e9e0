import { RULES } from './rules/index.generated.ts'
import { buildRuleset, dataOf, type Overrides, type Ruleset } from './ruleset.ts'

export type { Overrides, Ruleset }
export { RULES }

const ID = 'sealwright'
/** Raised with every change of a rule's version or parameters; the ruleset it replaces goes into the archive. */
export const CURRENT_VERSION = '2026.11.1'

/** The rules now in use. */
export const currentRuleset: Ruleset = buildRuleset(dataOf(RULES, ID, CURRENT_VERSION), RULES)

/** The current rules with other parameters or severities: a new ruleset with its own version and hash. Throws RangeError on an unknown code. */
export function rulesetWith(overrides: Overrides, version: string): Ruleset {
  return buildRuleset(dataOf(RULES, ID, version, overrides), RULES)
}
