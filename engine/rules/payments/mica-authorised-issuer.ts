import { MICA_CASE } from '../../cases/stablecoin.ts'
import { placeOf } from '../../facts/groups/subject.ts'
import { concerns, micaClass, token } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass } from '../../rule.ts'
import { EU_EEA } from '../../tables/country-risk.ts'

export default defineRule({
  code: 'MICA_AUTHORISED_ISSUER',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1220,
  sentence: 'Only an authorised issuer mints, and persons in the EU buy only its stablecoins; they may always sell and redeem.',
  message: 'The issuer of this stablecoin is not authorised in the EU.',
  citation: { label: 'Regulation (EU) 2023/1114 art 16, 48', url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj' },
  certainty: 'K',
  in_force_from: '2024-06-30',
  severity: 'block',
  codes: { fail: 38 },
  params: {},
  needs: {
    market: token.market,
    type: token.type,
    frameworks: token.frameworks,
    class: micaClass,
    authorised: fact('token.mica_authorised'),
    places: fact('to.places'),
  },
  applies: (f) => concerns(f, 'mica', ['mint', 'buy', 'redeem']),
  holds: (f) => {
    if (f.type === 'redeem' || f.class === 'other' || f.authorised) return pass
    if (f.type === 'mint') return broken()
    const home = placeOf(f.places, 'residence')
    if (home === null) return ask({}, { missing: ['to.places'] })
    return EU_EEA.has(home.country) ? broken() : pass
  },
  given: {
    ...MICA_CASE,
    'tx.type': 'buy',
    'token.mica_authorised': false,
    'to.places': [{ source: 'residence', country: 'DE', region: 'none', proven: true }],
  },
  goldens: [
    { name: 'authorised', facts: { 'token.mica_authorised': true }, expect: 'pass' },
    { name: 'not authorised, minted', facts: { 'tx.type': 'mint' }, expect: 'fail' },
    { name: 'authorised, minted', facts: { 'tx.type': 'mint', 'token.mica_authorised': true }, expect: 'pass' },
    { name: 'not authorised, bought in the EU', facts: {}, expect: 'fail' },
    { name: 'not authorised, redeemed in the EU', facts: { 'tx.type': 'redeem' }, expect: 'pass' },
    { name: 'not authorised, bought elsewhere', facts: { 'to.places.0.country': 'US' }, expect: 'pass' },
    { name: 'residence unknown', facts: { 'to.places': [] }, expect: 'needs_info' },
    { name: 'neither kind of token', facts: { 'token.mica_class': 'other' }, expect: 'pass' },
    { name: 'unknown', facts: { 'token.mica_authorised': null }, expect: 'needs_info' },
  ],
})
