import { goldenFacts, mismatch, runGolden } from '#engine/goldens.ts'
import type { Rule } from '#engine/rule.ts'
import { CURRENT_VERSION, RULES } from '#engine/rulesets.ts'

/** Rules about suspicion are not published: the law forbids telling anyone how they are watched. */
const published: readonly Rule[] = RULES.filter((rule) => rule.visibility !== 'officer').toSorted(
  (a, b) => a.order - b.order || a.code.localeCompare(b.code),
)

export const rulesetVersion = CURRENT_VERSION

export const ruleCards = () =>
  published.map(({ code, market, sentence, citation, severity }) => ({ code, market, sentence, citation: citation.label, severity }))

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** A rule's page: what it says, and its cases as they come out now. Throws 404 for an unknown or unpublished code. */
export function rulePage(code: string) {
  const rule = published.find((candidate) => candidate.code === code.toUpperCase())
  if (!rule) throw new Response(null, { status: 404 })
  const started = performance.now()
  const cases = rule.goldens.map((golden) => {
    const outcome = runGolden(rule, golden)
    return {
      name: golden.name,
      facts: Object.entries(golden.facts).map(([path, value]) => ({ path, value: value === null ? 'not given' : shown(value) })),
      expect: golden.expect as string,
      result: outcome.result as string,
      message: outcome.message,
      agrees: mismatch(golden, outcome) === null,
      given: JSON.stringify(goldenFacts(rule, golden), null, 2),
    }
  })
  return {
    code: rule.code,
    version: rule.version,
    market: rule.market as string,
    sentence: rule.sentence,
    // As a case hears it, with its figures; the words with their gaps where no case does.
    message:
      cases.find((each) => each.message && ['fail', 'review', 'needs_info'].includes(each.result))?.message ??
      (typeof rule.message === 'string' ? rule.message : Object.values(rule.message).join(' · ')),
    citation: rule.citation,
    certainty: rule.certainty as string,
    severity: rule.severity as string,
    inForceFrom: rule.in_force_from,
    inForceTo: rule.in_force_to ?? null,
    checks: [...rule.checks] as string[],
    params: Object.entries(rule.params as Record<string, unknown>).map(([name, value]) => ({ name, value: shown(value) })),
    needs: [...new Set(Object.values(rule.needs as Record<string, { path?: string }>).flatMap((need) => (need.path ? [need.path] : [])))],
    byte: rule.byte ?? null,
    earlier: (rule.earlier ?? []).map((old: { version: number; in_force_from: string; in_force_to: string }) => ({
      version: old.version,
      from: old.in_force_from,
      to: old.in_force_to,
    })),
    cases,
    tookMs: Math.max(0.1, Math.round((performance.now() - started) * 10) / 10),
  }
}
