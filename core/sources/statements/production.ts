import type { StatementSource } from './source.ts'

/** Nobody is taken at a word they did not give. */
export const onlyWhatWasSaid: StatementSource = {
  issuer: () => ({}),
  issuerOfRecord: null,
  offering: () => ({}),
  besideOthers: true,
  token: {},
  transferee: {},
  buyer: () => ({}),
  sale: () => ({}),
  unnamedSale: {},
  behindEntity: {},
  unnamedOwners: { holdings: 'none' },
  letter: {},
  basis: null,
  agreement: () => undefined,
  transfer: () => ({}),
  usState: null,
  affiliation: null,
  paymentEnds: () => null,
}
