import { describe, expect, it } from 'vitest'
import { COST_TABLE } from '../content/pricing.ts'
import { feeOn } from './fee.ts'

describe('feeOn', () => {
  it('gives the figures of the published table', () => {
    for (const row of COST_TABLE) expect(feeOn(String(row.offering))?.fee).toBe(`${row.sealwright}.00`)
  })
  it('reaches the cap at 100 million and stays there', () => {
    expect(feeOn('99999900')).toEqual({ fee: '999999.00', capped: false, needsContact: false })
    expect(feeOn('100000000')).toEqual({ fee: '1000000.00', capped: true, needsContact: false })
    expect(feeOn('100000000.01')).toEqual({ fee: '1000000.00', capped: true, needsContact: true })
    expect(feeOn('150000000')?.fee).toBe('1000000.00')
  })
  it.each(['', 'ten', '-5', '1e6', '1.0000001'])('does not guess at %j', (text) => {
    expect(feeOn(text)).toBeNull()
  })
})
