/**
 * Distances between short ASCII words held as bytes. Scratch rows are reused: not re-entrant, which single-threaded code never is.
 */
const MAX = 64
const rowA = new Uint8Array(MAX + 1)
const rowB = new Uint8Array(MAX + 1)
const rowC = new Uint8Array(MAX + 1)

/**
 * Edits (insert, delete, replace, swap of neighbours) from one slice to the other; anything above `limit` comes back as `limit + 1`.
 * Slices longer than 64 bytes count as too far.
 */
export function editDistance(
  a: Uint8Array,
  aFrom: number,
  aLength: number,
  b: Uint8Array,
  bFrom: number,
  bLength: number,
  limit: number,
): number {
  const gap = aLength - bLength
  if (gap > limit || -gap > limit || aLength > MAX || bLength > MAX) return limit + 1
  let from = 0
  // Shared ends need no table.
  while (aLength > 0 && bLength > 0 && a[aFrom + aLength - 1] === b[bFrom + bLength - 1]) {
    aLength--
    bLength--
  }
  while (from < aLength && from < bLength && a[aFrom + from] === b[bFrom + from]) from++
  aFrom += from
  bFrom += from
  aLength -= from
  bLength -= from
  if (!aLength || !bLength) return Math.min(aLength + bLength, limit + 1)
  let before = rowA
  let last = rowB
  let row = rowC
  for (let j = 0; j <= bLength; j++) last[j] = j
  for (let i = 1; i <= aLength; i++) {
    row[0] = i
    let least = i
    const x = a[aFrom + i - 1]!
    for (let j = 1; j <= bLength; j++) {
      const y = b[bFrom + j - 1]!
      let cost = last[j - 1]! + (x === y ? 0 : 1)
      if (last[j]! + 1 < cost) cost = last[j]! + 1
      if (row[j - 1]! + 1 < cost) cost = row[j - 1]! + 1
      if (i > 1 && j > 1 && x === b[bFrom + j - 2] && y === a[aFrom + i - 2] && before[j - 2]! + 1 < cost) cost = before[j - 2]! + 1
      row[j] = cost
      if (cost < least) least = cost
    }
    // A swap reaches back two rows, by one edit.
    if (least > limit + 1) return limit + 1
    const spare = before
    before = last
    last = row
    row = spare
  }
  return Math.min(last[bLength]!, limit + 1)
}

const letters = new Int8Array(128)

/** Fewest edits two slices can be apart, their letters counted without regard to order. */
export function lettersApart(a: Uint8Array, b: Uint8Array, bFrom: number, bLength: number): number {
  for (let i = 0; i < a.length; i++) letters[a[i]! & 127]!++
  let missing = 0
  for (let j = bFrom, end = bFrom + bLength; j < end; j++) if (--letters[b[j]! & 127]! < 0) missing++
  letters.fill(0)
  return Math.max(missing, a.length - bLength + missing)
}

/** Which letters occur, one bit each (digits share bits): two words differing in many bits cannot be close. */
export function letterMask(bytes: Uint8Array, from: number, length: number): number {
  let mask = 0
  for (let i = 0; i < length; i++) mask |= 1 << ((bytes[from + i]! - 97) & 31)
  return mask
}

export function bitCount(bits: number): number {
  let x = bits - ((bits >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Which positions of a word hold each letter, one bit a position: what `patternDistance` reads. Words over 31 letters have none. */
export function letterPattern(bytes: Uint8Array): Int32Array | null {
  if (bytes.length > 31) return null
  const pattern = new Int32Array(128)
  for (let i = 0; i < bytes.length; i++) pattern[bytes[i]! & 127]! |= 1 << i
  return pattern
}

/** `editDistance` of a word with a pattern, a whole row at a time in the bits of a number (Hyyrö 2003). `length` is the word's own, 1 to 31. */
export function patternDistance(pattern: Int32Array, length: number, bytes: Uint8Array, from: number, other: number): number {
  let up = -1
  let down = 0
  let diagonal = 0
  let before = 0
  let distance = length
  const last = 1 << (length - 1)
  for (let j = 0; j < other; j++) {
    const here = pattern[bytes[from + j]! & 127]!
    const swap = ((~diagonal & here) << 1) & before
    diagonal = (((here & up) + up) ^ up) | here | down | swap
    let right = down | ~(diagonal | up)
    const left = diagonal & up
    if (right & last) distance++
    if (left & last) distance--
    right = (right << 1) | 1
    up = (left << 1) | ~(diagonal | right)
    down = right & diagonal
    before = here
  }
  return distance
}
