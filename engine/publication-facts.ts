/** Facts of the tenant's own upkeep: texts about to be published and measures of its tokens. "none" when there is nothing to judge. */
import { fact, k } from './facts.ts'

export const publication = {
  publication: fact.orNone(
    fact.record('case.publication', {
      kind: k.oneOf(['stablecoin', 'yield']),
      text: k.text,
      apy_at: k.orNone(k.instant),
      source: k.orNone(k.text),
      rate: k.orNone(k.oneOf(['variable', 'fixed'])),
    }),
  ),
}

export const tokenMetrics = {
  metrics: fact.orNone(
    fact.record('case.token_metrics', {
      class: k.oneOf(['emt', 'art', 'other']),
      eu_currency: k.bool,
      holders: k.int,
      value_eur: k.decimal,
      transactions: k.int,
      daily_eur: k.decimal,
      gatekeeper: k.bool,
      international: k.bool,
      interconnected: k.bool,
      issues_others: k.bool,
    }),
  ),
}
