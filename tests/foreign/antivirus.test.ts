/** The real clamd, started here with two signatures of its own: EICAR's, and one of a PDF that nothing else refuses. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMalware } from '#core/identity/documents/scan.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { scanBytes } from '#egress/clamd.ts'

// Written in two, so that no scanner takes this file for what it tests with.
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE'}!$H+H*`
const SAMPLE = 'a-sample-for-the-scanner'
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex')

describe.skipIf(!process.env.FOREIGN)('V5.4.3 the antivirus of ClamAV', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'))
  const socket = join(folder, 'clamd.ctl')
  const url = `unix://${socket}`
  let clamd: ChildProcess

  beforeAll(async () => {
    writeFileSync(join(folder, 'local.ndb'), `Eicar-Test:0:*:${hex(EICAR)}\nTest-Sample:0:*:${hex(SAMPLE)}\n`)
    writeFileSync(
      join(folder, 'clamd.conf'),
      `LocalSocket ${socket}\nDatabaseDirectory ${folder}\nForeground true\nUser ${userInfo().username}\nStreamMaxLength 12M\n`,
    )
    clamd = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    })
    const failed = new Promise<never>((_, reject) => {
      clamd.once('error', reject)
      clamd.once('exit', (code) => reject(new Error(`clamd ended with ${code}`)))
    })
    failed.catch(() => {})
    while (!existsSync(socket)) await Promise.race([wait(50), failed])
  }, 60_000)
  afterAll(() => {
    clamd?.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })

  it('finds EICAR, passes what is clean, and an answer it cuts short is none', async () => {
    expect(await scanBytes(url, Buffer.from(EICAR, 'latin1'))).toMatch(/^Eicar-Test/)
    expect(await scanBytes(url, Buffer.alloc(10 * 1024 * 1024, 'clean '))).toBeNull()
    await expect(scanBytes(url, Buffer.alloc(16 * 1024 * 1024))).rejects.toThrow()
  })

  it('is believed by the product, which refuses what was never looked at', async () => {
    const said: string[] = []
    const log = { warn: (_: unknown, text: string) => said.push(text), error: (_: unknown, text: string) => said.push(text) }
    const services = { config: { antivirusUrl: url }, log } as unknown as Services
    expect(await findMalware(services, Buffer.from(`%PDF-1.7 ${SAMPLE}`), 'Later.')).toMatch(/^Test-Sample/)
    services.config.antivirusUrl = `unix://${socket}.none`
    await expect(findMalware(services, Buffer.from('%PDF-1.7'), 'Later.')).rejects.toThrow(AppError)
    expect(said).toEqual(['malware was found in a document', 'the antivirus of ANTIVIRUS_URL gives no answer'])
  })
})
