/** How long records are kept. The last kept day is the anniversary; the day after it is the first day of erasure. */
export type RecordClass = 'identity' | 'owner' | 'verification' | 'transfer' | 'sar' | 'ctr' | 'sanctions' | 'blocked_property' | 'eu'
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
  eu: { years: 5, from: 'relationship ended', cite: 'Directive (EU) 2015/849 art 40; Regulation (EU) 2023/1113 art 26', certainty: 'K' },
}
/** For how many years at most whoever keeps a record may keep it: five and, by a law of a member state, five more (Directive (EU) 2015/849 art. 40(1)). */
export const MOST_YEARS: { readonly eu: number } = { eu: 10 }
