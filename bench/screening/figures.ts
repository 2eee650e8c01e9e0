import { newEntity } from '#screening/lists/build.ts'
import { NAME_WORDS } from '#screening/names/name-words.ts'
import { createScreener, REVIEW_SCORE, type Screener } from '#screening/screen.ts'
import { type Asked, judgedWords, type Labelled } from './labelled.ts'

/** A share in per cent with its 95 % interval (Wilson) and of how many it was taken. */
export type Figure = { value: number; low: number; high: number; of: number }
export type Figures = Record<string, Figure>

/** The share of false alarms at which recall is told. */
export const FALSE_ALARMS = 0.01

export function figure(hits: number, of: number): Figure {
  const z = 1.96
  const p = of ? hits / of : 0
  const middle = (p + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const reach = (z / (1 + (z * z) / of)) * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of))
  const per = (x: number) => Math.round(x * 1000) / 10
  return { value: per(p), low: per(Math.max(0, middle - reach)), high: per(Math.min(1, middle + reach)), of }
}

/** The parties of a labelled set as a list in force. */
export function screenerOf({ parties }: Labelled): Screener {
  const entries = parties.map(({ id, type, name }) => ({
    ...newEntity({ list: 'us_ofac_sdn', id, type }),
    id,
    names: [{ full: name, strength: 'strong' as const, kind: 'primary' as const }],
  }))
  const at = '2026-11-01T00:00:00Z'
  return createScreener([{ source: 'us_ofac_sdn', version: 'labelled', sha256: '', published_at: at, loaded_at: at, entries }])
}

type Answer = Asked & { top: number; right: number }

/**
 * What a matcher makes of a labelled set, by part, group and way: recall at 1 % false alarms over all who are not listed; `found` and `alarms`
 * are as the product answers, from the score of review on. The words of the judged part are taken out of the product's table of names, so that
 * its figures say what the rules make of names that no table has.
 */
export function figuresOf(labelled: Labelled, screener: Screener): Measured {
  const known = NAME_WORDS as Map<string, readonly string[]>
  const kept = new Map(judgedWords().flatMap((word) => (known.has(word) ? [[word, known.get(word)!] as const] : [])))
  for (const word of kept.keys()) known.delete(word)
  try {
    return measured(labelled, screener)
  } finally {
    for (const [word, latin] of kept) known.set(word, latin)
  }
}

type Measured = { figures: Figures; missed: Answer[]; alarmed: Answer[] }

function measured({ asked }: Labelled, screener: Screener): Measured {
  const answers: Answer[] = asked.map((one) => {
    const matches = screener.screen({ full_name: one.query }, { threshold: 0.01, limit: 20, explain: false })
    return { ...one, top: matches[0]?.score ?? 0, right: matches.find(({ entity }) => entity.id === one.id)?.score ?? 0 }
  })
  const figures: Figures = {}
  const missed: Answer[] = []
  for (const part of ['tuned', 'judged'] as const) {
    const own = answers.filter((answer) => answer.part === part)
    const tops = own.filter(({ id }) => id === null).map(({ top }) => top)
    const cut = tops.sort((a, b) => b - a)[Math.floor(FALSE_ALARMS * tops.length)] ?? 0
    const positives = own.filter(({ id }) => id !== null)
    missed.push(...positives.filter(({ right }) => right <= cut))
    const recall = (name: string, of: readonly Answer[]) => {
      if (!of.length) return
      figures[`${part} ${name} recall`] = figure(of.filter(({ right }) => right > cut).length, of.length)
      figures[`${part} ${name} found`] = figure(of.filter(({ right }) => right >= REVIEW_SCORE).length, of.length)
    }
    recall('all', positives)
    for (const group of new Set(positives.map((one) => one.group)))
      for (const way of ['native', 'native_traditional', 'native_turned', 'native_cantonese', 'native_hokkien', 'native_wade_giles'])
        recall(
          `${group} ${way}`,
          positives.filter((one) => one.group === group && one.way === way),
        )
    for (const way of new Set(positives.map((one) => one.way)))
      if (!way.startsWith('native'))
        recall(
          `way ${way}`,
          positives.filter((one) => one.way === way),
        )
    for (const group of ['all', ...new Set(own.map((one) => one.group))]) {
      const negatives = own.filter((one) => one.id === null && (group === 'all' || one.group === group))
      figures[`${part} ${group} alarms`] = figure(negatives.filter(({ top }) => top >= REVIEW_SCORE).length, negatives.length)
    }
  }
  return { figures, missed, alarmed: answers.filter(({ id, top }) => id === null && top >= REVIEW_SCORE) }
}

/** Figures that fell, or alarms that rose, by more than the interval of the baseline. */
export function worse(now: Figures, baseline: Figures): string[] {
  return Object.entries(baseline).flatMap(([name, { value, low, high }]) => {
    const own = now[name]
    if (!own) return [`${name}: is not measured any more`]
    const isWorse = name.endsWith(' alarms') ? own.value > high : own.value < low
    return isWorse ? [`${name}: ${own.value} % where the baseline has ${value} % (${low} to ${high})`] : []
  })
}

/** The set that figures are published of, and the one that every run of the tests measures. */
export const LONG = { each: 160, seed: 20_261_127 }
export const SHORT = { each: 14, seed: 7 }
