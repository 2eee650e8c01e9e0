import type { DecisionResult } from '@sealwright/sdk'

/** A decision in words for the person it is about. */
export interface Told {
  id: string
  outcome: 'allow' | 'deny' | 'review'
  headline: string
  reasons: { code: string; text: string; source: string | null; url: string | null }[]
  missing: { fact: string; from: string; how: string | null }[]
  at: string
}

const HEADLINES = { allow: 'Allowed', deny: 'Not allowed', review: 'A person looks at this first' }

/** What only you may know of somebody, and not they: that they resemble a listed name, or hold an office. A person of yours looks first. */
const NOT_FOR_THEM: ReadonlySet<string> = new Set(['sanctions_name_possible', 'sanctions_exception', 'pep_match'])

/** What stands against it, with its sources, and what is still to be given. An outcome that is not known reads as review. */
export function tell(decision: DecisionResult): Told {
  const outcome = decision.outcome === 'allow' || decision.outcome === 'deny' ? decision.outcome : 'review'
  const open = outcome !== 'deny' && decision.missing.length > 0
  return {
    id: decision.id,
    outcome: open ? 'review' : outcome,
    headline: open ? 'More is needed first' : HEADLINES[outcome],
    reasons: decision.rules
      .filter(({ code, result }) => (result === 'fail' || result === 'review') && !NOT_FOR_THEM.has(code))
      .map(({ code, message, citation }) => ({
        code,
        text: message ?? code.replaceAll('_', ' '),
        source: citation?.label ?? null,
        url: citation?.url?.startsWith('https://') ? citation.url : null,
      })),
    missing: decision.supply.map(({ fact, from, how }) => ({ fact, from, how })),
    at: decision.evaluated_at,
  }
}
