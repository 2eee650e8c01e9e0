import type { z } from 'zod'
import { AppError, MOST_FIELDS } from './errors.ts'

/** Checks what a page hands to a verb and returns it parsed. Throws `validation_failed` naming the fields. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const fields = issues.slice(0, MOST_FIELDS).map((issue) => ({
    pointer: issue.path.map((part) => `/${String(part)}`).join(''),
    code: 'invalid_format',
    detail: issue.message,
  }))
  throw new AppError('validation_failed', issues.length === 1 ? '1 field needs attention' : `${issues.length} fields need attention`, {
    fields,
    moreFields: issues.length - fields.length,
  })
}
