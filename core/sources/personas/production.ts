import type { Personas } from './source.ts'

/** Nobody is anybody until it was found out. */
export const noPersonas: Personas = {
  at: () => null,
  ofWallet: () => null,
  named: () => null,
  standIn: null,
  offeringOf: () => ({}),
  withEmail: () => null,
  stateOf: () => null,
}
