import { useState } from 'react'
import type { ShownPayment } from '../server/case.ts'
import { type ApiProblem, call } from './api.ts'
import { type Identity, VerifyIdentity } from './identity.tsx'
import { Alert, Decision, day, Field, Form } from './parts.tsx'
import { usePolled } from './polled.ts'
import type { WalletOption } from './wallets/wallet.ts'

export const TITLE = 'Send a payment'
export const LEAD = 'Each payment is checked before it is sent. From an amount on, the Travel Rule asks who sends and who receives.'

const CURRENCIES = { USDC: 'USDC', USDT: 'USDT', EURC: 'EURC' }
const TONES: Record<string, string> = { approved: 'good', settled: 'good', submitted: 'good', denied: 'bad', failed: 'bad', expired: 'bad' }
const WORDS: Record<string, string> = {
  approved: 'May be sent',
  denied: 'Not allowed',
  review: 'Waits',
  awaiting_counterparty: 'Waits for the other provider',
  submitted: 'Sent',
  settled: 'Settled',
  failed: 'Failed',
  expired: 'The approval has expired',
}

const read = async () => {
  const [identity, { payments }] = await Promise.all([
    call<Identity>('GET', '/identity'),
    call<{ payments: ShownPayment[] }>('GET', '/payments'),
  ])
  return { identity, payments }
}

export function Case({ wallets, sandbox }: { wallets: readonly WalletOption[]; sandbox: boolean }) {
  const { data, problem, again } = usePolled(read)
  const [latest, setLatest] = useState<string | null>(null)
  if (!data) return problem ? <Alert>{problem}</Alert> : <p role="status">One moment …</p>
  const { identity, payments } = data
  if (!identity.verified) return <VerifyIdentity identity={identity} wallets={wallets} done={again} />
  const shown = payments.find(({ id }) => id === latest)
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      {shown && (
        <Decision key={`${shown.id}-${shown.status}`} told={shown.decision}>
          <p>
            <span className="amount">
              {shown.amount} {shown.currency}
            </span>{' '}
            to <code>{shown.to_address}</code>: {(WORDS[shown.status] ?? shown.status).toLowerCase()}.
          </p>
          {shown.travel_rule && <p>Travel Rule, {shown.travel_rule}.</p>}
          {shown.status !== 'denied' && shown.travel_missing.includes('/beneficiary') && (
            <p>Give the name of the recipient and the provider who keeps the wallet, and ask again.</p>
          )}
        </Decision>
      )}
      <NewPayment
        sandbox={sandbox}
        sent={async ({ id }) => {
          await again()
          setLatest(id)
        }}
      />
      <section className="card" aria-labelledby="payments">
        <h2 id="payments">Your payments</h2>
        {payments.length === 0 && <p className="soft">None yet. The first one that you ask for stands here.</p>}
        <ul className="rows">
          {payments.map((payment) => (
            <li key={payment.id}>
              <div className="row">
                <strong className="amount">
                  {payment.amount} {payment.currency}
                </strong>
                <span className={`status ${TONES[payment.status] ?? 'wait'}`}>
                  {WORDS[payment.status] ?? payment.status.replaceAll('_', ' ')}
                </span>
              </div>
              <div className="row soft">
                <span>
                  to {payment.beneficiary ?? <code>{`${payment.to_address.slice(0, 8)}…${payment.to_address.slice(-6)}`}</code>}
                  {payment.vasp && `, at ${payment.vasp}`}
                </span>
                <span>{day(payment.created_at)}</span>
              </div>
              <details>
                <summary>Why</summary>
                <Reasons payment={payment} />
              </details>
              {payment.status === 'approved' && <Sent payment={payment} done={again} />}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function NewPayment(props: { sandbox: boolean; sent: (payment: ShownPayment) => Promise<void> }) {
  const [attempt, setAttempt] = useState(() => crypto.randomUUID())
  const send = async (values: Record<string, string>, form: HTMLFormElement) => {
    const file = new FormData(form).get('file')
    let document_id = ''
    if (file instanceof File && file.size > 0) {
      const upload = new FormData()
      upload.set('kind', 'invoice')
      upload.set('file', file)
      document_id = (await call<{ id: string }>('POST', '/documents', upload)).id
      // It is here now: the same form sent again does not upload it again.
      form.querySelector<HTMLInputElement>('[name=file]')!.value = ''
    }
    await props.sent(await call<ShownPayment>('POST', '/payments', { ...values, document_id, attempt }))
    setAttempt(crypto.randomUUID())
  }
  const hint = props.sandbox
    ? 'To try: 0x5ea15ea15ea15ea15ea15ea15ea15ea100005002 is verified, …2001 is on a sanctions list, …7003 has a provider who refuses.'
    : undefined
  return (
    <section className="card" aria-labelledby="new">
      <h2 id="new">A new payment</h2>
      <Form button="Ask whether it may be sent" send={send}>
        {(problem: ApiProblem | null) => (
          <>
            <Field name="to_address" label="To wallet" {...(hint && { hint })} problem={problem} />
            <div className="pair">
              <Field name="amount" label="Amount" inputMode="decimal" problem={problem} />
              <Field name="currency" label="Currency" options={CURRENCIES} defaultValue="USDC" problem={problem} />
            </div>
            <Field name="beneficiary" label="Name of the recipient" optional problem={problem} />
            <Field
              name="vasp"
              label="Provider of the recipient"
              hint="The exchange or bank that keeps the wallet"
              optional
              problem={problem}
            />
            <Field
              name="file"
              label="Invoice"
              hint="PDF, PNG or JPEG; it stays in this application"
              type="file"
              accept="application/pdf,image/png,image/jpeg"
              optional
              problem={problem}
            />
          </>
        )}
      </Form>
    </section>
  )
}

function Reasons({ payment: { decision, travel_rule, document_id } }: { payment: ShownPayment }) {
  return (
    <>
      <p>
        {decision.headline}. {decision.outcome === 'allow' && 'No rule stands against it.'}
      </p>
      <ul>
        {decision.reasons.map(({ code, text, source, url }) => (
          <li key={code}>
            {text} {source && <small className="soft">{url ? <a href={url}>{source}</a> : source}</small>}
          </li>
        ))}
      </ul>
      {travel_rule && <p>Travel Rule, {travel_rule}.</p>}
      {document_id && (
        <p>
          <a href={`/api/documents/${document_id}`}>The invoice</a>
        </p>
      )}
      <p className="soft">
        Decision <code>{decision.id}</code>
      </p>
    </>
  )
}

function Sent({ payment, done }: { payment: ShownPayment; done: () => Promise<void> }) {
  return (
    <details>
      <summary>I have sent it</summary>
      <Form
        button="Record"
        send={async ({ hash }) => {
          await call('POST', `/payments/${payment.id}/sent`, { hash })
          await done()
        }}
      >
        {(problem) => <Field name="hash" label="Hash of the transaction" problem={problem} />}
      </Form>
    </details>
  )
}
