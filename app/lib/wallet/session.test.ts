import { parseEther } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { fromWei, toWei } from './amount.ts'
import { START, WalletSession } from './session.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

test('what waits is asked for again by itself, also after a time without a network', async () => {
  vi.useFakeTimers()
  const address = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001'
  const request = async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : [address])
  vi.stubGlobal('window', { ethereum: { isMetaMask: true, request } })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const answers = ['pending', 'no network', 'pending', 'confirmed']
  let asked = 0
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.endsWith('wallet-transactions-list')) return Response.json({ balance: '1.0000', source: 'chain', isKYCVerified: true })
    const status = answers[asked++]
    if (status === 'no network') throw new TypeError('Failed to fetch')
    return Response.json({ transactions: [{ id: 'wtx_1', transactionHash: '0x1', toAddress: address, amount: '1', status }] })
  })
  const session = new WalletSession()
  await session.connect()
  const status = () => session.snapshot().transactions[0]?.status
  expect([asked, status()]).toEqual([1, 'pending'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked, status()], 'and not again once it is settled').toEqual([4, 'confirmed'])
  expect(session.snapshot()).toMatchObject({ error: null, healthy: true })
})

test('an account chosen while another one is being registered is asked about only once it is registered itself', async () => {
  const [first, second] = ['0x5ea15ea15ea15ea15ea15ea15ea15ea100000001', '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002']
  const told: Record<string, (accounts: string[]) => void> = {}
  const request = async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : [first])
  const on = (event: string, handler: (accounts: string[]) => void) => Object.assign(told, { [event]: handler })
  vi.stubGlobal('window', { ethereum: { isMetaMask: true, request, on } })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const asked: string[] = []
  const registered: Record<string, PromiseWithResolvers<void>> = { [first]: Promise.withResolvers(), [second]: Promise.withResolvers() }
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const { address, walletAddress } = JSON.parse(body)
    const call = path.split('/').at(-1)!
    asked.push(`${call} ${address ?? walletAddress}`)
    if (call === 'wallet-connect') await registered[address]!.promise
    return Response.json({ balance: '1.0000', source: 'chain', isKYCVerified: true, transactions: [] })
  })
  const session = new WalletSession()
  const connecting = session.connect()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  told.accountsChanged!([second])
  registered[first]!.resolve()
  await connecting
  expect(asked).toEqual([`wallet-connect ${first}`, `wallet-connect ${second}`])
  expect(session.snapshot()).toMatchObject({ address: second, isKYCVerified: false, error: null })
  registered[second]!.resolve()
  await vi.waitFor(() => expect(session.snapshot()).toMatchObject({ isKYCVerified: true, balance: '1.0000' }))
  expect(asked.slice(2).toSorted()).toEqual([`wallet-balance ${second}`, `wallet-transactions-list ${second}`])
})
