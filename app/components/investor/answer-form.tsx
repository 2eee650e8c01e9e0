import { Form, useNavigation } from 'react-router'
import type { OwnOffering } from '#core/portal/holders/admissions.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { Panel } from '../dashboard/layout.tsx'

/** The answer to an invitation. Accepting says exactly what the organisation will see. */
export function AnswerForm({
  invitation,
  ready,
  loaderData,
  refusal,
}: {
  invitation: OwnOffering
  ready: { identity: string; sealed: boolean }
  loaderData: { accreditation: string; documents: string }
  refusal: PageRefusal | null
}) {
  const busy = useNavigation().state !== 'idle'
  const { organization } = invitation
  const missing = ready.identity !== 'verified' ? 'verification' : ready.sealed ? null : 'wallet'
  return (
    <Panel title={invitation.status === 'declined' ? 'You declined this invitation' : 'You are invited'}>
      {refusal ? (
        <Alert tone="error" className="mb-4">
          {refusal.message}
        </Alert>
      ) : null}
      {missing ? (
        <div className="border-rule border-y py-5">
          <p>
            {missing === 'verification'
              ? 'Before you can accept, your identity has to be verified: once, for every organisation.'
              : 'Before you can accept, connect a wallet and sign with it: your credential is sealed to it, and tokens go there.'}
          </p>
          <ButtonLink to={missing === 'verification' ? '/dashboard/verification' : '/dashboard/wallet'} className="mt-4">
            {missing === 'verification' ? 'Verify your identity' : 'Connect a wallet'}
          </ButtonLink>
        </div>
      ) : (
        <Form method="post" className="grid gap-5">
          <fieldset>
            <legend className="font-semibold text-[0.9375rem]">What {organization} will see</legend>
            <ul className="mt-2 border-rule border-t">
              <Share label="Name, date of birth, country, wallet address" fixed note="Needed to decide whether you are eligible." />
              <Share
                name="accreditation"
                label="Your accreditation"
                note={
                  loaderData.accreditation === 'verified'
                    ? 'Verified: ground, method and date, not the evidence.'
                    : 'Nothing is verified yet.'
                }
                disabled={loaderData.accreditation === 'incomplete'}
              />
              <Share
                name="documents"
                label="That your documents were accepted"
                note={loaderData.documents === 'verified' ? 'Kinds and hashes, not the files.' : 'No document is accepted yet.'}
                disabled={loaderData.documents !== 'verified'}
              />
            </ul>
          </fieldset>
          <p className="text-[0.9375rem] text-soft">
            Accepting is your consent that {organization} relies on your check. You can withdraw it at any time under Credentials; decisions
            made before stay valid. It is no promise to invest.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="accept" busy={busy}>
              Accept and give consent
            </Button>
            {invitation.status === 'sent' ? (
              <Button type="submit" name="intent" value="decline" variant="outline" disabled={busy}>
                Decline
              </Button>
            ) : null}
          </div>
        </Form>
      )}
    </Panel>
  )
}

function Share({
  name,
  label,
  note,
  fixed,
  disabled,
}: {
  name?: string
  label: string
  note: string
  fixed?: boolean
  disabled?: boolean
}) {
  const id = `share-${name ?? 'always'}`
  return (
    <li className="border-rule border-b">
      <label htmlFor={id} className="flex gap-3 py-3">
        {/* A box that is ticked beforehand is no consent: GDPR, recital 32. */}
        <Checkbox id={id} name={name} defaultChecked={fixed} disabled={fixed || disabled} className="mt-0.5" />
        <span>
          {label}
          <span className="block text-[0.9375rem] text-soft">{note}</span>
        </span>
      </label>
    </li>
  )
}
