import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { eventJsonSchema } from '#core/record/events/event-schemas.ts'
import { newWebhookSecret, signaturesOf } from '#core/record/webhooks/sign.ts'

const run = promisify(execFile)

export interface QuickStart {
  /** As the page is called: `quick-start-typescript`. */
  page: string
  /** Makes the folder what the page's first step makes of it. */
  prepare: (folder: string) => void
  /** Runs one of the page's two programs. */
  command: (program: 'pay' | 'hooks') => [string, ...string[]]
  env: Record<string, string>
}

/** A port that nobody has now; the program that is told of it listens there by itself. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/**
 * Goes a quick start in an empty folder, with the programs as they stand on its page: what the payment says, how the receiver answers to a
 * true and to a changed delivery, and what it says.
 */
export async function goQuickStart(
  { page, prepare, command, env }: QuickStart,
  { key, url }: { key: string; url: string },
): Promise<{ paid: string; answers: number[]; heard: string; wallet: string }> {
  const text = readFileSync(join(import.meta.dirname, `../../app/content/docs/${page}.mdx`), 'utf8')
  const folder = mkdtempSync(join(tmpdir(), `${page}-`))
  let receiver: ChildProcess | undefined
  try {
    for (const [, file, code] of text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)) {
      mkdirSync(dirname(join(folder, file!)), { recursive: true })
      writeFileSync(join(folder, file!), code!)
    }
    prepare(folder)
    const secret = newWebhookSecret()
    const port = await freePort()
    const given = {
      ...process.env,
      ...env,
      SEALWRIGHT_KEY: key,
      SEALWRIGHT_URL: url,
      SEALWRIGHT_WEBHOOK_SECRET: secret,
      PORT: String(port),
    }
    const [pay, ...payArgs] = command('pay')
    const { stdout: paid } = await run(pay, payArgs, { cwd: folder, env: given })

    const [hooks, ...hooksArgs] = command('hooks')
    receiver = spawn(hooks, hooksArgs, { cwd: folder, env: given, detached: true })
    let heard = ''
    for (const stream of [receiver.stdout!, receiver.stderr!]) stream.on('data', (chunk: Buffer) => (heard += chunk.toString()))
    const [example] = (eventJsonSchema('wallet.verified') as { examples: { resource: { id: string } }[] }).examples
    const body = JSON.stringify(example)
    const answers: number[] = []
    for (const sent of [body, `${body} `]) answers.push(await deliver(`http://127.0.0.1:${port}/hooks`, sent, body, secret))
    await said(receiver, () => heard.includes('verified'))
    return { paid: paid.trim(), answers, heard, wallet: example!.resource.id }
  } finally {
    // The whole group: `go run` starts what it made as a child of its own.
    if (receiver?.pid && receiver.exitCode === null) process.kill(-receiver.pid)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Posts a body with the signature of another, or of itself; as often as it takes until the program listens. */
async function deliver(address: string, body: string, signed: string, secret: string): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': await signaturesOf({ id: 'evt_1', timestamp, body: signed, secrets: [secret], signers: [] }),
  }
  for (let tries = 0; ; tries++) {
    try {
      return (await fetch(address, { method: 'POST', headers, body })).status
    } catch (error) {
      if (tries === 600) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

/** Until it is so, or the program has ended. */
const said = (child: ChildProcess, seen: () => boolean) =>
  new Promise<void>((done) => {
    const look = () => seen() && done()
    child.stdout!.on('data', look)
    child.once('close', () => done())
    look()
  })
