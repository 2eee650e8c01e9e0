import { FEATURE_COUNT, FEATURES, type FeatureName } from './match.ts'

/**
 * An additive model: each feature adds a piecewise-linear amount, each pair of `products` adds its product, and the sum goes through a
 * fixed rising curve to a score. Everything that moves a score is therefore one of its terms.
 */
export type ScoreModel = {
  bias: number
  terms: Record<FeatureName, { knots: number[]; weights: number[] }>
  products: { of: [FeatureName, FeatureName]; weight: number }[]
  /** Sums and the scores they mean, rising; straight lines between. */
  curve: [sum: number, score: number][]
}

/** The model in flat arrays, for speed. */
export type CompiledModel = {
  bias: number
  knotFrom: Int32Array
  knots: Float64Array
  weights: Float64Array
  productA: Int32Array
  productB: Int32Array
  productWeight: Float64Array
  curve: readonly (readonly [number, number])[]
}

export function compileModel(model: ScoreModel): CompiledModel {
  const knotFrom = new Int32Array(FEATURE_COUNT + 1)
  const knots: number[] = []
  const weights: number[] = []
  FEATURES.forEach((name, f) => {
    knots.push(...model.terms[name].knots)
    weights.push(...model.terms[name].weights)
    knotFrom[f + 1] = knots.length
  })
  return {
    bias: model.bias,
    knotFrom,
    knots: Float64Array.from(knots),
    weights: Float64Array.from(weights),
    productA: Int32Array.from(model.products, ({ of }) => FEATURES.indexOf(of[0])),
    productB: Int32Array.from(model.products, ({ of }) => FEATURES.indexOf(of[1])),
    productWeight: Float64Array.from(model.products, ({ weight }) => weight),
    curve: model.curve,
  }
}

/** What a model makes of features: the amount each feature adds, a product counted half to each side. */
export function addUp(model: CompiledModel, features: Float64Array, parts: Float64Array): number {
  const { knotFrom, knots, weights, productA, productB, productWeight } = model
  let sum = model.bias
  for (let f = 0; f < FEATURE_COUNT; f++) {
    const x = features[f]!
    let part = 0
    for (let k = knotFrom[f]!, end = knotFrom[f + 1]!; k < end; k++) {
      const over = x - knots[k]!
      // Knots rise: past the first one not reached none is.
      if (!(over > 0)) break
      part += weights[k]! * over
    }
    parts[f] = part
    sum += part
  }
  for (let p = 0; p < productWeight.length; p++) {
    const a = productA[p]!
    const b = productB[p]!
    const part = productWeight[p]! * features[a]! * features[b]!
    parts[a]! += part / 2
    parts[b]! += part / 2
    sum += part
  }
  return sum
}

/** Score of a sum, 0 to 1, never falling as the sum rises. */
export function toScore(model: CompiledModel, sum: number): number {
  const { curve } = model
  const [first] = curve
  if (sum <= first![0]) return first![1] / (1 + (first![0] - sum))
  for (let i = 1; i < curve.length; i++) {
    const [to, high] = curve[i]!
    if (sum > to) continue
    const [from, low] = curve[i - 1]!
    return low + ((high - low) * (sum - from)) / (to - from)
  }
  const [last, top] = curve.at(-1)!
  // Above the curve's end it closes in on the highest score a name that differs can have.
  return top + (NAME_SCORE_MAX - top) * (1 - 1 / (1 + (sum - last)))
}

/** Only a name that is the same letter for letter scores 1. */
const NAME_SCORE_MAX = 0.9999
