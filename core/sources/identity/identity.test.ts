import { expect, test } from 'vitest'
import { sourcesOf } from '#core/record/facts/sources.ts'
import { playedPersonas } from '../personas/sandbox.ts'
import { ASSUMED, foundOf, statusTaken } from './assumed.ts'
import { UNKNOWN } from './production.ts'
import { playedIdentity } from './sandbox.ts'
import type { IdentitySource } from './source.ts'

const at = { organizationId: 'org_1', environment: 'production', now: Date.parse('2026-11-23T10:00:00Z') } as const
const ask = (source: IdentitySource, played: string | null = null) =>
  source.of(null as never, at, { personId: 'per_1', played: played === null ? null : playedPersonas(played).at(null) })

test('H2 in production nobody looked at who somebody is, and the decision that takes it as verified says that nobody did', async () => {
  const identity = await ask({ of: async () => UNKNOWN, endsOnRequest: false, takesStatedBirth: false })
  expect(identity).toMatchObject({ status: 'unknown', method: null, at: null, reviewer: null })
  expect(statusTaken(identity)).toBe('verified')
  const found = foundOf('subject', identity)
  expect(found).toEqual({ [ASSUMED.subject]: 'assumed' })
  expect(sourcesOf('wallet.verify', 'production', { found })[ASSUMED.subject]).toBe('assumed')
  expect(foundOf('subject', { ...identity, status: 'verified' })).toEqual({ [ASSUMED.subject]: 'established' })
  expect(Object.values(sourcesOf('wallet.verify', 'production'))).not.toContain('assumed')
})

test('H2 the sandbox plays what its personas say, marked as simulated, and nothing there is assumed', async () => {
  expect(await ask(playedIdentity)).toMatchObject({ status: 'verified', kind: 'simulated', reviewer: 'sandbox', rejection: null })
  expect(await ask(playedIdentity, 'identity_pending')).toMatchObject({ status: 'pending', at: null })
  const rejected = await ask(playedIdentity, 'identity_rejected')
  expect(rejected).toMatchObject({ status: 'rejected', rejection: { code: 'document_mismatch', retryable: true } })
  expect([statusTaken(rejected), foundOf('subject', rejected)]).toEqual(['rejected', { [ASSUMED.subject]: 'simulated' }])
})
