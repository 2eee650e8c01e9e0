import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { costOf } from '#tests/cost.ts'
import { MAX_VALUES } from './json.ts'
import { UntrustedReader, untrusted } from './reader.ts'

const long = (text: string) => `{"filler":"${'x'.repeat(70_000)}","rest":${text}}`

test('a long text is read in a thread, and says the same as a short one', async () => {
  expect(await untrusted.json(long('[1,{"a":null}]'))).toMatchObject({ rest: [1, { a: null }] })
  for (const [text, wrong] of [
    ['{"a":1,"a":2}', 'appears twice'],
    ['{"__proto__":1}', 'not allowed'],
    [`${'['.repeat(13)}${']'.repeat(13)}`, 'Nesting deeper'],
    ['1e999', 'too large'],
    [`"a${'\u0301'.repeat(31)}"`, 'combining marks'],
  ] as const)
    for (const sent of [text, long(text)])
      await expect(untrusted.json(sent), text).rejects.toMatchObject({
        code: 'malformed_json',
        message: expect.stringContaining(wrong),
        extra: { line: 1, column: expect.any(Number) },
      })
  await expect(untrusted.json(`[${'0,'.repeat(MAX_VALUES)}0]`)).rejects.toMatchObject({ code: 'body_too_large' })
})

test('S3 requests are answered while a file is looked through', async () => {
  const file = Buffer.from(`%PDF-1.7\n${'#41#41#41#41 stream\n'.repeat(490_000)}`)
  await untrusted.document(Buffer.from('%PDF-1.7'))
  const { ms, answer } = await costOf(() => untrusted.document(file), 1_000)
  expect(answer).toMatchObject({ type: 'application/pdf', active: false, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  // Handing over ten megabytes is all that this thread does; the rest of its time is everybody's.
  expect(ms).toBeLessThan(1_000)
})

test('S3 what is not read by its deadline or wants too much memory is refused, and the next is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-reader-'))
  const file = join(folder, 'worker.mjs')
  // A reader that does to itself what a file could do to one.
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ bytes }) => {
      if (bytes[0] === 1) for (;;);
      const kept = []
      if (bytes[0] === 2) for (;;) kept.push(new Array(100_000).fill({ at: kept.length }))
      if (bytes[0] === 3) process.exit(1)
      parentPort.postMessage({ result: { type: null, active: false, sha256: '' } })
    })`,
  )
  const reader = new UntrustedReader({
    worker: pathToFileURL(file),
    deadlines: { document: 1_000, json: 1_000, crl: 1_000, passport: 1_000 },
  })
  const refused = { code: 'validation_failed', fields: [{ pointer: '/file', code: 'too_complex' }] }
  const ends = await Promise.allSettled([1, 2, 3, 1, 3].map((kind) => reader.document(Uint8Array.of(kind))))
  for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: refused })
  expect(await reader.document(Uint8Array.of(0))).toMatchObject({ type: null })
  rmSync(folder, { recursive: true })
})
