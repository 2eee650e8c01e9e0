import { expect, test } from 'vitest'
import { sourcesOf } from '#core/record/facts/sources.ts'
import { playedPersonas } from '../personas/sandbox.ts'
import { evidencedBy, verificationRoom } from './found.ts'
import { UNKNOWN } from './production.ts'
import { playedIdentity } from './sandbox.ts'
import type { Identity } from './source.ts'

const at = { organizationId: 'org_1', environment: 'production', now: Date.parse('2026-11-23T10:00:00Z') } as const
const played = (persona: string | null = null) =>
  playedIdentity.of(null as never, at, {
    personId: 'per_1',
    shownFor: null,
    played: persona === null ? null : playedPersonas(persona).at(null),
  })

test('H2 of whom nobody found anything out nothing is established, and the rules are told that nothing was shown', () => {
  expect(verificationRoom(UNKNOWN, 'non_documentary')).toEqual({
    ...{ status: 'incomplete', level: 'none', method: 'non_documentary', checked_at: 'none' },
  })
  expect(evidencedBy({ subject: UNKNOWN, to: null })).toEqual({ found: {}, shownBy: {} })
  expect(Object.values(sourcesOf('wallet.verify', 'production'))).not.toContain('assumed')
})

test('H2 what evidence covers is established by that evidence, and no more than that', () => {
  const identity: Identity = {
    ...UNKNOWN,
    ...{ status: 'verified', level: 'basic', evidence: 'evd_1', at: new Date(at.now), covers: ['date_of_birth'] },
  }
  const { found, shownBy } = evidencedBy({ subject: identity })
  expect(found).toMatchObject({ 'subject.verification.status': 'established', 'subject.date_of_birth': 'established' })
  expect(found).not.toHaveProperty(['subject.full_name'])
  expect(shownBy['subject.over_18']).toEqual({ by: 'evd_1', at: '2026-11-23T10:00:00.000Z' })
  expect(sourcesOf('wallet.verify', 'production', { found, stated: ['subject.date_of_birth'] })['subject.date_of_birth']).toBe(
    'established',
  )
})

test('H2 the sandbox plays what its personas say, marked as simulated, and nothing there is assumed', async () => {
  expect(await played()).toMatchObject({ status: 'verified', kind: 'simulated', level: 'enhanced', reviewer: 'sandbox', rejection: null })
  expect(await played('identity_pending')).toMatchObject({ status: 'pending', level: null, at: null })
  const rejected = await played('identity_rejected')
  expect(rejected).toMatchObject({ status: 'rejected', rejection: { code: 'document_mismatch', retryable: true } })
  expect(verificationRoom(rejected, 'document').status).toBe('rejected')
  expect(evidencedBy({ subject: rejected }).found['subject.verification.status']).toBe('simulated')
})
