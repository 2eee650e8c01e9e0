import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import examples from '#core/record/events/event-examples.generated.json' with { type: 'json' }
import { newWebhookSecret, signaturesOf } from '#core/record/webhooks/sign.ts'
import { runBulk } from '#core/screening/screenings/bulk/run.ts'
import { magicWallet } from '#screening/sandbox-sample.ts'
import { startApi } from '../api/harness.ts'
import { hasPython, pythonPath } from './python.ts'

// What the Python package does beside the calls that all languages make (`languages.test.ts`).
const run = promisify(execFile)
const folder = join(import.meta.dirname, '../../sdks/python')
const test3 = test.skipIf(!hasPython)
const title = (text: string) => `${text}${hasPython ? '' : ' (skipped: no Python 3.10 with pip on this machine)'}`

let api: Awaited<ReturnType<typeof startApi>>
let server: ReturnType<typeof serve>
let url: string
let key: string
const dir = mkdtempSync(join(tmpdir(), 'sealwright-python-'))
const environment = () => ({ PATH: process.env.PATH!, PYTHONPATH: `${join(folder, 'src')}:${pythonPath()}`, PYTHONDONTWRITEBYTECODE: '1' })

beforeAll(async () => {
  if (!hasPython) return
  let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 })
  server = await new Promise((done) => {
    const started = serve({ fetch: (request) => answer(request), port: 0, hostname: '127.0.0.1' }, () => done(started))
  })
  url = `http://localhost:${(server.address() as AddressInfo).port}`
  api = await startApi({ PUBLIC_URL: url })
  answer = (request) => api.app.fetch(request)
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
