import { TRAVEL_CASE } from '../../cases/travel.ts'
import { travel } from '../../facts/groups/travel.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, passWith } from '../../rule.ts'

export default defineRule({
  code: 'TRAVEL_RULE_LEAK_GUARD',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1676,
  sentence: "Personal data goes only to a verified provider's endpoint, never to a self-hosted party or a chain.",
  message: 'The endpoint of the other provider is not verified; nothing was sent.',
  citation: { label: 'Regulation (EU) 2023/1113 art 25; GDPR art 5(1)(f)', url: 'https://eur-lex.europa.eu/eli/reg/2023/1113/oj' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 30,
  codes: { review: 37 },
  params: {},
  needs: {
    seats: travel.seats,
    direction: travel.direction,
    selfHosted: travel.selfHosted,
    endpoint: fact('tx.travel.endpoint'),
  },
  applies: (f) => f.seats.length > 0 && f.direction === 'outbound',
  holds: (f) => {
    if (f.selfHosted === 'beneficiary' || f.endpoint === 'none') return passWith({ send: false })
    return f.endpoint === 'verified' ? passWith({ send: true }) : broken({ send: false })
  },
  given: { ...TRAVEL_CASE, 'tx.travel.endpoint': 'verified' },
  goldens: [
    { name: 'verified', facts: {}, expect: 'pass', details: { send: true } },
    { name: 'unverified', facts: { 'tx.travel.endpoint': 'unverified' }, expect: 'review', details: { send: false } },
    { name: 'self-hosted', facts: { 'tx.travel.self_hosted': 'beneficiary' }, expect: 'pass', details: { send: false } },
    { name: 'no message to send', facts: { 'tx.travel.endpoint': 'none' }, expect: 'pass', details: { send: false } },
    { name: 'unknown', facts: { 'tx.travel.endpoint': null }, expect: 'needs_info' },
  ],
})
