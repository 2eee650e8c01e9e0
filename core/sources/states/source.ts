import type { trustedIssuers } from '#db/schema.ts'

/** A state that exists nowhere, and whose passports count where everything is made up. */
export type MadeUpState = Pick<
  typeof trustedIssuers.$inferSelect,
  'id' | 'name' | 'material' | 'level' | 'ial' | 'eidas' | 'identifier' | 'revocation'
>

/** The states whose word counts besides those that a tenant trusts. */
export type MadeUpStates = readonly MadeUpState[]
