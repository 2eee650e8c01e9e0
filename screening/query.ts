import { compactFold, hashAbjad, hashBytes, hashSkeleton, wordKind } from './index.ts'
import { letterMask, letterPattern } from './names/edit-distance.ts'
import { fold } from './names/fold.ts'
import { NICKNAME_GROUP } from './names/nicknames.ts'
import { rarity } from './names/rarity.ts'
import { SCRIPTS } from './names/script.ts'
import { type PreparedName, prepareName, prepareReadings } from './names.ts'

/** One word of what is asked for, with everything the comparison needs of it. */
export type QueryWord = {
  text: string
  bytes: Uint8Array
  folded: Uint8Array
  pattern: Int32Array | null
  foldPattern: Int32Array | null
  mask: number
  foldMask: number
  foldHash: number
  skeletonHash: number
  /** 0 but for words that came from a script without vowels. */
  abjadHash: number
  nickname: number
  rarity: number
  kind: number
  /** Other spellings of the word: it is as alike to a listed one as the best of them. */
  others: readonly QueryWord[]
}

export type Query = {
  text: string
  words: QueryWord[]
  script: number
  /** How much the reading loses; -1 for what its script does. */
  loss: number
  native: Uint16Array
  compact: Uint8Array
  compactPattern: Int32Array | null
  compactHash: number
}

/** Prepares a name for being looked for, as it is most likely read. */
export const prepareQuery = (text: string): Query => queryOf(text, prepareName(text))

/** A query for each way to read a name. */
export const prepareQueries = (text: string): Query[] => prepareReadings(text).map((reading) => queryOf(text, reading))

function queryOf(text: string, { tokens, script, native, others, loss }: PreparedName): Query {
  const compact = latinBytes(compactFold(tokens))
  const abjad = script === 'arabic' || script === 'hebrew'
  return {
    text,
    words: tokens.map((token) => {
      const word = prepareWord(token, abjad)
      const spelled = others.get(token)
      return spelled ? { ...word, others: spelled.filter((other) => !other.includes(' ')).map((other) => prepareWord(other, abjad)) } : word
    }),
    script: SCRIPTS.indexOf(script),
    loss: loss ?? -1,
    native: Uint16Array.from(native, (unit) => unit.charCodeAt(0)),
    compact,
    compactPattern: letterPattern(compact),
    compactHash: hashBytes(compact, 0, compact.length),
  }
}

/** Words kept ready: given names and company words come again and again. */
const KEPT_MAX = 4096
const kept = new Map<string, QueryWord>()

function prepareWord(text: string, abjad: boolean): QueryWord {
  const key = abjad ? `${text}*` : text
  let word = kept.get(key)
  if (word) return word
  word = newWord(text, abjad)
  // The one kept longest makes room.
  if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value!)
  kept.set(key, word)
  return word
}

const NO_OTHERS: readonly QueryWord[] = []

function newWord(text: string, abjad: boolean): QueryWord {
  const foldedText = fold(text)
  const bytes = latinBytes(text)
  const folded = latinBytes(foldedText)
  return {
    text,
    bytes,
    folded,
    pattern: letterPattern(bytes),
    foldPattern: letterPattern(folded),
    mask: letterMask(bytes, 0, bytes.length),
    foldMask: letterMask(folded, 0, folded.length),
    foldHash: hashBytes(folded, 0, folded.length),
    skeletonHash: hashSkeleton(foldedText),
    abjadHash: abjad ? hashAbjad(text) : 0,
    nickname: NICKNAME_GROUP.get(text) ?? -1,
    rarity: rarity(text, foldedText),
    kind: wordKind(text),
    others: NO_OTHERS,
  }
}

function latinBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}
