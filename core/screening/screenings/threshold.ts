import { appliedThreshold, REVIEW_SCORE, STRONG_NAME } from '#screening/screen.ts'

export const THRESHOLD_WORDS =
  'Score from which a name is a possible match, 0.50 to 1.00. Lower finds more. Above 0.85 fewer names are looked at, which is warned of and kept with the check; above 0.90 it stays at 0.90, and a name that scores 0.90 by itself is always looked at.'

/** What a threshold above the product's own does, in words for whoever set it; nothing for one that tightens. */
export function thresholdWarnings(asked: number): { code: string; detail: string }[] {
  if (asked <= REVIEW_SCORE) return []
  const applied = appliedThreshold(asked)
  const loosened = {
    code: 'threshold_loosened',
    detail: `Names scoring from ${REVIEW_SCORE} up to ${applied} were not looked at: a threshold above ${REVIEW_SCORE} was asked for. It is recorded.`,
  }
  const capped = {
    code: 'threshold_capped',
    detail: `A threshold of ${asked} was asked for; ${STRONG_NAME} was applied, because a strong name is always looked at.`,
  }
  return asked > applied ? [loosened, capped] : [loosened]
}

/** A loosened threshold as the record of a check keeps it; empty for one that tightens. */
export const loosened = (asked: number): { threshold?: { asked: number; applied: number } } =>
  asked > REVIEW_SCORE ? { threshold: { asked: Math.round(asked * 10_000), applied: Math.round(appliedThreshold(asked) * 10_000) } } : {}
