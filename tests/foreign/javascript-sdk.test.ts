import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { chromium } from '@playwright/test'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWebhookSecret, signaturesOf } from '#core/record/webhooks/sign.ts'
import { findBrowser } from '#tools/find-browser.ts'
import { startApi } from '../api/harness.ts'
import { asked, run } from './commands.ts'

// The built JavaScript package in every runtime it names, and before the tools that look at packages: `FOREIGN=1`.
const source = join(import.meta.dirname, '../../sdks/javascript')
const folder = mkdtempSync(join(tmpdir(), 'sealwright-runtimes-'))
const bin = (name: string) => join(folder, 'node_modules/.bin', name)
const minutes = { timeout: 600_000 }
const LISTED = '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001'

let api: Awaited<ReturnType<typeof startApi>>
const server = createServer()
let given: Record<string, string | object>
let packed: string

/** What each runtime is asked for: a denial as a type, every row, a lost call, a webhook, a receipt. */
const PROGRAM = `import { ComplianceDenied, ConnectionError, Sealwright, fetchLogKeys, verifyReceipt, verifyWebhook } from '@sealwright/sdk'
export async function tried({ key, url, secret, payload, headers }) {
  const client = new Sealwright({ apiKey: key, baseUrl: url })
  const denied = await client.sanctions.check({ wallet_address: '${LISTED}' }, { onDeny: 'error' }).catch((error) => error)
  let rows = 0
  for await (const row of client.decisions.list({ limit: 1 })) rows += row.id.startsWith('dec_') ? 1 : 0
  const nowhere = await new Sealwright({ apiKey: key, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).keys.self().catch((error) => error)
  const event = await verifyWebhook({ payload, headers, secret })
  const receipt = await verifyReceipt(await client.decisions.receipt(denied.decision.id), { keys: await fetchLogKeys(url) })
  return [denied instanceof ComplianceDenied, rows > 0, nowhere instanceof ConnectionError, event.type, receipt.subject.type].join(' ')
}
`
const SEEN = 'true true true wallet.verified decision'

beforeAll(async () => {
  if (!asked) return
  api = await startApi()
  server.on('request', getRequestListener(api.app.fetch))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { key } = await api.makeKey('sandbox')
  await api.call('POST', '/v1/sanctions/check', { wallet_address: LISTED }, key)
  const secret = newWebhookSecret()
  const payload = JSON.stringify({ id: 'evt_1', type: 'wallet.verified', data: { object: {} } })
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = await signaturesOf({ id: 'evt_1', timestamp, body: payload, secrets: [secret], signers: [] })
  given = {
    key,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    payload,
    headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature },
  }
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], source)) as [{ filename: string }]
  packed = `./${filename}`
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const tools = ['deno@2.9.6', 'bun@1.4.5', 'miniflare@4.20260730.0', 'publint@0.3.25', '@arethetypeswrong/cli@0.18.5', 'typescript@5.9.3']
  run('npm', ['i', '--no-audit', '--no-fund', packed, ...tools], folder)
  writeFileSync(join(folder, 'program.js'), PROGRAM)
  writeFileSync(join(folder, 'main.js'), `import { tried } from './program.js'\nconsole.log(await tried(${JSON.stringify(given)}))\n`)
}, 600_000)
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await api?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** The program and the package as one file. */
async function bundle(format: 'esm' | 'iife'): Promise<string> {
  const made = await rolldown({ cwd: folder, input: 'program.js', platform: 'browser', logLevel: 'warn' })
  const { output } = await made.generate({ format, name: 'sealwright' })
  await made.close()
  return output[0].code
}
const said = async (command: string, ...args: string[]) => (await promisify(execFile)(command, args, { cwd: folder })).stdout.trim()

test.skipIf(!asked)('Node, Deno and Bun run the package as it is installed', minutes, async () => {
  expect(await said(process.execPath, 'main.js')).toBe(SEEN)
  expect(await said(bin('deno'), 'run', '--no-prompt', '--allow-net=127.0.0.1', 'main.js')).toBe(SEEN)
  expect(await said(bin('bun'), 'main.js')).toBe(SEEN)
})

test.skipIf(!asked)('a Worker runs it', minutes, async () => {
  const worker = `${await bundle('esm')}\nexport default { async fetch() { return new Response(await tried(${JSON.stringify(given)})) } }`
  writeFileSync(
    join(folder, 'worker.js'),
    `import { Miniflare } from 'miniflare'
const worker = new Miniflare({ modules: true, script: ${JSON.stringify(worker)}, compatibilityDate: '2026-07-01' })
console.log(await (await worker.dispatchFetch('http://worker.example/')).text())
await worker.dispose()
`,
  )
  expect(await said(process.execPath, 'worker.js')).toBe(SEEN)
})

test.skipIf(!asked)('a browser runs it on a page of the same origin', minutes, async () => {
  const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ bypassCSP: true })
    await page.goto(`${given.url}/.well-known/sealwright-log`)
    expect(await page.evaluate(`(async () => { ${await bundle('iife')}; return sealwright.tried(${JSON.stringify(given)}) })()`)).toBe(SEEN)
  } finally {
    await browser.close()
  }
})

test.skipIf(!asked)('tools that look at packages and types find nothing', minutes, () => {
  run(bin('publint'), ['--strict', join(folder, 'node_modules/@sealwright/sdk')], folder)
  run(bin('attw'), ['--profile', 'esm-only', packed], folder)
  writeFileSync(
    join(folder, 'use.ts'),
    `import { Sealwright, type Decision, type WalletsVerifyInput } from '@sealwright/sdk'
const client = new Sealwright({ apiKey: 'sw_sandbox_', baseUrl: 'http://localhost:3000' })
const input: WalletsVerifyInput = { wallet_address: '0x1' }
export const outcome = async (): Promise<Decision['outcome']> => (await client.wallets.verify(input)).decision.outcome
// @ts-expect-error: misspelt
export const wrong = async () => (await client.wallets.verify(input)).decision.outcom
`,
  )
  for (const module of ['nodenext', 'preserve'])
    run(
      bin('tsc'),
      ['--noEmit', '--strict', '--module', module, '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable,dom.asynciterable', 'use.ts'],
      folder,
    )
})
