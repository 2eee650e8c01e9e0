import { openRoute, resale } from '../../../calculations/resale.ts'
import { regSResaleCase, resaleCase } from '../../../cases/transfer.ts'
import { product } from '../../../citations.ts'
import { ownerChanges } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ROUTES } from '../../../facts/words.ts'
import { dollars } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'BUYER_REPS',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 230,
  byte: 250,
  codes: { needs_info: 45 },
  sentence: 'By a private, institutional or offshore route the buyer signs representations, at most 30 days old.',
  message: 'The buyer’s representations are missing or older than {days} days.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: { days: 30, routes: ['SEC_4A7_PRIVATE_RESALE', 'RULE_144A_QIB', 'REG_S_904_RESALE'] },
  needs: { changes: ownerChanges, resale, rep: fact('transfer.representation') },
  applies: (f, p) => f.changes && ROUTES.some((route) => p.routes.includes(route) && openRoute(f.resale, route)),
  holds: (f, p, now) => {
    const age = f.rep === null ? -1 : now.day - f.rep.signed_at
    return age >= 0 && age <= p.days ? pass : broken({}, { missing: ['transfer.representation'] })
  },
  given: { ...resaleCase, 'transfer.representation': { hash: 'b'.repeat(64), signed_at: '2026-05-02' } },
  goldens: [
    { name: '30 days', facts: {}, expect: 'pass' },
    { name: '31 days', facts: { 'transfer.representation.signed_at': '2026-05-01' }, expect: 'needs_info' },
    { name: 'none', facts: { 'transfer.representation': 'none' }, expect: 'needs_info' },
    { name: 'signed later', facts: { 'transfer.representation.signed_at': '2026-06-02' }, expect: 'needs_info' },
    { name: 'offshore', facts: { ...regSResaleCase, 'transfer.representation': 'none' }, expect: 'needs_info' },
    {
      name: 'institutional',
      facts: {
        'transfer.representation': 'none',
        'to.accreditation.status': 'not_accredited',
        'to.kind': 'entity',
        'to.qib': {
          type: 'entity',
          investments: dollars('100000000'),
          audited_net_worth: 'none',
          figure_dated: '2026-01-01',
          foreign: false,
        },
        'transfer.notice_144a': true,
        'issuer.information_144a': true,
      },
      expect: 'needs_info',
    },
    { name: 'Rule 144', facts: { as_of: '2027-01-16T17:00:00Z', 'transfer.representation': 'none' }, expect: 'not_applicable' },
  ],
})
