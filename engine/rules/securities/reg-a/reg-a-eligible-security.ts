import { cfr } from '../../../citations.ts'
import { isRegA, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_ELIGIBLE_SECURITY',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 134,
  sentence: 'Regulation A covers equity, debt, convertibles and guarantees at a fixed price, not asset-backed securities.',
  message: 'The security is not eligible: {why}.',
  citation: cfr(17, '230.261', '(c); 230.251(d)(3)(ii)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { classes: ['equity', 'debt'] },
  needs: {
    regulation: offeringFacts.regulation,
    securityClass: offeringFacts.securityClass,
    assetBacked: fact('offering.asset_backed'),
    price: fact('offering.price_type'),
  },
  applies: (f) => isRegA(f.regulation),
  holds: (f, p) => {
    if (f.assetBacked) return broken({ why: 'it is asset-backed' })
    if (f.price !== 'fixed') return broken({ why: 'it is sold at the market' })
    return p.classes.includes(f.securityClass) ? pass : broken({ why: 'its class is not covered' })
  },
  given: {
    check: 'offering.open',
    'offering.regulation': 'reg_a_tier2',
    'offering.security_class': 'equity',
    'offering.asset_backed': false,
    'offering.price_type': 'fixed',
  },
  goldens: [
    { name: 'equity at a fixed price', facts: {}, expect: 'pass' },
    { name: 'debt', facts: { 'offering.security_class': 'debt' }, expect: 'pass' },
    { name: 'fund interest', facts: { 'offering.security_class': 'fund_interest' }, expect: 'fail' },
    { name: 'asset-backed', facts: { 'offering.asset_backed': true }, expect: 'fail' },
    { name: 'at the market', facts: { 'offering.price_type': 'at_the_market' }, expect: 'fail' },
    { name: 'Regulation S', facts: { 'offering.regulation': 'reg_s', 'offering.asset_backed': true }, expect: 'not_applicable' },
  ],
})
