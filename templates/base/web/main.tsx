import { useCallback, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { call } from './api.ts'
import { Case, LEAD, TITLE } from './case.tsx'
import { Alert } from './parts.tsx'
import { SignIn, useWallets } from './sign-in.tsx'
import './style.css'

interface Session {
  wallet: string | null
  environment: 'sandbox' | 'production'
}

const THEMES = { system: 'As the system', light: 'Light', dark: 'Dark' }
const wanted = localStorage.getItem('theme') ?? 'system'
document.documentElement.dataset.theme = wanted
document.title = TITLE

function Theme() {
  const [theme, setTheme] = useState(wanted)
  return (
    <label className="theme">
      <span>Theme</span>
      <select
        value={theme}
        onChange={({ target }) => {
          localStorage.setItem('theme', target.value)
          document.documentElement.dataset.theme = target.value
          setTheme(target.value)
        }}
      >
        {Object.entries(THEMES).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

function App() {
  const [session, setSession] = useState<Session | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const wallets = useWallets(session?.environment === 'sandbox')
  const read = useCallback(async () => {
    try {
      setSession(await call<Session>('GET', '/session'))
      setProblem(null)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }, [])
  useEffect(() => void read(), [read])
  return (
    <>
      <header>
        <span className="brand">{TITLE}</span>
        {session?.environment === 'sandbox' && <span className="tag">Sandbox: nothing is real</span>}
        <Theme />
      </header>
      <main>
        <h1>{TITLE}</h1>
        <p className="lead">{LEAD}</p>
        {problem && (
          <Alert>
            {problem}{' '}
            <button type="button" className="link" onClick={read}>
              Try again
            </button>
          </Alert>
        )}
        {!session && !problem && <p role="status">One moment …</p>}
        {session && !session.wallet && <SignIn wallets={wallets} done={read} />}
        {session?.wallet && (
          <>
            <p className="signed">
              <span>
                Wallet <code title={session.wallet}>{`${session.wallet.slice(0, 8)}…${session.wallet.slice(-6)}`}</code>
              </span>
              <button type="button" className="link" onClick={() => call('DELETE', '/session').then(read)}>
                Sign out
              </button>
            </p>
            <Case key={session.wallet} wallets={wallets} sandbox={session.environment === 'sandbox'} />
          </>
        )}
      </main>
    </>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
