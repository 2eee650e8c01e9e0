import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  appendLeaves,
  consistencyPlan,
  EMPTY_FRONTIER,
  EMPTY_ROOT,
  type Frontier,
  frontierNodes,
  fulfilPlan,
  hashChildren,
  hashLeaf,
  inclusionPlan,
  joinHashes,
  type NodeId,
  rootOf,
  subtreeNodes,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts'

// The eight leaves and roots used by the Certificate Transparency implementations of RFC 6962.
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

// RFC 6962 section 2.1 word for word, to judge the quick version by.
const split = (n: number) => 2 ** Math.ceil(Math.log2(n) - 1)
function naiveRoot(d: Buffer[]): Buffer {
  if (d.length === 0) return EMPTY_ROOT
  if (d.length === 1) return d[0]!
  const k = split(d.length)
  return hashChildren(naiveRoot(d.slice(0, k)), naiveRoot(d.slice(k)))
}
function naivePath(m: number, d: Buffer[]): Buffer[] {
  if (d.length === 1) return []
  const k = split(d.length)
  return m < k ? [...naivePath(m, d.slice(0, k)), naiveRoot(d.slice(k))] : [...naivePath(m - k, d.slice(k)), naiveRoot(d.slice(0, k))]
}
function naiveSubproof(m: number, d: Buffer[], whole: boolean): Buffer[] {
  if (m === d.length) return whole ? [] : [naiveRoot(d)]
  const k = split(d.length)
  return m <= k
    ? [...naiveSubproof(m, d.slice(0, k), whole), naiveRoot(d.slice(k))]
    : [...naiveSubproof(m - k, d.slice(k), false), naiveRoot(d.slice(0, k))]
}

function store(count: number) {
  const leaves = Array.from({ length: count }, (_, i) => hashLeaf(Buffer.from(`leaf ${i}`)))
  const nodes = new Map<string, Buffer>()
  for (const node of appendLeaves(EMPTY_FRONTIER, leaves).nodes) nodes.set(`${node.level}/${node.index}`, node.hash)
  return { leaves, nodes, read: (id: NodeId) => nodes.get(`${id.level}/${id.index}`) }
}
const hex = (list: readonly Uint8Array[]) => list.map((one) => Buffer.from(one).toString('hex'))

describe('published vectors', () => {
  it('gives the known root for each size, at once and leaf by leaf', () => {
    let frontier: Frontier = EMPTY_FRONTIER
    expect(rootOf(frontier).toString('hex')).toBe(ROOTS[0])
    for (let n = 1; n <= 8; n++) {
      const step = appendLeaves(frontier, [hashLeaf(LEAVES[n - 1]!)])
      frontier = step.frontier
      expect(step.root.toString('hex')).toBe(ROOTS[n])
      expect(appendLeaves(EMPTY_FRONTIER, LEAVES.slice(0, n).map(hashLeaf)).root.toString('hex')).toBe(ROOTS[n])
    }
  })

  it('gives the known audit paths and consistency proofs', () => {
    const nodes = appendLeaves(EMPTY_FRONTIER, LEAVES.map(hashLeaf)).nodes
    const read = (id: NodeId) => nodes.find((node) => node.level === id.level && node.index === id.index)?.hash
    expect(hex(fulfilPlan(inclusionPlan(0, 8), read))).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(hex(fulfilPlan(inclusionPlan(5, 8), read))).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
    expect(hex(fulfilPlan(consistencyPlan(6, 8), read))).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
  })
})

describe('against the definition', () => {
  const N = 70
  const { leaves, read } = store(N)
  const roots = Array.from({ length: N + 1 }, (_, n) => naiveRoot(leaves.slice(0, n)))

  it('roots of every size', () => {
    for (let n = 0; n <= N; n++) expect(joinHashes(frontierNodes(n).map((id) => read(id)!))).toEqual(roots[n])
  })

  it('every inclusion proof of every size is right, and none holds for another place, leaf, size or root', () => {
    for (let size = 1; size <= N; size++) {
      for (let index = 0; index < size; index++) {
        const proof = fulfilPlan(inclusionPlan(index, size), read)
        expect(hex(proof)).toEqual(hex(naivePath(index, leaves.slice(0, size))))
        const good = { index, size, leafHash: leaves[index]!, proof, root: roots[size]! }
        expect(verifyInclusion(good)).toBe(true)
        for (let other = 0; other < size; other++) if (other !== index) expect(verifyInclusion({ ...good, index: other })).toBe(false)
        expect(verifyInclusion({ ...good, leafHash: hashLeaf(Buffer.from('x')) })).toBe(false)
        expect(verifyInclusion({ ...good, root: roots[size - 1]! })).toBe(false)
        expect(verifyInclusion({ ...good, proof: [...proof, leaves[0]!] })).toBe(false)
        if (proof.length > 0) expect(verifyInclusion({ ...good, proof: proof.slice(1) })).toBe(false)
      }
    }
  })

  it('every consistency proof is right, and none survives a changed hash or another tree', () => {
    for (let second = 1; second <= N; second++) {
      for (let first = 1; first <= second; first++) {
        const proof = fulfilPlan(consistencyPlan(first, second), read)
        expect(hex(proof)).toEqual(hex(naiveSubproof(first, leaves.slice(0, second), true)))
        const good = { first, second, firstRoot: roots[first]!, secondRoot: roots[second]!, proof }
        expect(verifyConsistency(good)).toBe(true)
        expect(verifyConsistency({ ...good, firstRoot: roots[first - 1]! })).toBe(false)
        expect(verifyConsistency({ ...good, secondRoot: roots[second - 1]! })).toBe(false)
        expect(verifyConsistency({ ...good, proof: [...proof, leaves[0]!] })).toBe(false)
        for (let i = 0; i < proof.length; i++)
          expect(verifyConsistency({ ...good, proof: proof.with(i, leaves[3]!.map((b) => b ^ 1) as Buffer) })).toBe(false)
      }
    }
  })

  it('a fork is found', () => {
    const forked = appendLeaves(EMPTY_FRONTIER, [...leaves.slice(0, 20), hashLeaf(Buffer.from('rewritten')), ...leaves.slice(21)])
    expect(
      verifyConsistency({
        first: 30,
        second: N,
        firstRoot: roots[30]!,
        secondRoot: forked.root,
        proof: fulfilPlan(consistencyPlan(30, N), read),
      }),
    ).toBe(false)
    const forkedNodes = new Map(forked.nodes.map((node) => [`${node.level}/${node.index}`, node.hash]))
    const proof = fulfilPlan(consistencyPlan(30, N), (id) => forkedNodes.get(`${id.level}/${id.index}`))
    expect(verifyConsistency({ first: 30, second: N, firstRoot: roots[30]!, secondRoot: forked.root, proof })).toBe(false)
  })
})

describe('the store', () => {
  it('is append-only: batches of any size make the same nodes, each once', () => {
    const { leaves, nodes } = store(257)
    let frontier: Frontier = EMPTY_FRONTIER
    const seen = new Map<string, Buffer>()
    for (let at = 0, step = 1; at < leaves.length; at += step, step = (step * 3 + 1) % 17 || 1) {
      const out = appendLeaves(frontier, leaves.slice(at, at + step))
      frontier = out.frontier
      for (const node of out.nodes) {
        expect(seen.has(`${node.level}/${node.index}`)).toBe(false)
        seen.set(`${node.level}/${node.index}`, node.hash)
      }
      expect(hex(frontier.hashes)).toEqual(hex(frontierNodes(frontier.size).map((id) => seen.get(`${id.level}/${id.index}`)!)))
    }
    expect(seen).toEqual(nodes)
  })

  it('names nodes right in very large trees', () => {
    const size = 2 ** 52 + 2 ** 40 + 5
    expect(frontierNodes(size).map((id) => id.level)).toEqual([52, 40, 2, 0])
    expect(inclusionPlan(size - 1, size).flat()).toContainEqual({ level: 52, index: 0 })
    expect(() => subtreeNodes(1, 5)).toThrow(RangeError)
  })

  it('extends very large trees by proofs that hold', () => {
    // Of leaves that are all alike, so that a complete subtree is known by its level.
    const levels = [hashLeaf(Buffer.from('x'))]
    for (let level = 1; level < 53; level++) levels.push(hashChildren(levels[level - 1]!, levels[level - 1]!))
    const rootAt = (size: number) => joinHashes(frontierNodes(size).map((id) => levels[id.level]!))
    for (const power of [20, 47, 48, 49, 50, 51, 52])
      for (const first of [2 ** power - 1, 2 ** power, 2 ** power + 1]) {
        const second = 2 ** power + 5
        const proof = fulfilPlan(consistencyPlan(first, second), (id) => levels[id.level])
        const good = { first, second, firstRoot: rootAt(first), secondRoot: rootAt(second), proof }
        expect(verifyConsistency(good), `${first}`).toBe(true)
        expect(verifyConsistency({ ...good, secondRoot: rootAt(second + 1) })).toBe(false)
      }
  })

  it('refuses what cannot be', () => {
    expect(() => inclusionPlan(3, 3)).toThrow(RangeError)
    expect(() => consistencyPlan(0, 3)).toThrow(RangeError)
    expect(() => consistencyPlan(4, 3)).toThrow(RangeError)
    expect(() => frontierNodes(-1)).toThrow(RangeError)
    expect(() => appendLeaves({ size: 3, hashes: [] }, [])).toThrow(RangeError)
    expect(() => fulfilPlan(inclusionPlan(0, 2), () => undefined)).toThrow('lacks node 0/1')
    expect(verifyInclusion({ index: 0.5, size: 1, leafHash: randomBytes(32), proof: [], root: randomBytes(32) })).toBe(false)
    expect(verifyInclusion({ index: 0, size: 1, leafHash: randomBytes(31), proof: [], root: randomBytes(32) })).toBe(false)
    expect(verifyConsistency({ first: 0, second: 1, firstRoot: EMPTY_ROOT, secondRoot: EMPTY_ROOT, proof: [] })).toBe(false)
  })
})
