import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sdkCalls } from './calls.ts'
import { generateAll } from './generate.ts'

test('the resources of the SDKs are those of the API: run tools/sdks/generate.ts after a change of an operation', async () => {
  const files = await generateAll()
  expect(Object.keys(files)).toHaveLength(5)
  for (const [path, text] of Object.entries(files)) {
    expect(text.split('\n')[0], path).toMatch(/generated/i)
    expect(readFileSync(join(import.meta.dirname, '../..', path), 'utf8') === text, `${path} is stale`).toBe(true)
  }
  // E16: each method says what it does, when it is refused and where it is described.
  const calls = await sdkCalls()
  for (const [path, text] of Object.entries(files).filter(([name]) => !name.endsWith('.js'))) {
    const plain = text.replaceAll('*\\/', '*/')
    expect(
      calls.flatMap(({ words }) => words).filter((line) => !plain.includes(line)),
      path,
    ).toEqual([])
  }
  const python = files['sdks/python/src/sealwright/_resources.py']!
  expect(python.match(/^ {4}def (?!__init__)/gm)).toHaveLength(calls.length)
})
