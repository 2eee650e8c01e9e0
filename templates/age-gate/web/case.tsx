import { useState } from 'react'
import type { ShownCheck } from '../server/case.ts'
import { call } from './api.ts'
import { Alert, Decision, Field, Form } from './parts.tsx'
import { usePolled } from './polled.ts'
import type { WalletOption } from './wallets/wallet.ts'

export const TITLE = 'Before you play'
export const LEAD = 'Whether you may play depends on your age and where you are. Your date of birth is used once and not kept here.'

const ACTIVITIES = { general: 'Games', skill_gaming: 'Games of skill for money', gambling: 'Games of chance for money' }
const BREAKS = { '1_month': 'A month', '3_months': 'Three months', '6_months': 'Six months', '1_year': 'A year' }
const EVIDENCE: Record<string, string> = {
  self_declared: 'by your own word',
  credential: 'by the credential of your wallet',
  document: 'by a document',
}

const read = () => call<{ open: (keyof typeof ACTIVITIES)[]; checks: ShownCheck[] }>('GET', '/gate')

export function Case({ sandbox }: { wallets: readonly WalletOption[]; sandbox: boolean }) {
  const { data, problem, again } = usePolled(read)
  const [latest, setLatest] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(() => crypto.randomUUID())
  const [playing, setPlaying] = useState<string | null>(null)
  const [ended, setEnded] = useState(false)
  if (!data) return problem ? <Alert>{problem}</Alert> : <p role="status">One moment …</p>
  const shown = data.checks.find(({ id }) => id === latest)
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      {shown && (
        <Decision key={shown.id} told={shown.decision}>
          <p>
            {shown.eligible ? 'You may play.' : 'You may not play this here.'}
            {shown.evidence && ` Your age is known ${EVIDENCE[shown.evidence] ?? shown.evidence}.`}
          </p>
        </Decision>
      )}
      {data.open.length > 0 && (
        <section className="card" aria-labelledby="open">
          <h2 id="open">The gate is open</h2>
          {data.open.map((activity) => (
            <p key={activity}>
              <button
                type="button"
                onClick={() =>
                  call('GET', `/play/${activity}`).then(
                    () => setPlaying(activity),
                    (error: Error) => setPlaying(error.message),
                  )
                }
              >
                Play: {ACTIVITIES[activity]}
              </button>
            </p>
          ))}
          {playing && <p role="status">{playing in ACTIVITIES ? 'Your game begins here.' : playing}</p>}
        </section>
      )}
      <section className="card" aria-labelledby="ask">
        <h2 id="ask">Pass the gate</h2>
        <Form
          button="Let me in"
          send={async (values) => {
            const check = await call<ShownCheck>('POST', '/gate', { ...values, attempt })
            setAttempt(crypto.randomUUID())
            setPlaying(null)
            await again()
            setLatest(check.id)
          }}
        >
          {(refused) => (
            <>
              <Field name="date_of_birth" label="Date of birth" type="date" autoComplete="bday" problem={refused} />
              <Field
                name="jurisdiction"
                label="Where you are"
                hint={`Country or state, such as DE or US-NV${sandbox ? '. To try: DE lets games in, US-UT no games of chance' : ''}`}
                problem={refused}
              />
              <Field name="activity" label="What you play" options={ACTIVITIES} problem={refused} />
            </>
          )}
        </Form>
      </section>
      <section className="card" aria-labelledby="break">
        <h2 id="break">Take a break</h2>
        <p className="soft">The gate stays closed until its end. Nobody can shorten it.</p>
        {ended && <p role="status">Your break has begun.</p>}
        <Form
          button="Begin the break"
          send={async ({ duration }) => {
            await call('POST', '/break', { duration })
            setEnded(true)
            await again()
          }}
        >
          {(refused) => <Field name="duration" label="For how long" options={BREAKS} problem={refused} />}
        </Form>
      </section>
    </>
  )
}
