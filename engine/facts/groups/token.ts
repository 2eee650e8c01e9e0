import { parseDay } from '../../dates.ts'
import type { Now } from '../../facts.ts'
import { info, type Verdict } from '../../rule.ts'
import { fact } from '../vocabulary.ts'
import { tx } from './payment.ts'

export const token = {
  market: tx.market,
  type: tx.type,
  frameworks: fact('token.frameworks'),
  early: fact('tenant.genius_early'),
  outstanding: fact('token.outstanding_usd'),
}
export const reserves = {
  assets: fact('token.reserves'),
  snapshot: fact('token.reserves_at'),
}
export const micaClass = fact('token.mica_class')

/** The act comes into force on the earlier of 2027-01-18 and 120 days after final regulations (Pub. L. 119-27 sec. 20). Before that its rules only inform, unless the tenant asked to be held to it early. */
export function underGenius(f: { readonly early: boolean }, from: string, now: Now, judge: () => Verdict): Verdict {
  if (now.day >= parseDay(from)! || f.early) return judge()
  try {
    const verdict = judge()
    return verdict.result === 'pass' ? verdict : info({ ...verdict.params, in_force_from: from })
  } catch {
    // A fact that is not known yet stops nothing before the act is in force.
    return info({ in_force_from: from })
  }
}

type Scope = { readonly market: string; readonly type: string; readonly frameworks: readonly string[] }
/** Whether units of a token under a framework come into being. */
export function mints(f: Scope, framework: 'genius' | 'mica'): boolean {
  return f.market === 'stablecoins' && f.type === 'mint' && f.frameworks.includes(framework)
}
export function concerns(f: Scope, framework: 'genius' | 'mica', types: readonly string[]): boolean {
  return f.market === 'stablecoins' && types.includes(f.type) && f.frameworks.includes(framework)
}
