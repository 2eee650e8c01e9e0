import { useState } from 'react'
import type { Told } from '../server/decisions.ts'
import { ApiProblem, call } from './api.ts'
import { Decision, Field, Form } from './parts.tsx'
import { chosenWallet, signIn } from './sign-in.tsx'
import type { WalletOption } from './wallets/wallet.ts'

export interface Identity {
  verified: boolean
  status: string
  level: string | null
  full_name: string | null
  expires_at: string | null
  decision: Told | null
}

const KINDS = { passport: 'Passport', id_card: 'Identity card', drivers_license: 'Driving licence' }

/** Asks who holds the wallet, once. The document is uploaded to this application and stays there. */
export function VerifyIdentity({ identity, wallets, done }: { identity: Identity; wallets: readonly WalletOption[]; done: () => void }) {
  const [answer, setAnswer] = useState(identity)
  const send = async (values: Record<string, string>, form: HTMLFormElement) => {
    const file = new FormData(form).get('file')
    const upload = new FormData()
    upload.set('kind', values.kind ?? '')
    if (file) upload.set('file', file)
    const { id } = await call<{ id: string }>('POST', '/documents', upload)
    const ask = () => call<Identity>('POST', '/identity', { ...values, document_id: id })
    const said = await ask().catch(async (error: unknown) => {
      const wallet = chosenWallet(wallets)
      if (!(error instanceof ApiProblem) || error.code !== 'sign_again' || !wallet) throw error
      await signIn(wallet)
      return ask()
    })
    setAnswer(said)
    if (said.verified) done()
  }
  return (
    <section className="card" aria-labelledby="who">
      <h2 id="who">Who are you?</h2>
      <p className="soft">
        To comply with the law we ask for your name, date of birth, address and an identification number, and check them. They are asked
        once; the answer is sealed to your wallet. Your date of birth and number are not kept here.
      </p>
      {answer.decision && !answer.verified && <Decision told={answer.decision} />}
      <Form button="Verify me" send={send}>
        {(problem) => (
          <>
            <Field name="full_name" label="Full name" hint="As your document has it" autoComplete="name" problem={problem} />
            <Field name="date_of_birth" label="Date of birth" type="date" autoComplete="bday" problem={problem} />
            <Field name="line1" label="Street and number" autoComplete="address-line1" problem={problem} />
            <div className="pair">
              <Field name="city" label="City" autoComplete="address-level2" problem={problem} />
              <Field name="postal_code" label="Postal code" autoComplete="postal-code" optional problem={problem} />
            </div>
            <div className="pair">
              <Field name="country" label="Country" hint="Two letters, such as US" autoComplete="country" problem={problem} />
              <Field
                name="region"
                label="State"
                hint="In the United States: such as IL"
                autoComplete="address-level1"
                optional
                problem={problem}
              />
            </div>
            <Field
              name="id_number"
              label="Identification number"
              hint="In the United States your social security number, elsewhere the number of your passport"
              problem={problem}
            />
            <div className="pair">
              <Field name="kind" label="Document" options={KINDS} problem={problem} />
              <Field name="document_expires_on" label="Valid until" type="date" problem={problem} />
            </div>
            <Field
              name="file"
              label="Picture or scan of it"
              hint="PDF, PNG or JPEG, at most 10 MB"
              type="file"
              accept="application/pdf,image/png,image/jpeg"
              problem={problem}
            />
          </>
        )}
      </Form>
    </section>
  )
}
