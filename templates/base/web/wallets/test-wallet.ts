import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const PLACE = 'sandbox-test-wallet'

/** A wallet to try the sandbox with, where the browser has none. It announces itself like any other. Its key protects nothing. */
export function announceTestWallet(): void {
  const key = (localStorage.getItem(PLACE) ?? generatePrivateKey()) as `0x${string}`
  localStorage.setItem(PLACE, key)
  const account = privateKeyToAccount(key)
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown[] }) => {
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [account.address]
      if (method === 'eth_chainId') return '0x1'
      if (method === 'personal_sign') return account.signMessage({ message: { raw: params![0] as `0x${string}` } })
      throw new Error(`The test wallet knows no ${method}.`)
    },
  }
  const info = { uuid: 'b0a7b8f4-9f6c-4f7e-9d5e-5ea15ea15ea1', name: 'Test wallet of the sandbox', icon: '', rdns: 'sandbox.test-wallet' }
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
