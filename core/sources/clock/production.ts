import type { Clock } from './source.ts'

/** The wall clock, the same for everybody. */
export const wallClock: Clock = { now: async () => Date.now() }
