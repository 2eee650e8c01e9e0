import { feeFor } from '../../../calculations/fee.ts'
import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { k } from '../../../facts.ts'
import { dollars, formatMicro, micro } from '../../../money.ts'
import { defineRule, info } from '../../../rule.ts'

export default defineRule({
  code: 'FEE_SECURITIES_1PCT',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 480,
  sentence: 'The fee is 1 % of what is raised, charged as each investment is accepted, up to 1,000,000 USD an offering.',
  message: 'The fee of this investment is {fee} USD.',
  citation: product('Sealwright price list'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: { rate: '0.01', cap: '1000000', basis: 'cumulative' },
  needs: {
    raised: fact('offering.raised'),
    accrued: fact('offering.accrued_fee'),
    /** Below zero of a refund. */
    amount: fact('investment.amount', k.signedUsd),
  },
  holds: (f, p) => {
    const basis = p.basis === 'independent' ? 'independent' : 'cumulative'
    const cap = micro(p.cap)
    const result = feeFor({ raisedAfter: f.raised + f.amount, accruedBefore: f.accrued, amount: f.amount, rate: p.rate, cap, basis })
    const details = {
      fee: formatMicro(result.fee),
      offering_total: formatMicro(result.accruedAfter),
      cap_remaining: formatMicro(cap - result.accruedAfter),
      rate: p.rate,
    }
    return info(details, result.capReached ? { reason: 'FEE_CAP_REACHED' } : undefined)
  },
  given: {
    check: 'investment.accept',
    'offering.raised': dollars('0'),
    'offering.accrued_fee': dollars('0'),
    'investment.amount': dollars('10000'),
  },
  goldens: [
    { name: '10,000', facts: {}, expect: 'info', details: { fee: '100.00', cap_remaining: '999900.00' } },
    { name: 'first of three at 33.33', facts: { 'investment.amount.amount': '33.33' }, expect: 'info', details: { fee: '0.33' } },
    {
      name: 'second',
      facts: { 'offering.raised.amount': '33.33', 'offering.accrued_fee.amount': '0.33', 'investment.amount.amount': '33.33' },
      expect: 'info',
      details: { fee: '0.34' },
    },
    {
      name: 'third',
      facts: { 'offering.raised.amount': '66.66', 'offering.accrued_fee.amount': '0.67', 'investment.amount.amount': '33.33' },
      expect: 'info',
      details: { fee: '0.33', offering_total: '1.00' },
    },
    {
      name: 'across the cap',
      facts: { 'offering.raised.amount': '99999900', 'offering.accrued_fee.amount': '999999', 'investment.amount.amount': '200' },
      expect: 'info',
      details: { fee: '1.00', offering_total: '1000000.00' },
      reason: 'FEE_CAP_REACHED',
    },
    {
      name: 'after the cap',
      facts: { 'offering.raised.amount': '100000100', 'offering.accrued_fee.amount': '1000000', 'investment.amount.amount': '5000' },
      expect: 'info',
      details: { fee: '0.00' },
    },
    { name: 'one large investment', facts: { 'investment.amount.amount': '150000000' }, expect: 'info', details: { fee: '1000000.00' } },
    { name: 'below half a cent', facts: { 'investment.amount.amount': '0.49' }, expect: 'info', details: { fee: '0.00' } },
    { name: 'half a cent', facts: { 'investment.amount.amount': '0.50' }, expect: 'info', details: { fee: '0.01' } },
    {
      name: 'a refund',
      facts: { 'offering.raised.amount': '10000', 'offering.accrued_fee.amount': '100', 'investment.amount.amount': '-10000' },
      expect: 'info',
      details: { fee: '-100.00' },
    },
    {
      name: 'each transaction alone',
      params: { basis: 'independent' },
      facts: { 'offering.raised.amount': '33.33', 'offering.accrued_fee.amount': '0.33', 'investment.amount.amount': '33.33' },
      expect: 'info',
      details: { fee: '0.33' },
    },
  ],
})
