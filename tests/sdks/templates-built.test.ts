import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '#tools/find-browser.ts'
import { newDataFolder, type Product, removeDataFolder, startProduct } from '../product.ts'
import { type Created, createFromTemplate } from './created.ts'

// Each application of create-sealwright as its own README says: types, tests, build, start with a throw-away key, and its walk in a browser.
// It takes half a minute each, so it runs with PACKAGES=1 only.

const TEMPLATES = ['payment-travel-rule', 'securities-onboarding', 'permissioned-pool', 'creator-verification', 'age-gate']

describe.skipIf(!process.env.PACKAGES)('created from nothing', () => {
  let product: Product
  let dataDir: string
  const created = new Map<string, Created>()
  const children: ChildProcess[] = []

  beforeAll(async () => {
    dataDir = newDataFolder()
    product = await startProduct({ dataDir })
    for (const template of TEMPLATES) created.set(template, createFromTemplate(template))
  }, 240_000)
  afterAll(async () => {
    const ended = children.map((child) => (child.exitCode === null ? new Promise((done) => child.once('exit', done)) : null))
    for (const child of children) child.kill()
    await Promise.all(ended)
    await product?.stop()
    await removeDataFolder(dataDir)
    for (const one of created.values()) one.remove()
  })

  describe.each(TEMPLATES)('%s', (template) => {
    const run = (args: string[], env: Record<string, string> = {}) =>
      spawnSync(process.execPath, args, { cwd: created.get(template)!.folder, encoding: 'utf8', env: { ...process.env, ...env } })

    it('has no error of types, and its tests pass', () => {
      const types = run(['node_modules/typescript/bin/tsc', '--noEmit'])
      expect(types.status, types.stdout).toBe(0)
      const tests = run(['--test', 'tests/*.test.ts'])
      expect(tests.status, tests.stdout).toBe(0)
    }, 120_000)

    it('is built, started and walked', async () => {
      const at = { SEALWRIGHT_URL: product.url, SEALWRIGHT_KEY: '', SEALWRIGHT_WEBHOOK_SECRET: '' }
      const port = String(20_000 + (process.pid % 2_000) * 10 + TEMPLATES.indexOf(template))
      const url = `http://localhost:${port}`
      const setup = run(['scripts/setup.ts'], at)
      expect(setup.stdout + setup.stderr).toContain('throw-away sandbox key')
      expect(run(['node_modules/vite/bin/vite.js', 'build']).status).toBe(0)
      const { SEALWRIGHT_KEY: _, ...rest } = process.env
      const child = spawn(process.execPath, ['--env-file=.env', 'server/main.ts'], {
        cwd: created.get(template)!.folder,
        env: { ...rest, SEALWRIGHT_URL: product.url, PORT: port, PUBLIC_URL: url },
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
      const walked = run(['node_modules/@playwright/test/cli.js', 'test'], { APP_URL: url, BROWSER_PATH: findBrowser()! })
      expect(walked.status, walked.stdout).toBe(0)
    }, 180_000)
  })
})
