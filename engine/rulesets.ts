import { ARCHIVE } from './archive/index.generated.ts'
import type { Check } from './facts.ts'
import { RULES } from './rules/index.generated.ts'
import { buildRuleset, dataOf, type Overrides, type Ruleset } from './ruleset.ts'

export type { Overrides, Ruleset }
export { RULES }

const ID = 'sealwright'
/** Raised with every change of a rule's version or parameters; `node tools/archive-ruleset.ts` then adds the new one to the archive. */
export const CURRENT_VERSION = '2026.11.10'

/** The rules now in use. */
export const currentRuleset: Ruleset = buildRuleset(dataOf(RULES, ID, CURRENT_VERSION), RULES)

const built = new Map<string, Ruleset>([[CURRENT_VERSION, currentRuleset]])

/**
 * The ruleset of a version, for replaying a decision under the law it was made by. Parameters come from the archive.
 * Throws RangeError when the version was never archived or needs a predicate that is no longer in this build.
 */
export function ruleset(version: string): Ruleset {
  const known = built.get(version)
  if (known) return known
  const data = ARCHIVE.find((one) => one.version === version)
  if (!data) throw new RangeError(`No ruleset has the version ${version}.`)
  const ready = buildRuleset(data, RULES)
  built.set(version, ready)
  return ready
}

/** The current rules with other parameters or severities: a new ruleset with its own version and hash. Throws RangeError on an unknown code. */
export function rulesetWith(overrides: Overrides, version: string): Ruleset {
  return buildRuleset(dataOf(RULES, ID, version, overrides), RULES)
}

/** Every fact that the rules of a check may read, with its kind: what a caller gathers before it decides. */
export function factsFor(check: Check): readonly { path: string; kind: string }[] {
  const found = new Map<string, string>()
  const add = (needs: Ruleset['plan'][Check][number]['needs']): void => {
    for (const need of needs) {
      if (need.derived) add(need.derived.list)
      else found.set(need.path, need.kind.name)
    }
  }
  for (const compiled of currentRuleset.plan[check]) add(compiled.needs)
  return [...found].map(([path, kind]) => ({ path, kind })).sort((a, b) => (a.path < b.path ? -1 : 1))
}
