import { describe, expect, it } from 'vitest'
import { outcomeAfter } from './approval.ts'
import type { Json } from './canonical.ts'
import { MONITORING, NFT_SALE, PAYMENT, SANCTIONS_CHECK } from './cases/minimal.ts'
import { decide } from './decide.ts'
import type { Facts } from './facts.ts'
import { currentRuleset } from './rulesets.ts'
import { redactFor } from './visibility.ts'

type Room = { readonly [key: string]: Json }
const cash: Json = ['19', '20', '21'].map((d) => ({
  at: `2026-11-${d}T15:00:00Z`,
  day: `2026-11-${d}`,
  place: 'a',
  amount: '9500',
  direction: 'in',
}))
const STRUCTURED: Facts = { ...MONITORING, tenant: { business_day: '2026-11-21' }, history: { cash, vouchers: [] } }

describe('what an audience may read', () => {
  it('shows a suspicion to officers and a neutral word to everyone else', () => {
    const d = decide(STRUCTURED, currentRuleset)
    expect(d.outcome).toBe('review')
    expect(redactFor(d, 'officer').reason_codes).toEqual(['STRUCTURING_CASH_10K'])
    const tenant = redactFor(d, 'tenant')
    expect([tenant.reason_codes, tenant.primary, tenant.restriction_code, tenant.outcome]).toEqual([
      ['MANUAL_REVIEW'],
      'MANUAL_REVIEW',
      250,
      'review',
    ])
    expect(JSON.stringify(tenant)).not.toMatch(/STRUCTURING|9500|history\.cash/)
  })

  it('says nothing of officer information that does not stop anything', () => {
    const wash: Json = { ...WASH, funderBps: 5_000, sales24h: 5 }
    const d = decide({ ...NFT_SALE, sale: { ...(NFT_SALE.sale as Room), wash } }, currentRuleset)
    expect(d.outcome).toBe('allow')
    expect(redactFor(d, 'officer').reason_codes).toContain('WASH_TRADING_SUSPECTED')
    expect(redactFor(d, 'tenant').reason_codes.join()).not.toMatch(/WASH|MANUAL_REVIEW/)
  })

  it('keeps the outcome of a denial whose reason is hidden', () => {
    const d = redactFor(decide({ ...NFT_SALE, sale: { ...(NFT_SALE.sale as Room), same_person: true } }, currentRuleset), 'tenant')
    expect([d.outcome, d.primary, d.restriction_code]).toEqual(['deny', 'MANUAL_REVIEW', 250])
    expect(JSON.stringify(d)).not.toContain('same_person')
  })

  it('shows a tenant the possible match that the public may not see', () => {
    const names: Json = [
      {
        list: 'us_ofac_sdn',
        type: 'name',
        score: 8_600,
        agree: [],
        conflict: [],
        weak: false,
        subject_hash: 's',
        entry_hash: 'e',
        exception: 'none',
      },
    ]
    const subject = SANCTIONS_CHECK.subject as Room
    const d = decide({ ...SANCTIONS_CHECK, subject: { ...subject, screen: { ...(subject.screen as Room), names } } }, currentRuleset)
    expect(redactFor(d, 'tenant').reason_codes).toContain('SANCTIONS_NAME_POSSIBLE')
    expect(redactFor(d, 'public').reason_codes).toContain('MANUAL_REVIEW')
    expect(redactFor(d, 'public').reason_codes).not.toContain('SANCTIONS_NAME_POSSIBLE')
  })

  it('does not tell which officer facts are missing', () => {
    const d = decide({ ...PAYMENT, history: { ...(PAYMENT.history as Room), transfers: null } } as unknown as Facts, currentRuleset)
    expect(d.outcome).toBe('needs_info')
    const tenant = redactFor(d, 'tenant')
    expect([tenant.missing, tenant.reason_codes.includes('MANUAL_REVIEW')]).toEqual([[], true])
  })
})

const WASH: Room = {
  samePerson: false,
  funderBps: 0,
  funderHops: 1,
  funderDays: 1,
  viaExchange: false,
  returns30d: 0,
  ringWallets: 0,
  ringShareBps: 0,
  keptBps: 'none',
  sales24h: 1,
  priceMultipleBps: 'none',
  outsideBid: false,
  feeBps: 250,
  volumeReward: false,
}

describe('an officer’s approval', () => {
  const d = decide(STRUCTURED, currentRuleset)
  const approval = { codes: ['STRUCTURING_CASH_10K'], facts_hash: 'f1', approved_at: '2026-11-20T17:00:00Z' }

  it('lifts the holds it names, on these facts, for 24 hours', () => {
    expect(outcomeAfter(d, approval, 'f1')).toEqual({ outcome: 'allow', lifted: ['STRUCTURING_CASH_10K'] })
    expect(outcomeAfter(d, { ...approval, codes: ['RISK_HIGH'] }, 'f1').outcome).toBe('review')
    expect(outcomeAfter(d, approval, 'f2').outcome).toBe('review')
    expect(outcomeAfter(d, { ...approval, approved_at: '2026-11-20T16:59:59Z' }, 'f1').outcome).toBe('review')
    expect(outcomeAfter(d, { ...approval, approved_at: '2026-11-21T17:00:01Z' }, 'f1').outcome).toBe('review')
  })

  it('never lifts a denial or a missing fact', () => {
    const frozen = decide({ ...PAYMENT, orders: [{ target: 'from', kind: 'freeze', active: true }] }, currentRuleset)
    expect(frozen.restriction_code).toBe(3)
    expect(outcomeAfter(frozen, { ...approval, codes: ['GENIUS_LAWFUL_ORDER'] }, 'f1').outcome).toBe('deny')
    const asked = decide({ ...STRUCTURED, case: { ...(MONITORING.case as Room), block: null } } as unknown as Facts, currentRuleset)
    expect(outcomeAfter(asked, approval, 'f1').outcome).toBe('needs_info')
  })
})
