import { CandidateSearch } from './candidates.ts'
import { explainName, type Lift, type MatchFeature } from './explain.ts'
import type { NameIndex } from './index.ts'
import { FEATURE_COUNT, NameMatcher } from './match.ts'
import { MODEL } from './model.ts'
import { prepareQueries, type Query } from './query.ts'
import { addUp, type CompiledModel, compileModel, toScore } from './score.ts'

/** A listed name found. `entity` and `ordinal` are positions in what the index was built from. */
export type NameHit = {
  entity: number
  ordinal: number
  score: number
  /** The pieces of the score, worked out on asking by scoring again with the same code. `candidate` is the name as listed. */
  explain(candidate: string): MatchFeature[]
}

/** The same words in another order: family name first is a custom, not a difference. */
const SAME_WORDS = 0.975

/** Many people share a rendering of Chinese or Korean characters: somebody has to look, no more. */
const SPELLED_OUT = 0.855

const MODEL_IN_FORCE = compileModel(MODEL)

/** Candidate search, comparison and score over one index. For one thread. */
export class NameSearch {
  readonly #search: CandidateSearch
  readonly #matcher: NameMatcher
  readonly #model: CompiledModel
  readonly #parts = new Float64Array(FEATURE_COUNT)

  constructor(index: NameIndex, model: CompiledModel = MODEL_IN_FORCE) {
    this.#search = new CandidateSearch(index)
    this.#matcher = new NameMatcher(index)
    this.#model = model
  }

  get size(): number {
    return this.#search.index.nameEntity.length
  }

  /** Names scoring at least `floor`, in no order; a name that several readings of the text find is there for each. */
  find(text: string, floor: number): NameHit[] {
    const { index, found } = this.#search
    const hits: NameHit[] = []
    for (const query of prepareQueries(text)) {
      const count = this.#search.find(query)
      this.#matcher.begin(query)
      for (let c = 0; c < count; c++) {
        const name = found[c]!
        const score = this.#score(name)
        if (score < floor) continue
        hits.push({
          entity: index.nameEntity[name]!,
          ordinal: index.nameOrdinal[name]!,
          score,
          explain: (candidate) => this.#explain(query, name, candidate),
        })
      }
    }
    return hits
  }

  /** Score of one listed name for a query, whether or not the candidate search would have come upon it. */
  scoreName(query: Query, name: number): number {
    this.#matcher.begin(query)
    return this.#score(name)
  }

  #score(name: number): number {
    const score = this.#modelScore(name)
    if (this.#matcher.identical) return 1
    return this.#lift(score)?.score ?? score
  }

  #modelScore(name: number): number {
    this.#matcher.compare(name)
    return toScore(this.#model, addUp(this.#model, this.#matcher.features, this.#parts))
  }

  /** What a rule makes of the pair last compared, where that is more than the model does. */
  #lift(score: number): Lift | null {
    if (this.#matcher.sameWords && score < SAME_WORDS) return { name: 'same_words', score: SAME_WORDS }
    return this.#matcher.spelledOut && score < SPELLED_OUT ? { name: 'spelled_out', score: SPELLED_OUT } : null
  }

  #explain(query: Query, name: number, candidate: string): MatchFeature[] {
    this.#matcher.begin(query)
    const modelScore = this.#modelScore(name)
    const pieces = explainName({
      query,
      matcher: this.#matcher,
      name,
      parts: this.#parts,
      start: toScore(this.#model, this.#model.bias),
      modelScore,
      lift: this.#lift(modelScore),
    })
    return pieces.map((piece) => (piece.candidate || piece.name === 'name_word' ? piece : { ...piece, candidate }))
  }
}
