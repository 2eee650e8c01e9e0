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
import { startApi } from '../api/harness.ts'

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
  const server = createServer(getRequestListener(api.app.fetch))
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
