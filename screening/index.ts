import type { EntityType, ListedEntity } from './entity.ts'
import { letterMask } from './names/edit-distance.ts'
import { abjadKey, fold, skeleton } from './names/fold.ts'
import { NICKNAME_GROUP } from './names/nicknames.ts'
import { rarity } from './names/rarity.ts'
import { SCRIPTS } from './names/script.ts'
import { type PreparedName, prepareName } from './names.ts'

/**
 * Every listed name, in flat arrays only: no object and no string per name, so that the index costs little heap, is written to and read
 * from a file as it is, and can be shared between threads. Words are numbered; a name is a run of word numbers.
 */
export type NameIndex = {
  /** Letters of all distinct words, one after the other; word `w` is `wordFrom[w]` to `wordFrom[w + 1]`. */
  wordBytes: Uint8Array
  wordFrom: Uint32Array
  /** The same for the folded words. */
  foldBytes: Uint8Array
  foldFrom: Uint32Array
  wordMask: Int32Array
  foldMask: Int32Array
  foldHash: Int32Array
  /** Hash of the consonant skeleton; 0 for those too short to mean anything. */
  skeletonHash: Int32Array
  /** Words in the order of their skeleton hash. */
  bySkeleton: Uint32Array
  /** Hash of what a script without vowels would write; 0 for those too short to mean anything. Words in its order. */
  abjadHash: Int32Array
  byAbjad: Uint32Array
  /** Hashes, rising, of words with one letter left out, and whose they are: words a single slip apart meet here. */
  slipHash: Int32Array
  slipWords: Uint32Array
  nickname: Int16Array
  /** What comparing needs of each word, side by side so that one look fetches all: see `FACTS`. */
  wordFacts: Int32Array
  rarity: Float32Array
  /** 1: a word with a digit in it. 2: a patronymic, which is left out more often than not. */
  kind: Uint8Array
  /** Open-addressed table of words by hash; entries are word + 1, 0 is free. */
  wordTable: Int32Array
  /** Names containing a word: `holders[holderFrom[w]]` to `holders[holderFrom[w + 1]]`. */
  holderFrom: Uint32Array
  holders: Uint32Array
  /** Words whose folded form contains a letter triple. */
  tripleFrom: Uint32Array
  tripleWords: Uint32Array
  triples: Uint8Array
  nameFrom: Uint32Array
  nameWords: Uint32Array
  nameMass: Float32Array
  /** Position of the name's entity in the list the index was built from, and of the name within the entity. */
  nameEntity: Uint32Array
  nameOrdinal: Uint16Array
  nameScript: Uint8Array
  nameType: Uint8Array
  /** Folded letters of the whole name without blanks. */
  compactBytes: Uint8Array
  compactFrom: Uint32Array
  compactHash: Int32Array
  byCompact: Uint32Array
  /** UTF-16 units of names not in Latin letters, in their own letters. */
  nativeUnits: Uint16Array
  nativeFrom: Uint32Array
}

const TYPE_CODE: Record<EntityType, number> = { organization: 0, person: 1, vessel: 2, aircraft: 3, unknown: 4 }
const SCRIPT_CODE = new Map(SCRIPTS.map((script, i) => [script, i]))

const LETTERS = new Uint8Array(128)
for (let i = 0; i < 26; i++) LETTERS[97 + i] = i + 1
for (let i = 0; i < 10; i++) LETTERS[48 + i] = 27 + i
/** Distinct triples over boundary, 26 letters and 10 digits. */
const TRIPLES = 37 * 37 * 37

/** Calls back with each letter triple of a word, its ends marked. */
export function eachTriple(bytes: Uint8Array, from: number, length: number, visit: (triple: number) => void): void {
  let before = 0
  let letter = LETTERS[bytes[from]! & 127]!
  for (let i = 0; i < length; i++) {
    const next = i + 1 < length ? LETTERS[bytes[from + i + 1]! & 127]! : 0
    visit((before * 37 + letter) * 37 + next)
    before = letter
    letter = next
  }
}

/** FNV-1a over bytes, never 0. */
export function hashBytes(bytes: Uint8Array, from: number, length: number): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ bytes[from + i]!, 0x01000193)
  return hash | 0 || 1
}

/** Builds the index over all names of the entities. A name written twice in one entity is held once. */
export function buildIndex(entities: readonly Pick<ListedEntity, 'type' | 'names'>[]): NameIndex {
  const words: string[] = []
  const wordIds = new Map<string, number>()
  const names: { prepared: PreparedName; ids: number[]; entity: number; ordinal: number; type: number }[] = []
  entities.forEach(({ type, names: listed }, entity) => {
    const seen = new Set<string>()
    listed.forEach(({ full }, ordinal) => {
      const prepared = prepareName(full)
      const key = `${prepared.tokens.join(' ')}|${prepared.native}`
      if (seen.has(key)) return
      seen.add(key)
      const ids = prepared.tokens.map((word) => {
        let id = wordIds.get(word)
        if (id === undefined) {
          id = words.length
          words.push(word)
          wordIds.set(word, id)
        }
        return id
      })
      names.push({ prepared, ids, entity, ordinal, type: TYPE_CODE[type] })
    })
  })
  const folds = words.map(fold)
  const wordIndex = indexWords(words, folds)
  const index = { ...wordIndex, ...indexNames(names, folds, wordIndex.rarity) }
  return { ...index, ...invert(index, names.length) }
}

function indexWords(words: readonly string[], folds: readonly string[]) {
  const size = words.length
  const [wordBytes, wordFrom] = pool(words)
  const [foldBytes, foldFrom] = pool(folds)
  const wordMask = new Int32Array(size)
  const foldMask = new Int32Array(size)
  const foldHash = new Int32Array(size)
  const skeletonHash = new Int32Array(size)
  const abjadHash = new Int32Array(size)
  const nickname = new Int16Array(size).fill(-1)
  const rarities = new Float32Array(size)
  const kind = new Uint8Array(size)
  for (let w = 0; w < size; w++) {
    const from = foldFrom[w]!
    wordMask[w] = letterMask(wordBytes, wordFrom[w]!, wordFrom[w + 1]! - wordFrom[w]!)
    foldMask[w] = letterMask(foldBytes, from, foldFrom[w + 1]! - from)
    foldHash[w] = hashBytes(foldBytes, from, foldFrom[w + 1]! - from)
    skeletonHash[w] = hashSkeleton(folds[w]!)
    abjadHash[w] = hashAbjad(words[w]!)
    nickname[w] = NICKNAME_GROUP.get(words[w]!) ?? -1
    rarities[w] = rarity(words[w]!, folds[w]!)
    kind[w] = wordKind(words[w]!)
  }
  let slots = 1024
  while (slots < size * 2) slots *= 2
  const wordTable = new Int32Array(slots)
  for (let w = 0; w < size; w++) {
    let slot = hashBytes(wordBytes, wordFrom[w]!, wordFrom[w + 1]! - wordFrom[w]!) & (slots - 1)
    while (wordTable[slot]) slot = (slot + 1) & (slots - 1)
    wordTable[slot] = w + 1
  }
  const wordFacts = new Int32Array(size * FACTS)
  for (let w = 0; w < size; w++) {
    const length = wordFrom[w + 1]! - wordFrom[w]!
    const foldLength = foldFrom[w + 1]! - foldFrom[w]!
    wordFacts.set(
      [
        wordFrom[w]!,
        length | (foldLength << 8) | (kind[w]! << 16),
        foldFrom[w]!,
        wordMask[w]!,
        foldMask[w]!,
        foldHash[w]!,
        skeletonHash[w]!,
        nickname[w]!,
      ],
      w * FACTS,
    )
  }
  const bySkeleton = sortedBy(skeletonHash)
  const [slipHash, slipWords] = indexSlips(wordBytes, wordFrom)
  return {
    wordBytes,
    wordFrom,
    foldBytes,
    foldFrom,
    wordMask,
    foldMask,
    foldHash,
    skeletonHash,
    bySkeleton,
    abjadHash,
    byAbjad: sortedBy(abjadHash),
    slipHash,
    slipWords,
    nickname,
    wordFacts,
    rarity: rarities,
    kind,
    wordTable,
  }
}

/** Shorter words are too alike with a letter left out, longer ones share letter triples whatever the slip. */
const SLIP_LETTERS_MIN = 4
const SLIP_LETTERS_MAX = 12

/** Calls back with the hash of a word without its first letter, without its second, and so on. */
export function eachSlip(bytes: Uint8Array, from: number, length: number, visit: (hash: number, without: number) => void): void {
  if (length < SLIP_LETTERS_MIN || length > SLIP_LETTERS_MAX) return
  for (let without = 0; without < length; without++) {
    // One of two equal neighbours is enough.
    if (without > 0 && bytes[from + without] === bytes[from + without - 1]) continue
    visit(hashWithout(bytes, from, length, without), without)
  }
}

function hashWithout(bytes: Uint8Array, from: number, length: number, without: number): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < length; i++) if (i !== without) hash = Math.imul(hash ^ bytes[from + i]!, 0x01000193)
  return hash | 0 || 1
}

function indexSlips(wordBytes: Uint8Array, wordFrom: Uint32Array): [Int32Array, Uint32Array] {
  const packed = new Float64Array(wordBytes.length)
  let count = 0
  for (let w = 0; w + 1 < wordFrom.length; w++) {
    eachSlip(wordBytes, wordFrom[w]!, wordFrom[w + 1]! - wordFrom[w]!, (hash) => {
      packed[count++] = hash * 1_048_576 + w
    })
  }
  const sorted = packed.subarray(0, count).sort()
  const hashes = new Int32Array(count)
  const words = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    hashes[i] = Math.floor(sorted[i]! / 1_048_576)
    words[i] = sorted[i]! - hashes[i]! * 1_048_576
  }
  return [hashes, words]
}

/** Calls back with the words that have this hash with one letter left out. */
export function eachWithSlip({ slipHash, slipWords }: NameIndex, hash: number, visit: (word: number) => void): void {
  let low = 0
  let high = slipHash.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (slipHash[middle]! < hash) low = middle + 1
    else high = middle
  }
  for (; low < slipHash.length && slipHash[low] === hash; low++) visit(slipWords[low]!)
}

/** Numbers a word has in `wordFacts`: place, lengths and kind, place of the folded word, both masks, both hashes, name group. */
export const FACTS = 8

export const NUMERAL = 1
export const PATRONYMIC = 2

export function wordKind(word: string): number {
  if (/\d/.test(word)) return NUMERAL
  return word.length >= 7 && /(?:[oeyi]v(?:ich|ych|itch|ic|na)|ichna|inichna)$/.test(word) ? PATRONYMIC : 0
}

/** Hash of a folded word's consonants; 0 when fewer than three letters are left. */
export function hashSkeleton(folded: string): number {
  return hashBones(skeleton(folded))
}

/** Hash of a word's `abjadKey`; 0 when fewer than three letters are left. */
export function hashAbjad(word: string): number {
  return hashBones(abjadKey(word))
}

function hashBones(bones: string): number {
  if (bones.length < 3 || /\d/.test(bones)) return 0
  const bytes = Buffer.from(bones, 'latin1')
  return hashBytes(bytes, 0, bytes.length)
}

function indexNames(
  names: readonly { prepared: PreparedName; ids: number[]; entity: number; ordinal: number; type: number }[],
  folds: readonly string[],
  rarities: Float32Array,
) {
  const size = names.length
  const nameFrom = new Uint32Array(size + 1)
  for (let n = 0; n < size; n++) nameFrom[n + 1] = nameFrom[n]! + names[n]!.ids.length
  const nameWords = new Uint32Array(nameFrom[size]!)
  const nameEntity = new Uint32Array(size)
  const nameOrdinal = new Uint16Array(size)
  const nameScript = new Uint8Array(size)
  const nameType = new Uint8Array(size)
  const nameMass = new Float32Array(size)
  const [compactBytes, compactFrom] = pool(names.map(({ ids }) => joinFolds(ids.map((id) => folds[id]!))))
  const compactHash = new Int32Array(size)
  const nativeFrom = new Uint32Array(size + 1)
  for (let n = 0; n < size; n++) nativeFrom[n + 1] = nativeFrom[n]! + names[n]!.prepared.native.length
  const nativeUnits = new Uint16Array(nativeFrom[size]!)
  for (let n = 0; n < size; n++) {
    const { prepared, ids, entity, ordinal, type } = names[n]!
    nameWords.set(ids, nameFrom[n])
    nameEntity[n] = entity
    nameOrdinal[n] = ordinal
    nameType[n] = type
    nameScript[n] = SCRIPT_CODE.get(prepared.script)!
    nameMass[n] = ids.reduce((sum, id) => sum + rarities[id]!, 0)
    compactHash[n] = hashBytes(compactBytes, compactFrom[n]!, compactFrom[n + 1]! - compactFrom[n]!)
    for (let i = 0; i < prepared.native.length; i++) nativeUnits[nativeFrom[n]! + i] = prepared.native.charCodeAt(i)
  }
  const byCompact = sortedBy(compactHash)
  return {
    nameFrom,
    nameWords,
    nameEntity,
    nameOrdinal,
    nameScript,
    nameType,
    nameMass,
    compactBytes,
    compactFrom,
    compactHash,
    byCompact,
    nativeUnits,
    nativeFrom,
  }
}

/** The whole name as one folded word. */
export function compactFold(tokens: readonly string[]): string {
  return joinFolds(tokens.map(fold))
}

function joinFolds(folds: readonly string[]): string {
  return folds.join('').replace(/(.)\1+/g, '$1')
}

function invert(index: ReturnType<typeof indexWords> & ReturnType<typeof indexNames>, names: number) {
  const { nameFrom, nameWords, foldBytes, foldFrom } = index
  const words = foldFrom.length - 1
  const holderFrom = new Uint32Array(words + 1)
  const lastName = new Int32Array(words).fill(-1)
  for (let n = 0; n < names; n++) {
    for (let k = nameFrom[n]!; k < nameFrom[n + 1]!; k++) {
      const w = nameWords[k]!
      if (lastName[w] !== n) holderFrom[w + 1]!++
      lastName[w] = n
    }
  }
  for (let w = 0; w < words; w++) holderFrom[w + 1]! += holderFrom[w]!
  const holders = new Uint32Array(holderFrom[words]!)
  const next = holderFrom.slice()
  lastName.fill(-1)
  for (let n = 0; n < names; n++) {
    for (let k = nameFrom[n]!; k < nameFrom[n + 1]!; k++) {
      const w = nameWords[k]!
      if (lastName[w] !== n) holders[next[w]!++] = n
      lastName[w] = n
    }
  }
  const tripleFrom = new Uint32Array(TRIPLES + 1)
  const triples = new Uint8Array(words)
  const lastWord = new Int32Array(TRIPLES).fill(-1)
  for (let w = 0; w < words; w++) {
    eachTriple(foldBytes, foldFrom[w]!, foldFrom[w + 1]! - foldFrom[w]!, (triple) => {
      if (lastWord[triple] === w) return
      lastWord[triple] = w
      tripleFrom[triple + 1]!++
      triples[w]!++
    })
  }
  for (let t = 0; t < TRIPLES; t++) tripleFrom[t + 1]! += tripleFrom[t]!
  const tripleWords = new Uint32Array(tripleFrom[TRIPLES]!)
  const fill = tripleFrom.slice()
  lastWord.fill(-1)
  for (let w = 0; w < words; w++) {
    eachTriple(foldBytes, foldFrom[w]!, foldFrom[w + 1]! - foldFrom[w]!, (triple) => {
      if (lastWord[triple] === w) return
      lastWord[triple] = w
      tripleWords[fill[triple]!++] = w
    })
  }
  return { holderFrom, holders, tripleFrom, tripleWords, triples }
}

function pool(strings: readonly string[]): [Uint8Array, Uint32Array] {
  const from = new Uint32Array(strings.length + 1)
  for (let i = 0; i < strings.length; i++) from[i + 1] = from[i]! + strings[i]!.length
  const bytes = new Uint8Array(from[strings.length]!)
  for (let i = 0; i < strings.length; i++) {
    const text = strings[i]!
    const at = from[i]!
    for (let k = 0; k < text.length; k++) bytes[at + k] = text.charCodeAt(k)
  }
  return [bytes, from]
}

/** Positions in the order of their keys; equal keys in the order of position. */
function sortedBy(keys: Int32Array): Uint32Array {
  const packed = new Float64Array(keys.length)
  for (let i = 0; i < keys.length; i++) packed[i] = keys[i]! * 1_048_576 + i
  packed.sort()
  return Uint32Array.from(packed, (p) => p - Math.floor(p / 1_048_576) * 1_048_576)
}

/** Calls back with every position whose key equals `key`. */
export function eachEqual(order: Uint32Array, keys: Int32Array, key: number, visit: (position: number) => void): void {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[order[middle]!]! < key) low = middle + 1
    else high = middle
  }
  for (; low < order.length && keys[order[low]!] === key; low++) visit(order[low]!)
}

/** Number of the word with these letters, or -1. */
export function findWord(index: NameIndex, bytes: Uint8Array, at = 0, length = bytes.length): number {
  const { wordTable, wordBytes, wordFrom } = index
  const mask = wordTable.length - 1
  for (let slot = hashBytes(bytes, at, length) & mask; wordTable[slot]; slot = (slot + 1) & mask) {
    const w = wordTable[slot]! - 1
    const from = wordFrom[w]!
    if (wordFrom[w + 1]! - from !== length) continue
    let i = 0
    while (i < length && wordBytes[from + i] === bytes[at + i]) i++
    if (i === length) return w
  }
  return -1
}

/** Number of the word these letters are with one left out, or -1; `hash` is that of the letters that stay. */
export function findWithout(index: NameIndex, bytes: Uint8Array, without: number, hash: number): number {
  const { wordTable, wordBytes, wordFrom } = index
  const mask = wordTable.length - 1
  const length = bytes.length - 1
  for (let slot = hash & mask; wordTable[slot]; slot = (slot + 1) & mask) {
    const w = wordTable[slot]! - 1
    const from = wordFrom[w]!
    if (wordFrom[w + 1]! - from !== length) continue
    let i = 0
    while (i < length && wordBytes[from + i] === bytes[i < without ? i : i + 1]) i++
    if (i === length) return w
  }
  return -1
}

/** The letters of a word. */
export function wordText(index: NameIndex, word: number): string {
  return Buffer.from(index.wordBytes.subarray(index.wordFrom[word], index.wordFrom[word + 1])).toString('latin1')
}
