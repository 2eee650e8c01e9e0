/** The part of EIP-1193 that is used. */
export interface Eip1193 {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: never) => void): unknown
  removeListener?(event: string, listener: (value: never) => void): unknown
}

/** A wallet of this browser, as it announced itself (EIP-6963). */
export interface FoundWallet {
  /** Reverse domain name, such as io.metamask. */
  rdns: string
  name: string
  icon: string | null
  provider: Eip1193
}

interface Announcement extends Event {
  detail?: { info?: { rdns?: unknown; name?: unknown; icon?: unknown }; provider?: Eip1193 }
}

const METAMASK = /^io\.metamask(\.|$)/

/** Listens for wallets that announce themselves, asks them to, and hands on the list whenever one is new. Returns how to stop. */
export function discoverWallets(onFound: (wallets: FoundWallet[]) => void): () => void {
  const found = new Map<string, FoundWallet>()
  const listen = (event: Event) => {
    const { info, provider } = (event as Announcement).detail ?? {}
    if (typeof info?.rdns !== 'string' || typeof provider?.request !== 'function') return
    // A wallet draws its own icon; anything but a picture inside the address is left out.
    const icon = typeof info.icon === 'string' && /^data:image\/(svg\+xml|png|webp|jpeg|gif)[;,]/.test(info.icon) ? info.icon : null
    found.set(info.rdns, { rdns: info.rdns, name: typeof info.name === 'string' ? info.name.slice(0, 40) : info.rdns, icon, provider })
    onFound([...found.values()])
  }
  window.addEventListener('eip6963:announceProvider', listen)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => window.removeEventListener('eip6963:announceProvider', listen)
}

/** MetaMask: announced, or in the place where it was before wallets announced themselves. */
export function findMetaMask(found: readonly FoundWallet[]): FoundWallet | null {
  const announced = found.find((wallet) => METAMASK.test(wallet.rdns))
  if (announced) return announced
  const old = (window as { ethereum?: Eip1193 & { isMetaMask?: boolean } }).ethereum
  return old?.isMetaMask ? { rdns: 'io.metamask', name: 'MetaMask', icon: null, provider: old } : null
}

/** The name under which the product's functions know a wallet. */
export const providerName = (wallet: FoundWallet) => (METAMASK.test(wallet.rdns) ? 'metamask' : wallet.rdns)
