/**
 * Money and share thresholds of the markets half, each with its comparator as data:
 * "more than" in the law is `>`, "or more" and "at least" are `>=`. Amounts are compared unrounded.
 */
export type Comparator = '>=' | '>'
export type Threshold = {
  id: string
  /** Decimal amount, or basis points when `unit` is `bps`. */
  value: string
  unit: 'USD' | 'EUR' | 'bps' | 'count'
  op: Comparator
  source: string
  asOf: string
}

const t = (id: string, value: string, unit: Threshold['unit'], op: Comparator, source: string): Threshold => ({
  id,
  value,
  unit,
  op,
  source,
  asOf: '2026-11-21',
})

export const THRESHOLDS = {
  travelUs: t('travelUs', '3000', 'USD', '>=', '31 CFR 1010.410(e), (f)'),
  travelFatf: t('travelFatf', '1000', 'USD', '>=', 'FATF Recommendation 16'),
  travelEuSelfHosted: t('travelEuSelfHosted', '1000', 'EUR', '>', 'Regulation (EU) 2023/1113 art 14(5), 16(2)'),
  ctr: t('ctr', '10000', 'USD', '>', '31 CFR 1010.311'),
  monetaryInstrument: t('monetaryInstrument', '3000', 'USD', '>=', '31 CFR 1010.415'),
  sarMsb: t('sarMsb', '2000', 'USD', '>=', '31 CFR 1022.320'),
  sarBank: t('sarBank', '5000', 'USD', '>=', '31 CFR 1020.320, 1023.320, 1026.320'),
  nftVerified: t('nftVerified', '10000', 'USD', '>=', 'product rule'),
  nftExtraAml: t('nftExtraAml', '100000', 'USD', '>=', 'product rule'),
  artMarketEu: t('artMarketEu', '10000', 'EUR', '>=', 'Directive (EU) 2015/849 art 2(1)(3)(i)'),
  largeValue: t('largeValue', '10000', 'USD', '>=', 'product rule'),
  cashOutEnhanced: t('cashOutEnhanced', '1000', 'USD', '>=', 'product rule'),
  cashOutTravel: t('cashOutTravel', '3000', 'USD', '>=', 'product rule; 31 CFR 1010.410'),
  cashOutSource: t('cashOutSource', '10000', 'USD', '>=', 'product rule'),
  ownershipUs: t('ownershipUs', '5000', 'bps', '>=', 'OFAC guidance of 2014-08-13'),
  ownershipEuUk: t('ownershipEuUk', '5000', 'bps', '>', 'EU best practices; UK SI 2019/855 reg 7'),
  ownershipMinority: t('ownershipMinority', '2500', 'bps', '>=', 'product rule; OFAC FAQ 398'),
  ownerUs: t('ownerUs', '2500', 'bps', '>=', '31 CFR 1010.230(d)(1)'),
  ownerEuUk: t('ownerEuUk', '2500', 'bps', '>', 'Directive (EU) 2015/849 art 3(6); UK MLR 2017 reg 5'),
  ownerEuFrom2027: t('ownerEuFrom2027', '2500', 'bps', '>=', 'Regulation (EU) 2024/1624 art 52'),
  micaCapTransactions: t('micaCapTransactions', '1000000', 'count', '>', 'Regulation (EU) 2023/1114 art 23(1)'),
  micaCapValue: t('micaCapValue', '200000000', 'EUR', '>', 'Regulation (EU) 2023/1114 art 23(1)'),
  micaReport: t('micaReport', '100000000', 'EUR', '>', 'Regulation (EU) 2023/1114 art 22(1)'),
  geniusState: t('geniusState', '10000000000', 'USD', '>', 'Pub. L. 119-27 sec. 4(c), (d)'),
  geniusAudit: t('geniusAudit', '50000000000', 'USD', '>', 'Pub. L. 119-27 sec. 4(a)(10)'),
} as const satisfies Record<string, Threshold>
