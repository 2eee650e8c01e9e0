import { setTimeout as delay } from 'node:timers/promises'

/**
 * Answers no sooner than `ms` after the call, so that the time tells nothing about which way was gone inside.
 * The work must be faster than that.
 */
export async function evenTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), delay(ms)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
