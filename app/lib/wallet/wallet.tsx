import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { START, WalletSession, type WalletState } from './session.ts'

const Context = createContext<WalletSession | null>(null)

/** The wallet of this tab, for the signed-in pages below. */
export function WalletProvider({ children }: { children: ReactNode }) {
  const [session] = useState(() => new WalletSession())
  useEffect(() => session.start(), [session])
  return <Context value={session}>{children}</Context>
}

/** State and acts of the wallet. `enabled`: its features may be used, because it is connected and verified. */
export function useWallet(): WalletState & { enabled: boolean; session: WalletSession } {
  const session = useContext(Context)
  if (!session) throw new Error('useWallet outside of WalletProvider')
  const state = useSyncExternalStore(session.subscribe, session.snapshot, () => START)
  return { ...state, enabled: state.healthy && state.isConnected && state.isKYCVerified, session }
}
