/** Facts of the tenant's own upkeep: texts about to be published and measures of its tokens. "none" when there is nothing to judge. */
import { fact } from '../vocabulary.ts'

export const publication = {
  publication: fact('case.publication'),
}

export const tokenMetrics = {
  metrics: fact('case.token_metrics'),
}
