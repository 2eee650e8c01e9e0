import { execFileSync, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { formatVerifierKey, type NoteSigner, signCheckpoint } from './checkpoint.ts'
import { deriveSigner } from './keys.ts'
import { appendLeaves, EMPTY_FRONTIER, fulfilPlan, hashLeaf, inclusionPlan } from './merkle.ts'
import { buildReceipt, canonicalJson, checkReceipt, type Receipt } from './receipt.ts'

const tool = fileURLToPath(new URL('../tools/verify-receipt.mjs', import.meta.url))
const { readKey, verifyAnswer, verifyReceipt } = (await import(tool)) as {
  readKey: (line: string) => unknown
  verifyAnswer: (answer: unknown, key: unknown, keyLine: string) => { id: string }
  verifyReceipt: (receipt: Receipt, key: unknown) => { id: string }
}

const COUNT = 1237
const signer: NoteSigner = { ...deriveSigner('a master secret that is long enough for its purpose', 'log'), name: 'sealwright.example/log' }
const verifierKey = formatVerifierKey(signer)
const key = readKey(verifierKey)

const decisionOf = (i: number) => ({
  id: `dec_${i}`,
  outcome: i % 3 === 0 ? 'deny' : 'allow',
  reason_codes: i % 3 === 0 ? ['sanctions_address_exact'] : [],
  amount: i / 8,
  name: 'Zoë\u2028"',
  evaluated_at: '2026-11-21T08:00:00.000Z',
})
const entries = Array.from({ length: COUNT }, (_, i) => ({
  id: `aud_${i}`,
  action: 'compliance_decision',
  timestamp: '2026-11-21T08:00:00.000Z',
  user_id: null,
  details: { decision_record: hash('sha256', canonicalJson(decisionOf(i))), check: 'sanctions' },
}))
const { nodes, root } = appendLeaves(
  EMPTY_FRONTIER,
  entries.map((entry) => hashLeaf(Buffer.from(canonicalJson(entry)))),
)
const stored = new Map(nodes.map((node) => [`${node.level}/${node.index}`, node.hash]))
const checkpoint = await signCheckpoint({ origin: 'sealwright.example/log', size: COUNT, root }, signer)
const receiptOf = (i: number): Receipt =>
  JSON.parse(
    JSON.stringify(
      buildReceipt({
        entry: entries[i]!,
        documents: { decision_record: decisionOf(i) },
        origin: 'sealwright.example/log',
        index: i,
        size: COUNT,
        checkpoint,
        proof: fulfilPlan(inclusionPlan(i, COUNT), (id) => stored.get(`${id.level}/${id.index}`)),
      }),
    ),
  ) as Receipt

const accepts = (receipt: Receipt): boolean => {
  try {
    verifyReceipt(receipt, key)
    return true
  } catch {
    return false
  }
}

/** Every way to change one leaf value of the JSON, to drop it, or to drop a whole branch. */
function* alterations(value: unknown, path: (string | number)[] = []): Generator<{ path: (string | number)[]; to: unknown }> {
  if (path.length > 0) yield { path, to: undefined }
  if (typeof value === 'string') {
    for (const at of [0, Math.floor(value.length / 2), value.length - 1])
      if (value.length > 0) yield { path, to: value.slice(0, at) + (value[at] === 'a' ? 'b' : 'a') + value.slice(at + 1) }
    yield { path, to: `${value}x` }
  } else if (typeof value === 'number') yield* [value + 1, value - 1, value + 0.5, -value - 1].map((to) => ({ path, to }))
  else if (value === null) yield { path, to: 'x' }
  else
    for (const [name, inner] of Object.entries(value as object))
      yield* alterations(inner, [...path, Array.isArray(value) ? Number(name) : name])
}
function altered(receipt: Receipt, { path, to }: { path: (string | number)[]; to: unknown }): Receipt {
  const copy = structuredClone(receipt) as never as Record<string | number, never>
  let at = copy
  for (const name of path.slice(0, -1)) at = at[name]!
  if (to !== undefined) at[path.at(-1)!] = to as never
  else if (Array.isArray(at)) at.splice(Number(path.at(-1)), 1)
  else delete at[path.at(-1)!]
  return copy as never as Receipt
}

describe('receipts', () => {
  it('1,000 and more are accepted by a verifier that shares no code with us', () => {
    const source = readFileSync(tool, 'utf8')
    expect([...source.matchAll(/from '([^']+)'/g)].map((m) => m[1])).toEqual(['node:crypto', 'node:fs', 'node:url'])
    let accepted = 0
    for (let i = 0; i < COUNT; i++) if (accepts(receiptOf(i))) accepted++
    expect(accepted).toBe(COUNT)
  })

  it('whatever is altered, the verifier refuses it, and so do pages', async () => {
    let tried = 0
    for (const i of [0, 1, 617, COUNT - 1]) {
      const receipt = receiptOf(i)
      expect(await checkReceipt(receipt, verifierKey)).toBeNull()
      for (const change of alterations(receipt)) {
        // Leaving a document out hides it but claims nothing.
        if (change.to === undefined && change.path.join('.') === 'documents.decision_record') continue
        const wrong = altered(receipt, change)
        expect(accepts(wrong), `${i}: ${change.path.join('.')} → ${String(change.to)}`).toBe(false)
        expect(await checkReceipt(wrong, verifierKey), change.path.join('.')).not.toBeNull()
        tried++
      }
    }
    expect(tried).toBeGreaterThan(400)
    // Each of 1,000 receipts, with one hash of its proof or one digit of its entry changed.
    for (let i = 0; i < 1000; i++) {
      const receipt = receiptOf(i)
      if (i % 2) receipt.log.proof[i % receipt.log.proof.length] = hash('sha256', String(i))
      else (receipt.entry as { id: string }).id = `aud_${i + 1}`
      expect(accepts(receipt)).toBe(false)
    }
  })

  it('a receipt of another log, or for another place, is refused', async () => {
    const other: NoteSigner = { ...deriveSigner('another master secret that is long enough too', 'log'), name: signer.name }
    const receipt = receiptOf(5)
    expect(await checkReceipt(receipt, formatVerifierKey(other))).toBe('checkpoint_signature_invalid')
    expect(accepts({ ...receipt, checkpoint: await signCheckpoint({ origin: 'sealwright.example/log', size: COUNT, root }, other) })).toBe(
      false,
    )
    expect(await checkReceipt({ ...receipt, log: { ...receiptOf(6).log } }, verifierKey)).toBe('not_in_log')
    expect(await checkReceipt({ ...receipt, documents: { result: {} } }, verifierKey)).toBe('document_altered')
    expect(await checkReceipt({ ...receipt, documents: { constructor: {} } }, verifierKey)).toBe('document_altered')
    expect(await checkReceipt(null as never, verifierKey)).toBe('malformed')
    expect(await checkReceipt(receipt, 'nonsense')).toBe('malformed')
  })

  it('nothing is added to it, to its note or to the key unnoticed', async () => {
    const receipt = receiptOf(5)
    const signature = checkpoint.split('\n\n')[1]!
    const stranger = `— ${signer.name} ${Buffer.alloc(68).toString('base64')}\n`
    const wrong: Record<string, unknown> = {
      member: { ...receipt, outcome: 'allow' },
      'member of the place': { ...receipt, log: { ...receipt.log, note: 'x' } },
      'size as text': { ...receipt, log: { ...receipt.log, size: String(COUNT) } },
      'documents as a list': { ...receipt, documents: [] },
      'documents left out': { ...receipt, documents: undefined },
      'no entry': { ...receipt, entry: null },
      'no place': { ...receipt, log: null },
      'no note': { ...receipt, checkpoint: null },
      'a line behind': { ...receipt, checkpoint: `${checkpoint}junk\n` },
      'a line before': { ...receipt, checkpoint: checkpoint.replace('\n\n', '\n\njunk\n') },
      'a control character': { ...receipt, checkpoint: `${checkpoint}— other\u0007 AAAAAAAA\n` },
      'only another key of that name': { ...receipt, checkpoint: checkpoint.replace(signature, stranger) },
    }
    for (const [what, one] of Object.entries(wrong)) {
      expect(accepts(one as Receipt), what).toBe(false)
      expect(await checkReceipt(one as Receipt, verifierKey), what).not.toBeNull()
    }
    // Lines of other keys are passed over, before and behind.
    for (const note of [checkpoint + stranger, checkpoint.replace('\n\n', `\n\n${stranger}`), `${checkpoint}— other.example AAAAAAAA\n`]) {
      expect(accepts({ ...receipt, checkpoint: note })).toBe(true)
      expect(await checkReceipt({ ...receipt, checkpoint: note }, verifierKey)).toBeNull()
    }
    const [name, id] = verifierKey.split('+') as [string, string]
    const bytes = verifierKey.slice(name.length + id.length + 2)
    for (const line of [
      `${name}+00000000+${bytes}`,
      `other+${id}+${bytes}`,
      `${verifierKey}!!`,
      `${name}+${id}+${bytes.replace('A', 'B')}`,
    ]) {
      expect(() => readKey(line)).toThrow('verifier key')
      expect(await checkReceipt(receipt, line)).toBe('malformed')
    }
  })

  it('what an answer names around its receipt must be what the receipt is of', () => {
    const decided = { ...receiptOf(5), entry: { ...entries[5]!, subject_type: 'decision', subject_id: 'dec_5' } }
    const leaf = hashLeaf(Buffer.from(canonicalJson(decided.entry)))
    const alone = { origin: signer.name, index: 0, size: 1, proof: [] }
    return signCheckpoint({ origin: signer.name, size: 1, root: leaf }, signer).then((note) => {
      const receipt = { ...decided, log: alone, checkpoint: note }
      const answer = { success: true, object: 'receipt', decision_id: 'dec_5', verifier_key: verifierKey, receipt }
      const verdict = (one: object) => {
        try {
          return verifyAnswer(one, key, verifierKey).id
        } catch (error) {
          return (error as Error).message
        }
      }
      expect(verdict(receipt)).toBe('aud_5')
      expect(verdict(answer)).toBe('aud_5')
      expect(verdict({ audit_id: 'aud_5', verifier_key: verifierKey, receipt })).toBe('aud_5')
      expect(verdict({ ...answer, decision_id: 'dec_6' })).toContain('not of the decision')
      expect(verdict({ ...answer, audit_id: 'aud_6' })).toContain('not of the entry')
      expect(verdict({ ...answer, verifier_key: `x${verifierKey}` })).toContain('another verifier key')
    })
  })

  it('works from the command line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'receipts-'))
    try {
      const [good, bad] = [join(folder, 'good.json'), join(folder, 'bad.json')]
      const answered = { success: true, verifier_key: verifierKey, receipt: receiptOf(2) }
      writeFileSync(good, [receiptOf(0), receiptOf(1), answered].map((one) => JSON.stringify(one)).join('\n'))
      writeFileSync(bad, JSON.stringify([receiptOf(3), { ...receiptOf(4), documents: { decision_record: decisionOf(5) } }]))
      expect(execFileSync(process.execPath, [tool, '--key', verifierKey, good], { encoding: 'utf8' })).toContain('3 hold, 0 fail')
      const run = spawnSync(process.execPath, [tool, good, '--key', verifierKey, bad], { encoding: 'utf8' })
      expect([run.status, run.stdout.includes('4 hold, 1 fail'), run.stdout.includes('FAILS   aud_4')]).toEqual([1, true, true])
      expect(spawnSync(process.execPath, [tool]).status).toBe(2)
      expect(spawnSync(process.execPath, [tool, '--key', 'x', good]).status).toBe(2)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
