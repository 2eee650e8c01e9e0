import { eachEqual, eachSlip, eachTriple, eachWithSlip, findWithout, findWord, hashBytes, type NameIndex } from './index.ts'
import type { QueryWord } from './query.ts'
import { wordSimilarity } from './word-similarity.ts'

/** Listed words like a word asked for, the most alike first. */
export type SimilarWords = {
  words: Int32Array
  /** What each gives to a name that holds it; negative where it is only part of the word asked for, or that of it. */
  points: Int16Array
  /** Names holding one of them, a name counted for each. */
  holders: number
}

/** Share of its letter triples a word must have in common to be compared closely. */
const SHARED_TRIPLES = 0.36
/** Holders after which a letter triple of a long word is passed over. */
const COMMON_TRIPLE = 700
const ALIKE = 0.55
/** Words like one word, at most. */
const SIMILAR_MAX = 4096
/** More words than any index has. */
const WORDS_MAX = 1_048_576
/** Points of a full unit of rarity. */
export const UNIT = 64
/** Words whose likes are kept: given names and company words come again and again. */
const KEPT_MAX = 4096

/** Finds listed words like a word. Holds scratch memory: one per thread and index. */
export class WordSearch {
  readonly #index: NameIndex
  readonly #shared: Uint8Array
  readonly #sharing: Int32Array
  /** Similarity and word packed into one number each, which sort the most alike first and equals by word. */
  readonly #packed = new Float64Array(SIMILAR_MAX)
  readonly #similarity = new Float32Array(1)
  readonly #bits = new Int32Array(this.#similarity.buffer)
  readonly #kept = new Map<string, SimilarWords>()
  /** The turn in which a word was last come upon. */
  readonly #seen: Int32Array
  #turn = 0
  #count = 0

  constructor(index: NameIndex) {
    const words = index.wordFrom.length - 1
    this.#index = index
    this.#shared = new Uint8Array(words)
    this.#sharing = new Int32Array(words)
    this.#seen = new Int32Array(words)
  }

  like(word: QueryWord): SimilarWords {
    const key = word.abjadHash ? `${word.text}*` : word.text
    const known = this.#kept.get(key)
    if (known) return known
    this.#count = 0
    this.#turn++
    this.#addSharing(word)
    this.#addHalves(word)
    this.#addSameBones(word)
    this.#addSlips(word)
    if (word.nickname >= 0) for (const w of this.#nicknames(word.nickname)) this.#add(w, 0.96)
    const itself = findWord(this.#index, word.bytes)
    if (itself >= 0) this.#add(itself, 1)
    const found = this.#weigh(word)
    // The one kept longest makes room.
    if (this.#kept.size >= KEPT_MAX) this.#kept.delete(this.#kept.keys().next().value!)
    this.#kept.set(key, found)
    return found
  }

  #add(word: number, similarity: number): void {
    if (this.#count >= SIMILAR_MAX) return
    this.#seen[word] = this.#turn
    this.#similarity[0] = similarity
    const bits = this.#bits[0]!
    this.#packed[this.#count++] = (bits < 0 ? bits ^ 0x7fffffff : bits) * -WORDS_MAX + word
  }

  /** Words with letter triples in common. */
  #addSharing(word: QueryWord): void {
    const index = this.#index
    const { tripleFrom, tripleWords, triples, foldFrom } = index
    const shared = this.#shared
    const sharing = this.#sharing
    const length = word.folded.length
    // A single triple in common is too little for any but the shortest words.
    const enough = length >= 4 ? 1 : 0
    let count = 0
    let own = 0
    let passed = 0
    // Endings half the world shares say little and cost most.
    const long = length >= 6
    eachTriple(word.folded, 0, length, (triple) => {
      const from = tripleFrom[triple]!
      const end = tripleFrom[triple + 1]!
      if (long && end - from > COMMON_TRIPLE && passed < 2) {
        passed++
        return
      }
      own++
      for (let k = from; k < end; k++) {
        const w = tripleWords[k]!
        if (shared[w]!++ === enough) sharing[count++] = w
      }
    })
    for (let k = 0; k < count; k++) {
      const w = sharing[k]!
      const common = shared[w]!
      const theirs = triples[w]! - passed
      if (common * 2 >= SHARED_TRIPLES * (own + theirs)) {
        const similarity = wordSimilarity(word, index, w)
        if (similarity >= ALIKE) {
          this.#add(w, similarity)
          continue
        }
      }
      // Words written together or apart share the triples inside, not those at the seam.
      const inner = Math.min(own, theirs) - 1
      if (inner >= 2 && common >= inner - (inner > 4 ? 1 : 0) && Math.max(own, theirs) >= Math.min(own, theirs) + 2) {
        const least = Math.min(foldFrom[w + 1]! - foldFrom[w]!, length)
        if (least >= 3) this.#add(w, -0.85 * Math.min(1, least / 5))
      }
    }
    shared.fill(0)
  }

  /** Written together: what its front and its back would be as words. */
  #addHalves({ bytes }: QueryWord): void {
    if (bytes.length < 4) return
    for (let cut = 2; cut <= bytes.length - 2; cut++) {
      const front = findWord(this.#index, bytes, 0, cut)
      const back = findWord(this.#index, bytes, cut, bytes.length - cut)
      const both = front >= 0 && back >= 0
      const behind = bytes.length - cut
      if (front >= 0 && (both || cut >= 4)) this.#add(front, -0.9 * Math.min(1, cut / 4))
      if (back >= 0 && (both || behind >= 4)) this.#add(back, -0.9 * Math.min(1, behind / 4))
    }
  }

  #addSameBones(word: QueryWord): void {
    const index = this.#index
    const consider = (w: number) => {
      const similarity = wordSimilarity(word, index, w)
      if (similarity >= ALIKE) this.#add(w, similarity)
    }
    if (word.skeletonHash) eachEqual(index.bySkeleton, index.skeletonHash, word.skeletonHash, consider)
    if (word.abjadHash) eachEqual(index.byAbjad, index.abjadHash, word.abjadHash, consider)
  }

  /** Words a single slip away, which in a short word can leave hardly a letter triple in common. */
  #addSlips(word: QueryWord): void {
    const index = this.#index
    const { bytes } = word
    const consider = (w: number) => {
      if (this.#seen[w] === this.#turn) return
      this.#seen[w] = this.#turn
      const similarity = wordSimilarity(word, index, w)
      if (similarity >= ALIKE) this.#add(w, similarity)
    }
    // A letter missing here; a letter too many there, or another one, or two the wrong way round.
    eachWithSlip(index, hashBytes(bytes, 0, bytes.length), consider)
    eachSlip(bytes, 0, bytes.length, (hash, without) => {
      eachWithSlip(index, hash, consider)
      const shorter = findWithout(index, bytes, without, hash)
      if (shorter >= 0) consider(shorter)
    })
  }

  #groups: Map<number, number[]> | null = null
  #nicknames(group: number): readonly number[] {
    if (!this.#groups) {
      this.#groups = new Map()
      const { nickname } = this.#index
      for (let w = 0; w < nickname.length; w++) {
        if (nickname[w]! < 0) continue
        const words = this.#groups.get(nickname[w]!)
        if (words) words.push(w)
        else this.#groups.set(nickname[w]!, [w])
      }
    }
    return this.#groups.get(group) ?? []
  }

  /** What each of the words found is worth to a name that holds it. */
  #weigh(word: QueryWord): SimilarWords {
    const { holderFrom, rarity } = this.#index
    const packed = this.#packed.subarray(0, this.#count).sort()
    const words = new Int32Array(this.#count)
    const points = new Int16Array(this.#count)
    let holders = 0
    let kept = 0
    for (let k = 0; k < this.#count; k++) {
      const order = Math.floor(packed[k]! / WORDS_MAX)
      const w = packed[k]! - order * WORDS_MAX
      this.#bits[0] = order > 0 ? -order ^ 0x7fffffff : -order
      const similarity = this.#similarity[0]!
      const part = similarity < 0
      const strength = part ? -similarity : similarity * similarity
      const worth = Math.round(UNIT * strength * Math.min(rarity[w]!, part ? 99 : word.rarity + 2))
      holders += holderFrom[w + 1]! - holderFrom[w]!
      if (worth <= 0) continue
      words[kept] = w
      points[kept++] = part ? -worth : worth
    }
    return { words: words.subarray(0, kept), points: points.subarray(0, kept), holders }
  }
}
