import type { QueryRow } from '#screening/training/data.ts'
import type { Hit } from './peers/peer.ts'

/** What an engine answered to one labelled query. `right` is -1 where no accepted entity was found. */
export type Answer = { variation: string; positive: boolean; top: number; right: number; rankedFirst: boolean }

export function answerOf(row: QueryRow, hits: readonly Hit[]): Answer {
  const accept = new Set(row.accept_uids ?? [])
  const position = hits.findIndex((hit) => accept.has(hit.uid))
  return {
    variation: row.variation,
    positive: row.expected_uid !== null,
    top: hits[0]?.score ?? -1,
    right: position < 0 ? -1 : hits[position]!.score,
    rankedFirst: position === 0,
  }
}

export const isHeadline = (a: Answer) => a.positive && !a.variation.endsWith('_unrelated')
export const isRealAlias = (a: Answer) => a.positive && /^alias_(strong|weak)$|yente|peer_case/.test(a.variation)
export const isNear = (a: Answer) => a.variation.startsWith('neg_near')

/** The score that lets exactly this share of wrong names through. */
export function cutAt(negatives: readonly Answer[], rate: number): number {
  const tops = negatives.map((a) => a.top).sort((a, b) => b - a)
  return tops[Math.floor(rate * tops.length)] ?? -1
}

/** Per cent of answers whose right entity is above the cut, NaN for none. */
export function recall(answers: readonly Answer[], cut: number, first = false): number {
  return (100 * answers.filter((a) => a.right > cut && (!first || a.rankedFirst)).length) / answers.length
}

/** Area under the curve and best F1 threshold of scored pairs. */
export function aucOf(pairs: readonly { score: number; match: boolean }[]): number {
  const sorted = [...pairs].sort((a, b) => a.score - b.score)
  let rank = 0
  let sum = 0
  for (let i = 0; i < sorted.length; ) {
    let end = i
    while (end < sorted.length && sorted[end]!.score === sorted[i]!.score) end++
    for (let k = i; k < end; k++) if (sorted[k]!.match) sum += (i + end + 1) / 2
    i = end
  }
  rank = pairs.filter((p) => p.match).length
  const others = pairs.length - rank
  return (sum - (rank * (rank + 1)) / 2) / (rank * others)
}

export function f1At(pairs: readonly { score: number; match: boolean }[], threshold: number): number {
  const right = pairs.filter((p) => p.match && p.score >= threshold).length
  const said = pairs.filter((p) => p.score >= threshold).length
  return (2 * right) / (said + pairs.filter((p) => p.match).length || 1)
}

export function bestF1(pairs: readonly { score: number; match: boolean }[]): { f1: number; threshold: number } {
  let best = { f1: 0, threshold: 1 }
  for (const threshold of new Set(pairs.map((p) => p.score))) {
    const f1 = f1At(pairs, threshold)
    if (f1 > best.f1) best = { f1, threshold }
  }
  return best
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
