import type { Ctx } from '#core/kernel/context.ts'
import { keepOnce, readOnce } from './one-time.ts'

const KIND = 'sign-on-ended'
/** For as long as a sign-in may wait for its second factor. */
const LIFE_MS = 10 * 60_000

/** What a sign-on says of itself: by which organisation, which session of its provider, whom, and when the provider vouched. */
export interface SignOnProof {
  signOn?: string
  /** A keyed hash of what the provider calls the session by which it vouched. */
  signOnSession?: string
  /** In milliseconds. */
  signOnAt?: number
}

// What one organisation is told ends nothing of another, though both name the same provider.
const ofSession = (organizationId: string, session: string) => JSON.stringify([organizationId, 'session', session])
const ofPerson = (organizationId: string, authId: string, which: 'any' | 'unnamed') => JSON.stringify([organizationId, which, authId])

/**
 * Keeps in mind that the provider of an organisation signed somebody out: of these sessions (keyed hashes), else of all. One of which it
 * never said what it calls it may be the one.
 */
export async function noteSignedOut(ctx: Ctx, p: { organizationId: string; sessions: string[]; authId: string | null }): Promise<void> {
  const tokens = p.sessions.map((one) => ofSession(p.organizationId, one))
  if (p.authId) tokens.push(ofPerson(p.organizationId, p.authId, p.sessions.length ? 'unnamed' : 'any'))
  for (const token of tokens) await keepOnce(ctx, KIND, {}, LIFE_MS, token)
}

/** Whether the provider that vouched for somebody has signed them out since. */
export async function wasSignedOut(
  ctx: Ctx,
  { signOn, signOnSession, signOnAt, authId }: SignOnProof & { authId: string },
): Promise<boolean> {
  if (!signOn) return false
  if (signOnSession && (await readOnce(ctx, KIND, ofSession(signOn, signOnSession)))) return true
  // What was kept after the provider vouched.
  const since = new Date((signOnAt ?? 0) + LIFE_MS)
  const which = signOnSession ? (['any'] as const) : (['any', 'unnamed'] as const)
  for (const one of which) if (await readOnce(ctx, KIND, ofPerson(signOn, authId, one), since)) return true
  return false
}
