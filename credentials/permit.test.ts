import { describe, expect, it } from 'vitest'
import { deriveKeySet } from './keys.ts'
import { type Permit, signAuthorization, signPermit, verifyAuthorization, verifyPermit } from './permit.ts'

const keys = deriveKeySet('a master secret that is long enough for its purpose')
const attester = keys.attester.sandbox
const NOW = 1_795_000_000
const wallet = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const contract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const asked = {
  wallet,
  chainId: 31337,
  verifyingContract: contract,
  level: 'defi-enhanced',
  policy: 'Example Lend',
  now: NOW,
  ttlSeconds: 600,
} as const
const expected = {
  attesters: [attester.address],
  wallet,
  chainId: 31337,
  verifyingContract: contract,
  minLevel: 'defi-enhanced',
  policy: 'Example Lend',
  now: NOW + 599,
} as const
const permit = await signPermit(attester, asked)

describe('permits', () => {
  it('are good until the second they end', async () => {
    expect(await verifyPermit(permit, { ...expected, now: NOW })).toBeNull()
    expect(await verifyPermit(permit, expected)).toBeNull()
    expect(await verifyPermit(permit, { ...expected, now: NOW + 600 })).toBe('expired')
    expect(await verifyPermit(JSON.parse(JSON.stringify(permit)) as Permit, expected)).toBeNull()
  })

  it('hold for one wallet, contract, chain, policy and level only', async () => {
    expect(await verifyPermit(permit, { ...expected, wallet: contract })).toBe('wrong_wallet')
    expect(await verifyPermit(permit, { ...expected, verifyingContract: wallet })).toBe('wrong_contract')
    expect(await verifyPermit(permit, { ...expected, chainId: 1 })).toBe('wrong_contract')
    expect(await verifyPermit(permit, { ...expected, policy: 'Other' })).toBe('wrong_policy')
    expect(await verifyPermit(permit, { ...expected, minLevel: 'defi-institutional' })).toBe('level_too_low')
    expect(await verifyPermit(permit, { ...expected, minLevel: 'defi-basic' })).toBeNull()
    expect(await verifyPermit(permit, { ...expected, attesters: [keys.attester.production.address] })).toBe('signature_invalid')
  })

  it('cannot be altered', async () => {
    const raised = { ...permit, message: { ...permit.message, level: 3 } }
    const longer = { ...permit, message: { ...permit.message, expires: NOW + 610 } }
    for (const altered of [raised, longer, { ...permit, signature: '0x12' as const }]) {
      expect(await verifyPermit(altered, { ...expected, now: NOW + 100 })).toBe('signature_invalid')
    }
    expect(await verifyPermit({ ...permit, message: { ...permit.message, level: Number.NaN } }, expected)).toBe('level_too_low')
  })

  it('are never long', async () => {
    for (const ttlSeconds of [29, 601, 3600, 0, -1, 60.5, Number.NaN])
      await expect(signPermit(attester, { ...asked, ttlSeconds })).rejects.toThrow(RangeError)
    expect(await verifyPermit(permit, { ...expected, now: NOW - 1 })).toBe('too_long')
  })
})

describe('authorizations', () => {
  const issue = { chainId: 1, to: wallet, quantity: 10n ** 30n, asset: 'off_1', decision: 'dec_1', now: NOW, ttlSeconds: 300 } as const

  it('bind every part of the act', async () => {
    const good = await signAuthorization(attester, issue)
    const check = (a: typeof good, now = NOW) => verifyAuthorization(a, { attesters: [attester.address], now })
    expect(good.payload.message).toMatchObject({ action: 'issue', from: `0x${'0'.repeat(40)}`, quantity: `1${'0'.repeat(30)}` })
    expect(await check(JSON.parse(JSON.stringify(good)))).toBe(true)
    expect(await check(good, NOW + 300)).toBe(false)
    for (const change of [
      { action: 'transfer' },
      { from: wallet },
      { to: contract },
      { quantity: '5' },
      { asset: good.payload.message.decision },
      { decision: good.payload.message.asset },
      { expires: NOW + 301 },
      { quantity: 'x' },
    ] as const) {
      expect(await check({ ...good, payload: { ...good.payload, message: { ...good.payload.message, ...change } } }, NOW - 10)).toBe(false)
    }
    expect(await check({ ...good, payload: { ...good.payload, domain: { ...good.payload.domain, chainId: 137 } } })).toBe(false)
  })

  it('name the token when there is one', async () => {
    const transfer = await signAuthorization(attester, { ...issue, from: contract, token: contract })
    expect(transfer.payload.domain.verifyingContract).toBe(contract)
    expect(transfer.payload.message.action).toBe('transfer')
    expect(await verifyAuthorization(transfer, { attesters: [attester.address], now: NOW })).toBe(true)
  })
})
