import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveSigner, signWebhook } from '#credentials/keys.ts'
import * as source from '#credentials/portable/index.ts'
import { isVerifyStale } from '#tools/sdks/verify.ts'
import * as built from '../../sdks/verify/index.js'
import { holderWallet } from '../holder-wallet.ts'
import { startServedApi } from './served-api.ts'

const { fetchIssuer, fetchLogKeys, fetchStatusLists, fetchWebhookKeys, verifyCredential, verifyPermit, verifyReceipt, verifyWebhook } =
  built
// What is written in the package's declarations is what is there, and the other way round.
const declared: typeof built = source
const there: typeof source = built

const WALLET = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'
const CONTRACT = `0x${'c7'.repeat(20)}`

let api: Awaited<ReturnType<typeof startServedApi>>['api']
let server: Awaited<ReturnType<typeof startServedApi>>['server']
let url: string
let key: string
let issuer: built.Issuer

const post = async (path: string, body: object = {}) => {
  const answer = await api.call('POST', `/v1${path}`, body, key)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const get = async (path: string) => (await api.call('GET', `/v1${path}`, undefined, key)).body
/** Which codes speak against it; empty when it was believed. */
const refusal = async (tried: Promise<unknown>): Promise<string[]> => {
  try {
    await tried
    return []
  } catch (error) {
    if (!(error instanceof built.VerificationError)) throw error
    expect(error.problems.map(({ message }) => message)).toContain(error.message)
    return error.problems.map(({ code }) => code)
  }
}
/** Each way to change one character of a text at some places, always to another one of the same alphabet. */
const spoilt = (text: string) =>
  [0.05, 0.3, 0.6, 0.8, 0.995].map((share) => {
    const at = Math.floor(text.length * share)
    const other = text[at] === 'A' ? 'B' : 'A'
    return `${text.slice(0, at)}${other}${text.slice(at + 1)}`
  })

beforeAll(async () => {
  ;({ api, server, url } = await startServedApi())
  key = (await api.makeKey('sandbox')).key
  issuer = await fetchIssuer(url, { environment: 'sandbox' })
})
afterAll(async () => {
  server?.close()
  await api?.stop()
})

test('the package is what the product’s own code is today: one file without imports, below 20 KB', async () => {
  expect(await isVerifyStale()).toBe(false)
  expect(Object.keys(there).sort()).toEqual(Object.keys(declared).sort())
  const folder = new URL('../../sdks/verify/', import.meta.url)
  const code = readFileSync(new URL('verify.generated.js', folder))
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(20_000)
  expect(code.toString()).not.toMatch(/^import |\brequire\(|\bimport\(|\bBuffer\.|\bprocess\./m)
  const { dependencies } = createRequire(import.meta.url)('../../sdks/verify/package.json')
  expect(dependencies).toBeUndefined()
})

test('a credential is believed of its wallet only, from its issuer only, while its status is told', async () => {
  const { credential } = await post('/wallets/verify', {
    wallet_address: WALLET,
    kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
  })
  const vc = (await get(`/credentials/${credential.id}/vc`)).credential as string
  const certified = (await get(`/credentials/${credential.id}/sd-jwt`)).credential as string
  const plain = (await get(`/credentials/${credential.id}/sd-jwt?alg=EdDSA`)).credential as string
  const other = await fetchIssuer(url)
  for (const text of [vc, certified, plain]) {
    const lists = await fetchStatusLists(text, issuer)
    const expected = { issuer, wallet: WALLET, statusLists: lists }
    const found = await verifyCredential(text, expected)
    expect(found).toMatchObject({ id: credential.id, environment: 'sandbox', level: 'basic', heldBy: 'wallet' })
    expect([found.credentialHash, found.wallet.toLowerCase()]).toEqual([credential.hash, WALLET])
    expect(found.statusAgeSeconds).toBeLessThan(300)
    // Without lists of one's own they are fetched.
    expect(await verifyCredential(text, { issuer, wallet: WALLET, level: 'basic' })).toMatchObject({ id: credential.id })

    const late = new Date(Date.now() + 1_000_000)
    const moved = { ...issuer, url: 'https://elsewhere.example' }
    for (const [codes, changed] of [
      [['wrong_wallet'], { wallet: `${WALLET.slice(0, -1)}3` }],
      [['level_too_low'], { level: 'enhanced' }],
      [['status_stale'], { now: late }],
      [[], { now: late, maxStatusAgeSeconds: 2_000 }],
      [['status_missing'], { statusLists: [] }],
      [['status_invalid'], { statusLists: lists.map((list) => spoilt(list)[2]!) }],
      [['expired', 'status_stale'], { now: new Date(found.expiresAt) }],
      [['not_yet_valid', 'status_stale'], { now: new Date(found.issuedAt.getTime() - 3_600_000) }],
      [['holder_proof_missing'], { wallet: undefined, holder: { audience: 'https://me.example', nonce: 'n' } }],
      [[], { wallet: undefined, anyHolder: true }],
      [['issuer_not_trusted'], { issuer: other }],
      [['issuer_not_trusted'], { issuer: { ...issuer, keys: [] } }],
    ] as const)
      expect(await refusal(verifyCredential(text, { ...expected, ...changed } as typeof expected)), JSON.stringify(changed)).toEqual(codes)
    expect((await refusal(verifyCredential(text, { ...expected, issuer: moved }))).length).toBe(1)
    for (const wrong of spoilt(text)) expect(await refusal(verifyCredential(wrong, expected)), wrong).not.toEqual([])
  }
  // A claim that nobody signed is none, and one that is left out is not shown.
  const added = Buffer.from(JSON.stringify(['salt', 'accredited', true])).toString('base64url')
  expect(await refusal(verifyCredential(`${certified}${added}~`, { issuer, wallet: WALLET }))).toEqual(['malformed'])
  const [bare] = certified.split('~')
  const hidden = await verifyCredential(`${bare}~`, { issuer, wallet: WALLET })
  expect([hidden.level, hidden.claims]).toEqual([null, {}])
  expect(await refusal(verifyCredential(`${bare}~`, { issuer, wallet: WALLET, level: 'basic' }))).toEqual(['level_not_shown'])
  await expect(verifyCredential(vc, { issuer })).rejects.toThrow(TypeError)
  await expect(fetchIssuer('http://elsewhere.example')).rejects.toThrow('not an https address')

  // Once it is over everybody reads so, and who cannot ask is not told "good" by an old list.
  const before = await fetchStatusLists(vc, issuer)
  await post(`/credentials/${credential.id}/revoke`, { reason_code: 'key_compromised', note: 'A stolen key.' })
  for (const text of [vc, certified, plain]) {
    const lists = await fetchStatusLists(text, issuer)
    expect(await refusal(verifyCredential(text, { issuer, wallet: WALLET, statusLists: lists }))).toEqual(['revoked'])
  }
  const both = [...before, ...(await fetchStatusLists(vc, issuer))]
  expect(await refusal(verifyCredential(vc, { issuer, wallet: WALLET, statusLists: both }))).toContain('revoked')
})

test('a credential bound to a key is believed with a fresh signature of that key, for this verifier and nonce', async () => {
  const wallet_address = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001'
  const { credential } = await post('/wallets/verify', {
    ...{ wallet_address, kyc_data: { full_name: 'Oda Offer', date_of_birth: '1985-03-04', country: 'DE' } },
  })
  for (const kind of ['P-256', 'Ed25519'] as const) {
    const holder = holderWallet(api, 'sandbox', kind)
    const taken = await holder.take(await post(`/credentials/${credential.id}/offers`))
    const shown = taken.body.credentials[0].credential as string
    const asked = { audience: 'https://me.example', nonce: `nonce-${kind}` }
    const presented = holder.bind(shown, asked.audience, asked.nonce)
    const expected = { issuer, holder: asked }
    const found = await verifyCredential(presented, expected)
    expect(found).toMatchObject({ id: credential.id, heldBy: 'key', level: 'enhanced' })
    const stranger = holderWallet(api, 'sandbox', kind).bind(shown, asked.audience, asked.nonce)
    const fewer = `${shown.split('~').slice(0, 2).join('~')}~${presented.slice(presented.lastIndexOf('~') + 1)}`
    for (const [code, text, changed] of [
      ['holder_proof_missing', shown, {}],
      ['holder_proof_missing', presented, { holder: undefined, wallet: wallet_address }],
      ['holder_proof_invalid', presented, { holder: { ...asked, nonce: 'another' } }],
      ['holder_proof_invalid', presented, { holder: { ...asked, audience: 'https://other.example' } }],
      ['holder_proof_invalid', presented, { now: new Date(Date.now() + 400_000), maxStatusAgeSeconds: 1_000 }],
      ['holder_proof_invalid', stranger, {}],
      ['holder_proof_invalid', fewer, {}],
      ['holder_proof_invalid', spoilt(presented)[4]!, {}],
      ['wrong_wallet', presented, { wallet: WALLET }],
    ] as const)
      expect(await refusal(verifyCredential(text, { ...expected, ...changed } as typeof expected)), code).toEqual([code])
  }
})

test('a receipt is believed of this log, for this decision, whole', async () => {
  const { decision } = await post('/gaming/verify-age', { wallet_address: WALLET, date_of_birth: '2000-01-01', jurisdiction: 'US' })
  const answer = await get(`/decisions/${decision.id}/receipt`)
  const keys = await fetchLogKeys(url)
  const found = await verifyReceipt(answer, { keys, decisionId: decision.id })
  expect(found).toMatchObject({ subject: { type: 'decision', id: decision.id }, origin: answer.receipt.log.origin })
  expect(await verifyReceipt(answer.receipt, { keys: [answer.verifier_key] })).toEqual(found)
  const changed = (change: (receipt: typeof answer.receipt) => void) => {
    const copy = structuredClone(answer)
    change(copy.receipt)
    return copy
  }
  for (const [codes, receipt, more] of [
    [['not_in_log'], changed((r) => Object.assign(r.entry, { timestamp: '2020-01-01T00:00:00.000Z' })), {}],
    [['document_altered'], changed((r) => Object.assign(r.documents.decision_record, { outcome: 'deny' })), {}],
    [['checkpoint_mismatch'], changed((r) => (r.log.size += 1)), {}],
    [
      ['checkpoint_signature_invalid'],
      changed((r) => (r.checkpoint = r.checkpoint.replace(`\n${r.log.size}\n`, `\n${++r.log.size}\n`))),
      {},
    ],
    [['malformed'], changed((r) => Object.assign(r, { verdict: 'allow' })), {}],
    [['malformed'], 'a text', {}],
    [['log_not_trusted'], changed((r) => (r.log.origin = 'other.example/log')), {}],
    [['wrong_subject'], answer, { decisionId: 'dec_other' }],
    [['wrong_subject'], { ...answer, decision_id: 'dec_other' }, {}],
  ] as const)
    expect(await refusal(verifyReceipt(receipt, { keys, ...more })), JSON.stringify(codes)).toEqual(codes)
  await expect(verifyReceipt(answer, { keys: [] })).rejects.toThrow(TypeError)
})

test('a permit is believed for its wallet, chain, contract and policy, and until it ends', async () => {
  const answer = await post('/defi/verify-wallet', {
    ...{ wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001', protocol_name: 'Example Lend' },
    permit: { chain_id: 1, verifying_contract: CONTRACT, ttl_seconds: 300 },
  })
  expect(answer.permit, JSON.stringify(answer.decision)).not.toBeNull()
  const expected = { issuer, wallet: answer.wallet_address, chainId: 1, verifyingContract: CONTRACT, policy: answer.policy.name }
  const found = await verifyPermit(answer.permit, expected)
  expect(found).toMatchObject({ level: 'defi-enhanced', chainId: 1 })
  expect(issuer.attesters).toContain(found.attester)
  const message = { ...answer.permit.message, level: 3 }
  const s = answer.permit.signature as string
  for (const [code, permit, changed] of [
    ['expired', answer.permit, { now: found.expiresAt }],
    ['too_long', answer.permit, { now: new Date(found.expiresAt.getTime() - 601_000) }],
    ['wrong_wallet', answer.permit, { wallet: WALLET }],
    ['wrong_contract', answer.permit, { chainId: 137 }],
    ['wrong_contract', answer.permit, { verifyingContract: WALLET }],
    ['wrong_policy', answer.permit, { policy: 'Another' }],
    ['level_too_low', answer.permit, { level: 'defi-institutional' }],
    ['signature_invalid', { ...answer.permit, message }, { level: 'defi-institutional' }],
    ['signature_invalid', { ...answer.permit, signature: `${s.slice(0, -2)}${s.endsWith('1b') ? '1c' : '1b'}` }, {}],
    ['signature_invalid', answer.permit, { issuer: { attesters: [WALLET] } }],
    ['malformed', { ...answer.permit, domain: { ...answer.permit.domain, name: 'Other' } }, {}],
    ['malformed', null, {}],
  ] as const)
    expect(await refusal(verifyPermit(permit, { ...expected, ...changed } as typeof expected)), code).toEqual([code])
})

test('a delivery is believed by its secret or the public key, in time, unchanged', async () => {
  const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  const body = JSON.stringify({ id: 'evt_1', type: 'wallet.verified', note: 'Grüße' })
  const timestamp = Math.floor(Date.now() / 1000)
  const { Webhook } = await import('standardwebhooks')
  const v1 = new Webhook(secret).sign('msg_1', new Date(timestamp * 1000), body)
  const signer = api.services.keyring.keys.webhook.sandbox
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': v1 }
  const signed = { ...headers, 'webhook-signature': await signWebhook(signer, 'msg_1', timestamp, body) }
  const keys = await fetchWebhookKeys(url, { environment: 'sandbox' })
  expect(await verifyWebhook({ payload: body, headers: new Headers(headers), secret })).toMatchObject({ id: 'evt_1' })
  expect(await verifyWebhook({ payload: Buffer.from(body), headers: signed, secret: keys })).toMatchObject({ note: 'Grüße' })
  const foreign = await signWebhook(deriveSigner('another secret of forty characters, or so', 'x/webhook'), 'msg_1', timestamp, body)
  for (const [code, changed] of [
    ['signature_invalid', { payload: body.replace('1', '2') }],
    ['signature_invalid', { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }],
    ['signature_invalid', { secret: keys, headers: { ...headers, 'webhook-signature': foreign } }],
    ['signature_invalid', { headers: { ...headers, 'webhook-id': 'msg_2' } }],
    ['timestamp_out_of_range', { now: new Date(Date.now() + 400_000) }],
    ['timestamp_out_of_range', { now: new Date(Date.now() + 400_000), toleranceSeconds: Number.NaN }],
    ['header_missing', { headers: {} }],
  ] as const)
    expect(await refusal(verifyWebhook({ payload: body, headers, secret, ...changed })), JSON.stringify(changed)).toEqual([code])
  await expect(verifyWebhook({ payload: JSON.parse(body), headers, secret })).rejects.toThrow(TypeError)
})

test('the programs of the page run, with the package as it is packed', async () => {
  const page = readFileSync(new URL('../../app/content/docs/verify-offline.mdx', import.meta.url), 'utf8')
  const programs = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code!.replaceAll('{SEALWRIGHT_URL}', url))
  // Another organisation: what was revoked here is not revoked there.
  const fresh = await api.makeStranger()
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-verify-'))
  const home = join(folder, 'node_modules/@sealwright/verify')
  mkdirSync(home, { recursive: true })
  const { files } = createRequire(import.meta.url)('../../sdks/verify/package.json') as { files: string[] }
  for (const name of ['package.json', 'index.js', 'verify.generated.js']) {
    expect(name === 'package.json' || files.includes('*.js')).toBe(true)
    cpSync(new URL(`../../sdks/verify/${name}`, import.meta.url), join(home, name))
  }
  const said = await Promise.all(
    programs.map(async (code, n) => {
      writeFileSync(join(folder, `${n}.mjs`), code)
      const child = spawn(process.execPath, [join(folder, `${n}.mjs`)], { env: { ...process.env, SEALWRIGHT_KEY: fresh } })
      return (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
    }),
  )
  rmSync(folder, { recursive: true, force: true })
  expect(said).toEqual(['basic true\ninvalid level_too_low\n', 'decision true\n'])
})
