import type { Faults } from './source.ts'

/** Nothing is made to fail. */
export const noFaults: Faults = { meet: async () => {}, meetAtOnce: () => {}, plays: () => false }
