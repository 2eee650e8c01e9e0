import { useEffect, useState } from 'react'
import { ApiProblem, call } from './api.ts'
import { Alert } from './parts.tsx'
import { findEthereumWallets } from './wallets/ethereum.ts'
import { findSolanaWallets } from './wallets/solana.ts'
import type { WalletOption } from './wallets/wallet.ts'

const CHOSEN = 'wallet'

/** Asks the wallet for a signature of the message that the server has made, and opens the session. */
export async function signIn(wallet: WalletOption): Promise<void> {
  const { address, sign } = await wallet.connect()
  const { message } = await call<{ message: string }>('POST', '/session/challenge', { address })
  await call('POST', '/session', { message, signature: await sign(message) })
  localStorage.setItem(CHOSEN, wallet.id)
}

/** The wallet that signed in last, for a second signature. */
export const chosenWallet = (wallets: readonly WalletOption[]) => wallets.find(({ id }) => id === localStorage.getItem(CHOSEN))

/** The wallets of this browser; in the sandbox a test wallet, too. */
export function useWallets(sandbox: boolean): readonly WalletOption[] {
  const [wallets, setWallets] = useState<readonly WalletOption[]>([])
  useEffect(() => {
    const found = (wallet: WalletOption) => setWallets((known) => [...known.filter(({ id }) => id !== wallet.id), wallet])
    const stops = [findEthereumWallets(found), findSolanaWallets(found)]
    if (sandbox) void import('./wallets/test-wallet.ts').then(({ announceTestWallet }) => announceTestWallet())
    return () => {
      for (const stop of stops) stop()
    }
  }, [sandbox])
  return wallets
}

/** What a wallet says when it does not sign, in words. */
export function walletProblem(error: unknown): string {
  if (error instanceof ApiProblem) return error.message
  if (typeof error === 'object' && error && 'code' in error && error.code === 4001) return 'You refused in the wallet. Nothing was done.'
  return error instanceof Error && error.message ? error.message : 'The wallet did not answer. Please try again.'
}

export function SignIn({ wallets, done }: { wallets: readonly WalletOption[]; done: () => void }) {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (wallet: WalletOption) => {
    setBusy(wallet.id)
    setProblem(null)
    try {
      await signIn(wallet)
      done()
    } catch (error) {
      setProblem(walletProblem(error))
      setBusy(null)
    }
  }
  return (
    <section className="card" aria-labelledby="connect">
      <h2 id="connect">Connect a wallet</h2>
      <p className="soft">You sign one message. It moves nothing and costs nothing.</p>
      {problem && <Alert>{problem}</Alert>}
      <ul className="wallets">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <button type="button" className="quiet" disabled={busy !== null} onClick={() => choose(wallet)}>
              {wallet.icon ? <img src={wallet.icon} alt="" width="24" height="24" /> : <span className="dot" aria-hidden="true" />}
              {busy === wallet.id ? 'Look at your wallet …' : wallet.name}
            </button>
          </li>
        ))}
      </ul>
      {wallets.length === 0 && (
        <p>No wallet was found in this browser. Install one, such as MetaMask or Phantom, and load this page again.</p>
      )}
    </section>
  )
}
