import type { z } from 'zod'
import { AppError } from './errors.ts'

/** Checks what a page hands to a verb and returns it parsed. Throws `validation_failed` naming every field. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({
    pointer: issue.path.map((part) => `/${String(part)}`).join(''),
    code: 'invalid_format',
    detail: issue.message,
  }))
  throw new AppError('validation_failed', fields.length === 1 ? '1 field needs attention' : `${fields.length} fields need attention`, {
    fields,
  })
}
