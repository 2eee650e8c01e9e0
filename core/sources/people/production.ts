import type { People } from './source.ts'

/** Everybody is who they are. */
export const realPeople: People = { playedByOne: false, provenForKeys: true, keptByLaw: true, invitationNote: '' }
