import type { Connected, WalletOption } from './wallet.ts'

// EIP-6963: each wallet of the browser announces itself, so none has to be guessed from window.ethereum.

interface Provider {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
}
interface Announced {
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: Provider
}

/** Calls `found` for each Ethereum wallet. Returns how to stop. */
export function findEthereumWallets(found: (wallet: WalletOption) => void): () => void {
  const listen = (event: Event) => {
    const { info, provider } = (event as CustomEvent<Announced>).detail
    found({
      id: info.rdns || info.uuid,
      name: info.name,
      icon: info.icon.startsWith('data:image/') ? info.icon : null,
      connect: async () => {
        const accounts = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
        const address = accounts[0]
        if (!address) throw new Error('No accounts found')
        const sign = async (message: string) =>
          (await provider.request({ method: 'personal_sign', params: [toHex(message), address] })) as string
        const send: Connected['send'] = async ({ chain_id, ...transaction }) => {
          await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: `0x${chain_id.toString(16)}` }] })
          return (await provider.request({ method: 'eth_sendTransaction', params: [{ from: address, ...transaction }] })) as string
        }
        return { address, sign, send }
      },
    })
  }
  window.addEventListener('eip6963:announceProvider', listen)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => window.removeEventListener('eip6963:announceProvider', listen)
}

const toHex = (text: string) => `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
