import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#db/test-database.ts'
import { playedPersonas } from '../personas/sandbox.ts'
import { recordedAccreditation } from './production.ts'
import { playedAccreditation } from './sandbox.ts'
import { accreditationFound } from './source.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const now = Date.parse('2026-11-23T10:00:00Z')
const at = { organizationId: 'org_1', environment: 'sandbox', now } as const
const played = (name: string) =>
  playedAccreditation.of(null as never, at, { personId: 'per_1', shownFor: null, played: playedPersonas(name).at(null) })
const nobody = { personId: 'per_1', shownFor: null, played: null }

test('H2 nobody vouches for an accreditation without evidence, and in the sandbox besides only for its personas', async () => {
  const real = await recordedAccreditation.of(database.db, at, nobody)
  expect(real).toMatchObject({ status: 'unknown', kind: 'established', shown: null, evidence: null })
  const tried = await playedAccreditation.of(database.db, at, nobody)
  expect(tried).toMatchObject({ status: 'unknown', kind: 'simulated' })
  expect(await played('accredited')).toMatchObject({
    status: 'verified',
    kind: 'simulated',
    shown: { dated: '2026-11-22' },
    expires_at: null,
  })
  expect(await played('accreditation_expired')).toMatchObject({ status: 'verified', expires_at: new Date(now - 86_400_000) })
  expect(await played('not_accredited')).toMatchObject({ status: 'rejected', shown: null })
  // A decision says the kind of what is vouched for. Without evidence it is known that nothing was verified; the sandbox takes a word.
  expect(accreditationFound(await played('accredited'))).toEqual({ 'investor.accreditation': 'simulated' })
  expect(accreditationFound(real)).toEqual({ 'investor.accreditation.method': 'established' })
  expect(accreditationFound(tried)).toEqual({})
  expect([recordedAccreditation.takesWord, playedAccreditation.takesWord]).toEqual([false, true])
})
