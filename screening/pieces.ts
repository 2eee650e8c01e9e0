import { bitCount, editDistance } from './names/edit-distance.ts'

const MAX = 20
/** Parts shorter than this are joined only with their neighbours: any two letters are somewhere in a long word. */
const ANYWHERE_LETTERS = 3
/** Written together without a letter wrong, and with one. */
const EQUAL = 0.97
const ONE_SLIP = 0.86
/** Shorter words, and parts of two, are too alike with a slip; less so where the order is given. */
const SLIP_LETTERS = 8
const SLIP_PART_LETTERS = 3
const SLIP_PART_LETTERS_ANYWHERE = 4
/** Pieces tried for one word: names take a handful. */
const STEPS_MAX = 100
/** Shorter words hold an initial by chance. */
const INITIAL_LETTERS = 5

/**
 * Words of one side, out of which a word of the other may be written together (`DelaCruz`, `KuzminMikhail`, `Kas Tyukevich`). Neighbours are
 * joined in their order. Where `anyOrder` is set the last is a neighbour of the first, since family names come first or last, and longer
 * words need not be neighbours.
 */
export class Pieces {
  readonly bytes: Uint8Array
  readonly anyOrder: boolean
  count = 0
  /** Letters of all of them, and how many: see `letterMask`. */
  letters = 0
  total = 0
  readonly from = new Int32Array(MAX)
  readonly length = new Int32Array(MAX)
  readonly mask = new Int32Array(MAX)
  /** 1: may be used. */
  readonly free = new Uint8Array(MAX)
  /** What the last `cover` found: how many parts, and which, as they follow each other. */
  used = 0
  readonly order = new Int8Array(MAX)
  #steps = 0
  readonly #joint = new Uint8Array(MAX * 64)

  constructor(bytes: Uint8Array, anyOrder: boolean) {
    this.bytes = bytes
    this.anyOrder = anyOrder
  }

  /** Quick answer for words that hold other letters than all the pieces together. */
  mayCover(length: number, mask: number): boolean {
    const foreign = mask & ~this.letters
    return length >= 3 && length <= this.total + 1 && (foreign === 0 || (length >= SLIP_LETTERS && (foreign & (foreign - 1)) === 0))
  }

  /** How well two or more of the words, written together, are the one given; 0 when they are not. */
  cover(word: Uint8Array, at: number, length: number, mask: number): number {
    this.used = 0
    this.#steps = STEPS_MAX
    if (this.#exactly(word, at, length, mask, 0)) return length >= INITIAL_LETTERS || this.#sameLengths() ? EQUAL : 0
    return length >= SLIP_LETTERS ? this.#withSlip(word, at, length, mask) : 0
  }

  /** Lays part after part on what is left of the word. */
  #exactly(word: Uint8Array, at: number, length: number, mask: number, used: number): boolean {
    const { bytes, from, free, order } = this
    for (let p = 0; p < this.count; p++) {
      const own = this.length[p]!
      if (!free[p] || own > length || (this.mask[p]! & ~mask) !== 0 || (own === length && used === 0)) continue
      let i = 0
      while (i < own && bytes[from[p]! + i] === word[at + i]) i++
      // Equal words over and over could be tried in more orders than there is time for.
      if (i < own || this.#steps-- <= 0 || (used > 0 && !this.#mayFollow(order[used - 1]!, p))) continue
      order[used] = p
      if (own === length) {
        this.used = used + 1
        return true
      }
      free[p] = 0
      const done = this.#exactly(word, at + own, length - own, mask, used + 1)
      free[p] = 1
      if (done) return true
    }
    return false
  }

  /** No part is an initial beside words, as in `JAK-A`; all may be, as in `A.B.C.`. */
  #sameLengths(): boolean {
    let initials = 0
    for (let n = 0; n < this.used; n++) if (this.length[this.order[n]!] === 1) initials++
    return initials === 0 || initials === this.used
  }

  #mayFollow(before: number, p: number): boolean {
    if (before + 1 === p || !this.anyOrder) return before + 1 === p
    return (before + 1) % this.count === p || (this.length[before]! >= ANYWHERE_LETTERS && this.length[p]! >= ANYWHERE_LETTERS)
  }

  /** Two parts, or neighbours that make up the word, with one letter wrong. */
  #withSlip(word: Uint8Array, at: number, length: number, mask: number): number {
    const { count, free } = this
    const least = this.anyOrder ? SLIP_PART_LETTERS_ANYWHERE : SLIP_PART_LETTERS
    for (let p = 0; p < count; p++) {
      if (!free[p]) continue
      for (let q = 0; q < count && this.length[p]! >= least; q++) {
        if (q === p || !free[q] || this.length[q]! < least || !this.#mayFollow(p, q)) continue
        if (Math.abs(this.length[p]! + this.length[q]! - length) > 1 || bitCount(mask ^ (this.mask[p]! | this.mask[q]!)) > 2) continue
        this.order[0] = p
        this.order[1] = q
        if (this.#apart(word, at, length, 2) === 1) {
          this.used = 2
          return ONE_SLIP
        }
      }
      let sum = 0
      let all = 0
      for (let n = 0; n < count; n++) {
        const q = (p + n) % count
        if (!free[q] || sum > length || (n > 0 && !this.#mayFollow(this.order[n - 1]!, q))) break
        sum += this.length[q]!
        all |= this.mask[q]!
        this.order[n] = q
        if (n < 2 || Math.abs(sum - length) > 1 || bitCount(mask ^ all) > 2) continue
        if (this.#apart(word, at, length, n + 1) === 1) {
          this.used = n + 1
          return ONE_SLIP
        }
      }
    }
    return 0
  }

  #apart(word: Uint8Array, at: number, length: number, used: number): number {
    let end = 0
    for (let n = 0; n < used; n++) {
      const p = this.order[n]!
      this.#joint.set(this.bytes.subarray(this.from[p]!, this.from[p]! + this.length[p]!), end)
      end += this.length[p]!
    }
    return editDistance(this.#joint, 0, end, word, at, length, 1)
  }
}
