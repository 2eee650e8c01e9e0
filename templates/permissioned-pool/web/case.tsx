import { useState } from 'react'
import type { ShownEntry } from '../server/case.ts'
import { call } from './api.ts'
import { type Identity, VerifyIdentity } from './identity.tsx'
import { Alert, Decision, day, Field, Form } from './parts.tsx'
import { usePolled } from './polled.ts'
import { chosenWallet, walletProblem } from './sign-in.tsx'
import type { WalletOption } from './wallets/wallet.ts'

export const TITLE = 'Enter the pool'
export const LEAD = 'This pool admits wallets whose holders are known and not sanctioned. Nothing about you is written on the chain.'

const STATES: Record<string, [string, string]> = {
  granted: ['good', 'May enter'],
  deposited: ['good', 'In the pool'],
  waits: ['wait', 'Waits'],
  denied: ['bad', 'Not allowed'],
  failed: ['bad', 'Did not go through'],
}

interface Transaction {
  chain_id: number
  to: string
  data: string
  value: string
}
interface PoolState {
  name: string
  address: string
  local: boolean
  deposited: string
  entries: ShownEntry[]
}

const read = async () => {
  const [identity, pool] = await Promise.all([call<Identity>('GET', '/identity'), call<PoolState>('GET', '/pool')])
  return { identity, pool }
}

export function Case({ wallets, sandbox }: { wallets: readonly WalletOption[]; sandbox: boolean }) {
  const { data, problem, again } = usePolled(read)
  const [latest, setLatest] = useState<string | null>(null)
  if (!data) return problem ? <Alert>{problem}</Alert> : <p role="status">One moment …</p>
  const { identity, pool } = data
  if (!identity.verified) return <VerifyIdentity identity={identity} wallets={wallets} done={again} />

  /** Asks the wallet to send, and gives the hash. */
  const send = async (transaction: Transaction): Promise<string> => {
    const wallet = await chosenWallet(wallets)?.connect()
    if (!wallet?.send) throw new Error('This wallet sends nothing on Ethereum. Connect another one.')
    return wallet.send(transaction)
  }
  const shown = pool.entries.find(({ id }) => id === latest)
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      {shown && (
        <Decision key={`${shown.id}-${shown.status}`} told={shown.decision}>
          <p>
            <span className="amount">{shown.amount} USD</span>: {(STATES[shown.status]?.[1] ?? shown.status).toLowerCase()}.
          </p>
          {shown.status === 'waits' && shown.next_action && <p>{shown.next_action}</p>}
          {shown.transaction && (
            <Deposit
              entry={shown}
              send={send}
              done={async () => {
                await again()
              }}
            />
          )}
        </Decision>
      )}
      <section className="card" aria-labelledby="pool">
        <h2 id="pool">{pool.name}</h2>
        <p>
          You have <strong className="amount">{pool.deposited}</strong> in the pool.
        </p>
        <p className="soft">
          Contract <code>{pool.address}</code>
          {pool.local && ', on a chain of this machine: one coin stands for one dollar, and you are given some.'}
        </p>
        <Enter
          sandbox={sandbox}
          done={async ({ id }) => {
            await again()
            setLatest(id)
          }}
        />
      </section>
      {Number(pool.deposited) > 0 && (
        <section className="card" aria-labelledby="leave">
          <h2 id="leave">Leave</h2>
          <p className="soft">Taking out needs no permit.</p>
          <Form
            button="Take out"
            send={async ({ out }) => {
              const { transaction } = await call<{ transaction: Transaction }>('POST', '/withdrawals', { amount: out })
              await send(transaction)
              await again()
            }}
          >
            {(refused) => <Field name="out" label="Amount to take out" inputMode="decimal" problem={refused} />}
          </Form>
        </section>
      )}
      <section className="card" aria-labelledby="entries">
        <h2 id="entries">What you asked for</h2>
        {pool.entries.length === 0 && <p className="soft">Nothing yet.</p>}
        <ul className="rows">
          {pool.entries.map((entry) => (
            <li key={entry.id} className="row">
              <strong className="amount">{entry.amount} USD</strong>
              <span className={`status ${STATES[entry.status]?.[0] ?? 'wait'}`}>{STATES[entry.status]?.[1] ?? entry.status}</span>
              <span className="soft">{day(entry.created_at)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Enter({ sandbox, done }: { sandbox: boolean; done: (entry: ShownEntry) => Promise<void> }) {
  const [attempt, setAttempt] = useState(() => crypto.randomUUID())
  const send = async (values: Record<string, string>) => {
    const entry = await call<ShownEntry>('POST', '/entries', { ...values, attempt })
    setAttempt(crypto.randomUUID())
    await done(entry)
  }
  return (
    <Form button="Ask for a permit" send={send}>
      {(problem) => (
        <Field
          name="amount"
          label="Amount in USD"
          {...(sandbox && { hint: 'To try: 100 is let in; 1000000 is above the cap of a day.' })}
          inputMode="decimal"
          problem={problem}
        />
      )}
    </Form>
  )
}

function Deposit({
  entry,
  send,
  done,
}: {
  entry: ShownEntry
  send: (transaction: Transaction) => Promise<string>
  done: () => Promise<void>
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const deposit = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const hash = await send(entry.transaction!)
      await call('POST', `/entries/${entry.id}/sent`, { hash })
      await done()
    } catch (error) {
      setProblem(walletProblem(error))
      setBusy(false)
    }
  }
  return (
    <>
      <p>The permit is good until {day(entry.expires_at!)}, for your wallet and this contract.</p>
      {problem && <Alert>{problem}</Alert>}
      <button type="button" disabled={busy} onClick={deposit}>
        {busy ? 'Look at your wallet …' : `Put ${entry.amount} in`}
      </button>
    </>
  )
}
