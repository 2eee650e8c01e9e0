import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { expect } from 'vitest'
import { findBrowser } from '#tools/find-browser.ts'
import { builtProgram } from '../product.ts'
import type { ReceivedMail } from './mail-server.ts'

/** Where the running installation is, as global-setup.ts tells the files. */
export interface Place {
  folder: string
  host: string
  /** Of the proxy. */
  port: number
  /** The ports behind it. */
  webs: Record<'web-1' | 'web-2', number>
  env: Record<string, string>
  /** Where the worker says whether it is ready. */
  workerPort: number
  /** Where the identity providers are asked: whoever needs one puts a double there. */
  providersPort: number
  databaseUrl: string
  /** The same server, as its administrator. */
  adminDatabaseUrl: string
}

export type ProcessName = 'web-1' | 'web-2' | 'worker' | 'database'
export const INSTALLATION = 'PRODUCTION_INSTALLATION'

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, asserted on by each test.
  body: any
}

interface Sent {
  key?: string
  body?: unknown
  headers?: Record<string, string>
}

const root = resolve(import.meta.dirname, '../..')
const MAIL_MS = 30_000

/** The one installation of this run, seen from outside: through the proxy, by mail, and with its operator's tool. */
export function installation() {
  const given = process.env[INSTALLATION]
  if (!given) throw new Error('There is no installation: run through `npx vitest run --project production`.')
  const place = JSON.parse(given) as Place
  const agent = new Agent({ keepAlive: true, ca: readFileSync(join(place.folder, 'ca.pem')), servername: place.host })
  const url = place.env.PUBLIC_URL!

  /** One call through the proxy. Rejects when the connection was cut. */
  function send(method: string, path: string, { key, body, headers }: Sent = {}): Promise<Reply> {
    return new Promise((done, fail) => {
      const json = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
      const outgoing = request(
        {
          agent,
          host: '127.0.0.1',
          port: place.port,
          method,
          path,
          headers: {
            host: `${place.host}:${place.port}`,
            ...(key && { authorization: `Bearer ${key}` }),
            ...(json && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (response) => {
          text(response).then((all) => {
            const isJson = all !== '' && /json/.test(response.headers['content-type'] ?? '')
            done({ status: response.statusCode!, headers: response.headers, text: all, body: isJson ? JSON.parse(all) : null })
          }, fail)
        },
      )
      outgoing.once('error', fail)
      outgoing.end(body === undefined ? undefined : json ? JSON.stringify(body) : (body as string))
    })
  }

  /** A call of the API that must succeed. */
  async function call(method: string, path: string, sent: Sent = {}) {
    const reply = await send(method, `/api/v1${path}`, sent)
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
    return reply.body
  }

  return {
    ...place,
    url,
    /** A certificate for a server of the test's own, which the installation trusts. */
    tls: () => ({ cert: readFileSync(join(place.folder, 'ca.pem'), 'utf8'), key: readFileSync(join(place.folder, 'key.pem'), 'utf8') }),
    send,
    call,
    /** What the operator's tool prints, run beside the processes. Throws when it fails. */
    async admin(...args: string[]): Promise<string> {
      const run = promisify(execFile)
      const { stdout } = await run(process.execPath, [`${builtProgram()}/admin.js`, ...args], {
        cwd: root,
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...place.env },
      }).catch((error: { stdout?: string; stderr?: string }) => {
        // What it found stands in what it printed, which the error of a failed command leaves out.
        throw new Error(`${args[0]} failed: ${[error.stdout, error.stderr].join(' ').trim()}`)
      })
      return stdout.trim()
    },
    /** Waits for a mail to this address whose subject or text has `containing`, and returns the newest one. */
    async mailTo(address: string, containing = ''): Promise<ReceivedMail> {
      const folder = join(place.folder, 'mails')
      for (const deadline = Date.now() + MAIL_MS; Date.now() < deadline; await delay(100)) {
        const mails = readdirSync(folder)
          .sort()
          .reverse()
          .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ReceivedMail)
        const mail = mails.find((one) => one.to.includes(address) && `${one.subject}\n${one.text}`.includes(containing))
        if (mail) return mail
      }
      throw new Error(`No mail to ${address}${containing && ` with "${containing}"`} within ${MAIL_MS / 1000} s.`)
    },
    /** The number of a running process. After its end the service manager starts it anew, under another one. */
    pid: (name: ProcessName) => Number(readFileSync(join(place.folder, 'pids', name), 'utf8')),
    log: (name: ProcessName) => readFileSync(join(place.folder, 'logs', `${name}.log`), 'utf8'),
    close: () => agent.destroy(),
  }
}

export type Installation = ReturnType<typeof installation>

/** A browser that finds the installation by its name, as one outside does. */
export async function openBrowser({ host }: Installation): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  })
}

/** A page of a person of their own. What the page complains about is collected, and is empty when all went well. */
export async function openPage(browser: Browser, { url }: Installation): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, complaints }
}

/** A form typed into before its scripts answer would send itself the browser's way. */
export const live = (page: Page) => page.locator('html[data-live]').waitFor({ state: 'attached' })
