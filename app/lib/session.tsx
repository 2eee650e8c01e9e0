import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { SessionUser } from '../server-context.ts'
import { setFailed, setHealthy } from './health.ts'
import { keptUser } from './kept-user.ts'
import { welcomeConfirmed } from './welcome.ts'

interface State {
  status: 'loading' | 'ready'
  user: SessionUser | null
  /** What is wrong with the session itself; null when nothing is. */
  error: string | null
}
interface SessionValue extends State {
  isAuthenticated: boolean
  isLoading: boolean
  /** Reads the session again: after signing in or out. */
  refresh: () => Promise<void>
}

const storageKey = 'sealwright.user'
const Context = createContext<SessionValue>({
  status: 'loading',
  user: null,
  error: null,
  isAuthenticated: false,
  isLoading: true,
  refresh: async () => {},
})

function remembered(): SessionUser | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null')
  } catch {
    return null
  }
}
function remember(user: SessionUser | null) {
  try {
    if (user) localStorage.setItem(storageKey, JSON.stringify(keptUser(user)))
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage closed: the session cookie alone decides.
  }
  document.documentElement.toggleAttribute('data-session', false)
}

/** What `/api/session` answers. Only the user is taken from it: the token stays with whoever asked for one. */
async function readUser(): Promise<SessionUser | null> {
  const response = await fetch('/api/session', { headers: { accept: 'application/json' } }).catch((cause: unknown) => {
    throw new Error('Authentication service unavailable', { cause })
  })
  if (!response.ok) throw new Error('Authentication service unavailable', { cause: response.status })
  try {
    return ((await response.json()) as { user: SessionUser | null }).user
  } catch (cause) {
    throw new Error('Authentication initialization failed', { cause })
  }
}

/**
 * Who is signed in, for pages written at build time. The cookie is httpOnly, so the page asks once after it is shown;
 * the user kept in local storage only spares a flicker, grants nothing and holds neither name nor address.
 */
export function SessionProvider({ initial, children }: { initial: SessionUser | null | undefined; children: ReactNode }) {
  const [state, setState] = useState<State>(
    initial === undefined ? { status: 'loading', user: null, error: null } : { status: 'ready', user: initial, error: null },
  )
  const refresh = useCallback(async () => {
    try {
      const user = await readUser()
      remember(user)
      setHealthy('auth')
      setState({ status: 'ready', user, error: null })
    } catch (caught) {
      // Offline or server away: keep showing what was true last, and say that signing in cannot work now.
      const { message, cause } = caught as Error
      setFailed('auth', message, cause)
      setState((current) => ({ status: 'ready', user: current.user ?? remembered(), error: message }))
    }
  }, [])
  useEffect(welcomeConfirmed, [])
  useEffect(() => {
    if (initial === undefined) void refresh()
    else remember(initial)
  }, [initial, refresh])
  const value = useMemo(
    () => ({ ...state, isAuthenticated: state.user !== null, isLoading: state.status === 'loading', refresh }),
    [state, refresh],
  )
  return <Context value={value}>{children}</Context>
}
export const useSession = () => useContext(Context)

/** Where a signed-in person's Dashboard link leads. */
export const dashboardOf = (role: SessionUser['role']) =>
  role === 'admin' ? '/admin/dashboard' : role === 'issuer' ? '/issuer/dashboard' : '/dashboard'
