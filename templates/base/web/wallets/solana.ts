import type { WalletOption } from './wallet.ts'

// Wallet Standard: wallets and page find each other by two events, whichever is there first.

interface Account {
  address: string
}
interface StandardWallet {
  name: string
  icon: string
  accounts: readonly Account[]
  features: {
    'standard:connect'?: { connect(): Promise<{ accounts: readonly Account[] }> }
    'solana:signMessage'?: {
      signMessage(...inputs: { account: Account; message: Uint8Array }[]): Promise<readonly { signature: Uint8Array }[]>
    }
  }
}

/** Calls `found` for each Solana wallet that signs messages. Returns how to stop. */
export function findSolanaWallets(found: (wallet: WalletOption) => void): () => void {
  const register = (...wallets: StandardWallet[]) => {
    for (const { name, icon, features } of wallets) {
      const { 'standard:connect': connecting, 'solana:signMessage': signing } = features
      if (!connecting || !signing) continue
      found({
        id: `solana:${name}`,
        name: `${name} (Solana)`,
        icon: icon.startsWith('data:image/') ? icon : null,
        connect: async () => {
          const account = (await connecting.connect()).accounts[0]
          if (!account) throw new Error('No accounts found')
          const sign = async (message: string) => {
            const [signed] = await signing.signMessage({ account, message: new TextEncoder().encode(message) })
            if (!signed) throw new Error('Nothing was signed.')
            return toBase58(signed.signature)
          }
          return { address: account.address, sign }
        },
      })
    }
    return () => {}
  }
  const listen = (event: Event) => (event as CustomEvent<(api: { register: typeof register }) => void>).detail({ register })
  window.addEventListener('wallet-standard:register-wallet', listen)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  return () => window.removeEventListener('wallet-standard:register-wallet', listen)
}

function toBase58(bytes: Uint8Array): string {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; value > 0n; value /= 58n) text = letters[Number(value % 58n)] + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}
