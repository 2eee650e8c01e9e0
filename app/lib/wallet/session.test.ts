import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { fromWei, toWei } from './amount.ts'
import { START, WalletSession } from './session.ts'

test('amounts are converted with 18 decimals, exactly, and back', () => {
  for (const text of ['1', '0.1', '.5', '0.000000000000000001', '123456789012345678901234567890.123456789012345678'])
    expect([text, toWei(text)]).toEqual([text, parseEther(text.replace(/^\./, '0.'))])
  for (const text of ['', '0', '0.0', '-1', '1,5', '1e3', '0x1', '1.', ' ', '0.0000000000000000001', 'ten'])
    expect([text, toWei(text)]).toEqual([text, null])
  for (const text of ['1', '0.1', '0.000000000000000001', '12.000000000000000345']) expect(fromWei(toWei(text)!)).toBe(text)
})

test('before a wallet is connected there is nothing to show and nothing can be sent', async () => {
  const session = new WalletSession()
  expect(session.snapshot()).toEqual(START)
  expect(START).toMatchObject({ isConnected: false, address: null, balance: '0.0000', isKYCVerified: false, transactions: [] })
  await expect(session.send('0x5ea15ea15ea15ea15ea15ea15ea15ea100000002', '1')).rejects.toThrow('Wallet not connected')
  await expect(session.prove()).rejects.toThrow('Wallet not connected')
  await session.switchNetwork('0x1')
  expect(session.snapshot().error).toBe('Wallet not connected')
})
