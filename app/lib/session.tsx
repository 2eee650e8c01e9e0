import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { SessionUser } from '../server-context.ts'

type State = { status: 'loading' | 'ready'; user: SessionUser | null }
interface SessionValue extends State {
  /** Reads the session again: after signing in or out. */
  refresh: () => Promise<void>
}

const storageKey = 'sealwright.user'
const Context = createContext<SessionValue>({ status: 'loading', user: null, refresh: async () => {} })

function remembered(): SessionUser | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null')
  } catch {
    return null
  }
}
function remember(user: SessionUser | null) {
  try {
    if (user) localStorage.setItem(storageKey, JSON.stringify(user))
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage closed: the session cookie alone decides.
  }
  document.documentElement.toggleAttribute('data-session', false)
}

/**
 * Who is signed in, for pages written at build time. The cookie is httpOnly, so the page asks once after it is shown;
 * the user kept in local storage only spares a flicker and grants nothing.
 */
export function SessionProvider({ initial, children }: { initial: SessionUser | null | undefined; children: ReactNode }) {
  const [state, setState] = useState<State>(initial === undefined ? { status: 'loading', user: null } : { status: 'ready', user: initial })
  const refresh = useCallback(async () => {
    try {
      const response = await fetch('/api/session', { headers: { accept: 'application/json' } })
      const body = response.ok ? await response.json() : null
      const user: SessionUser | null = body?.user ?? null
      remember(user)
      setState({ status: 'ready', user })
    } catch {
      // Offline or server away: keep showing what was true last.
      setState((current) => ({ status: 'ready', user: current.user ?? remembered() }))
    }
  }, [])
  useEffect(() => {
    if (initial === undefined) void refresh()
    else remember(initial)
  }, [initial, refresh])
  const value = useMemo(() => ({ ...state, refresh }), [state, refresh])
  return <Context value={value}>{children}</Context>
}
export const useSession = () => useContext(Context)

/** Where a signed-in person's Dashboard link leads. */
export const dashboardOf = (role: SessionUser['role']) =>
  role === 'admin' ? '/admin/dashboard' : role === 'issuer' ? '/issuer/dashboard' : '/dashboard'
