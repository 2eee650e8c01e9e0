import { type NameIndex, NUMERAL, PATRONYMIC } from './index.ts'
import { editDistance, lettersApart, patternDistance } from './names/edit-distance.ts'
import { SCRIPT_LOSS, SCRIPTS } from './names/script.ts'
import { Pieces } from './pieces.ts'
import type { Query } from './query.ts'
import { bestSimilarity } from './word-similarity.ts'

const WORDS_MAX = 20
/** What a patronymic that only one side gives still weighs. */
const LEFT_PATRONYMIC = 0.35
/** Words above this rarity tell parties apart. */
const TELLING = 2.5
const LOSS = SCRIPTS.map((script) => SCRIPT_LOSS[script])
const HAN = SCRIPTS.indexOf('han')
const HANGUL = SCRIPTS.indexOf('hangul')

/** What is measured of a pair of names, in this order, each about 0 to 1. The model weighs these and nothing else. */
export const FEATURES = [
  'query_covered',
  'name_covered',
  'evidence',
  'query_left_over',
  'name_left_over',
  'whole_string',
  'initials',
  'loose_words',
  'firm_words',
  'one_word_query',
  'one_word_name',
  'numbers_differ',
  'in_order',
  'lesser_cover',
  'greater_cover',
  'joined_or_split',
  'person',
  'vessel',
  'query_mass',
  'both_left_over',
  'lossy_script',
  'other_script',
  'native_same_script',
  'native_alike',
  'left_over_alike',
  'weakest_word',
  'name_words_left',
  'other_word_instead',
  'lead_differs',
  'telling_words',
  'words_exchanged',
] as const
export type FeatureName = (typeof FEATURES)[number]
export const FEATURE_COUNT = FEATURES.length

/**
 * Lays the words of a query and of a listed name side by side: one to one, in any order, two words against one where they were written
 * together. Holds scratch memory: one per thread and index.
 */
export class NameMatcher {
  readonly index: NameIndex
  /** Result of the last `compare`. */
  readonly features = new Float64Array(FEATURE_COUNT)
  /** Per query word: position of the name's word it was laid on, or -1, and how alike they are. */
  readonly queryTo = new Int8Array(WORDS_MAX)
  readonly queryScore = new Float64Array(WORDS_MAX)
  readonly nameTo = new Int8Array(WORDS_MAX)
  readonly nameScore = new Float64Array(WORDS_MAX)
  /** How many words of the other side a word is written together from: 1 but for joined ones. */
  readonly queryParts = new Uint8Array(WORDS_MAX)
  readonly nameParts = new Uint8Array(WORDS_MAX)
  /** Weight of each query word in the pair last compared. */
  readonly queryWeight = new Float64Array(WORDS_MAX)
  /** The query and the name are letter for letter the same after normalising, in the same script. */
  identical = false
  /** The same words, in whatever order. */
  sameWords = false
  /** A name of three or more syllables in Chinese or Korean characters is, syllable by syllable, the listed one spelled out. */
  spelledOut = false
  #query: Query | null = null
  #stamp = 0
  readonly #stampOf: Int32Array
  readonly #slotOf: Int32Array
  #rows = new Float32Array(1 << 14)
  #slots = 0
  readonly #pairScore = new Float64Array(WORDS_MAX * WORDS_MAX)
  readonly #pairQuery = new Int8Array(WORDS_MAX * WORDS_MAX)
  readonly #pairName = new Int8Array(WORDS_MAX * WORDS_MAX)
  readonly #queryPieces: Pieces
  readonly #namePieces: Pieces

  constructor(index: NameIndex) {
    this.index = index
    this.#stampOf = new Int32Array(index.wordFrom.length)
    this.#slotOf = new Int32Array(index.wordFrom.length)
    this.#queryPieces = new Pieces(new Uint8Array(WORDS_MAX * 64), false)
    this.#namePieces = new Pieces(index.wordBytes, true)
  }

  /** Starts a query: similarities worked out for it are kept until the next. */
  begin(query: Query): void {
    this.#query = query
    this.#stamp++
    this.#slots = 0
    const pieces = this.#queryPieces
    const { bytes, from, length, mask } = pieces
    let at = 0
    pieces.count = query.words.length
    pieces.letters = 0
    query.words.forEach((word, i) => {
      bytes.set(word.bytes, at)
      from[i] = at
      length[i] = word.bytes.length
      mask[i] = word.mask
      pieces.letters |= word.mask
      at += word.bytes.length
    })
    pieces.total = at
  }

  /** Where the similarities of a listed word to all query words are kept. */
  #rowOf(word: number): number {
    const query = this.#query!
    if (this.#stampOf[word] === this.#stamp) return this.#slotOf[word]!
    const width = query.words.length
    const at = this.#slots * width
    this.#slots++
    if (at + width > this.#rows.length) {
      const larger = new Float32Array(this.#rows.length * 2)
      larger.set(this.#rows)
      this.#rows = larger
    }
    for (let i = 0; i < width; i++) this.#rows[at + i] = bestSimilarity(query.words[i]!, this.index, word)
    this.#stampOf[word] = this.#stamp
    this.#slotOf[word] = at
    return at
  }

  /** Compares the begun query with a listed name and leaves the result in `features` and the alignment fields. */
  compare(name: number): void {
    const { index } = this
    const query = this.#query!
    const from = index.nameFrom[name]!
    const m = query.words.length
    const k = index.nameFrom[name + 1]! - from
    this.#assign(name, m, k)
    const joined = this.#joinQueryWords(name, m, k) + this.#joinNameWords(name, m, k)
    this.#measure(name, m, k, joined)
  }

  #assign(name: number, m: number, k: number): void {
    const { nameFrom, nameWords } = this.index
    const { queryTo, queryScore, nameTo, nameScore, queryParts, nameParts } = this
    const score = this.#pairScore
    const pairQuery = this.#pairQuery
    const pairName = this.#pairName
    for (let i = 0; i < m; i++) {
      queryTo[i] = -1
      queryScore[i] = 0
      queryParts[i] = 1
    }
    let pairs = 0
    for (let j = 0; j < k; j++) {
      nameTo[j] = -1
      nameScore[j] = 0
      nameParts[j] = 1
      const row = this.#rowOf(nameWords[nameFrom[name]! + j]!)
      for (let i = 0; i < m; i++) {
        const similarity = this.#rows[row + i]!
        if (similarity === 0) continue
        // Among equals the words nearest in position belong together.
        const value = similarity - Math.abs(i - j) * 1e-4
        let p = pairs++
        for (; p > 0 && score[p - 1]! < value; p--) {
          score[p] = score[p - 1]!
          pairQuery[p] = pairQuery[p - 1]!
          pairName[p] = pairName[p - 1]!
        }
        score[p] = value
        pairQuery[p] = i
        pairName[p] = j
      }
    }
    for (let p = 0; p < pairs; p++) {
      const i = pairQuery[p]!
      const j = pairName[p]!
      if (queryTo[i]! >= 0 || nameTo[j]! >= 0) continue
      const similarity = score[p]! + Math.abs(i - j) * 1e-4
      queryTo[i] = j
      nameTo[j] = i
      queryScore[i] = similarity
      nameScore[j] = similarity
    }
  }

  /** Words of the query that are one word in the name. */
  #joinQueryWords(name: number, m: number, k: number): number {
    const { index, queryTo, queryScore, nameTo, nameScore, queryParts, nameParts } = this
    const { nameFrom, nameWords, wordFrom, wordBytes, wordMask } = index
    if (m < 2) return 0
    const parts = this.#queryPieces
    let joined = 0
    for (let j = 0; j < k; j++) {
      if (nameScore[j]! > 0.9) continue
      const w = nameWords[nameFrom[name]! + j]!
      const length = wordFrom[w + 1]! - wordFrom[w]!
      if (!parts.mayCover(length, wordMask[w]!)) continue
      for (let i = 0; i < m; i++) parts.free[i] = queryScore[i]! <= 0.85 || queryTo[i] === j ? 1 : 0
      const similarity = parts.cover(wordBytes, wordFrom[w]!, length, wordMask[w]!)
      if (similarity === 0) continue
      let before = nameScore[j]! > 0 ? 0.2 : 0
      for (let c = 0; c < parts.used; c++) before += queryScore[parts.order[c]!]!
      if (similarity * parts.used <= before) continue
      const other = nameTo[j]!
      if (other >= 0) {
        queryTo[other] = -1
        queryScore[other] = 0
      }
      for (let c = 0; c < parts.used; c++) {
        const i = parts.order[c]!
        const was = queryTo[i]!
        if (was >= 0 && was !== j) {
          nameTo[was] = -1
          nameScore[was] = 0
        }
        queryTo[i] = j
        queryScore[i] = similarity
        queryParts[i] = 1
      }
      nameTo[j] = parts.order[0]!
      nameScore[j] = similarity
      nameParts[j] = parts.used
      joined++
    }
    return joined
  }

  /** Words of the name that are one word in the query. */
  #joinNameWords(name: number, m: number, k: number): number {
    const { index, queryTo, queryScore, nameTo, nameScore, queryParts, nameParts } = this
    const { nameFrom, nameWords, wordFrom, wordMask } = index
    if (k < 2) return 0
    const words = this.#query!.words
    const parts = this.#namePieces
    let filled = false
    let joined = 0
    for (let i = 0; i < m; i++) {
      const word = words[i]!
      if (queryScore[i]! > 0.9) continue
      // A word that is itself part of one is taken.
      if (queryTo[i]! >= 0 && nameParts[queryTo[i]!]! > 1) continue
      if (!filled) {
        parts.count = k
        parts.letters = 0
        parts.total = 0
        for (let j = 0; j < k; j++) {
          const w = nameWords[nameFrom[name]! + j]!
          parts.from[j] = wordFrom[w]!
          parts.length[j] = wordFrom[w + 1]! - wordFrom[w]!
          parts.mask[j] = wordMask[w]!
          parts.letters |= wordMask[w]!
          parts.total += parts.length[j]!
        }
        filled = true
      }
      if (!parts.mayCover(word.bytes.length, word.mask)) continue
      for (let j = 0; j < k; j++) parts.free[j] = nameParts[j]! < 2 && (nameScore[j]! <= 0.85 || nameTo[j] === i) ? 1 : 0
      const similarity = parts.cover(word.bytes, 0, word.bytes.length, word.mask)
      if (similarity === 0) continue
      let before = queryScore[i]! > 0 ? 0.2 : 0
      for (let c = 0; c < parts.used; c++) before += nameScore[parts.order[c]!]!
      if (similarity * parts.used <= before) continue
      const other = queryTo[i]!
      if (other >= 0) {
        nameTo[other] = -1
        nameScore[other] = 0
      }
      for (let c = 0; c < parts.used; c++) {
        const j = parts.order[c]!
        const was = nameTo[j]!
        if (was >= 0 && was !== i) {
          queryTo[was] = -1
          queryScore[was] = 0
        }
        nameTo[j] = i
        nameScore[j] = similarity
        nameParts[j] = 1
      }
      queryTo[i] = parts.order[0]!
      queryScore[i] = similarity
      queryParts[i] = parts.used
      joined++
    }
    return joined
  }

  #measure(name: number, m: number, k: number, joined: number): void {
    const { index, queryTo, queryScore, nameTo, nameScore, queryParts, nameParts, queryWeight } = this
    const query = this.#query!
    const from = index.nameFrom[name]!
    let massQ = 0
    let coverQ = 0
    let evidence = 0
    let leftQ = 0
    let initials = 0
    let loose = 0
    let firm = 0
    let numbers = 0
    let unmatchedQ = -1
    let weakest = 1
    let telling = 0
    let leadQ = -1
    let leftWordsQ = 0
    let identical = m === k && query.script === index.nameScript[name]
    let sameWords = identical && m > 1
    // Words asked for, counted as the name has them: joined ones as several, split ones as one.
    let words = m
    for (let i = 0; i < m; i++) {
      const word = query.words[i]!
      const j = queryTo[i]!
      const score = queryScore[i]!
      const parts = queryParts[i]!
      const split = j >= 0 ? nameParts[j]! : 1
      if (split > 1) {
        queryWeight[i] = index.rarity[index.nameWords[from + j]!]! / split
        // The first of them stands for the word.
        if (nameTo[j] !== i) {
          words--
          continue
        }
      }
      let weight = split > 1 ? index.rarity[index.nameWords[from + j]!]! : word.rarity
      if (score !== 1) sameWords = false
      if (score !== 1 || j !== i) identical = false
      if (parts > 1) {
        words += parts - 1
        // Written together they say as much as the most telling of them: less than each on its own.
        weight = 0
        for (let n = 0; n < k; n++) if (nameTo[n] === i) weight = Math.max(weight, index.rarity[index.nameWords[from + n]!]!)
      } else if (split === 1 && j >= 0 && score > 0.7 && word.bytes.length > 1) {
        // A slip makes a common word look rare: what it was matched with says what it is worth.
        const listed = index.rarity[index.nameWords[from + j]!]!
        if (listed < weight) weight += (listed - weight) * Math.min(1, (score - 0.7) / 0.2)
      } else if (score <= 0.7 && weight > 9) weight = 9
      if (score < 0.5 && word.kind === PATRONYMIC) weight *= LEFT_PATRONYMIC
      if (split === 1) queryWeight[i] = weight
      massQ += weight
      coverQ += weight * score
      const left = weight * (1 - score)
      if (left > leftQ) {
        leftQ = left
        if (score < 0.5) unmatchedQ = i
      }
      if (leadQ < 0 && weight > TELLING) leadQ = score
      if (score >= 0.8 && weight > 4) telling++
      if (score > 0.5) {
        evidence += (weight * (score - 0.45)) / 0.55
        if (
          split === 1 &&
          parts === 1 &&
          (word.bytes.length === 1 || index.wordFrom[index.nameWords[from + j]! + 1]! - index.wordFrom[index.nameWords[from + j]!]! === 1)
        )
          initials++
        else if (weight > TELLING && score < weakest) weakest = score
        if (score < 0.9) loose++
        else if (split > 1 || word.bytes.length > 2) firm++
      } else {
        if (weight > TELLING) {
          weakest = 0
          leftWordsQ++
        }
        if (word.kind === NUMERAL) numbers = 1
      }
    }
    let massN = 0
    let coverN = 0
    let leftN = 0
    let leftWords = 0
    let leadN = -1
    let unmatchedN = -1
    for (let j = 0; j < k; j++) {
      const w = index.nameWords[from + j]!
      let weight = index.rarity[w]!
      const score = nameScore[j]!
      if (nameTo[j]! >= 0 && query.words[nameTo[j]!]!.bytes.length === 1) weight *= 0.45
      if (score < 0.5 && index.kind[w] === PATRONYMIC) weight *= LEFT_PATRONYMIC
      massN += weight
      coverN += weight * score
      if (leadN < 0 && weight > TELLING) leadN = score
      const left = weight * (1 - score)
      if (left > leftN) {
        leftN = left
        if (score < 0.5) unmatchedN = j
      }
      if (score < 0.5) {
        leftWords += weight > TELLING ? 1 : 0
        if (index.kind[w] === NUMERAL) numbers = 1
      }
    }
    const coveredQ = coverQ / massQ
    const coveredN = coverN / massN
    const lesser = Math.min(coveredQ, coveredN)
    const greater = Math.max(coveredQ, coveredN)
    const shareQ = leftQ / massQ
    const shareN = leftN / massN
    const script = index.nameScript[name]!
    const otherScript = script !== query.script
    const native = otherScript || script === 0 ? -1 : this.#nativeLikeness(name, script)
    if (identical && script !== 0 && native !== 1) identical = false
    this.identical = identical
    this.spelledOut = otherScript && m >= 3 && (query.script === HAN || query.script === HANGUL) && this.#allMet(m, k)
    this.sameWords = sameWords && (script === 0 || native >= 0.99)
    const f = this.features
    f[0] = coveredQ
    f[1] = coveredN
    f[2] = evidence / 10
    f[3] = shareQ
    f[4] = shareN
    f[5] = greater < 0.9 ? this.#wholeString(name) : joined ? Math.max(lesser, this.#wholeString(name)) : lesser
    f[6] = initials / words
    f[7] = loose / words
    f[8] = firm / 3
    f[9] = words === 1 ? 1 : 0
    f[10] = k === 1 ? 1 : 0
    f[11] = numbers
    f[12] = this.#inOrder(m, k)
    f[13] = lesser
    f[14] = greater
    f[15] = joined ? 1 : 0
    f[16] = index.nameType[name] === 1 ? 1 : 0
    f[17] = index.nameType[name] === 2 || index.nameType[name] === 3 ? 1 : 0
    f[18] = Math.min(massQ, 60) / 60
    f[19] = Math.min(shareQ, shareN)
    f[20] = otherScript ? Math.max(LOSS[script]!, query.loss >= 0 ? query.loss : LOSS[query.script]!) : 0
    f[21] = otherScript ? 1 : 0
    f[22] = native >= 0 ? 1 : 0
    f[23] = Math.max(native, 0)
    f[24] = unmatchedQ >= 0 && unmatchedN >= 0 ? this.#likeness(unmatchedQ, index.nameWords[from + unmatchedN]!) : 0
    f[25] = weakest
    f[26] = Math.min(leftWords, 3) / 3
    f[27] = Math.min(leftQ, leftN) / 10
    f[28] = leadQ >= 0 && leadN >= 0 && leadQ < 0.5 && leadN < 0.5 ? 1 : 0
    f[29] = Math.min(telling, 4) / 4
    f[30] = Math.min(leftWords, leftWordsQ, 2) / 2
  }

  /** Every word of either side is in the other, at most written together there. */
  #allMet(m: number, k: number): boolean {
    for (let i = 0; i < m; i++) if (this.queryScore[i]! < 0.97) return false
    for (let j = 0; j < k; j++) if (this.nameScore[j]! < 0.97) return false
    return true
  }

  /** The matched words keep their order, a swap of front and back allowed. */
  #inOrder(m: number, k: number): number {
    let last = -1
    let turns = 0
    for (let i = 0; i < m; i++) {
      const j = this.queryTo[i]!
      if (j < 0) continue
      if (j < last) turns++
      last = j
    }
    return turns === 0 ? 1 : turns === 1 && k > 0 ? 0.5 : 0
  }

  /** Likeness of the folded names without blanks. */
  #wholeString(name: number): number {
    const { compactBytes, compactFrom } = this.index
    const { compact: own, compactPattern: pattern } = this.#query!
    const from = compactFrom[name]!
    const length = compactFrom[name + 1]! - from
    if (Math.abs(own.length - length) > 4 || own.length > 64 || length > 64) return 0
    const longest = Math.max(own.length, length)
    const limit = Math.min(8, Math.floor(longest * 0.4))
    let edits: number
    if (pattern) edits = patternDistance(pattern, own.length, compactBytes, from, length)
    else if (lettersApart(own, compactBytes, from, length) > limit) return 0
    else edits = editDistance(own, 0, own.length, compactBytes, from, length, limit)
    return edits > limit ? 0 : 1 - edits / longest
  }

  /** Likeness of two words that were not laid on each other: a slip too many, or another name altogether. */
  #likeness(queryWord: number, word: number): number {
    const { folded: own, foldPattern: pattern } = this.#query!.words[queryWord]!
    const { foldBytes, foldFrom } = this.index
    const length = foldFrom[word + 1]! - foldFrom[word]!
    const longest = Math.max(own.length, length)
    const edits = pattern
      ? patternDistance(pattern, own.length, foldBytes, foldFrom[word]!, length)
      : editDistance(own, 0, own.length, foldBytes, foldFrom[word]!, length, longest)
    return Math.max(0, 1 - edits / longest)
  }

  /** Likeness in the name's own letters: shared characters where a character is a syllable, edits elsewhere. */
  #nativeLikeness(name: number, script: number): number {
    const { nativeUnits, nativeFrom } = this.index
    const own = this.#query!.native
    const from = nativeFrom[name]!
    const length = nativeFrom[name + 1]! - from
    if (!own.length || !length) return 0
    const countQ = copyUnits(own, 0, own.length, unitsQ)
    const countN = copyUnits(nativeUnits, from, length, unitsN)
    if (script === HAN || script === HANGUL) {
      // Order does not matter: family names come first or last.
      let shared = 0
      for (let i = 0; i < countQ; i++) {
        for (let j = 0; j < countN; j++) {
          if (unitsN[j] !== unitsQ[i]) continue
          unitsN[j] = 0
          shared++
          break
        }
      }
      return (2 * shared) / (countQ + countN)
    }
    // Sorting makes the measure free of word order at little loss.
    const a = unitsQ.subarray(0, countQ)
    const b = unitsN.subarray(0, countN)
    let equal = countQ === countN
    for (let i = 0; equal && i < countQ; i++) equal = a[i] === b[i]
    if (equal) return 1
    a.sort()
    b.sort()
    let shared = 0
    for (let i = 0, j = 0; i < countQ && j < countN; ) {
      if (a[i] === b[j]) {
        shared++
        i++
        j++
      } else if (a[i]! < b[j]!) i++
      else j++
    }
    return Math.min(0.999, (2 * shared) / (countQ + countN))
  }
}

const NATIVE_MAX = 80
const unitsQ = new Uint16Array(NATIVE_MAX)
const unitsN = new Uint16Array(NATIVE_MAX)

function copyUnits(units: Uint16Array, from: number, length: number, into: Uint16Array): number {
  const count = Math.min(length, NATIVE_MAX)
  for (let i = 0; i < count; i++) into[i] = units[from + i]!
  return count
}
