// What was found against the text of the law, by its number: the worked cases on both sides of each boundary. `goldens.test.ts` runs them.
import { expect, it } from 'vitest'
import type { Golden } from './rule.ts'
import { RULES } from './rulesets.ts'

type Case = readonly [code: string, name: string, expected: Golden['expect']]

const FOUND: Record<string, readonly Case[]> = {
  'L7 Tier 1 and Tier 2 count together': [
    ['REG_A_TIER1_CAP', 'at both lines', 'pass'],
    ['REG_A_TIER1_CAP', 'sales under a Tier 2 statement count too', 'fail'],
    ['REG_A_TIER2_CAP', '15 million under a Tier 1 statement count too', 'fail'],
    ['REG_A_TIER2_CAP', 'both together at the line', 'pass'],
  ],
  'L8 repos end overnight, bills have not matured': [
    ['GENIUS_RESERVE_1_TO_1', 'a repo that ends tomorrow does', 'pass'],
    ['GENIUS_RESERVE_1_TO_1', 'a repo of two days does not', 'fail'],
    ['GENIUS_RESERVE_1_TO_1', 'a matured bill does not count', 'fail'],
    ['GENIUS_RESERVE_ELIGIBLE', 'repo from Friday to Monday', 'pass'],
    ['GENIUS_RESERVE_ELIGIBLE', 'repo from Friday to Tuesday', 'info'],
  ],
  'L8 each month has its report': [
    ['GENIUS_MONTHLY_REPORT', 'October, the last day before November is due', 'pass'],
    ['GENIUS_MONTHLY_REPORT', 'October, the day after November was due', 'warn'],
    ['GENIUS_MONTHLY_REPORT', 'October, November 31 days late', 'fail'],
  ],
  'L8 who cannot obey orders is refused': [
    ['GENIUS_FOREIGN_ISSUER', 'cannot obey orders, the day before', 'info'],
    ['GENIUS_FOREIGN_ISSUER', 'cannot obey orders, the first day in force', 'fail'],
  ],
  'L8 euro tokens are authorised and covered': [
    ['MICA_AUTHORISED_ISSUER', 'not authorised, minted', 'fail'],
    ['MICA_AUTHORISED_ISSUER', 'authorised, minted', 'pass'],
    ['MICA_RESERVE', 'backed by 99.99 percent', 'fail'],
    ['MICA_RESERVE', 'asset-referenced, no reserve', 'fail'],
    ['MICA_RESERVE', 'asset-referenced, whole reserve', 'pass'],
  ],
  'L8 a text may deny what it may not claim': [
    ['GENIUS_MARKETING', 'not FDIC insured', 'pass'],
    ['GENIUS_MARKETING', 'insured by the FDIC', 'fail'],
    ['GENIUS_MARKETING', 'the day before the act is in force', 'info'],
    ['GENIUS_MARKETING', 'the first day in force', 'fail'],
  ],
  'L9 volume is that of the four weeks before': [
    ['RULE_144_AFFILIATE_VOLUME', 'weekly average of the tape', 'pass'],
    ['RULE_144_AFFILIATE_VOLUME', 'in whatever order', 'pass'],
    ['RULE_144_AFFILIATE_VOLUME', 'one week told four times', 'fail'],
    ['RULE_144_AFFILIATE_VOLUME', 'weeks of two years ago', 'fail'],
    ['RULE_144_AFFILIATE_VOLUME', 'a week between is missing', 'fail'],
  ],
  'L10 a reporting issuer has filed its reports, and a residence outweighs a word': [
    ['REG_S_CATEGORY', 'reporting US issuer’s debt', 'pass'],
    ['REG_S_CATEGORY', 'debt of a US issuer that has not filed its reports', 'review'],
    ['REG_S_DCP_FLOWBACK', 'category 3, reporting but behind with its reports', 'fail'],
    ['REG_S_DCP_FLOWBACK', 'a buyer who lives in the United States and says not to be a US person', 'fail'],
    ['REG_S_US_PERSON', 'US citizen living in Lisbon', 'pass'],
    ['REG_S_US_PERSON', 'living in Texas, whatever exclusion is named', 'fail'],
  ],
  'L11 nothing formed for the purchase is a qualified purchaser': [
    ['ICA_3C7_QUALIFIED_PURCHASER', 'family company', 'pass'],
    ['ICA_3C7_QUALIFIED_PURCHASER', 'family company formed for the purchase', 'fail'],
    ['ICA_3C7_QUALIFIED_PURCHASER', 'institutional buyer formed for the purchase', 'fail'],
  ],
  'L12 half is enough in the European Union, and what is held through others counts in the United Kingdom': [
    ['SANCTIONS_OWNERSHIP_MINORITY', '50.00, nexus of the EU', 'fail'],
    ['SANCTIONS_OWNERSHIP_MINORITY', '49.99, nexus of the EU', 'review'],
    ['SANCTIONS_OWNERSHIP_MINORITY', '50.01, nexus of the UK', 'fail'],
    ['SANCTIONS_OWNERSHIP_MINORITY', '50.00, nexus of the UK', 'review'],
    ['SANCTIONS_OWNERSHIP_MINORITY', 'held through a company of the same holder, nexus of the UK', 'fail'],
  ],
  'L13 what accredits people accredits no company, and a basis nobody knows nobody': [
    ['ACCREDITED_INCOME', 'a basis nobody knows', 'needs_info'],
    ['ACCREDITED_INCOME', 'a company', 'fail'],
    ['ACCREDITED_INCOME', 'a cent above in both years', 'pass'],
    ['ACCREDITED_LICENSE', 'a company', 'fail'],
    ['ACCREDITED_KNOWLEDGEABLE_EMPLOYEE', 'a company', 'fail'],
    ['ACCREDITED_NET_WORTH', 'a company', 'needs_info'],
  ],
  'L15 holders are counted at the next end of a fiscal year': [
    ['EXCHANGE_ACT_12G_HOLDERS', 'on the last day of the fiscal year', 'warn'],
    ['EXCHANGE_ACT_12G_HOLDERS', 'the day after it', 'warn'],
  ],
  'L15 blocked property is reported as held on 30 June': [
    ['SANCTIONS_BLOCK_REPORT', 'blocked on 30 June', 'info'],
    ['SANCTIONS_BLOCK_REPORT', 'blocked on 1 July', 'info'],
  ],
  'L15 notices of Tier 2 come before the sale where a state says so': [
    ['BLUE_SKY_NOTICE', 'Tier 2 in Iowa', 'info'],
    ['BLUE_SKY_NOTICE', 'Tier 2 in CT', 'info'],
    ['BLUE_SKY_NOTICE', 'Tier 2 in Texas, whose day nobody verified', 'info'],
  ],
  'L15 who may contract may invest': [
    ['INVESTOR_MINIMUM_AGE', 'Alabama, 18', 'pass'],
    ['INVESTOR_MINIMUM_AGE', 'Alabama, 17', 'fail'],
    ['INVESTOR_MINIMUM_AGE', 'Nebraska, 18, of age to contract', 'pass'],
    ['INVESTOR_MINIMUM_AGE', 'Mississippi, 18', 'pass'],
    ['INVESTOR_MINIMUM_AGE', 'Puerto Rico, 20', 'fail'],
  ],
  'L15 a letter speaks for three months': [
    ['REG_D_506C_M3_THIRD_PARTY_LETTER', '1 July, last day 1 October', 'pass'],
    ['REG_D_506C_M3_THIRD_PARTY_LETTER', '1 July, 2 October', 'needs_info'],
  ],
  'L15 the lots that are named are the lots that move': [
    ['RULE_144_NON_AFFILIATE_FREE', 'the old lot by its name', 'pass'],
    ['RULE_144_NON_AFFILIATE_FREE', 'a lot of one month by its name, beside an old one', 'info'],
  ],
  'L15 a lock-up of no days locks nothing': [
    ['ISSUER_LOCKUP', 'a lock-up of no days', 'not_applicable'],
    ['ISSUER_LOCKUP', 'a lock-up of one day, on the day after', 'fail'],
  ],
}

it.each(Object.entries(FOUND))('%s', (_title, cases) => {
  const said = cases.map(([code, name]) => [code, name, RULES.find((r) => r.code === code)?.goldens.find((g) => g.name === name)?.expect])
  expect(said).toEqual(cases)
})
