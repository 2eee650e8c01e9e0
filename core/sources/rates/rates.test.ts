import { afterAll, beforeAll, expect, test } from 'vitest'
import { goldenFacts, runAlone } from '#engine/goldens.ts'
import offeringContact from '#engine/rules/securities/offering/offering-contact-required.ts'
import { startApi } from '#tests/api/harness.ts'
import { readEcbDaily } from './ecb.ts'
import { exchanged, pairs, putRates, rateFacts } from './store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api?.stop())

const ECB = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1.0831'/><Cube currency='JPY' rate='163.55'/></Cube></Cube></gesmes:Envelope>`

test('reads the publisher’s file, and nothing that is not it', () => {
  // C1 a sheet cut off after some of its currencies is none.
  expect(() => readEcbDaily(ECB.slice(0, ECB.indexOf("<Cube currency='JPY'")))).toThrow(/cut off/)
  expect(readEcbDaily(ECB)).toEqual({ date: '2026-11-20', source: 'ECB', per_eur: { USD: '1.0831', JPY: '163.55' } })
  for (const bad of ['', '<html>sign in</html>', ECB.replace('2026-11-20', 'today'), ECB.replace('1.0831', '0'), ECB.replace('USD', 'XXX')])
    expect(() => readEcbDaily(bad)).toThrow()
})

test('converts both ways and across, rounding up so that nothing slips under a threshold', () => {
  const rates = pairs(readEcbDaily(ECB))
  expect(exchanged('1000', 'EUR', 'USD', rates)).toBe('1083.10')
  expect(Number(exchanged('1083.1', 'USD', 'EUR', rates))).toBeCloseTo(1000, 5)
  expect(Number(exchanged('1083.1', 'USD', 'EUR', rates))).toBeGreaterThanOrEqual(1000)
  expect(Number(exchanged('1083.100001', 'USD', 'EUR', rates))).toBeGreaterThan(1000)
  expect(Number(exchanged('163550', 'JPY', 'USD', rates))).toBeCloseTo(1083.1, 3)
  expect(exchanged('1', 'CHF', 'EUR', rates)).toBeNull()
})

test('in production what is in euros waits for a rate that is there and not old', async () => {
  const ctx = api.ctx('production')
  const euros = offeringContact.goldens.find((golden) => golden.name.startsWith('euro with a rate of'))!
  const waits = async () => {
    const facts = { ...goldenFacts(offeringContact, euros), as_of: new Date().toISOString(), fx: await rateFacts(ctx) }
    return runAlone(offeringContact, facts).reason === 'FX_RATE_REQUIRED'
  }
  const rates = (daysAgo: number) => ({
    date: new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10),
    source: 'ECB',
    per_eur: { USD: '1.0831' },
  })
  expect(await waits()).toBe(true)
  await putRates(ctx, rates(1))
  expect(await waits()).toBe(false)
  await putRates(ctx, rates(9))
  expect(await waits()).toBe(true)
  expect(await rateFacts(api.ctx('sandbox'))).toContainEqual(
    expect.objectContaining({ from: 'EUR', to: 'USD', rate: '1.1', source: 'sandbox' }),
  )
})
