import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { whenIdle } from './when-idle.ts'

/**
 * Checks a form with the server's own schema. The schema is loaded once the page is at rest: the first paint need not wait for the
 * validator, and a form that was filled in is checked without the network. Where it could not be had, the form goes to the server
 * unchecked: it has the same rules, and when it cannot be reached that is told.
 */
export function lazyResolver<Input extends FieldValues, Output extends FieldValues>(
  load: () => Promise<z.ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  const both = () => Promise.all([import('@hookform/resolvers/zod'), load()])
  whenIdle(() => both().catch(() => {}))
  return async (values, context, options) => {
    const parts = await both().catch(() => null)
    if (!parts) return { values: values as unknown as Output, errors: {} }
    const [{ zodResolver }, schema] = parts
    return zodResolver<Input, unknown, Output>(schema)(values, context, options)
  }
}
