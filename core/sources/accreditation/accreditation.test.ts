import { expect, test } from 'vitest'
import { playedPersonas } from '../personas/sandbox.ts'
import { recordedAccreditation } from './production.ts'
import { playedAccreditation } from './sandbox.ts'
import { accreditationFound } from './source.ts'

const now = Date.parse('2026-11-23T10:00:00Z')
const at = { organizationId: 'org_1', environment: 'sandbox', now } as const
const played = (name: string) => playedAccreditation.of(null as never, at, { personId: 'per_1', played: playedPersonas(name).at(null) })

test('H2 nobody vouches for an accreditation in production, and in the sandbox only for its personas', async () => {
  expect(await recordedAccreditation.of(null as never, at, { personId: 'per_1', played: null })).toMatchObject({
    status: 'unknown',
    shown: null,
  })
  expect(await playedAccreditation.of(null as never, at, { personId: 'per_1', played: null })).toMatchObject({ status: 'unknown' })
  expect(await played('accredited')).toMatchObject({
    status: 'verified',
    kind: 'simulated',
    shown: { dated: '2026-11-22' },
    expires_at: null,
  })
  expect(await played('accreditation_expired')).toMatchObject({ status: 'verified', expires_at: new Date(now - 86_400_000) })
  expect(await played('not_accredited')).toMatchObject({ status: 'rejected', shown: null })
  // What nobody vouches for is the word of whoever sent it in; a decision says the kind of everything else.
  expect(accreditationFound(await played('accredited'))).toEqual({ 'investor.accreditation': 'simulated' })
  expect(accreditationFound(await recordedAccreditation.of(null as never, at, { personId: 'per_1', played: null }))).toEqual({})
})
