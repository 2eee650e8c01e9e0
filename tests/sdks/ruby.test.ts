import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWebhookSecret, signaturesOf } from '#core/record/webhooks/sign.ts'
import { signPermit } from '#credentials/permit.ts'
import { holderWallet } from '../holder-wallet.ts'
import { startServedApi } from './served-api.ts'

// What only the Ruby package promises; what all languages do alike is in languages.test.ts.
const source = join(import.meta.dirname, '../../sdks/ruby')
const there = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const hasRuby = there('ruby', '--version')
const rbs = ['rbs', 'rbs3.1', 'rbs3.3', 'rbs3.4'].find((command) => there(command, '--version'))
const skipped = (has: boolean, what: string) => (has ? '' : ` (skipped: ${what} is not on this machine)`)
const run = async (command: string, args: string[], cwd: string, env: Record<string, string> = {}) =>
  (await promisify(execFile)(command, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 })).stdout

let api: Awaited<ReturnType<typeof startServedApi>>['api']
let server: Awaited<ReturnType<typeof startServedApi>>['server']
let given: Record<string, unknown>
const connections = new Set<unknown>()
const folder = mkdtempSync(join(tmpdir(), 'sealwright-gem-'))
const GOOD = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'

beforeAll(async () => {
  if (!hasRuby) return
  const served = await startServedApi()
  ;({ api, server } = served)
  const { url } = served
  server.on('connection', (socket) => connections.add(socket))
  const { key } = await api.makeKey('sandbox')
  const post = async (path: string, body: object) => (await api.call('POST', `/v1${path}`, body, key)).body
  const get = async (path: string) => await api.call('GET', path, undefined, key)
  const { credential } = await post('/wallets/verify', {
    wallet_address: GOOD,
    kyc_data: { full_name: 'Ünï Çödé', date_of_birth: '1990-05-17', country: 'US' },
  })
  const { decision } = await post('/sanctions/check', { full_name: 'Ünlike <&> 名 \u2028' })
  const vc = (await get(`/v1/credentials/${credential.id}/vc`)).body.credential as string
  const [, claims] = vc.split('.')
  const entries = JSON.parse(Buffer.from(claims!, 'base64url').toString()).credentialStatus as { statusListCredential: string }[]
  const lists = await Promise.all(entries.map(async ({ statusListCredential }) => (await get(new URL(statusListCredential).pathname)).text))
  // Each form of the credential: with the list of its own algorithm, before it is over and after.
  const [certified, plain] = await Promise.all(
    ['', '?alg=EdDSA'].map(async (alg) => (await get(`/v1/credentials/${credential.id}/sd-jwt${alg}`)).body.credential as string),
  )
  const tokenLists = async (text: string) => {
    const { status } = JSON.parse(Buffer.from(text.split('.')[1]!, 'base64url').toString())
    return [(await get(new URL(status.status_list.uri).pathname)).text]
  }
  const [one, stranger] = [holderWallet(api, 'sandbox', 'P-256'), holderWallet(api, 'sandbox', 'P-256')]
  const shown = (await one.take(await post(`/credentials/${credential.id}/offers`, {}))).body.credentials[0].credential as string
  const asked = { audience: 'https://shop.example', nonce: 'nonce-of-this-visit' }
  const held = {
    ...{ asked, shown, lists: await tokenLists(shown), presented: one.bind(shown, asked.audience, asked.nonce) },
    stranger: stranger.bind(shown, asked.audience, asked.nonce),
  }
  const before = await Promise.all([certified!, plain!].map(async (text) => ({ text, lists: await tokenLists(text) })))
  await post(`/credentials/${credential.id}/revoke`, { reason_code: 'key_compromised', note: 'A stolen key.' })
  const sdJwts = await Promise.all(before.map(async (form) => ({ ...form, after: await tokenLists(form.text) })))
  const secret = newWebhookSecret()
  const payload = JSON.stringify({
    id: 'evt_1',
    type: 'wallet.verified',
    data: { object: { wallet_id: 'wal_1', credential: { level: 'basic' } } },
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const contract = `0x${'c7'.repeat(20)}` as const
  given = {
    key,
    url,
    wallet: GOOD,
    vc,
    lists,
    ...{ sd_jwt: sdJwts, held },
    did: (await get('/sandbox/did.json')).body,
    receipt: (await get(`/v1/decisions/${decision.id}/receipt`)).body,
    decision: decision.id,
    permit: await signPermit(api.services.keyring.keys.attester.sandbox, {
      wallet: GOOD,
      chainId: 1,
      verifyingContract: contract,
      level: 'defi-enhanced',
      policy: 'Pool',
      now: timestamp,
      ttlSeconds: 300,
    }),
    contract,
    webhook: {
      payload,
      secret,
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(timestamp),
        'webhook-signature': await signaturesOf({ id: 'evt_1', timestamp, body: payload, secrets: [secret], signers: [] }),
      },
    },
  }
})
afterAll(async () => {
  server?.close()
  await api?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!hasRuby)(`the gem is built, installs from its file and does what it says${skipped(hasRuby, 'Ruby')}`, async () => {
  // Building leaves a file beside the sources, so a copy is built.
  cpSync(source, join(folder, 'source'), { recursive: true })
  await run('gem', ['build', '--strict', '-o', join(folder, 'sealwright.gem'), 'sealwright.gemspec'], join(folder, 'source'))
  const home = { GEM_HOME: join(folder, 'gems'), GEM_PATH: join(folder, 'gems') }
  await run('gem', ['install', '--local', '--no-document', 'sealwright.gem'], folder, home)
  const program = readFileSync(join(source, 'test/features.rb'), 'utf8')
  writeFileSync(join(folder, 'features.rb'), program)
  const before = connections.size
  const said = JSON.parse(await run('ruby', ['-w', 'features.rb'], folder, { ...home, GIVEN: JSON.stringify(given) }))
  expect(said).toEqual({
    denied: ['Sealwright::ComplianceDenied', 'deny', true, 'req_'],
    denied_by_client: 'Sealwright::ComplianceDenied',
    misspelt: ['ArgumentError', 'ArgumentError', 'NoMethodError'],
    rules: true,
    given: 'allow',
    response: [200, 1, 'req_'],
    log: ['wallets.status status=200', 'offerings.get status=404 error=not_found'],
    log_is_silent: true,
    spans: [
      ['sealwright wallets.status', 200, null, true],
      ['sealwright offerings.get', 404, 'not_found', true],
    ],
    event: ['Sealwright::WalletVerifiedEvent', 'basic', 'wal_1'],
    credential: ['basic', true],
    refused: [
      'status_stale unknown',
      'wrong_wallet invalid',
      'status_missing unknown',
      'signature_invalid invalid',
      'issuer_not_trusted invalid',
    ],
    sd_jwt: Array(2).fill([
      ...['dc+sd-jwt', 'basic', 'wallet', 'basic', null, 'wrong_wallet', 'level_too_low', 'level_not_shown', 'malformed', 'status_missing'],
      ...['status_missing', 'status_stale', 'revoked', 'holder_proof_missing'],
    ]),
    held: [
      ...['key', 'not_checked', 'holder_proof_missing', 'holder_proof_invalid', 'holder_proof_invalid', 'holder_proof_invalid'],
      ...['holder_proof_invalid', 'wrong_wallet'],
    ],
    receipt: [given.decision, 'wrong_subject', 'not_in_log', 'log_not_trusted'],
    permit: ['defi-enhanced', 'wrong_wallet', 'expired', 'level_too_low', 'signature_invalid', 'wrong_policy'],
    threads: 8,
  })
  // The first program of the README, as it stands there.
  const [start] = readFileSync(join(source, 'README.md'), 'utf8').match(/(?<=```ruby\n).*?(?=```)/s)!
  writeFileSync(join(folder, 'start.rb'), start)
  const known = { SEALWRIGHT_KEY: String(given.key), SEALWRIGHT_URL: String(given.url) }
  expect(await run('ruby', ['-w', 'start.rb'], folder, { ...home, ...known })).toMatch(/^allow\n\w+(, \w+)*\n$/)
  // As many as threads called at once, and not one a call.
  expect(connections.size - before).toBeLessThan(20)
})

test.skipIf(!rbs)(`its signatures are valid${skipped(rbs !== undefined, 'rbs')}`, async () => {
  await run(rbs!, ['-I', 'sig', 'validate', '--silent'], source)
})
