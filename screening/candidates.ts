import { eachEqual, eachTriple, findWord, type NameIndex } from './index.ts'
import type { Query, QueryWord } from './query.ts'
import { wordSimilarity } from './word-similarity.ts'

/** Names looked at closely per query. Measured on the development set: fewer loses recall, more only time. */
const CANDIDATES_MAX = 48
/** With initials more names tie. */
const CANDIDATES_WITH_INITIALS = 200
/** So they do when all words are common. */
const CANDIDATES_COMMON = 110
const COMMON_MASS = 15
/** Holders after which a word only adds to names already touched by a rarer one. */
const COMMON_WORD = 2_500
/** Share of its letter triples a word must have in common to be compared closely. */
const SHARED_TRIPLES = 0.36
/** Holders after which a letter triple of a long word is passed over. */
const COMMON_TRIPLE = 700
const SEARCH_WORDS = 6
const SMALL_WORD = 2.3
const UNIT = 64

/**
 * Finds the names worth a close look: words like each query word, then the names that hold them, weighed by rarity. Keeps the similarities
 * it works out, since the close look needs them again. Holds scratch memory: one per thread and index.
 */
export class CandidateSearch {
  readonly index: NameIndex
  /** Names chosen by the last `find`, in no order. */
  readonly found: Int32Array = new Int32Array(1024)
  readonly #points: Uint16Array
  readonly #lastWord: Uint8Array
  readonly #touched: Int32Array
  readonly #shared: Uint8Array
  readonly #sharing: Int32Array
  readonly #similar = new Int32Array(4096)
  readonly #similarity = new Float32Array(4096)
  readonly #histogram = new Int32Array(1025)
  #touchedCount = 0

  constructor(index: NameIndex) {
    const names = index.nameEntity.length
    const words = index.wordFrom.length - 1
    this.index = index
    this.#points = new Uint16Array(names)
    this.#lastWord = new Uint8Array(names)
    this.#touched = new Int32Array(names)
    this.#shared = new Uint8Array(words)
    this.#sharing = new Int32Array(words)
  }

  /** Fills `found` and says how many. */
  find(query: Query): number {
    this.#touchedCount = 0
    const order = query.words.map((_, i) => i).sort((a, b) => query.words[b]!.rarity - query.words[a]!.rarity)
    let mass = 0
    let used = 0
    for (const position of order) {
      const word = query.words[position]!
      mass += word.rarity
      // The rarest words find the name; the others are compared when it is found.
      if (word.bytes.length === 1 || used >= SEARCH_WORDS || (used > 0 && word.rarity < SMALL_WORD)) continue
      this.#addWord(word, position + 1)
      used++
    }
    const exact = this.#exactNames(query)
    const wanted = query.words.some((word) => word.bytes.length === 1)
      ? CANDIDATES_WITH_INITIALS
      : mass < COMMON_MASS
        ? CANDIDATES_COMMON
        : CANDIDATES_MAX
    return this.#choose(mass, exact, wanted)
  }

  #addWord(word: QueryWord, mark: number): void {
    const { index } = this
    const { holderFrom, holders } = index
    const count = this.#similarWords(word)
    let postings = 0
    for (let k = 0; k < count; k++) postings += holderFrom[this.#similar[k]! + 1]! - holderFrom[this.#similar[k]!]!
    const touchedOnly = postings > COMMON_WORD && this.#touchedCount > 0
    for (let k = 0; k < count; k++) {
      const w = this.#similar[k]!
      const similarity = this.#similarity[k]!
      const part = similarity < 0
      const strength = part ? -similarity : similarity * similarity
      const points = Math.round(UNIT * strength * Math.min(index.rarity[w]!, part ? 99 : word.rarity + 2))
      if (points <= 0) continue
      for (let h = holderFrom[w]!, end = holderFrom[w + 1]!; h < end; h++) {
        const name = holders[h]!
        if (this.#points[name] === 0) {
          if (touchedOnly) continue
          this.#touched[this.#touchedCount++] = name
        } else if (!part && this.#lastWord[name] === mark) continue
        this.#points[name]! += points
        this.#lastWord[name] = mark
      }
    }
  }

  /** Words like this one, the most alike first; a negative similarity marks a word that is part of this one, or this one of it. */
  #similarWords(word: QueryWord): number {
    const { index } = this
    const { tripleFrom, tripleWords, triples, foldFrom } = index
    const shared = this.#shared
    const sharing = this.#sharing
    let touched = 0
    let own = 0
    let passed = 0
    // Endings half the world shares say little and cost most.
    const long = word.folded.length >= 6
    eachTriple(word.folded, 0, word.folded.length, (triple) => {
      const from = tripleFrom[triple]!
      const end = tripleFrom[triple + 1]!
      if (long && end - from > COMMON_TRIPLE && passed < 2) {
        passed++
        return
      }
      own++
      for (let k = from; k < end; k++) {
        const w = tripleWords[k]!
        if (shared[w]!++ === 0) sharing[touched++] = w
      }
    })
    let count = 0
    const add = (w: number, similarity: number) => {
      if (count >= this.#similar.length) return
      this.#similar[count] = w
      this.#similarity[count++] = similarity
    }
    for (let k = 0; k < touched; k++) {
      const w = sharing[k]!
      const common = shared[w]!
      shared[w] = 0
      const theirs = triples[w]! - passed
      if (common * 2 >= SHARED_TRIPLES * (own + theirs)) {
        const similarity = wordSimilarity(word, index, w)
        if (similarity >= 0.55) {
          add(w, similarity)
          continue
        }
      }
      // Words written together or apart share the triples inside, not those at the seam.
      const inner = Math.min(own, theirs) - 1
      if (inner >= 2 && common >= inner - (inner > 4 ? 1 : 0) && Math.max(own, theirs) >= Math.min(own, theirs) + 2) {
        const theirLength = foldFrom[w + 1]! - foldFrom[w]!
        const least = Math.min(theirLength, word.folded.length)
        if (least >= 3) add(w, -0.85 * Math.min(1, least / 5))
      }
    }
    // Written together: what its front and its back would be as words.
    if (word.bytes.length >= 5) {
      for (let cut = 2; cut <= word.bytes.length - 2; cut++) {
        const front = findWord(index, word.bytes.subarray(0, cut))
        const back = findWord(index, word.bytes.subarray(cut))
        const both = front >= 0 && back >= 0
        const behind = word.bytes.length - cut
        if (front >= 0 && (both || cut >= 4)) add(front, -0.9 * Math.min(1, cut / 4))
        if (back >= 0 && (both || behind >= 4)) add(back, -0.9 * Math.min(1, behind / 4))
      }
    }
    if (word.skeletonHash) {
      eachEqual(index.bySkeleton, index.skeletonHash, word.skeletonHash, (w) => {
        const similarity = wordSimilarity(word, index, w)
        if (similarity >= 0.55) add(w, similarity)
      })
    }
    if (word.nickname >= 0) for (const w of this.#nicknames(word.nickname)) add(w, 0.96)
    const itself = findWord(index, word.bytes)
    if (itself >= 0) add(itself, 1)
    this.#sort(count)
    return count
  }

  #groups: Map<number, number[]> | null = null
  #nicknames(group: number): readonly number[] {
    if (!this.#groups) {
      this.#groups = new Map()
      const { nickname } = this.index
      for (let w = 0; w < nickname.length; w++) {
        if (nickname[w]! < 0) continue
        const words = this.#groups.get(nickname[w]!)
        if (words) words.push(w)
        else this.#groups.set(nickname[w]!, [w])
      }
    }
    return this.#groups.get(group) ?? []
  }

  #sort(count: number): void {
    const similar = this.#similar
    const similarity = this.#similarity
    for (let i = 1; i < count; i++) {
      const w = similar[i]!
      const s = similarity[i]!
      let j = i
      for (; j > 0 && similarity[j - 1]! < s; j--) {
        similar[j] = similar[j - 1]!
        similarity[j] = similarity[j - 1]!
      }
      similar[j] = w
      similarity[j] = s
    }
  }

  /** Names equal in sound once blanks are gone come first, whatever else is found. */
  #exactNames(query: Query): number {
    let count = 0
    eachEqual(this.index.byCompact, this.index.compactHash, query.compactHash, (name) => {
      if (count < 256) this.found[count++] = name
    })
    return count
  }

  /** Chooses the best names by points, seen from both the query's and the name's side. */
  #choose(mass: number, exact: number, wanted: number): number {
    const { nameMass } = this.index
    const points = this.#points
    let most = 0
    for (let k = 0; k < this.#touchedCount; k++) if (points[this.#touched[k]!]! > most) most = points[this.#touched[k]!]!
    const floor = most * 0.35
    const histogram = this.#histogram.fill(0)
    const scale = 1 / (UNIT * Math.max(mass, 1))
    const key = (name: number) => {
      const share = points[name]! * scale
      const theirs = points[name]! / (UNIT * nameMass[name]! + 1)
      return Math.min(1024, Math.max(1, Math.round((share + 0.4 * Math.min(theirs, 1.2)) * 600)))
    }
    for (let k = 0; k < this.#touchedCount; k++) {
      const name = this.#touched[k]!
      if (points[name]! >= floor) histogram[key(name)]!++
    }
    let cut = 1024
    for (let sum = histogram[1024]!; cut > 1 && sum < wanted; ) sum += histogram[--cut]!
    let count = exact
    for (let k = 0; k < this.#touchedCount; k++) {
      const name = this.#touched[k]!
      if (count < this.found.length && points[name]! >= floor && key(name) >= cut) this.found[count++] = name
      points[name] = 0
      this.#lastWord[name] = 0
    }
    return count
  }
}
