import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import examples from '#core/record/events/event-examples.generated.json' with { type: 'json' }
import { newWebhookSecret, signaturesOf } from '#core/record/webhooks/sign.ts'
import { runBulk } from '#core/screening/screenings/bulk/run.ts'
import { magicWallet } from '#screening/sandbox-sample.ts'
import { holderWallet } from '../holder-wallet.ts'
import { hasPython, pythonPath } from './python.ts'
import { startServedApi } from './served-api.ts'

// What the Python package does beside the calls that all languages make (`languages.test.ts`).
const run = promisify(execFile)
const folder = join(import.meta.dirname, '../../sdks/python')
const test3 = test.skipIf(!hasPython)
const title = (text: string) => `${text}${hasPython ? '' : ' (skipped: no Python 3.10 with pip on this machine)'}`

let api: Awaited<ReturnType<typeof startServedApi>>['api']
let server: Awaited<ReturnType<typeof startServedApi>>['server']
let url: string
let key: string
const dir = mkdtempSync(join(tmpdir(), 'sealwright-python-'))
const environment = () => ({ PATH: process.env.PATH!, PYTHONPATH: `${join(folder, 'src')}:${pythonPath()}`, PYTHONDONTWRITEBYTECODE: '1' })

beforeAll(async () => {
  if (!hasPython) return
  ;({ api, server, url } = await startServedApi())
  key = (await api.makeKey('sandbox')).key
})
afterAll(async () => {
  server?.close()
  await api?.services.screening.close()
  await api?.stop()
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
})

test3(title('denials, answers, events, logs and spans are what the package says they are'), async () => {
  const given = { key, url, wallet: magicWallet('0001'), events: Object.values(examples) }
  const env = { ...environment(), GIVEN: JSON.stringify(given) }
  const { stdout, stderr } = await run('python3', ['-B', '-X', 'dev', 'tests/features.py'], { cwd: folder, env })
  expect(stderr.replaceAll(/^.*ResourceWarning.*$\n?/gm, '')).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({ events: Object.keys(examples).length })
})

test3(title('what the README shows runs as it stands'), async () => {
  const blocks = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^```python\n([\s\S]*?)^```/gm)].map((match) => match[1]!)
  expect(blocks.length).toBeGreaterThan(3)
  writeFileSync(join(dir, 'customers.csv'), 'reference,full_name\na,Ada Example\nb,Mallory Sanctioned\n')
  const secret = newWebhookSecret()
  const event = JSON.stringify(examples['wallet.verified'])
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    ...{ 'webhook-id': 'evt_1', 'webhook-timestamp': String(timestamp) },
    'webhook-signature': await signaturesOf({ id: 'evt_1', timestamp, body: event, secrets: [secret], signers: [] }),
  }
  const env = { ...environment(), SEALWRIGHT_KEY: key, SEALWRIGHT_URL: url, EVENT: event, HEADERS: JSON.stringify(headers), SECRET: secret }
  const received = '\nimport json, os\nreceive(os.environ["EVENT"].encode(), json.loads(os.environ["HEADERS"]), os.environ["SECRET"])\n'
  const said: string[] = []
  for (const block of blocks) {
    const program = block.includes('def receive(') ? block + received : block
    const work = setInterval(() => void runBulk(api.services).catch(() => {}), 200)
    try {
      said.push((await run('python3', ['-B', '-c', program], { cwd: dir, env })).stdout)
    } finally {
      clearInterval(work)
    }
  }
  expect(said[0]).toMatch(/^allow (basic|enhanced)\n\[.*'.+'.*\] req_\w+\n\/wallet_address .+\n$/)
  expect(said.join('')).toContain('Mallory Sanctioned')
  expect(said.join('')).toContain('wal_')
})

/** What a case is, and what is found: all that it says, or the codes that speak against it. */
interface Case {
  what: 'credential' | 'receipt' | 'permit'
  given: unknown
  expected?: Record<string, unknown>
  found: unknown[] | { codes: string[] }
}
const against = (...codes: string[]) => ({ codes })

const post = async (path: string, body: object = {}) => {
  const answer = await api.call('POST', `/v1${path}`, body, key)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const get = async (path: string) => (await api.call('GET', `/v1${path}`, undefined, key)).body

/** A text with one character changed, at each of some places, always to another one of the same alphabet. */
const spoilt = (text: string) =>
  [0.05, 0.3, 0.6, 0.8, 0.995].map((share) => {
    const at = Math.floor(text.length * share)
    return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  })

/** Verifies them all in one program, as it is quicker. */
async function verifyAll(cases: Case[]): Promise<void> {
  const program = run('python3', ['-B', 'tests/verifying.py'], { cwd: folder, env: environment() })
  program.child.stdin!.end(JSON.stringify({ url, key, cases }))
  const found = JSON.parse((await program).stdout) as unknown[]
  expect(found.length).toBe(cases.length)
  for (const [at, one] of cases.entries())
    expect(found[at], JSON.stringify({ ...one, given: String(one.given).slice(-80) })).toMatchObject(one.found)
}

const WALLET = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'

async function credentialCases(): Promise<Case[]> {
  const { credential } = await post('/wallets/verify', {
    ...{ wallet_address: WALLET, kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' } },
  })
  const said = (level: string | null, heldBy: string, claims: unknown) => [credential.id, level, heldBy, WALLET, credential.hash, claims]
  const [vc, certified, plain] = await Promise.all(
    ['vc', 'sd-jwt', 'sd-jwt?alg=EdDSA'].map(async (form) => (await get(`/credentials/${credential.id}/${form}`)).credential as string),
  )
  const ends = Date.parse(credential.expires_at)
  const begins = Date.parse(credential.issued_at)
  const late = new Date(Date.now() + 1_000_000)
  const cases: Case[] = []
  const add = (given: string, expected: Record<string, unknown>, found: Case['found']) =>
    cases.push({ what: 'credential', given, expected: { wallet: WALLET, ...expected }, found })
  for (const text of [vc!, certified!, plain!]) {
    const whole = said('basic', 'wallet', expect.arrayContaining([]))
    add(text, { level: 'basic' }, whole)
    add(text, { any_holder: true, wallet: null }, said('basic', 'not_checked', expect.arrayContaining([])))
    add(text, { now: late.toISOString(), max_status_age_seconds: 2_000 }, whole)
    add(text, { wallet: `${WALLET.slice(0, -1)}3` }, against('wrong_wallet'))
    add(text, { level: 'enhanced' }, against('level_too_low'))
    add(text, { now: late.toISOString() }, { outcome: 'unknown', codes: ['status_stale'] } as Case['found'])
    add(text, { status_lists: [] }, { outcome: 'unknown', codes: ['status_missing'] } as Case['found'])
    add(text, { status_lists: [spoilt(text)[2]] }, against('status_invalid'))
    add(text, { now: new Date(ends).toISOString() }, { outcome: 'invalid', codes: ['expired', 'status_stale'] } as Case['found'])
    add(text, { now: new Date(begins - 3_600_000).toISOString() }, against('not_yet_valid', 'status_stale'))
    add(text, { wallet: null, holder: { audience: 'https://me.example', nonce: 'n' } }, against('holder_proof_missing'))
    add(text, { issuer: 'production' }, against('issuer_not_trusted'))
    for (const wrong of spoilt(text)) add(wrong, {}, against(expect.any(String) as unknown as string))
  }
  // Once it is over everybody reads so.
  const lost = `0x${'ab'.repeat(20)}`
  const { credential: over } = await post('/wallets/verify', {
    ...{ wallet_address: lost, kyc_data: { full_name: 'Bea Example', date_of_birth: '1991-05-17', country: 'US' } },
  })
  const forms = await Promise.all(['vc', 'sd-jwt'].map(async (form) => (await get(`/credentials/${over.id}/${form}`)).credential as string))
  await post(`/credentials/${over.id}/revoke`, { reason_code: 'key_compromised', note: 'A stolen key.' })
  for (const text of forms) add(text, { wallet: lost }, against('revoked'))
  // A claim that nobody signed is none, and one that is left out is not shown.
  const added = Buffer.from(JSON.stringify(['salt', 'accredited', true])).toString('base64url')
  const [bare] = certified!.split('~')
  add(`${certified}${added}~`, {}, against('malformed'))
  add(`${bare}~`, {}, said(null, 'wallet', []))
  add(`${bare}~`, { level: 'basic' }, against('level_not_shown'))
  for (const text of ['', '~', 'a.b.c', '...', '\u0000']) add(text, {}, against(expect.any(String) as unknown as string))
  return cases
}

async function holderCases(): Promise<Case[]> {
  const wallet = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001'
  const { credential } = await post('/wallets/verify', {
    ...{ wallet_address: wallet, kyc_data: { full_name: 'Oda Offer', date_of_birth: '1985-03-04', country: 'DE' } },
  })
  const cases: Case[] = []
  for (const kind of ['P-256', 'Ed25519'] as const) {
    const holder = holderWallet(api, 'sandbox', kind)
    const taken = await holder.take(await post(`/credentials/${credential.id}/offers`))
    const shown = taken.body.credentials[0].credential as string
    const asked = { audience: 'https://me.example', nonce: `nonce-${kind}` }
    const presented = holder.bind(shown, asked.audience, asked.nonce)
    const stranger = holderWallet(api, 'sandbox', kind).bind(shown, asked.audience, asked.nonce)
    const fewer = `${shown.split('~').slice(0, 2).join('~')}~${presented.slice(presented.lastIndexOf('~') + 1)}`
    const add = (given: string, expected: Record<string, unknown>, found: Case['found']) =>
      cases.push({ what: 'credential', given, expected: { holder: asked, ...expected }, found })
    add(presented, {}, [credential.id, 'enhanced', 'key', wallet, credential.hash, expect.anything()])
    add(shown, {}, against('holder_proof_missing'))
    add(presented, { holder: null, wallet }, against('holder_proof_missing'))
    add(presented, { holder: { ...asked, nonce: 'another' } }, against('holder_proof_invalid'))
    add(presented, { holder: { ...asked, audience: 'https://other.example' } }, against('holder_proof_invalid'))
    const later = new Date(Date.now() + 400_000).toISOString()
    add(presented, { now: later, max_status_age_seconds: 1_000 }, against('holder_proof_invalid'))
    for (const wrong of [stranger, fewer, spoilt(presented)[4]!]) add(wrong, {}, against('holder_proof_invalid'))
    add(presented, { wallet: WALLET }, against('wrong_wallet'))
  }
  return cases
}

async function receiptCases(): Promise<Case[]> {
  const { decision } = await post('/gaming/verify-age', { wallet_address: WALLET, date_of_birth: '2000-01-01', jurisdiction: 'US' })
  const answer = await get(`/decisions/${decision.id}/receipt`)
  const changed = (change: (receipt: typeof answer.receipt) => void) => {
    const copy = structuredClone(answer)
    change(copy.receipt)
    return copy
  }
  const receipt = (given: unknown, found: Case['found'], expected: Record<string, unknown> = {}): Case => ({
    what: 'receipt',
    given,
    expected,
    found,
  })
  return [
    receipt(answer, ['decision', decision.id, true], { decision_id: decision.id }),
    receipt(answer.receipt, ['decision', decision.id, true]),
    receipt(
      changed((r) => Object.assign(r.entry, { timestamp: '2020-01-01T00:00:00.000Z' })),
      against('not_in_log'),
    ),
    receipt(
      changed((r) => Object.assign(r.documents.decision_record, { outcome: 'deny' })),
      against('document_altered'),
    ),
    receipt(
      changed((r) => (r.log.size += 1)),
      against('checkpoint_mismatch'),
    ),
    receipt(
      changed((r) => (r.checkpoint = r.checkpoint.replace(`\n${r.log.size}\n`, `\n${++r.log.size}\n`))),
      against('checkpoint_signature_invalid'),
    ),
    receipt(
      changed((r) => Object.assign(r, { verdict: 'allow' })),
      against('malformed'),
    ),
    receipt('a text', against('malformed')),
    receipt(
      changed((r) => (r.log.origin = 'other.example/log')),
      against('log_not_trusted'),
    ),
    receipt(answer, against('wrong_subject'), { decision_id: 'dec_other' }),
    receipt({ ...answer, decision_id: 'dec_other' }, against('wrong_subject')),
  ]
}

async function permitCases(): Promise<Case[]> {
  const contract = `0x${'c7'.repeat(20)}`
  const wallet = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001'
  const { permit, policy } = await post('/defi/verify-wallet', {
    ...{ wallet_address: wallet, protocol_name: 'Example Lend' },
    permit: { chain_id: 1, verifying_contract: contract, ttl_seconds: 300 },
  })
  const expires = permit.message.expires * 1000
  const at = (milliseconds: number) => ({ now: new Date(milliseconds).toISOString() })
  const higher = { ...permit, message: { ...permit.message, level: 3 } }
  const other = `${permit.signature.slice(0, -2)}${permit.signature.endsWith('1b') ? '1c' : '1b'}`
  const known = { wallet, chain_id: 1, verifying_contract: contract, policy: policy.name }
  const one = (given: unknown, found: Case['found'], more: Record<string, unknown> = {}): Case => ({
    ...{ what: 'permit', given, expected: { ...known, ...more }, found },
  })
  return [
    one(permit, ['defi-enhanced', 1, `${new Date(expires).toISOString().slice(0, 19)}+00:00`, true]),
    one(permit, against('expired'), at(expires)),
    one(permit, against('too_long'), at(expires - 601_000)),
    one(permit, against('wrong_wallet'), { wallet: WALLET }),
    one(permit, against('wrong_contract'), { chain_id: 137 }),
    one(permit, against('wrong_contract'), { verifying_contract: WALLET }),
    one(permit, against('wrong_policy'), { policy: 'Another' }),
    one(permit, against('level_too_low'), { level: 'defi-institutional' }),
    one(higher, against('signature_invalid'), { level: 'defi-institutional' }),
    one({ ...permit, signature: other }, against('signature_invalid')),
    one(permit, against('signature_invalid'), { attesters: [WALLET] }),
    one({ ...permit, domain: { ...permit.domain, name: 'Other' } }, against('malformed')),
    one(null, against('malformed')),
  ]
}

test3(title('credentials, receipts and permits are believed as the product itself believes them, and nothing else is'), async () => {
  const cases = [await credentialCases(), await holderCases(), await receiptCases(), await permitCases()].flat()
  expect(cases.length).toBeGreaterThan(90)
  await verifyAll(cases)
})
