import { isAffiliate, openRoute, resale } from '../../../calculations/resale.ts'
import { resaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts, ownerChanges, senderFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'RULE_144_AFFILIATE_MANNER',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 151,
  byte: 34,
  codes: { fail: 47 },
  sentence: 'An affiliate sells equity under Rule 144 through a broker, a market maker or a riskless principal.',
  message: 'An affiliate cannot sell equity from wallet to wallet under Rule 144; use a broker or a private exemption.',
  citation: cfr(17, '230.144', '(f)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    changes: ownerChanges,
    affiliate: senderFacts.affiliate,
    affiliateLately: senderFacts.affiliateLately,
    resale,
    securityClass: offeringFacts.securityClass,
    broker: fact('transfer.broker'),
  },
  applies: (f) => f.changes && isAffiliate(f) && openRoute(f.resale, 'RULE_144') && f.securityClass !== 'debt',
  holds: (f) => (f.broker === null ? broken() : pass),
  given: {
    ...resaleCase,
    as_of: '2027-01-16T17:00:00Z',
    'from.affiliate_of_issuer': true,
    'issuer.public_information': true,
    'to.accreditation.status': 'not_accredited',
    'transfer.broker': 'broker',
  },
  goldens: [
    { name: 'through a broker', facts: {}, expect: 'pass' },
    { name: 'from wallet to wallet', facts: { 'transfer.broker': 'none' }, expect: 'fail' },
    { name: 'debt', facts: { 'transfer.broker': 'none', 'offering.security_class': 'debt' }, expect: 'not_applicable' },
    { name: 'private resale', facts: { 'transfer.broker': 'none', 'to.accreditation.status': 'accredited' }, expect: 'not_applicable' },
    { name: 'no affiliate', facts: { 'transfer.broker': 'none', 'from.affiliate_of_issuer': false }, expect: 'not_applicable' },
  ],
})
