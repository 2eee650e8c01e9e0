import type { ReferenceOperation } from './reference.ts'
import { type CodeLanguage, type CodeRequest, codeLanguages, codeOf } from './request-code.ts'

/** An offering that every sandbox has, for examples that leave it open. */
const fixture = 'off_sandbox_open'

/** What a sample of an operation sends; null when its body cannot be made without something of the caller's own, such as a signature. */
export function sampleRequest(
  operation: Pick<ReferenceOperation, 'method' | 'path' | 'parameters' | 'example' | 'fields'>,
  origin: string,
): CodeRequest | null {
  const path = `/api${operation.path}`
  if (operation.parameters.some((parameter) => parameter.in === 'query' && parameter.required)) return null
  if (operation.fields.length === 0 && operation.example === null) return { method: operation.method, origin, path }
  if (operation.example === null && operation.fields.some((field) => field.required && !field.name.includes('.'))) return null
  // Nobody is invited to what every sandbox has.
  const whole = JSON.stringify(operation.example ?? {})
  const body = operation.path.endsWith('/invitations') ? whole : whole.replaceAll('"off_…"', `"${fixture}"`)
  // What is left open can only be filled in by the caller.
  if (body.includes('…')) return null
  return { method: operation.method, origin, path, body }
}

/** The request of an operation in the five languages. */
export const samplesFor = (request: CodeRequest): { label: CodeLanguage; code: string }[] =>
  codeLanguages.map((label) => ({ label, code: codeOf(label, request) }))
