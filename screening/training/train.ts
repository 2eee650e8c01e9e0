/**
 * Trains the score model on the development half: `node screening/training/train.ts [--cross]`. Deterministic: no randomness, one thread.
 * `--cross` also trains five times without a fifth of the subjects each and reports on that fifth.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FEATURE_COUNT, FEATURES } from '../match.ts'
import { DIMENSIONS, expand, KNOTS, PRODUCTS } from './basis.ts'
import { type Collected, collect } from './collect.ts'

const log = (...parts: unknown[]) => console.log(`${(performance.now() / 1000).toFixed(1)}s`, ...parts)

type Weights = { w: Float64Array; bias: number }
type Example = {
  terms: Float32Array
  right: boolean[]
  identical: boolean[]
  entity: Int32Array
  positive: boolean
  large: boolean
  variation: string
  fold: number
}

const data = collect([
  { file: 'dev', wrongMax: 20, skip: /_unrelated$/ },
  { file: 'negatives_large.dev', wrongMax: 5 },
])
log('collected')

const examples: Example[] = [...data].flatMap(([file, rows]) => rows.map((row) => example(row, file !== 'dev')))

function example({ row, features, right, identical, entity }: Collected, large: boolean): Example {
  const terms = new Float32Array(right.length * DIMENSIONS)
  for (let i = 0; i < right.length; i++) expand(features.subarray(i * FEATURE_COUNT), terms, i * DIMENSIONS)
  const digest = createHash('sha256')
    .update(row.expected_uid ?? row.query)
    .digest()
  return { terms, right, identical, entity, positive: row.expected_uid !== null, large, variation: row.variation, fold: digest[0]! % 5 }
}

function sumOf({ w, bias }: Weights, terms: Float32Array, at: number): number {
  let sum = bias
  for (let d = 0; d < DIMENSIONS; d++) sum += w[d]! * terms[at + d]!
  return sum
}

/** Logistic regression on the hardest candidates of each query, chosen anew each round by the model so far. */
function train(on: readonly Example[], rounds = 6): Weights {
  const model: Weights = { w: new Float64Array(DIMENSIONS), bias: -2 }
  for (let round = 0; round < rounds; round++) {
    const chosen = hardest(on, model, round === 0)
    descend(model, chosen, round === rounds - 1 ? 500 : 220)
    log('round', round, 'rows', chosen.y.length)
  }
  return model
}

type Chosen = { x: { terms: Float32Array; at: number }[]; y: number[]; weight: number[] }

function hardest(on: readonly Example[], model: Weights, first: boolean): Chosen {
  const chosen: Chosen = { x: [], y: [], weight: [] }
  const put = (example: Example, i: number, weight: number) => {
    chosen.x.push({ terms: example.terms, at: i * DIMENSIONS })
    chosen.y.push(example.right[i] ? 1 : 0)
    chosen.weight.push(weight)
  }
  const tops: { example: Example; order: number[]; top: number }[] = []
  for (const example of on) {
    const sums = example.right.map((_, i) => (first ? -i : sumOf(model, example.terms, i * DIMENSIONS)))
    const order = sums.map((_, i) => i).sort((a, b) => sums[b]! - sums[a]!)
    if (!order.length) continue
    if (example.positive) {
      const best = order.find((i) => example.right[i])
      if (best !== undefined && !example.identical[best]) put(example, best, 1)
      for (const i of order.filter((i) => !example.right[i]).slice(0, 2)) put(example, i, 0.15)
    } else if (example.large) tops.push({ example, order, top: sums[order[0]!]! })
    else
      for (const [rank, i] of order.slice(0, 3).entries())
        put(example, i, (rank === 0 ? 1 : 0.25) * (/near/.test(example.variation) ? NEAR : OTHER))
  }
  // Of the many ordinary people the confusable ones teach; a sample of the rest keeps the balance.
  tops.sort((a, b) => b.top - a.top)
  const hard = Math.floor(tops.length * 0.2)
  tops.forEach(({ example, order }, rank) => {
    if (rank < hard) for (const [k, i] of order.slice(0, 2).entries()) put(example, i, k === 0 ? LARGE : 0.4 * LARGE)
    else if (rank % 8 === 0) put(example, order[0]!, 4 * LARGE)
  })
  return chosen
}

/** What a near miss, any other wrong name of the development set and a hard one of the large set weigh beside a right one. */
const NEAR = 20
const OTHER = 5
const LARGE = 0.3

/** Adam over all rows at once; confident false alarms weigh more. */
function descend(model: Weights, { x, y, weight }: Chosen, steps: number): void {
  const rows = x.length
  const n = DIMENSIONS + 1
  const gradient = new Float64Array(n)
  const mean = new Float64Array(n)
  const square = new Float64Array(n)
  const { w } = model
  for (let step = 1; step <= steps; step++) {
    gradient.fill(0)
    let total = 0
    for (let r = 0; r < rows; r++) {
      const { terms, at } = x[r]!
      let sum = model.bias
      for (let d = 0; d < DIMENSIONS; d++) sum += w[d]! * terms[at + d]!
      const p = 1 / (1 + Math.exp(-sum))
      const pull = weight[r]! * (y[r] ? 1 : 1 + 4 * p)
      const error = (p - y[r]!) * pull
      total += pull
      for (let d = 0; d < DIMENSIONS; d++) gradient[d]! += error * terms[at + d]!
      gradient[DIMENSIONS]! += error
    }
    const rate = 0.05 * (step < steps * 0.7 ? 1 : 0.2)
    for (let d = 0; d < n; d++) {
      const g = gradient[d]! / total + (d < DIMENSIONS ? 1e-4 * w[d]! : 0)
      mean[d] = 0.9 * mean[d]! + 0.1 * g
      square[d] = 0.999 * square[d]! + 0.001 * g * g
      const move = (rate * (mean[d]! / (1 - 0.9 ** step))) / (Math.sqrt(square[d]! / (1 - 0.999 ** step)) + 1e-8)
      if (d < DIMENSIONS) w[d]! -= move
      else model.bias -= move
    }
  }
}

const IDENTICAL = 1e6

function evaluate(on: readonly Example[], models: (example: Example) => Weights) {
  const tops: { example: Example; top: number; right: number; first: boolean }[] = []
  for (const example of on) {
    const model = models(example)
    let top = -1e9
    let right = -1e9
    for (let i = 0; i < example.right.length; i++) {
      const sum = example.identical[i] ? IDENTICAL : sumOf(model, example.terms, i * DIMENSIONS)
      if (sum > top) top = sum
      if (example.right[i] && sum > right) right = sum
    }
    tops.push({ example, top, right, first: right >= top })
  }
  const cut = (rows: typeof tops, rate: number) => {
    const sorted = rows.map((r) => r.top).sort((a, b) => b - a)
    return sorted[Math.floor(rate * sorted.length)] ?? -1e9
  }
  const positives = tops.filter((t) => t.example.positive)
  const negatives = tops.filter((t) => !t.example.positive && !t.example.large)
  const ordinary = negatives.filter((t) => !/near/.test(t.example.variation))
  const large = tops.filter((t) => t.example.large)
  const recall = (at: number, only: RegExp = /./, rank1 = false) => {
    const rows = positives.filter((p) => only.test(p.example.variation))
    return +((100 * rows.filter((p) => p.right > at && (!rank1 || p.first)).length) / rows.length).toFixed(2)
  }
  const ALIAS = /^alias_(strong|weak)$|yente|peer_case/
  const t = {
    dev01: cut(negatives, 0.001),
    dev1: cut(negatives, 0.01),
    dev5: cut(negatives, 0.05),
    large01: cut(large, 0.001),
    large1: cut(large, 0.01),
    ord1: cut(ordinary, 0.01),
  }
  const variations = [...new Set(positives.map((p) => p.example.variation))].sort()
  const near = negatives.filter((n) => /near/.test(n.example.variation))
  return {
    cuts: t,
    'dev 0.1/1/5': [recall(t.dev01), recall(t.dev1), recall(t.dev5)],
    '@1 at 1': recall(t.dev1, /./, true),
    'alias, nonlatin at 1': [recall(t.dev1, ALIAS), recall(t.dev1, /nonlatin/)],
    'large 1/0.1': [recall(t.large1), recall(t.large01)],
    'alias large 1/0.1': [recall(t.large1, ALIAS), recall(t.large01, ALIAS)],
    'near at ordinary 1': +((100 * near.filter((n) => n.top > t.ord1).length) / near.length).toFixed(2),
    byVariation: Object.fromEntries(variations.map((v) => [v, recall(t.dev1, new RegExp(`^${v}$`))])),
  }
}

if (process.argv.includes('--cross')) {
  const models = [0, 1, 2, 3, 4].map((held) => train(examples.filter((e) => e.fold !== held)))
  const { cuts, ...report } = evaluate(examples, (e) => models[e.fold]!)
  console.log('cross-validated by subject:', JSON.stringify(report, null, 1))
}

const final = train(examples)
const report = evaluate(examples, () => final)
console.log('on what it was trained on:', JSON.stringify(report, null, 1))

// The curve: alarms on ordinary people are at 0.85 about one in 400; the sums between are spread evenly.
const ordinaryTops = examples
  .filter((e) => e.large)
  .map((e) => Math.max(-20, ...e.right.map((_, i) => (e.identical[i] ? -20 : sumOf(final, e.terms, i * DIMENSIONS)))))
  .sort((a, b) => b - a)
const at = (rate: number) => ordinaryTops[Math.floor(rate * ordinaryTops.length)]!
const alarm = at(0.0025)
const curve = [
  [at(0.4), 0.25],
  [Math.min(at(0.05), report.cuts.dev5) - 0.2, 0.5],
  [alarm, 0.85],
  [alarm + 2.5, 0.92],
  [alarm + 6, 0.97],
].map(([sum, score]) => [+sum!.toFixed(4), score])
const round = (x: number) => +x.toFixed(5)
let d = 0
const terms = FEATURES.map((name) => {
  const weights = KNOTS[name].map(() => round(final.w[d++]!))
  return `    ${name}: { knots: ${JSON.stringify(KNOTS[name])}, weights: ${JSON.stringify(weights)} },`
})
const products = PRODUCTS.map((of) => `    { of: ${JSON.stringify(of)}, weight: ${round(final.w[d++]!)} },`)
writeFileSync(
  join(import.meta.dirname, '../model.ts'),
  `import type { ScoreModel } from './score.ts'

/** Written by training/train.ts; to change it, change the training. */
export const MODEL: ScoreModel = {
  bias: ${round(final.bias)},
  terms: {
${terms.join('\n')}
  },
  products: [
${products.join('\n')}
  ],
  curve: ${JSON.stringify(curve)},
}
`,
)
log('written', JSON.stringify(curve))
