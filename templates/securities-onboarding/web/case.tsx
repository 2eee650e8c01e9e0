import { useState } from 'react'
import type { ShownInvestment, ShownInvestor, ShownOffering } from '../server/case.ts'
import { call } from './api.ts'
import { type Identity, VerifyIdentity } from './identity.tsx'
import { Alert, Decision, day, Field, Form } from './parts.tsx'
import { usePolled } from './polled.ts'
import type { WalletOption } from './wallets/wallet.ts'

export const TITLE = 'Become an investor'
export const LEAD = 'We check who you are once, and what accredits you. The answer belongs to your wallet and is good for each offering.'

const METHODS = {
  third_party_letter: 'A letter of a broker-dealer, adviser, attorney or accountant',
  income_docs: 'Tax forms that show my income',
  net_worth_docs: 'Statements that show my net worth',
  none: 'Nothing: I am not accredited',
}
const VERIFIERS = { attorney: 'Attorney', cpa: 'Accountant (CPA)', broker_dealer: 'Broker-dealer', sec_adviser: 'Adviser with the SEC' }
const STATES: Record<string, [string, string]> = {
  verified: ['good', 'Accredited'],
  pending: ['wait', 'Accreditation is being looked at'],
  rejected: ['bad', 'Accreditation was not accepted'],
  incomplete: ['wait', 'Not accredited'],
}
const OUTCOMES: Record<string, [string, string]> = {
  accepted: ['good', 'Accepted'],
  pending: ['wait', 'Reserved'],
  rejected: ['bad', 'Not allowed'],
  refunded: ['bad', 'Refunded'],
  cancelled: ['bad', 'Cancelled'],
}

const read = async () => {
  const [identity, { investor }, { offerings }, { investments }] = await Promise.all([
    call<Identity>('GET', '/identity'),
    call<{ investor: ShownInvestor | null }>('GET', '/investor'),
    call<{ offerings: ShownOffering[] }>('GET', '/offerings'),
    call<{ investments: ShownInvestment[] }>('GET', '/investments'),
  ])
  return { identity, investor, offerings, investments }
}

export function Case({ wallets, sandbox }: { wallets: readonly WalletOption[]; sandbox: boolean }) {
  const { data, problem, again } = usePolled(read)
  const [editing, setEditing] = useState(false)
  const [latest, setLatest] = useState<string | null>(null)
  if (!data) return problem ? <Alert>{problem}</Alert> : <p role="status">One moment …</p>
  const { identity, investor, offerings, investments } = data
  if (!identity.verified) return <VerifyIdentity identity={identity} wallets={wallets} done={again} />
  if (!investor || editing)
    return (
      <Accredit
        done={async () => {
          await again()
          setEditing(false)
        }}
      />
    )
  const shown = investments.find(({ id }) => id === latest)
  const [tone, words] = STATES[investor.accreditation] ?? ['wait', investor.accreditation]
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      {shown && (
        <Decision key={`${shown.id}-${shown.status}`} told={shown.decision}>
          <p>
            <span className="amount">
              {shown.amount} {shown.currency}
            </span>{' '}
            in {shown.offering}: {(OUTCOMES[shown.status]?.[1] ?? shown.status).toLowerCase()}.
          </p>
        </Decision>
      )}
      <section className="card" aria-labelledby="you">
        <h2 id="you">{identity.full_name}</h2>
        <div className="row">
          <span className={`status ${tone}`}>{words}</span>
          {investor.accreditation !== 'verified' && (
            <button type="button" className="link" onClick={() => setEditing(true)}>
              Show what accredits me
            </button>
          )}
        </div>
      </section>
      <section className="card" aria-labelledby="offerings">
        <h2 id="offerings">Open offerings</h2>
        {offerings.length === 0 && (
          <>
            <p className="soft">None is open now.</p>
            {sandbox && (
              <button type="button" onClick={() => call('POST', '/offerings/example', {}).then(again)}>
                Open an example
              </button>
            )}
          </>
        )}
        <ul className="rows">
          {offerings.map((offering) => (
            <li key={offering.id}>
              <h3>{offering.name}</h3>
              {offering.description && <p>{offering.description}</p>}
              <p className="soft">
                {offering.price_per_token} {offering.currency} a unit
                {offering.minimum_investment && `, from ${offering.minimum_investment} ${offering.currency}`}
              </p>
              <Invest
                offering={offering}
                done={async ({ id }) => {
                  await again()
                  setLatest(id)
                }}
              />
            </li>
          ))}
        </ul>
      </section>
      <section className="card" aria-labelledby="investments">
        <h2 id="investments">Your investments</h2>
        {investments.length === 0 && <p className="soft">None yet. The first one that you ask for stands here.</p>}
        <ul className="rows">
          {investments.map((one) => (
            <li key={one.id}>
              <div className="row">
                <strong className="amount">
                  {one.amount} {one.currency}
                </strong>
                <span className={`status ${OUTCOMES[one.status]?.[0] ?? 'wait'}`}>{OUTCOMES[one.status]?.[1] ?? one.status}</span>
              </div>
              <div className="row soft">
                <span>
                  {one.offering}
                  {one.quantity && one.status !== 'rejected' && `, ${one.quantity} units`}
                  {one.restricted_until && one.status === 'accepted' && `, restricted until ${day(one.restricted_until)}`}
                </span>
                <span>{day(one.created_at)}</span>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** What accredits the investor. The paper is uploaded to this application and stays there. */
function Accredit({ done }: { done: () => Promise<void> }) {
  const [method, setMethod] = useState('third_party_letter')
  const send = async (values: Record<string, string>, form: HTMLFormElement) => {
    let document_id = ''
    if (method !== 'none') {
      const upload = new FormData()
      upload.set('kind', 'accreditation')
      const file = new FormData(form).get('file')
      if (file) upload.set('file', file)
      document_id = (await call<{ id: string }>('POST', '/documents', upload)).id
    }
    await call('POST', '/investor', { ...values, method, document_id })
    await done()
  }
  return (
    <section className="card" aria-labelledby="accreditation">
      <h2 id="accreditation">What accredits you?</h2>
      <p className="soft">Some offerings take accredited investors only. The law asks us to verify it before a sale.</p>
      <Form button="Go on" send={send}>
        {(problem) => (
          <>
            <Field
              name="date_of_birth"
              label="Date of birth"
              hint="Once more, so that we find you: it is not kept here"
              type="date"
              autoComplete="bday"
              problem={problem}
            />
            <Field name="email" label="Email" type="email" autoComplete="email" problem={problem} />
            <Field name="method" label="I can show" options={METHODS} value={method} onChange={setMethod} problem={problem} />
            {method === 'third_party_letter' && (
              <Field name="verifier" label="Who wrote the letter" options={VERIFIERS} defaultValue="attorney" problem={problem} />
            )}
            {method !== 'none' && (
              <>
                <Field name="dated" label="Day of the document" type="date" problem={problem} />
                <Field
                  name="file"
                  label="The document"
                  hint="PDF, PNG or JPEG, at most 10 MB"
                  type="file"
                  accept="application/pdf,image/png,image/jpeg"
                  problem={problem}
                />
              </>
            )}
            <Check name="terms" label="I have read and accept the terms." problem={problem?.fields.terms} />
          </>
        )}
      </Form>
    </section>
  )
}

function Check({ name, label, problem }: { name: string; label: string; problem: string | undefined }) {
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          name={name}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${name}-wrong` : undefined}
        />{' '}
        {label}
      </label>
      {problem && (
        <p className="wrong" id={`${name}-wrong`}>
          {problem}
        </p>
      )}
    </div>
  )
}

function Invest({ offering, done }: { offering: ShownOffering; done: (investment: ShownInvestment) => Promise<void> }) {
  const [attempt, setAttempt] = useState(() => crypto.randomUUID())
  const send = async (values: Record<string, string>) => {
    const investment = await call<ShownInvestment>('POST', '/investments', { ...values, offering_id: offering.id, attempt })
    setAttempt(crypto.randomUUID())
    await done(investment)
  }
  return (
    <Form button="Ask whether I may invest" send={send}>
      {(problem) => <Field name="amount" label={`Amount in ${offering.currency}`} inputMode="decimal" problem={problem} />}
    </Form>
  )
}
