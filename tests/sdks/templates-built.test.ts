import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { findBrowser } from '#tools/find-browser.ts'
import { type Created, createFromTemplate } from './created.ts'
import { startServedApi } from './served-api.ts'

// Each application of create-sealwright as its own README says: types, tests, build, start with a throw-away key, and its walk in a browser.
// It takes half a minute of a core each, so it runs with PACKAGES=1 only, two at a time.

const TEMPLATES = ['payment-travel-rule', 'securities-onboarding', 'permissioned-pool', 'creator-verification', 'age-gate']
const LANES = 2

describe.skipIf(!process.env.PACKAGES)('created from nothing', () => {
  let served: Awaited<ReturnType<typeof startServedApi>>
  const created = new Map<string, Created>()
  const children: ChildProcess[] = []
  const walked = new Map<string, Promise<void>>()

  beforeAll(async () => {
    for (const template of TEMPLATES) created.set(template, createFromTemplate(template))
    const begun = startServedApi()
    // What needs no service is tried while it starts. A failure is told by the test of its template.
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (const template of TEMPLATES.filter((_, at) => at % LANES === lane)) {
        const work = tried(template, begun)
        walked.set(template, work)
        await work.catch(() => {})
      }
    })
    served = await begun
    await Promise.all(lanes)
  }, 600_000)
  afterAll(async () => {
    const ended = children.map((child) => (child.exitCode === null ? new Promise((done) => child.once('exit', done)) : null))
    for (const child of children) child.kill()
    await Promise.all(ended)
    served?.server.close()
    await served?.api.stop()
    for (const one of created.values()) one.remove()
  })

  /** What a program of an application said; throws all of it when it ends badly. */
  async function run(template: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    const done = promisify(execFile)(process.execPath, args, {
      cwd: created.get(template)!.folder,
      env: { ...process.env, ...env },
      maxBuffer: 1e8,
    })
    const { stdout, stderr } = await done.catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${template}: node ${args.join(' ')} failed.\n${error.stdout}${error.stderr}`)
    })
    return stdout + stderr
  }

  async function tried(template: string, begun: ReturnType<typeof startServedApi>): Promise<void> {
    await run(template, ['node_modules/typescript/bin/tsc', '--noEmit'])
    // What all of them share is tested once.
    const tests = readdirSync(join(created.get(template)!.folder, 'tests')).filter((name) => name.endsWith('.test.ts'))
    const own = template === TEMPLATES[0] ? tests : tests.filter((name) => name !== 'base.test.ts')
    await run(template, ['--test', ...own.map((name) => `tests/${name}`)])
    await run(template, ['node_modules/vite/bin/vite.js', 'build'])
    const { url: address, api } = await begun
    const set = await run(template, ['scripts/setup.ts'], { SEALWRIGHT_URL: address, SEALWRIGHT_KEY: '', SEALWRIGHT_WEBHOOK_SECRET: '' })
    if (!set.includes('throw-away sandbox key')) throw new Error(set)
    const port = String(20_000 + (process.pid % 2_000) * 10 + TEMPLATES.indexOf(template))
    const url = `http://localhost:${port}`
    const { SEALWRIGHT_KEY: _, ...rest } = process.env
    const child = spawn(process.execPath, ['--env-file=.env', 'server/main.ts'], {
      cwd: created.get(template)!.folder,
      env: { ...rest, SEALWRIGHT_URL: address, PORT: port, PUBLIC_URL: url, SEALWRIGHT_ISSUER_URL: api.services.config.publicUrl },
    })
    children.push(child)
    await new Promise<void>((done, failed) => {
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => {
          said += text
          if (said.includes('Running at')) done()
        })
      child.once('exit', () => failed(new Error(said)))
    })
    await run(template, ['node_modules/@playwright/test/cli.js', 'test'], { APP_URL: url, BROWSER_PATH: findBrowser()! })
  }

  it.each(TEMPLATES)('%s has no error of types, passes its tests, is built, started and walked', async (template) => {
    await walked.get(template)
  })
})
