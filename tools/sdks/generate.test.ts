import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sdkCalls } from './calls.ts'
import { generateAll } from './generate.ts'

test('the resources of the SDKs are those of the API: run tools/sdks/generate.ts after a change of an operation', async () => {
  const files = await generateAll()
  for (const language of ['javascript', 'go', 'python', 'ruby'])
    expect(Object.keys(files).filter((path) => path.startsWith(`sdks/${language}/`))).not.toEqual([])
  for (const [path, text] of Object.entries(files)) {
    expect(text.split('\n')[0], path).toMatch(/generated/i)
    expect(readFileSync(join(import.meta.dirname, '../..', path), 'utf8') === text, `${path} is stale`).toBe(true)
  }
  // E16: each method says what it does, when it is refused and where it is described.
  const calls = await sdkCalls()
  for (const language of ['javascript', 'go', 'python', 'ruby']) {
    const own = Object.entries(files).filter(([path]) => path.startsWith(`sdks/${language}/`))
    const plain = own.map(([, text]) => text.replaceAll('*\\/', '*/')).join('\n')
    expect(
      calls.flatMap(({ words }) => words).filter((line) => !plain.includes(line)),
      language,
    ).toEqual([])
  }
  const python = files['sdks/python/src/sealwright/_resources.py']!
  expect(python.match(/^ {4}def (?!__init__)/gm)).toHaveLength(calls.length)
})
