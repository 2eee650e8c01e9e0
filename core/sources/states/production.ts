import type { MadeUpStates } from './source.ts'

/** In production no state is made up. */
export const noMadeUpStates: MadeUpStates = []
