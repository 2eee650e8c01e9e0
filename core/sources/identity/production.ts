import type { Identity, IdentitySource } from './source.ts'

/** Nobody looked. */
export const UNKNOWN: Identity = {
  status: 'unknown',
  kind: 'established',
  level: null,
  method: null,
  at: null,
  expires_at: null,
  reviewer: null,
  rejection: null,
}

/** No provider is connected and no signed credential is read yet, so nothing outside of a call's own words says who somebody is. */
export const recordedIdentity: IdentitySource = { of: async () => UNKNOWN, endsOnRequest: false, takesStatedBirth: false }
