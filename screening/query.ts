import { compactFold, hashAbjad, hashBytes, hashSkeleton, wordKind } from './index.ts'
import { letterMask, letterPattern } from './names/edit-distance.ts'
import { fold } from './names/fold.ts'
import { NICKNAME_GROUP } from './names/nicknames.ts'
import { rarity } from './names/rarity.ts'
import { SCRIPTS } from './names/script.ts'
import { prepareName } from './names.ts'

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
}

export type Query = {
  text: string
  words: QueryWord[]
  script: number
  native: Uint16Array
  compact: Uint8Array
  compactPattern: Int32Array | null
  compactHash: number
}

/** Prepares a name for being looked for. */
export function prepareQuery(text: string): Query {
  const { tokens, script, native } = prepareName(text)
  const compact = latinBytes(compactFold(tokens))
  return {
    text,
    words: tokens.map((word) => prepareWord(word, script === 'arabic' || script === 'hebrew')),
    script: SCRIPTS.indexOf(script),
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
  }
}

function latinBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}
