import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_REGULATION_CHANGE',
  version: 1,
  market: 'securities',
  checks: ['offering.change'],
  order: 111,
  sentence: 'After the first offer a change of exemption, and after the first sale a change of price, class or maximum, goes to a person.',
  message: 'This change needs a person: {why}.',
  citation: cfr(17, '230.152'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: {},
  needs: {
    before: fact('offering.before.regulation'),
    after: offeringFacts.regulation,
    firstOffer: fact('offering.first_offer_at'),
    firstSale: fact('offering.first_sale_at'),
    material: fact('offering.price_class_or_maximum_changes'),
  },
  holds: (f) => {
    if (f.before !== f.after && f.firstOffer !== null) return broken({ why: 'the exemption changes after the first offer' })
    if (f.material && f.firstSale !== null) return broken({ why: 'price, class or maximum change after the first sale' })
    return pass
  },
  given: {
    check: 'offering.change',
    'offering.before.regulation': 'reg_d_506b',
    'offering.regulation': 'reg_d_506c',
    'offering.first_offer_at': 'none',
    'offering.first_sale_at': 'none',
    'offering.price_class_or_maximum_changes': false,
  },
  goldens: [
    { name: 'a draft', facts: {}, expect: 'pass' },
    { name: 'open, 506(b) to 506(c)', facts: { 'offering.first_offer_at': '2026-03-01' }, expect: 'review' },
    {
      name: 'open, 506(c) to 506(b)',
      facts: { 'offering.first_offer_at': '2026-03-01', 'offering.before.regulation': 'reg_d_506c', 'offering.regulation': 'reg_d_506b' },
      expect: 'review',
    },
    {
      name: 'same exemption, sold, new price',
      facts: {
        'offering.first_offer_at': '2026-03-01',
        'offering.first_sale_at': '2026-03-02',
        'offering.regulation': 'reg_d_506b',
        'offering.price_class_or_maximum_changes': true,
      },
      expect: 'review',
    },
    {
      name: 'same exemption, unsold, new price',
      facts: {
        'offering.first_offer_at': '2026-03-01',
        'offering.regulation': 'reg_d_506b',
        'offering.price_class_or_maximum_changes': true,
      },
      expect: 'pass',
    },
  ],
})
