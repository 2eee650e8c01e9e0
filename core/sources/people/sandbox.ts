import type { People } from './source.ts'

/** Whoever builds against us tries both sides. */
export const playedPeople: People = {
  playedByOne: true,
  provenForKeys: false,
  keptByLaw: false,
  invitationNote: ' This is a test in a sandbox: nothing in it is a real security.',
}
