import type { People } from './source.ts'

/** Whoever builds against us tries both sides. */
export const playedPeople: People = { playedByOne: true }
