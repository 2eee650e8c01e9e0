/** How long records are kept. The last kept day is the anniversary; the day after it is the first day of erasure. */
export const RECORD_CLASSES = [
  ...(['identity', 'owner', 'verification', 'transfer', 'sar', 'ctr', 'sanctions', 'blocked_property'] as const),
  ...(['eu', 'mica', 'uk'] as const),
] as const
export type RecordClass = (typeof RECORD_CLASSES)[number]
export const RETENTION: Record<
  RecordClass,
  { years: number; from: string; cite: string; certainty: string; legacyYears?: number; since?: string }
> = {
  identity: { years: 5, from: 'account closed', cite: '31 CFR 1020.220(a)(3)(ii)', certainty: 'K' },
  owner: { years: 5, from: 'account closed', cite: '31 CFR 1010.230(i)', certainty: 'K' },
  verification: { years: 5, from: 'record made', cite: '31 CFR 1020.220(a)(3)(ii)', certainty: 'K' },
  transfer: { years: 5, from: 'record made', cite: '31 CFR 1010.430(d)', certainty: 'K' },
  sar: { years: 5, from: 'filed', cite: '31 CFR 1020.320(d)', certainty: 'K' },
  ctr: { years: 5, from: 'filed', cite: '31 CFR 1010.430(d)', certainty: 'K' },
  sanctions: { years: 10, from: 'transaction', cite: '31 CFR 501.601', certainty: 'V', legacyYears: 5, since: '2025-03-12' },
  blocked_property: { years: 10, from: 'unblocked', cite: '31 CFR 501.601', certainty: 'V', legacyYears: 5, since: '2025-03-12' },
  eu: {
    years: 5,
    from: 'relationship ended',
    cite: 'Directive (EU) 2015/849 art 40, from 2027-07-10 Regulation (EU) 2024/1624 art 77; Regulation (EU) 2023/1113 art 26',
    certainty: 'K',
  },
  mica: { years: 5, from: 'record made', cite: 'Regulation (EU) 2023/1114 art 68(9)', certainty: 'K' },
  uk: { years: 5, from: 'relationship ended', cite: 'Money Laundering Regulations 2017 (SI 2017/692) reg 40(3)', certainty: 'V' },
}
/**
 * For how many years at most whoever keeps a record may keep it: five and, by a law of a member state, five more (Directive (EU) 2015/849 art.
 * 40(1)); seven where the authority asked for it (Regulation (EU) 2023/1114 art. 68(9)); five in the United Kingdom (regulation 40(5)).
 */
export const MOST_YEARS = { eu: 10, mica: 7, uk: 5 } as const
/**
 * Until when at most it may be kept for longer than the law keeps it: Regulation (EU) 2024/1624 art. 77(3), which applies from 10 July 2027, has it
 * deleted after five years, and lets an authority alone ask for more, of a single case.
 */
export const MOST_UNTIL = { eu: '2027-07-09' } as const
