import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'
import { eventJsonSchema } from '#core/record/events/event-schemas.ts'
import { EVENT_TYPES } from '#core/record/events/event-types.ts'
import { newWebhookSecret, signaturesOf } from '#core/record/webhooks/sign.ts'
import { magicWallet } from '#screening/sandbox-sample.ts'
import recordedAnswers from '#server/recorded-answers.json' with { type: 'json' }
import { sdkCalls } from '#tools/sdks/calls.ts'
import { LASTING, startApi } from '../api/harness.ts'
import { holderWallet } from '../holder-wallet.ts'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../../sdks/go')
const go = ['go', '/usr/local/go/bin/go'].find((command) => spawnSync(command, ['version']).status === 0)
const why = go ? '' : ' (skipped: Go is not on this machine)'

const listen = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What a Go program of the package's own said. */
async function goRun(program: string, env: Record<string, string>, input = ''): Promise<unknown> {
  const running = run(go!, ['run', program], {
    cwd: folder,
    env: { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '-mod=readonly', ...env },
    maxBuffer: 1e8,
  })
  running.child.stdin!.end(input)
  const { stdout, stderr } = await running
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test.skipIf(!go)(
  `E9 every operation is called as it is, and nothing of its recorded answer or of an event is lost in the types${why}`,
  async () => {
    const calls = (await sdkCalls()).toSorted((a, b) => a.params.length - b.params.length)
    const missed: string[] = []
    const server = createServer((request, response) => {
      const path = request.url!.split('?')[0]!
      const call = calls.find(
        (one) => one.method.toUpperCase() === request.method && new RegExp(`^/api/v1${one.path.replaceAll(/\{\w+\}/g, 'x')}$`).test(path),
      )
      if (!call) missed.push(`${request.method} ${path}`)
      const answer = (recordedAnswers as Record<string, unknown>)[call?.id ?? '']
      // A page of a list is the last one, so that a walk over it ends.
      const last = call?.paged ? { ...(answer as object), has_more: false, next_cursor: null } : answer
      request.resume().on('end', () => response.end(typeof answer === 'string' ? answer : JSON.stringify(last ?? {})))
    })
    try {
      const events = [...EVENT_TYPES.keys()].map((type) => (eventJsonSchema(type) as { examples: unknown[] }).examples[0])
      const said = await goRun('./tests/recorded', { RECORDED: await listen(server) }, JSON.stringify(events))
      expect(said).toEqual({ called: calls.length + calls.filter(({ paged }) => paged).length, events: EVENT_TYPES.size, lost: [] })
      expect(missed).toEqual([])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
)

test.skipIf(!go)(`E10 a denial is an error with its decision where it is asked for, and logs and spans name no wallet${why}`, async () => {
  const api = await startApi()
  const { key } = await api.makeKey('sandbox')
  const server = createServer(LASTING, getRequestListener(api.app.fetch))
  const secret = newWebhookSecret()
  const example = (eventJsonSchema('wallet.verified') as { examples: { data: { object: { wallet_id: string } } }[] }).examples[0]!
  const [id, timestamp, body] = ['evt_1', Math.floor(Date.now() / 1000), JSON.stringify(example)]
  const signature = await signaturesOf({ id, timestamp, body, secrets: [secret], signers: [] })
  const header = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
  try {
    const given = { key, url: await listen(server), wallet: magicWallet('0001'), secret, delivery: { body, header } }
    expect(await goRun('./tests/typed', { TYPED: JSON.stringify(given) })).toEqual({
      denied: [true, false, true, true, 403, 'compliance_denied'],
      response: [403, true, 1],
      answered: [true, false],
      expanded: true,
      replayed: [true, true],
      page: [1, true, false],
      unknown: true,
      spans: ['sealwright wallets.get', '/api/v1/wallets/{address}', '404', 'failed'],
      log: [true, false, false],
      event: ['wallet.verified', example.data.object.wallet_id, 'basic', 2026],
      newer: '{"x":1}',
    })
  } finally {
    server.closeAllConnections()
    server.close()
    await api.services.screening.close()
    await api.stop()
  }
})

test.skipIf(!go)(`E9 a misspelt field, a misspelt word and a wrong type do not compile${why}`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'sealwright-go-'))
  const built = (line: string) => {
    writeFileSync(join(dir, 'main.go'), `package main\n\nimport s "github.com/sealwright/sealwright-go"\n\nfunc main() {\n\t${line}\n}\n`)
    writeFileSync(join(dir, 'overlay.json'), JSON.stringify({ Replace: { [join(folder, 'tests/one/main.go')]: join(dir, 'main.go') } }))
    const { status, stderr } = spawnSync(go!, ['build', '-overlay', join(dir, 'overlay.json'), '-o', join(dir, 'out'), './tests/one'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '-mod=readonly' },
    })
    return status === 0 ? 'compiles' : stderr
  }
  try {
    expect(built('_ = s.WalletsVerifyInput{WalletAddress: "0x1"}')).toBe('compiles')
    expect(built('_ = s.WalletsVerifyInput{WalletAdress: "0x1"}')).toContain('unknown field WalletAdress')
    expect(built('_ = s.WalletsVerifyInput{WalletAddress: 1}')).toContain('cannot use 1')
    expect(built('_ = (&s.WalletVerification{}).Decision.Outcom')).toContain('has no field or method Outcom')
    expect(built('_ = s.DecisionOutcomeDenied')).toContain('undefined: s.DecisionOutcomeDenied')
    expect(built('_ = s.WalletVerifiedEvent{Wallet: "x"}')).toContain('unknown field Wallet')
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})

/** A claim that nobody signed. */
const ADDED = Buffer.from(JSON.stringify(['salt', 'accredited', true])).toString('base64url')

// What proves signatures takes three modules, which are fetched once.
const hasModules = go && spawnSync(go, ['build', './verify'], { cwd: folder, env: { ...process.env, GOPROXY: 'off' } }).status === 0

test.skipIf(!hasModules)(
  `E10 credentials, receipts and permits are proven without a connection${hasModules ? '' : ' (skipped: Go or its modules are not on this machine)'}`,
  async () => {
    const api = await startApi()
    const { key } = await api.makeKey('sandbox')
    const post = async (path: string, body: object) => (await api.call('POST', `/v1${path}`, body, key)).body
    const get = async (path: string) => (await api.call('GET', `/v1${path}`, undefined, key)).body
    const open = async (url: string) => (await api.app.fetch(new Request(url))).text()
    const url = api.services.config.publicUrl
    try {
      const wallet = magicWallet('0001')
      const person = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }
      const made = await post('/wallets/verify', { wallet_address: wallet, kyc_data: person })
      const vc = (await get(`/credentials/${made.credential.id}/vc`)).credential as string
      const certified = (await get(`/credentials/${made.credential.id}/sd-jwt`)).credential as string
      const plain = (await get(`/credentials/${made.credential.id}/sd-jwt?alg=EdDSA`)).credential as string
      const tokenLists = (text: string) => {
        const { status } = JSON.parse(Buffer.from(text.split('.')[1]!, 'base64url').toString())
        return open(status.status_list.uri).then((list) => [list])
      }
      const shownBy = holderWallet(api, 'sandbox', 'P-256')
      const taken = await shownBy.take(await post(`/credentials/${made.credential.id}/offers`, {}))
      const held = taken.body.credentials[0].credential as string
      const holder = { audience: 'https://shop.example', nonce: 'nonce-of-this-visit' }
      const presented = shownBy.bind(held, holder.audience, holder.nonce)
      const byHolder = { credential: presented, holder, lists: await tokenLists(held) }
      const bySdJwt = await Promise.all(
        [certified, plain].map(async (text) => ({ credential: text, wallet, lists: await tokenLists(text) })),
      )
      const { credentialStatus } = JSON.parse(Buffer.from(vc.split('.')[1]!, 'base64url').toString())
      const listsNow = () => Promise.all(credentialStatus.map((one: { statusListCredential: string }) => open(one.statusListCredential)))
      const lists = await listsNow()
      const spoilt = (text: string) => `${text.slice(0, -20)}${text.at(-20) === 'A' ? 'B' : 'A'}${text.slice(-19)}`
      const receipt = await get(`/decisions/${made.decision.id}/receipt`)
      const changed = (change: (receipt: { entry: object; documents: { decision_record: object }; log: { size: number } }) => void) => {
        const copy = structuredClone(receipt.receipt)
        change(copy)
        return copy
      }
      const contract = `0x${'c7'.repeat(20)}`
      const { permit, policy } = await post('/defi/verify-wallet', {
        ...{ wallet_address: wallet, protocol_name: 'Example Lend' },
        permit: { chain_id: 1, verifying_contract: contract, ttl_seconds: 300 },
      })
      await post(`/credentials/${made.credential.id}/revoke`, { reason_code: 'key_compromised', note: 'A stolen key.' })
      const credential = { credential: vc, wallet, lists }
      const permitted = { permit, wallet, contract, policy: policy.name, chainID: 1, level: 'defi-basic' }
      const log = { receipt: receipt.receipt, key: receipt.verifier_key }
      const cases: [object, unknown][] = [
        [credential, [made.credential.id, made.credential.hash, made.credential.level, true]],
        [{ ...credential, wallet: magicWallet('0002') }, ['wrong_wallet']],
        [{ ...credential, levels: ['none'] }, ['level_too_low']],
        [{ ...credential, production: true }, ['issuer_not_trusted']],
        [{ ...credential, credential: spoilt(vc) }, ['signature_invalid']],
        [{ ...credential, credential: 'a.b' }, ['malformed']],
        [{ ...credential, lists: [] }, ['status_missing']],
        [{ ...credential, lists: lists.map(spoilt) }, ['status_invalid']],
        [{ ...credential, ahead: 1_000 }, ['status_stale']],
        [{ ...credential, ahead: 1_000, budget: 2_000 }, [made.credential.id, made.credential.hash, made.credential.level, true]],
        [{ ...credential, lists: [...lists, ...(await listsNow())] }, ['revoked']],
        ...bySdJwt.flatMap((one): [object, unknown][] => [
          [one, [made.credential.id, made.credential.level, 'wallet']],
          [{ ...one, wallet: magicWallet('0002') }, ['wrong_wallet']],
          [{ ...one, levels: ['none'] }, ['level_too_low']],
          [{ ...one, credential: `${one.credential.split('~')[0]}~`, levels: ['basic'] }, ['level_not_shown']],
          [{ ...one, credential: `${one.credential}${ADDED}~` }, ['malformed']],
          [{ ...one, production: true }, ['issuer_not_trusted']],
          [{ ...one, lists: [] }, ['status_missing']],
          [{ ...one, lists }, ['status_missing']],
          [{ ...one, ahead: 1_000 }, ['status_stale']],
          [{ ...one, wallet: '', holder }, ['holder_proof_missing']],
          [{ ...one, wallet: '', anyHolder: true }, [made.credential.id, made.credential.level, '']],
          [{ ...one, wallet: '' }, ['wrong_wallet']],
        ]),
        [{ ...bySdJwt[0], lists: await tokenLists(certified) }, ['revoked']],
        [byHolder, [made.credential.id, made.credential.level, 'key']],
        [{ ...byHolder, credential: held }, ['holder_proof_missing']],
        [{ ...byHolder, holder: { ...holder, nonce: 'another' } }, ['holder_proof_invalid']],
        [{ ...byHolder, holder: { ...holder, audience: 'https://other.example' } }, ['holder_proof_invalid']],
        [{ ...byHolder, ahead: 400, budget: 2_000 }, ['holder_proof_invalid']],
        [
          { ...byHolder, credential: holderWallet(api, 'sandbox', 'P-256').bind(held, holder.audience, holder.nonce) },
          ['holder_proof_invalid'],
        ],
        [log, made.decision.id],
        [{ ...log, receipt: changed((one) => Object.assign(one.entry, { action: 'other' })) }, ['not_in_log']],
        [{ ...log, receipt: changed((one) => Object.assign(one.documents.decision_record, { outcome: 'deny' })) }, ['document_altered']],
        [{ ...log, receipt: changed((one) => (one.log.size += 1)) }, ['checkpoint_mismatch']],
        [{ ...log, receipt: changed((one) => Object.assign(one, { verdict: 'allow' })) }, ['malformed']],
        [{ ...log, receipt: {} }, ['malformed']],
        [permitted, permit.message.level],
        [{ ...permitted, wallet: contract }, ['wrong_wallet']],
        [{ ...permitted, contract: wallet }, ['wrong_contract']],
        [{ ...permitted, chainID: 137 }, ['wrong_contract']],
        [{ ...permitted, policy: 'Another' }, ['wrong_policy']],
        [{ ...permitted, level: 'defi-institutional' }, ['level_too_low']],
        [{ ...permitted, ahead: 301 }, ['expired']],
        [{ ...permitted, ahead: -400 }, ['too_long']],
        [{ ...permitted, attesters: [wallet] }, ['signature_invalid']],
        [{ ...permitted, permit: { ...permit, message: { ...permit.message, level: 3 } } }, ['signature_invalid']],
        [{ ...permitted, permit: { ...permit, domain: { ...permit.domain, name: 'Other' } } }, ['malformed']],
      ]
      const [document, other] = await Promise.all([`${url}/sandbox/did.json`, `${url}/.well-known/did.json`].map(open))
      const said = (await goRun(
        './tests/verified',
        {},
        JSON.stringify({ document, other, url, cases: cases.map(([one]) => one) }),
      )) as unknown[]
      expect(cases.map(([, expected], at) => [at, expected])).toEqual(said.map((one, at) => [at, one]))
    } finally {
      await api.services.screening.close()
      await api.stop()
    }
  },
)
