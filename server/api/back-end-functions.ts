import type { AppDeps } from '../app.ts'
import type { AppContext } from '../middleware/errors.ts'

/** The functions of the product spec that are not operations of the public API, by name. */
export function backEndFunctions(_deps: AppDeps): Map<string, (c: AppContext) => Promise<Response>> {
  return new Map()
}
