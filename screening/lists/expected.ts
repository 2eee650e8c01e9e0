import type { ListSource } from '../entity.ts'
import type { ListProfile } from './profile.ts'

export type Expected = {
  /** The least of each kind a whole list holds. */
  least: Partial<ListProfile>
  /** The publication the figures are taken from. */
  source: string
}
export type ExpectedLists = Partial<Record<ListSource, Expected>>

/**
 * What the first version of each list must hold at least, because there is none before it to compare with: nine tenths of what its
 * publisher issued on the day named. Later versions are held against the one in force instead.
 */
export const EXPECTED: ExpectedLists = {
  us_ofac_sdn: {
    source: 'OFAC, SDN list of 2022-11-29 with its alias and address files',
    least: {
      entries: 10_358,
      persons: 5_288,
      companies: 4_331,
      vessels: 473,
      aircraft: 264,
      names: 25_375,
      aliases: 15_017,
      wallets: 181,
      birth_dates: 5_166,
      identifiers: 5_902,
      nationalities: 3_567,
      postal_addresses: 10_796,
    },
  },
  us_ofac_cons: {
    source: 'OFAC, consolidated non-SDN list of 2025-12-19',
    least: {
      entries: 397,
      persons: 71,
      companies: 326,
      names: 1_426,
      aliases: 1_028,
      birth_dates: 66,
      identifiers: 312,
      postal_addresses: 469,
    },
  },
  us_csl: {
    source: 'US Commerce, Consolidated Screening List of mid-2022, without its reprints of OFAC lists',
    least: { entries: 3_262, names: 5_343, aliases: 2_080 },
  },
  un_sc: {
    source: 'UN Security Council, consolidated list of 2026-08-01',
    least: {
      entries: 909,
      persons: 662,
      companies: 247,
      names: 3_764,
      aliases: 2_854,
      birth_dates: 615,
      identifiers: 268,
      nationalities: 569,
      postal_addresses: 685,
    },
  },
  eu_fsf: {
    source: 'EU, consolidated financial sanctions as of 2026-04-22',
    least: { entries: 5_285, names: 26_608, aliases: 21_323 },
  },
  gb_fcdo: {
    source: 'UK Sanctions List as of 2026-05-13',
    least: { entries: 5_441, persons: 3_494, companies: 1_377, vessels: 568, names: 13_516, aliases: 8_075, birth_dates: 938 },
  },
}
