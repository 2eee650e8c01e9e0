import type { Log } from './services.ts'
import { isUnreachable } from './unreachable.ts'

const QUIET_MS = 10_000
const told = new WeakMap<Log, { at: number; since: number }>()

/** Some libraries tell their errors as plain objects. */
const asError = (error: unknown): Error =>
  error instanceof Error
    ? error
    : typeof error === 'object' && error !== null
      ? Object.assign(new Error(String((error as { message?: unknown }).message ?? 'unknown')), error)
      : new Error(String(error))

/**
 * Logs what went wrong unexpectedly. While the database is away every call and job fails for the same reason: that is one short
 * line in ten seconds, which counts the others, instead of a statement and a stack for each.
 */
export function tellFailure(log: Log, error: unknown, fields: Record<string, unknown>, message: string): void {
  const cause = asError(error)
  if (!isUnreachable(cause)) {
    const { message: said, stack } = cause
    const why = cause.cause instanceof Error ? cause.cause.message : undefined
    log.error({ ...fields, error: said, stack, cause: why }, message)
    return
  }
  const now = performance.now()
  const last = told.get(log)
  if (last && now - last.at < QUIET_MS) {
    last.since++
    return
  }
  told.set(log, { at: now, since: 0 })
  let deepest: Error & { code?: string } = cause
  while (deepest.cause instanceof Error) deepest = deepest.cause
  log.error(
    { ...fields, reason: deepest.code ?? deepest.message, ...(last?.since && { failed_besides: last.since }) },
    'the database cannot be reached',
  )
}
