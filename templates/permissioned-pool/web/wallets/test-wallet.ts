import { createWalletClient, custom, defineChain, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { call } from '../api.ts'

const PLACE = 'sandbox-test-wallet'
const chain = defineChain({
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

/** A wallet to try the sandbox with, where the browser has none. It sends on the local chain. Its key protects nothing. */
export function announceTestWallet(): void {
  const key = (localStorage.getItem(PLACE) ?? generatePrivateKey()) as `0x${string}`
  localStorage.setItem(PLACE, key)
  const account = privateKeyToAccount(key)
  const throughServer = async ({ method, params }: { method: string; params?: unknown }) => {
    const { result, error } = await call<{ result?: unknown; error?: { message: string } }>('POST', '/chain', {
      method,
      params: params ?? [],
    })
    if (error) throw new Error(error.message)
    return result
  }
  const client = createWalletClient({ account, chain, transport: custom({ request: throughServer }, { retryCount: 0 }) }).extend(
    publicActions,
  )
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown[] }) => {
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [account.address]
      if (method === 'eth_chainId') return '0x7a69'
      if (method === 'wallet_switchEthereumChain') return null
      if (method === 'personal_sign') return account.signMessage({ message: { raw: params![0] as `0x${string}` } })
      if (method === 'eth_sendTransaction') {
        const { to, data, value } = params![0] as { to: `0x${string}`; data: `0x${string}`; value: `0x${string}` }
        return client.sendTransaction({ to, data, value: BigInt(value) })
      }
      throw new Error(`The test wallet knows no ${method}.`)
    },
  }
  const info = { uuid: 'b0a7b8f4-9f6c-4f7e-9d5e-5ea15ea15ea1', name: 'Test wallet of the sandbox', icon: '', rdns: 'sandbox.test-wallet' }
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
