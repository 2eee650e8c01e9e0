import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'
import { publishCheckpoint } from '#core/record/audit/checkpoint.ts'
import { readKey, verifyReceipt } from '#tools/verify-receipt.mjs'
import { LASTING, startApi } from '../api/harness.ts'
import { freePort } from '../product.ts'

/** Needs Go and, the first time, its module proxy: so it is asked for. */
const asked = process.env.FOREIGN === '1'

test.skipIf(!asked)(
  'S6 foreign code verifies head, tiles, proofs, a receipt and a witness’s cosignature, and that the log only grew',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'sealwright-foreign-'))
    const program = join(dir, 'foreign')
    execFileSync('go', ['build', '-o', program, '.'], { cwd: join(import.meta.dirname, 'log'), stdio: 'inherit' })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const witness = spawn(program, ['witness', url], { stdio: ['ignore', 'pipe', 'inherit'] })
    const line = await new Promise<string>((done) => createInterface(witness.stdout).once('line', done))
    const api = await startApi({ PUBLIC_URL: url, LOG_WITNESSES: line })
    const server = createServer(LASTING, getRequestListener(api.app.fetch))
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    const verify = () =>
      new Promise<string>((done) => {
        const run = spawn(program, ['verify', url, line.split(' ')[0]!, dir])
        let said = ''
        for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk) => (said += chunk))
        run.once('exit', () => done(said.trim()))
      })
    try {
      const { key } = await api.makeKey('sandbox')
      // More than one whole tile of 256.
      const items = Array.from({ length: 150 }, (_, i) => ({ full_name: `Somebody ${i}` }))
      for (const item of items) await api.call('POST', '/v1/sanctions/check', item, key)
      const { body } = await api.call('POST', '/v1/sanctions/check', { full_name: 'Ünlike <&> 名' }, key)
      const receipt = await api.call('GET', `/v1/decisions/${body.decision.id}/receipt`, undefined, key)
      writeFileSync(join(dir, 'receipt.json'), JSON.stringify(receipt.body.receipt))
      expect(verifyReceipt(receipt.body.receipt, readKey(receipt.body.verifier_key))).toBeTruthy()
      expect(receipt.body.receipt.checkpoint).toContain('\n— witness.example/w1 ')
      expect(await verify()).toMatch(/^verified \d+ entries, after 0, cosigned by witness\.example\/w1$/)

      for (const item of items) await api.call('POST', '/v1/sanctions/check', item, key)
      expect((await publishCheckpoint(api.services)).size).toBeGreaterThan(256)
      expect(await verify()).toMatch(/^verified (2[6-9]|[3-9]\d)\d entries, after \d+, cosigned/)
    } finally {
      witness.kill()
      server.closeAllConnections()
      server.close()
      await api.stop()
      rmSync(dir, { recursive: true, force: true })
    }
  },
)
