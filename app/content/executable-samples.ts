import { callsAs } from '../lib/call-code.ts'
import { atOrigin } from '../lib/origin.ts'
import { codeLanguages } from '../lib/request-code.ts'

/** A code sample that is run before it is published, and the fields its answer must have. */
export interface Sample {
  id: string
  language: string
  code: string
  expected: unknown
}

/**
 * The samples of one text: a fence with `run id=x`, and a JSON fence with `expect id=x` that names the fields that must be equal.
 * They ask the product at `origin`.
 * Throws when an id is used twice, has no expectation, or an expectation is not JSON.
 */
export function samplesOf(source: string, origin = ''): Sample[] {
  const fences = [...source.matchAll(/^```(\S+) (run|expect) id=(\S+)\n([\s\S]*?)^```$/gm)]
  const expectations = new Map<string, unknown>()
  for (const [, , kind, id, code] of fences) {
    if (kind !== 'expect') continue
    if (expectations.has(id!)) throw new Error(`Two expectations for ${id}.`)
    expectations.set(id!, JSON.parse(code!))
  }
  const samples = fences.flatMap(([, language, kind, id, code]) =>
    kind === 'run' ? [{ id: id!, language: language!, code: code!, expected: expectations.get(id!) }] : [],
  )
  const ids = samples.map((sample) => sample.id)
  for (const { id, expected } of samples) {
    if (expected === undefined) throw new Error(`No expectation for ${id}.`)
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) throw new Error(`Two samples named ${id}.`)
  }
  for (const id of expectations.keys()) if (!ids.includes(id)) throw new Error(`No sample for the expectation ${id}.`)
  const written = samples.flatMap((sample) =>
    // Written once, shown in five languages, and run in each.
    sample.language === 'api' ? codeLanguages.map((language) => ({ ...sample, language, code: callsAs(language, sample.code) })) : [sample],
  )
  return written.map((sample) => ({ ...sample, code: atOrigin(sample.code, origin) }))
}

/** Where an answer lacks what is expected: one line for each difference, none when all named fields are equal. */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  if (typeof expected !== 'object' || expected === null)
    return Object.is(expected, actual) ? [] : [`${path || '/'}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`]
  if (typeof actual !== 'object' || actual === null) return [`${path || '/'}: expected an object, got ${JSON.stringify(actual)}`]
  const extra =
    Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length
      ? [`${path || '/'}: expected ${expected.length} elements, got ${actual.length}`]
      : []
  return [
    ...extra,
    ...Object.entries(expected).flatMap(([key, value]) => differences(value, (actual as Record<string, unknown>)[key], `${path}/${key}`)),
  ]
}
