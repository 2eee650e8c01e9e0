import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { scenarioOf } from './scenarios.ts'

/** Answers as the scenario's failure would, before anything is done. */
export function failIfScenarioSays(ctx: Ctx, address: string | null): void {
  switch (scenarioOf(ctx, address)?.effects.failure) {
    case 'rate_limited':
      throw new AppError('rate_limited', 'The sandbox scenario 9429 answers like this.', { extra: { headers: { 'retry-after': '1' } } })
    case 'internal_error':
      throw new AppError('internal_error', 'The sandbox scenario 9500 answers like this.')
    case 'screening_unavailable':
      throw new AppError('screening_unavailable', 'The sandbox scenario 9503 answers like this.')
  }
}
