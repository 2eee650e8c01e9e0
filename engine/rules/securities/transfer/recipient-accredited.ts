import { openRoute, resale, resaleNeeds } from '../../../calculations/resale.ts'
import { regSResaleCase, resaleCase } from '../../../cases/transfer.ts'
import { statute } from '../../../citations.ts'
import { buyerIsUs, ownerChanges } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'RECIPIENT_ACCREDITED',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 160,
  byte: 25,
  sentence: 'The recipient is accredited where the route or the offering’s policy asks for it.',
  message: { fail: 'The recipient has to be accredited: {why}.', needs_info: 'The recipient’s accreditation is pending.' },
  citation: statute('Securities Act §4(a)(7); offering settings', 'https://www.govinfo.gov/app/details/COMPS-1884'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    changes: ownerChanges,
    resale,
    policy: fact('offering.recipient_must_be_accredited'),
    accredited: resaleNeeds.toAccredited,
    toUs: buyerIsUs,
  },
  applies: (f) => f.changes,
  holds: (f) => {
    const route = openRoute(f.resale, 'SEC_4A7_PRIVATE_RESALE')
    // "During hold": units that still move by an exemption for restricted securities, to a US person.
    const held = f.resale.lots.some(
      (lot) =>
        lot.route !== 'RULE_144' &&
        lot.route !== 'REG_A_FREELY_TRADABLE' &&
        lot.route !== 'REG_S_905_STILL_RESTRICTED' &&
        lot.route !== 'REGISTERED_OR_ISSUER',
    )
    const policy = f.policy === 'always' || (f.policy === 'during_hold' && held && f.toUs)
    if (!route && !policy) return pass
    if (f.accredited === 'accredited') return pass
    return f.accredited === 'pending'
      ? ask({}, { missing: ['to.accreditation.status'] })
      : broken({ why: policy ? 'the offering’s policy' : 'the resale exemption' })
  },
  given: { ...resaleCase, 'offering.recipient_must_be_accredited': 'during_hold' },
  goldens: [
    { name: 'accredited', facts: {}, expect: 'pass' },
    { name: 'not accredited in the hold', facts: { 'to.accreditation.status': 'not_accredited' }, expect: 'fail' },
    { name: 'pending', facts: { 'to.accreditation.status': 'pending' }, expect: 'needs_info' },
    { name: 'after the hold', facts: { as_of: '2027-01-16T17:00:00Z', 'to.accreditation.status': 'not_accredited' }, expect: 'pass' },
    {
      name: 'after the hold, always',
      facts: {
        as_of: '2027-01-16T17:00:00Z',
        'to.accreditation.status': 'not_accredited',
        'offering.recipient_must_be_accredited': 'always',
      },
      expect: 'fail',
    },
    { name: 'offshore resale in the hold', facts: { ...regSResaleCase }, expect: 'pass' },
    {
      name: 'never',
      facts: { 'to.accreditation.status': 'not_accredited', 'offering.recipient_must_be_accredited': 'never' },
      expect: 'pass',
    },
  ],
})
