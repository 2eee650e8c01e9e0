import { useEffect } from 'react'
import { redirect } from 'react-router'
import { stateOf, stateWord } from '#core/kernel/states.ts'
import { AccreditationStep } from '../../components/investor/accreditation-step.tsx'
import { AppealPanel } from '../../components/investor/appeal-panel.tsx'
import { DocumentsStep } from '../../components/investor/documents-step.tsx'
import { InvestorFrame } from '../../components/investor/frame.tsx'
import { IdentityStep } from '../../components/investor/identity-step.tsx'
import { SignStep } from '../../components/investor/sign-step.tsx'
import { StepNav, stepKeys } from '../../components/investor/step-nav.tsx'
import { VerificationHistory } from '../../components/investor/verification-history.tsx'
import { shortDate } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readUploadForm, TOO_LARGE } from '../../lib/upload-form.ts'
import { attempt, type PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/verification.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Verification', description: 'Identity, accreditation and documents, verified once.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const verification = await verbs.readOwnVerification()
  const asked = new URL(request.url).searchParams.get('step')
  const step = stepKeys.find((each) => each === asked) ?? (verification.submitted ? null : 'identity')
  return { ...verification, step }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const { form, tooLarge } = await readUploadForm(request)
  const intent = String(form.get('intent'))
  if (tooLarge) return { ...refused('/file', TOO_LARGE), kind: String(form.get('kind')) }
  const values = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  const done = await attempt(async () => {
    if (intent === 'save' || intent === 'next') {
      const step = form.get('step') === 'accreditation' ? 'accreditation' : 'identity'
      await verbs.saveOwnVerification({ step, values, complete: intent === 'next' })
      return intent === 'next' ? `?step=${step === 'identity' ? 'accreditation' : 'documents'}` : null
    }
    if (intent === 'upload') {
      const file = form.get('file')
      if (!(file instanceof File) || file.size === 0) return { missing: true }
      await verbs.uploadOwnDocument({
        kind: String(form.get('kind')),
        file_name: file.name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      })
      return null
    }
    if (intent === 'remove') {
      await verbs.removeDocument({ id: String(form.get('id')) })
      return null
    }
    if (intent === 'withdraw') {
      await verbs.withdrawOwnVerification()
      return '?step=identity'
    }
    if (intent === 'withdraw_accreditation') {
      await verbs.withdrawOwnAccreditation()
      return '?step=accreditation'
    }
    if (intent === 'appeal') {
      await verbs.appealOwnIdentity({ statement: form.get('statement') })
      return '/dashboard/verification?appealed=1'
    }
    await verbs.submitOwnVerification({ acceptedTerms: form.get('acceptedTerms') === 'on', signature: String(form.get('signature') ?? '') })
    return '/dashboard/verification?sent=1'
  })
  // The choice is kept also where no script runs; a file no browser gives back.
  if (!done.ok) return { refusal: done.refusal, ...(intent === 'upload' && { kind: String(form.get('kind')) }) }
  if (typeof done.result === 'string') return redirect(done.result.startsWith('?') ? `/dashboard/verification${done.result}` : done.result)
  if (done.result?.missing) return refused('/file', 'Choose a file first.')
  return { refusal: null }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

const refused = (pointer: string, detail: string) => ({
  refusal: {
    status: 422,
    code: 'validation_failed',
    message: detail,
    fields: [{ pointer, code: 'invalid', detail }],
  } satisfies PageRefusal,
})

export default function Verification({ loaderData, actionData }: Route.ComponentProps) {
  const { step, statuses, rejection, submitted, wallet_address: wallet } = loaderData
  const refusal = actionData?.refusal ?? null
  const ended = loaderData.accreditation?.ended_at
  useEffect(() => {
    if (refusal) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }, [refusal])
  const errors = Object.fromEntries((refusal?.fields ?? []).map((field) => [field.pointer.slice(1), field.detail]))
  const shared = { data: loaderData, errors }
  return (
    <InvestorFrame
      title="Verification"
      lead="One check, sealed to your wallet, good in every market. What you type is kept as you go, sealed under a key of your own."
      badge={Object.entries(statuses).map(([name, state]) => (
        <Status key={name} tone={stateOf('verification', name === 'accreditation' && ended ? 'ended' : state).tone}>
          {name} {name === 'accreditation' && ended ? `expired ${shortDate(ended)}` : stateWord('verification', state)}
        </Status>
      ))}
    >
      <div className="grid gap-4 empty:hidden">
        {statuses.identity === 'rejected' && rejection ? (
          <Alert tone="error" title="Your identity could not be verified">
            {rejection.message}{' '}
            {rejection.retryable
              ? 'Correct your details or add better evidence, then send it again.'
              : 'If you think this is a mistake, appeal: other people will look at it.'}
          </Alert>
        ) : null}
        <AppealPanel appeal={loaderData.appeal} error={errors.statement} />
        {statuses.identity === 'pending' && loaderData.looked_at ? (
          <Alert tone="warning" title="A person is looking at your identity">
            <p>
              Something has to be compared by hand. You will hear within three days; there is nothing for you to do. Did you mistype
              something? Withdraw it, correct it and send it again.
            </p>
            <form method="post" className="mt-3">
              <input type="hidden" name="intent" value="withdraw" />
              <Button type="submit" size="sm" variant="outline">
                Withdraw it
              </Button>
            </form>
          </Alert>
        ) : null}
        {statuses.accreditation === 'pending' ? <AccreditationWaits /> : null}
        {statuses.identity === 'verified' && !wallet ? <WalletLacks /> : null}
        {refusal && Object.keys(errors).length === 0 ? <Alert tone="error">{refusal.message}</Alert> : null}
      </div>
      <div className="mt-6 grid items-start gap-x-14 gap-y-12 xl:grid-cols-[7fr_4fr]">
        <div className="min-w-0">
          <StepNav current={step} data={loaderData} />
          <div className="mt-6">
            {step === 'identity' ? <IdentityStep {...shared} /> : null}
            {step === 'accreditation' ? <AccreditationStep {...shared} /> : null}
            {step === 'documents' ? <DocumentsStep {...shared} /> : null}
            {step === 'sign' ? <SignStep {...shared} /> : null}
            {step === null && submitted ? (
              <p className="text-soft">
                Everything you sent is shown at the side. Open a step above to add evidence of accreditation or documents, then sign again.
              </p>
            ) : null}
          </div>
        </div>
        <VerificationHistory data={loaderData} />
      </div>
    </InvestorFrame>
  )
}

function AccreditationWaits() {
  return (
    <Alert tone="warning" title="A person reads your accreditation">
      <p>Did you choose another ground, or send the wrong document? Withdraw it, and send it again. It counts as no attempt.</p>
      <form method="post" className="mt-3">
        <input type="hidden" name="intent" value="withdraw_accreditation" />
        <Button type="submit" size="sm" variant="outline">
          Take the accreditation back
        </Button>
      </form>
    </Alert>
  )
}

function WalletLacks() {
  return (
    <Alert tone="success" title="Your identity is verified">
      <TextLink to="/dashboard/wallet">Connect a wallet</TextLink> to have your credential sealed to it.
    </Alert>
  )
}
