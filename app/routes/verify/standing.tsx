import { Form } from 'react-router'
import type { VerifyPage } from '#core/review/identity/verify-page.ts'
import { errorAt } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { FaceConsent } from './face-notice.tsx'
import { askedWords } from './frame.tsx'

/** How a session stands, and what there is to do. What goes no further here is where one arrives. */
export function Standing({ page, ...form }: { page: VerifyPage } & AppealForm) {
  const said = (
    <>
      <Said page={page} />
      <FaceConsent page={page} busy={form.busy} />
    </>
  )
  if (page.status === 'open' || page.review.question) return said
  return (
    <div tabIndex={-1} data-arrival="" className="outline-none">
      {said}
      {page.appeal ? <Appeal appeal={page.appeal} {...form} /> : null}
    </div>
  )
}

function Said({ page }: { page: VerifyPage }) {
  const { organization } = page
  switch (page.status) {
    case 'open':
      return <StillOpen page={page} />
    case 'processing':
      return (
        <Alert tone="info" title="It is being checked">
          <p>This takes a moment. The page looks again by itself.</p>
          <Again />
        </Alert>
      )
    case 'in_review':
      return page.review.question ? null : (
        <Alert tone="info" title="A person is looking at it">
          <p>
            {page.review.submitted_at ? `Sent ${dateTime(page.review.submitted_at)} UTC. ` : ''}There is nothing for you to do. You can
            close this page and open it again later: it says how it stands.
          </p>
          <Again />
        </Alert>
      )
    case 'verified':
      return (
        <Alert tone="success" title={`You have proven ${askedWords(page)}`}>
          <p>{organization} was told. There is nothing more to do here.</p>
        </Alert>
      )
    case 'rejected':
      return (
        <Alert tone="error" title="It could not be accepted">
          <p>{page.reason?.words}</p>
          <p className="mt-1">Ask {organization} for another link to try again.</p>
          <p className="mt-1">
            If you think that this is wrong, tell {organization}: what is kept of you is corrected where it is not right, and you can ask
            that a person who did not decide it looks again, with what you have to say.
            {page.wallet_address ? ' What is refused to your wallet you can ' : null}
            {page.wallet_address ? (
              <a href="/appeal" target="_blank" rel="noreferrer" className="link">
                appeal yourself
              </a>
            ) : null}
            {page.wallet_address ? '.' : null}
          </p>
        </Alert>
      )
    case 'expired':
      return (
        <Alert tone="warning" title="This page has expired">
          <p>
            Its time was over on {dateTime(page.expires_at)} UTC. Ask {organization} for another link.
          </p>
        </Alert>
      )
    case 'cancelled':
      return (
        <Alert tone="warning" title="This session was called off">
          <p>Nothing more is taken here. Ask {organization} whether you have to do it at all.</p>
        </Alert>
      )
  }
}

function StillOpen({ page }: { page: VerifyPage }) {
  return (
    <>
      {page.reason ? (
        <Alert tone="warning" title="What you showed counts no more">
          {page.reason.words}
        </Alert>
      ) : null}
      {page.review.submitted_at ? null : (
        <p className="text-[0.9375rem] text-soft">
          Open until {dateTime(page.expires_at)} UTC. Whoever has this page’s address is taken for you: keep it to yourself.
        </p>
      )}
    </>
  )
}

interface AppealForm {
  refusal: PageRefusal | null
  values: Record<string, string>
  busy: boolean
}

/** Where no wallet and no account of an investor is there to appeal with, its person does on the page itself. */
function Appeal({ appeal, refusal, values, busy }: { appeal: NonNullable<VerifyPage['appeal']> } & AppealForm) {
  const { possible_until, opened_at, answer_by } = appeal
  if (!possible_until)
    return opened_at ? (
      <p className="mt-6">
        You appealed on {dateTime(opened_at)} UTC.{' '}
        {answer_by
          ? `Somebody who did not decide it looks again, and answers by ${dateTime(answer_by)} UTC. You read the answer here.`
          : 'Somebody who did not decide it looked again: the refusal stands.'}
      </p>
    ) : null
  return (
    <Form method="post" className="mt-6 grid gap-4">
      {refusal && !refusal.fields.length ? <Alert tone="error">{refusal.message}</Alert> : null}
      <Field
        label="Appeal against this"
        hint={`Once, until ${dateTime(possible_until)} UTC. Somebody who did not decide it reads what you write. You read the answer here.`}
        error={errorAt(refusal, 'statement')}
      >
        <Textarea name="statement" required minLength={10} maxLength={4000} defaultValue={values.statement} className="min-h-28" />
      </Field>
      <Button type="submit" name="intent" value="appeal" variant="outline" busy={busy} className="w-fit">
        Send the appeal
      </Button>
    </Form>
  )
}

/** For browsers without scripts. */
function Again() {
  return (
    <noscript>
      <p className="mt-2">
        <a href="?" className="link">
          Look again
        </a>
      </p>
    </noscript>
  )
}
