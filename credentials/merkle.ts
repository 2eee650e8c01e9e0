/**
 * The Merkle tree of RFC 6962 section 2.1 (the same tree as RFC 9162), with SHA-256.
 *
 * A stored log keeps the hash of every *complete* subtree under its place (level, index): level 0 holds leaf hashes,
 * a node of level L covers the 2^L leaves from index × 2^L. Such a node never changes, so the store is append-only.
 * Everything else (roots of any size, proofs) is computed from those nodes: a *plan* says which are needed, the caller
 * reads them in one query, and `fulfilPlan` joins them. Indices are safe integers, so trees go up to 2^53 leaves.
 */
import { hash } from 'node:crypto'

/** The place of a complete subtree: it covers leaves index × 2^level up to (index + 1) × 2^level. */
export interface NodeId {
  level: number
  index: number
}
export interface TreeNode extends NodeId {
  hash: Buffer
}
/** For each hash of a proof, the complete subtrees it is joined from, left to right. */
export type ProofPlan = NodeId[][]

const digest = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/** Root of the tree without leaves: the hash of the empty string. */
export const EMPTY_ROOT: Buffer = digest(new Uint8Array())

/** Hash of one leaf: SHA-256(0x00 ‖ data). Text is hashed as its UTF-8; it must be well-formed. */
export function hashLeaf(data: Uint8Array | string): Buffer {
  // Its first character is the byte 0x00.
  if (typeof data === 'string') return hash('sha256', `\0${data}`, 'buffer')
  const input = Buffer.allocUnsafe(data.length + 1)
  input[0] = 0
  input.set(data, 1)
  return digest(input)
}

/** Hash of an inner node: SHA-256(0x01 ‖ left ‖ right). Both sides are 32 bytes. */
export function hashChildren(left: Uint8Array, right: Uint8Array): Buffer {
  if (left.length !== 32 || right.length !== 32) throw new RangeError('node hashes are 32 bytes')
  const input = Buffer.allocUnsafe(65)
  input[0] = 1
  input.set(left, 1)
  input.set(right, 33)
  return digest(input)
}

/** The largest power of two smaller than n (n ≥ 2): where RFC 6962 splits a tree of n leaves. */
function splitPoint(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/**
 * The complete subtrees that together make leaves [begin, end), left to right, largest first.
 * `begin` must be a multiple of the size of the first one, as every subtree of RFC 6962 is.
 */
export function subtreeNodes(begin: number, end: number): NodeId[] {
  const nodes: NodeId[] = []
  let at = begin
  while (at < end) {
    let level = 0
    let width = 1
    while (width * 2 <= end - at) {
      width *= 2
      level++
    }
    if (at % width !== 0) throw new RangeError(`leaves ${begin} to ${end} are not a subtree`)
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

/** The right edge of a tree of `size` leaves: the nodes an appender must know. At most 53 of them. */
export const frontierNodes = (size: number): NodeId[] => subtreeNodes(0, checkedSize(size))

/** Joins the hashes of adjacent complete subtrees, given left to right, largest first. No hash gives the empty root. */
export function joinHashes(hashes: readonly Uint8Array[]): Buffer {
  if (hashes.length === 0) return EMPTY_ROOT
  let joined: Uint8Array = hashes[hashes.length - 1]!
  for (let i = hashes.length - 2; i >= 0; i--) joined = hashChildren(hashes[i]!, joined)
  return Buffer.from(joined)
}

/** A tree as its appender sees it: its size and the hashes of `frontierNodes(size)`. */
export interface Frontier {
  size: number
  hashes: readonly Uint8Array[]
}
export const EMPTY_FRONTIER: Frontier = { size: 0, hashes: [] }

export const rootOf = (frontier: Frontier): Buffer => joinHashes(frontier.hashes)

/**
 * Appends leaf hashes. `nodes` are the complete subtrees this made, leaves (level 0) included, each to be stored once.
 * Costs about two hashes a leaf. The given frontier is not changed.
 */
export function appendLeaves(
  frontier: Frontier,
  leafHashes: readonly Uint8Array[],
): { frontier: Frontier; nodes: TreeNode[]; root: Buffer } {
  const edge = frontierNodes(frontier.size)
  if (edge.length !== frontier.hashes.length) throw new RangeError(`a tree of ${frontier.size} leaves has ${edge.length} right-edge nodes`)
  const stack: TreeNode[] = edge.map((id, i) => ({ ...id, hash: Buffer.from(frontier.hashes[i]!) }))
  const nodes: TreeNode[] = []
  let size = frontier.size
  for (const leafHash of leafHashes) {
    if (leafHash.length !== 32) throw new RangeError('leaf hashes are 32 bytes')
    let node: TreeNode = { level: 0, index: size++, hash: Buffer.from(leafHash) }
    nodes.push(node)
    while (stack.length > 0 && stack[stack.length - 1]!.level === node.level) {
      const left = stack.pop()!
      node = { level: node.level + 1, index: left.index / 2, hash: hashChildren(left.hash, node.hash) }
      nodes.push(node)
    }
    stack.push(node)
  }
  const next = { size: checkedSize(size), hashes: stack.map((node) => node.hash) }
  return { frontier: next, nodes, root: rootOf(next) }
}

/** What an inclusion proof of leaf `index` in the tree of `size` leaves is made from (RFC 6962, PATH). */
export function inclusionPlan(index: number, size: number): ProofPlan {
  if (checkedSize(index) >= checkedSize(size)) throw new RangeError(`leaf ${index} is not in a tree of ${size}`)
  const plan: ProofPlan = []
  let begin = 0
  let end = size
  while (end - begin > 1) {
    const middle = begin + splitPoint(end - begin)
    if (index < middle) {
      plan.push(subtreeNodes(middle, end))
      end = middle
    } else {
      plan.push(subtreeNodes(begin, middle))
      begin = middle
    }
  }
  return plan.reverse()
}

/** What a proof that the tree of `second` leaves extends the tree of `first` is made from (RFC 6962, PROOF). */
export function consistencyPlan(first: number, second: number): ProofPlan {
  if (checkedSize(first) < 1 || first > checkedSize(second)) throw new RangeError(`no consistency proof from ${first} to ${second}`)
  const plan: ProofPlan = []
  let begin = 0
  let end = second
  let known = true // the verifier already holds the root of [begin, first)
  while (first < end) {
    const middle = begin + splitPoint(end - begin)
    if (first <= middle) {
      plan.push(subtreeNodes(middle, end))
      end = middle
    } else {
      plan.push(subtreeNodes(begin, middle))
      begin = middle
      known = false
    }
  }
  if (!known) plan.push(subtreeNodes(begin, end))
  return plan.reverse()
}

/** Turns a plan into a proof. `read` gives the stored hash of a node; a missing one is an error, never a guess. */
export function fulfilPlan(plan: ProofPlan, read: (id: NodeId) => Uint8Array | undefined): Buffer[] {
  return plan.map((nodes) =>
    joinHashes(
      nodes.map((id) => {
        const found = read(id)
        if (!found) throw new Error(`the log lacks node ${id.level}/${id.index}`)
        return found
      }),
    ),
  )
}

/** Whether `proof` shows that `leafHash` is leaf `index` of the tree with this size and root. Never throws on bad input. */
export function verifyInclusion(p: {
  index: number
  size: number
  leafHash: Uint8Array
  proof: readonly Uint8Array[]
  root: Uint8Array
}): boolean {
  if (!isSize(p.index) || !isSize(p.size) || p.index >= p.size || !all32([p.leafHash, p.root, ...p.proof])) return false
  let at = p.index
  let last = p.size - 1
  let hashed: Uint8Array = p.leafHash
  for (const sibling of p.proof) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      hashed = hashChildren(sibling, hashed)
      while (at % 2 === 0 && at !== 0) {
        at /= 2
        last = Math.floor(last / 2)
      }
    } else {
      hashed = hashChildren(hashed, sibling)
    }
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && sameHash(hashed, p.root)
}

/** Whether `proof` shows that the second tree holds all leaves of the first, in the same places. Never throws on bad input. */
export function verifyConsistency(p: {
  first: number
  second: number
  firstRoot: Uint8Array
  secondRoot: Uint8Array
  proof: readonly Uint8Array[]
}): boolean {
  if (!isSize(p.first) || !isSize(p.second) || p.first < 1 || p.first > p.second || !all32([p.firstRoot, p.secondRoot, ...p.proof]))
    return false
  if (p.first === p.second) return p.proof.length === 0 && sameHash(p.firstRoot, p.secondRoot)
  // A first tree of 2^k leaves is itself a node of the second: its root starts the path and is left out of the proof.
  const path = isPowerOfTwo(p.first) ? [p.firstRoot, ...p.proof] : [...p.proof]
  const start = path.shift()
  if (!start) return false
  let at = p.first - 1
  let last = p.second - 1
  while (at % 2 === 1) {
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  let older: Uint8Array = start
  let newer: Uint8Array = start
  for (const sibling of path) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      older = hashChildren(sibling, older)
      newer = hashChildren(sibling, newer)
      while (at % 2 === 0 && at !== 0) {
        at /= 2
        last = Math.floor(last / 2)
      }
    } else {
      newer = hashChildren(newer, sibling)
    }
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && sameHash(older, p.firstRoot) && sameHash(newer, p.secondRoot)
}

const sameHash = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i])
const all32 = (hashes: readonly Uint8Array[]): boolean => hashes.every((one) => one instanceof Uint8Array && one.length === 32)
// A logarithm is rounded: beyond 2^48 it takes neighbours of powers for powers.
const isPowerOfTwo = (n: number): boolean => (BigInt(n) & (BigInt(n) - 1n)) === 0n
const isSize = (n: number): boolean => Number.isSafeInteger(n) && n >= 0
function checkedSize(n: number): number {
  if (!isSize(n)) throw new RangeError(`${n} is not a tree size`)
  return n
}
