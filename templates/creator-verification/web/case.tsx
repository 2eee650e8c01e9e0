import { useState } from 'react'
import type { ShownCreator } from '../server/case.ts'
import { call } from './api.ts'
import { type Identity, VerifyIdentity } from './identity.tsx'
import { Alert, Decision, day, Field, Form } from './parts.tsx'
import { usePolled } from './polled.ts'
import type { WalletOption } from './wallets/wallet.ts'

export const TITLE = 'Verify yourself as a creator'
export const LEAD = 'Your tier decides whether you list works. Each link that you show raises it.'

interface Work {
  id: string
  title: string
  created_at: number
}

const read = async () => {
  const [identity, { creator, works }] = await Promise.all([
    call<Identity>('GET', '/identity'),
    call<{ creator: ShownCreator | null; works: Work[] }>('GET', '/creator'),
  ])
  return { identity, creator, works }
}

export function Case({ wallets }: { wallets: readonly WalletOption[]; sandbox: boolean }) {
  const { data, problem, again } = usePolled(read)
  const [attempt, setAttempt] = useState(() => crypto.randomUUID())
  if (!data) return problem ? <Alert>{problem}</Alert> : <p role="status">One moment …</p>
  const { identity, creator, works } = data
  if (!identity.verified) return <VerifyIdentity identity={identity} wallets={wallets} done={again} />
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      {creator && (
        <Decision key={`${creator.decision.id}-${creator.tier}`} told={creator.decision}>
          <p>
            {creator.name}: {creator.verified ? `tier ${creator.tier}` : 'not verified'}
            {creator.risk_score !== null && `, risk ${creator.risk_score} of 100`}.
          </p>
          {creator.next_tier && (
            <p>
              For {creator.next_tier.tier}: {creator.next_tier.missing.map((name) => name.replaceAll('_', ' ')).join(', ')}.
            </p>
          )}
        </Decision>
      )}
      <section className="card" aria-labelledby="who-you-are">
        <h2 id="who-you-are">How you are known</h2>
        <Form
          button="Verify me as a creator"
          send={async (values) => {
            await call('POST', '/creator', { ...values, attempt })
            setAttempt(crypto.randomUUID())
            await again()
          }}
        >
          {(refused) => (
            <>
              <Field name="name" label="Creator name" defaultValue={creator?.name ?? ''} problem={refused} />
              <Field name="twitter" label="Twitter" defaultValue={creator?.links.twitter ?? ''} optional problem={refused} />
              <Field name="instagram" label="Instagram" defaultValue={creator?.links.instagram ?? ''} optional problem={refused} />
              <Field
                name="website"
                label="Website"
                hint="With https://"
                type="url"
                defaultValue={creator?.links.website ?? ''}
                optional
                problem={refused}
              />
            </>
          )}
        </Form>
      </section>
      <section className="card" aria-labelledby="works">
        <h2 id="works">Your works</h2>
        {creator?.verified ? (
          <Form
            button="List it"
            send={async (values, form) => {
              await call('POST', '/works', values)
              form.reset()
              await again()
            }}
          >
            {(refused) => <Field name="title" label="Title" problem={refused} />}
          </Form>
        ) : (
          <p className="soft">You list works once you are verified.</p>
        )}
        <ul className="rows">
          {works.map(({ id, title, created_at }) => (
            <li key={id} className="row">
              <strong>{title}</strong>
              <span className="soft">{day(created_at)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
