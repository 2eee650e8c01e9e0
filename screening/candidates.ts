import { eachEqual, findWord, type NameIndex } from './index.ts'
import type { Query, QueryWord } from './query.ts'
import { UNIT, WordSearch } from './similar-words.ts'

/** Names looked at closely per query. Measured on the development set: fewer loses recall, more only time. */
const CANDIDATES_MAX = 48
/** With initials more names tie. */
const CANDIDATES_WITH_INITIALS = 200
/** So they do when all words are common. */
const CANDIDATES_COMMON = 110
const COMMON_MASS = 15
/** Holders after which a word only adds to names already touched by a rarer one. */
const COMMON_WORD = 2_500
const SEARCH_WORDS = 6
const SMALL_WORD = 2.3
/** A name that holds less of what is asked for than this is none of those meant: of 60,000 found on the development set the least held 0.25. */
const LEAST_SHARE = 0.2
/** A word that so many names hold finds them by itself. */
const JOINED_HOLDERS_MAX = 500

/**
 * Finds the names worth a close look: words like each query word, then the names that hold them, weighed by rarity. Holds scratch memory:
 * one per thread and index.
 */
export class CandidateSearch {
  readonly index: NameIndex
  /** Names chosen by the last `find`, in no order. */
  readonly found: Int32Array = new Int32Array(1024)
  readonly #words: WordSearch
  readonly #points: Uint16Array
  readonly #lastWord: Uint8Array
  readonly #touched: Int32Array
  readonly #keys: Int16Array
  readonly #histogram = new Int32Array(1025)
  readonly #joint = new Uint8Array(120)
  #touchedCount = 0

  constructor(index: NameIndex) {
    const names = index.nameEntity.length
    this.index = index
    this.#words = new WordSearch(index)
    this.#points = new Uint16Array(names)
    this.#lastWord = new Uint8Array(names)
    this.#touched = new Int32Array(names)
    this.#keys = new Int16Array(names)
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
      for (const other of word.others) this.#addWord(other, position + 1)
      used++
    }
    this.#addJoined(query.words)
    const exact = this.#exactNames(query)
    const wanted = query.words.some((word) => word.bytes.length === 1)
      ? CANDIDATES_WITH_INITIALS
      : mass < COMMON_MASS
        ? CANDIDATES_COMMON
        : CANDIDATES_MAX
    return this.#choose(mass, exact, wanted)
  }

  #addWord(word: QueryWord, mark: number): void {
    const { holderFrom, holders } = this.index
    const similar = this.#words.like(word)
    const { words, points } = similar
    const sums = this.#points
    const lastWord = this.#lastWord
    const touched = this.#touched
    let touchedCount = this.#touchedCount
    const touchedOnly = similar.holders > COMMON_WORD && touchedCount > 0
    for (let k = 0; k < words.length; k++) {
      const w = words[k]!
      const part = points[k]! < 0
      const worth = Math.abs(points[k]!)
      for (let h = holderFrom[w]!, end = holderFrom[w + 1]!; h < end; h++) {
        const name = holders[h]!
        if (sums[name] === 0) {
          if (touchedOnly) continue
          touched[touchedCount++] = name
        } else if (!part && lastWord[name] === mark) continue
        sums[name]! += worth
        lastWord[name] = mark
      }
    }
    this.#touchedCount = touchedCount
  }

  /** Two neighbours that are one listed word. */
  #addJoined(words: readonly QueryWord[]): void {
    const { index } = this
    const joint = this.#joint
    for (let i = 0; i + 1 < words.length; i++) {
      const front = words[i]!.bytes
      const back = words[i + 1]!.bytes
      if (front.length + back.length < 4) continue
      joint.set(front)
      joint.set(back, front.length)
      const w = findWord(index, joint, 0, front.length + back.length)
      if (w < 0 || index.holderFrom[w + 1]! - index.holderFrom[w]! > JOINED_HOLDERS_MAX) continue
      const worth = Math.round(UNIT * 0.9 * index.rarity[w]!)
      for (let h = index.holderFrom[w]!, end = index.holderFrom[w + 1]!; h < end; h++) {
        const name = index.holders[h]!
        if (this.#points[name] === 0) this.#touched[this.#touchedCount++] = name
        this.#points[name]! += worth
      }
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
    const lastWord = this.#lastWord
    const touched = this.#touched
    const keys = this.#keys
    const { found } = this
    const touchedCount = this.#touchedCount
    let most = 0
    for (let k = 0; k < touchedCount; k++) if (points[touched[k]!]! > most) most = points[touched[k]!]!
    const floor = Math.max(most * 0.35, LEAST_SHARE * UNIT * mass)
    const histogram = this.#histogram.fill(0)
    const scale = 1 / (UNIT * Math.max(mass, 1))
    for (let k = 0; k < touchedCount; k++) {
      const name = touched[k]!
      const own = points[name]!
      points[name] = 0
      lastWord[name] = 0
      keys[k] = 0
      if (own < floor) continue
      const share = own * scale
      const theirs = own / (UNIT * nameMass[name]! + 1)
      const key = Math.min(1024, Math.max(1, Math.round((share + 0.4 * Math.min(theirs, 1.2)) * 600)))
      keys[k] = key
      histogram[key]!++
    }
    let cut = 1024
    for (let sum = histogram[1024]!; cut > 1 && sum < wanted; ) sum += histogram[--cut]!
    let count = exact
    for (let k = 0; k < touchedCount && count < found.length; k++) if (keys[k]! >= cut) found[count++] = touched[k]!
    return count
  }
}
