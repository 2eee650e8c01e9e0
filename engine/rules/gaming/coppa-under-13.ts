import { GAME_CASE } from '../../cases/game.ts'
import { CONSENT_DAYS, consent, game, playerAge } from '../../facts/groups/game.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass, passWith } from '../../rule.ts'

export default defineRule({
  code: 'COPPA_UNDER_13',
  version: 1,
  market: 'gaming',
  checks: ['gaming.age'],
  order: 1505,
  sentence: "Nothing is done or stored for a child under 13 without a parent's verified consent, and nothing with a wallet at all.",
  message: 'The child is under 13 and no verified consent of a parent covers this.',
  citation: { label: '16 CFR part 312, as amended (compliance from 2026-04-22)', url: 'https://www.ecfr.gov/current/title-16/part-312' },
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 36,
  params: { age: 13 },
  needs: { birth: game.birth, proven: game.proven, today: game.today, consent, wallet: fact('game.wallet_action') },
  holds: (f, p, now) => {
    if (playerAge(f, now) >= p.age) return pass
    const c = f.consent
    const allowed = c?.verifiable && c.third_party && c.given_on <= now.day && now.day - c.given_on <= CONSENT_DAYS && !f.wallet
    return allowed ? passWith({ store: true }) : broken({ store: false })
  },
  given: { ...GAME_CASE, 'subject.date_of_birth': '2013-11-22' },
  goldens: [
    { name: 'twelve years and 364 days', facts: {}, expect: 'fail', details: { store: false } },
    { name: '13th birthday', facts: { 'subject.date_of_birth': '2013-11-21' }, expect: 'pass' },
    {
      name: 'consent, with a wallet',
      facts: { 'game.parent_consent': { given_on: '2026-11-01', verifiable: true, third_party: true } },
      expect: 'fail',
    },
    {
      name: 'consent, without a wallet',
      facts: { 'game.parent_consent': { given_on: '2026-11-01', verifiable: true, third_party: true }, 'game.wallet_action': false },
      expect: 'pass',
    },
    {
      name: 'consent that cannot be verified',
      facts: { 'game.parent_consent': { given_on: '2026-11-01', verifiable: false, third_party: true }, 'game.wallet_action': false },
      expect: 'fail',
    },
    {
      name: 'no separate consent to sharing',
      facts: { 'game.parent_consent': { given_on: '2026-11-01', verifiable: true, third_party: false }, 'game.wallet_action': false },
      expect: 'fail',
    },
    {
      name: 'consent of tomorrow',
      facts: { 'game.parent_consent': { given_on: '2026-11-22', verifiable: true, third_party: true }, 'game.wallet_action': false },
      expect: 'fail',
    },
    { name: 'birth date unknown', facts: { 'subject.date_of_birth': null }, expect: 'needs_info' },
  ],
})
