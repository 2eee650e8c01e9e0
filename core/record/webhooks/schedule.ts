/** Waits between tries, in ms: at once, then 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h after the one before. */
const S = 1_000
const M = 60 * S
const H = 60 * M
const RETRY_DELAYS_MS = [0, 5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H] as const
const MAX_ATTEMPTS = RETRY_DELAYS_MS.length
const JITTER = 0.1
const RETRY_AFTER_MAX_MS = 6 * H

/** When the next try is due after `attempts` tries, or null when there is none left. `random` in [0, 1). `retryAfter` is the receiver's own wish. */
export function nextDelayMs(attempts: number, random: number, retryAfter: string | undefined, now: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null
  const base = RETRY_DELAYS_MS[attempts]!
  const planned = Math.round(base * (1 + (random * 2 - 1) * JITTER))
  return Math.max(planned, Math.min(parseRetryAfter(retryAfter, now), RETRY_AFTER_MAX_MS))
}

/** Seconds or an HTTP date, as ms from now; 0 when absent or past. */
function parseRetryAfter(value: string | undefined, now: number): number {
  if (!value) return 0
  if (/^\d+$/.test(value.trim())) return Number(value) * S
  const at = Date.parse(value)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}
