import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AuthLayout } from '../../components/auth-layout.tsx'
import { BackupCodes } from '../../components/mfa/backup-codes.tsx'
import { CodeField } from '../../components/mfa/code-field.tsx'
import { callBackEnd, messageOf, Refusal } from '../../lib/back-end.ts'
import { ownPath, requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { makePasskey, passkeysSupported } from '../../lib/passkeys.ts'
import { dashboardOf, useSession } from '../../lib/session.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckLine } from '../../ui/check-line.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/setup-mfa.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Set up a second factor', description: 'Protect your account with an authenticator app.', noindex: true })

export function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const next = searchParams.get('next')
  const { session, factorLacking } = requireSession(context, request)
  return { role: session.role, needed: factorLacking, next: next && ownPath(next, '/settings'), waits: searchParams.has('waits') }
}

interface Setup {
  qr_svg: string
  manual_code: string
  backup_codes: string[]
}
type Step = 'choose' | 'qr' | 'backup' | 'verify' | 'done'
const steps: Exclude<Step, 'choose' | 'done'>[] = ['qr', 'backup', 'verify']
const names = { qr: 'Scan', backup: 'Backup codes', verify: 'Verify' }
const titles: Record<Step, string> = {
  choose: 'Set up a second factor',
  qr: 'Scan the code',
  backup: 'Keep your backup codes',
  verify: 'Verify the code',
  done: 'Your second factor is on',
}
const subtitles: Record<Step, string> = {
  choose: 'A passkey is the strongest and the quickest: your finger, face or PIN on this device, nothing to type.',
  qr: 'With an authenticator app on your phone. The picture is drawn here; nobody else sees it.',
  backup: 'Each opens your account once, when the phone is not at hand. They are shown this once; we keep only their hashes.',
  verify: 'Type the code your authenticator shows for Sealwright.',
  done: 'From now on, signing in asks for it. Every other session was ended.',
}

async function confirm() {
  const { askStepUp } = await import('../../components/step-up-host.tsx')
  if (!(await askStepUp('second_factor'))) throw new Error('Nothing was confirmed yet. Try again when you are ready.')
}

export default function SetupMfa({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { refresh } = useSession()
  const [step, setStep] = useState<Step>('choose')
  const [setup, setSetup] = useState<Setup | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [saved, setSaved] = useState(false)
  const [code, setCode] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [passkeys, setPasskeys] = useState(false)
  useEffect(() => {
    setPasskeys(passkeysSupported())
  }, [])
  const begun = useRef(false)
  const shown = useRef<Step>(step)
  // What was pressed is gone with its step: the next one is read from its title. The code's own field takes the focus itself.
  useEffect(() => {
    if (shown.current !== step && step !== 'verify') document.querySelector<HTMLElement>('h1')?.focus()
    shown.current = step
  }, [step])

  async function begin() {
    setError(null)
    try {
      setSetup(await callBackEnd<Setup>('/api/accounts/mfa/setup', {}))
    } catch (caught) {
      setError(caught instanceof Refusal && caught.status === 401 ? 'You must be logged in to set up MFA' : messageOf(caught))
    }
  }
  function takeApp() {
    setStep('qr')
    if (!begun.current) void begin()
    begun.current = true
  }
  const goOn = () => void navigate((!loaderData.waits && loaderData.next) || dashboardOf(loaderData.role))
  const act = async (work: () => Promise<unknown>, done = () => setStep('done')) => {
    setBusy(true)
    setError(null)
    try {
      await work()
      await refresh()
      done()
    } catch (caught) {
      setError(messageOf(caught))
    }
    setBusy(false)
  }

  async function verify(event: React.FormEvent) {
    event.preventDefault()
    setFieldError(undefined)
    setError(null)
    if (code.length < 6) {
      setFieldError('Please enter a 6-digit verification code')
      toast.error('Invalid code', { description: 'Please enter a 6-digit verification code' })
      return
    }
    setBusy(true)
    try {
      await callBackEnd('/api/accounts/mfa/verify', { code })
      toast.dismiss()
      await refresh()
      setStep('done')
    } catch (caught) {
      const wrong = caught instanceof Refusal && caught.code === 'invalid_verification_code'
      setError(messageOf(caught))
      toast.error(wrong ? 'Invalid code' : 'Verification failed', { description: 'Please try again' })
    }
    setBusy(false)
  }

  return (
    <AuthLayout
      needsScripts
      title={titles[step]}
      subtitle={subtitles[step]}
      error={error}
      footer={
        step === 'done' || loaderData.needed ? null : loaderData.next ? (
          <TextLink to={loaderData.next}>Not now, back to where you were</TextLink>
        ) : (
          <TextLink to="/settings#security">Not now, back to the settings</TextLink>
        )
      }
    >
      {step === 'done' ? (
        <div className="grid gap-3">
          {loaderData.waits ? (
            <p className="text-[0.9688rem]">Close this tab to go on where you were: the page there waits as you left it.</p>
          ) : null}
          <Button size="lg" onClick={goOn}>
            {loaderData.next && !loaderData.waits ? 'Go on' : 'Continue to Dashboard'}
          </Button>
        </div>
      ) : step === 'choose' ? (
        <div className="grid gap-4">
          {loaderData.needed ? (
            <Alert tone="warning" title={`Your role asks for ${loaderData.needed === 'set_up' ? 'a second factor' : 'your second factor'}`}>
              {loaderData.needed === 'set_up'
                ? 'As an administrator or issuer you decide about other people’s money and data, so a password alone is not enough. It takes a minute; then you go on where you wanted to be.'
                : 'It has not been proven in this session, or longer ago than counts. Confirm with it, then you go on where you wanted to be.'}
            </Alert>
          ) : null}
          {loaderData.needed === 'second_factor' ? (
            <Button size="lg" busy={busy} onClick={() => void act(() => confirm(), goOn)}>
              Confirm that it is you
            </Button>
          ) : (
            <>
              {passkeys ? (
                <Button size="lg" busy={busy} busyLabel="Waiting for the passkey" onClick={() => void act(() => makePasskey(''))}>
                  <Fingerprint className="size-4" aria-hidden /> Create a passkey
                </Button>
              ) : null}
              <Button size="lg" variant={passkeys ? 'outline' : 'primary'} disabled={busy} onClick={takeApp}>
                Use an authenticator app
              </Button>
            </>
          )}
        </div>
      ) : (
        <>
          <ol className="mb-6 flex gap-2" aria-label="Steps">
            {steps.map((each, index) => (
              <li
                key={each}
                aria-current={each === step ? 'step' : undefined}
                className={`flex-1 border-t-2 pt-2 text-[0.875rem] ${steps.indexOf(step) >= index ? 'border-seal' : 'border-rule text-soft'}`}
              >
                {index + 1}. {names[each]}
              </li>
            ))}
          </ol>
          {setup ? null : error ? (
            <Button variant="outline" onClick={() => void begin()}>
              Try again
            </Button>
          ) : (
            <div role="status" aria-label="Loading..." className="grid justify-items-center gap-4">
              <Skeleton className="size-52" />
              <Skeleton className="h-6 w-full" />
            </div>
          )}
          {setup && step === 'qr' ? (
            <div className="grid gap-5">
              <QrCode svg={setup.qr_svg} alt="QR code to scan with your authenticator" size={208} />
              <div>
                <p className="text-[0.9375rem] text-soft">No camera? Type this code into the app instead:</p>
                <p className="mt-1.5 flex items-center gap-2 rounded-md border border-rule-strong bg-paper py-1 pr-1 pl-3">
                  <code data-testid="manual-code" className="min-w-0 flex-1 py-1.5 text-[0.875rem]">
                    {setup.manual_code}
                  </code>
                  <CopyButton text={setup.manual_code.replaceAll(' ', '')} label="Copy the code" className="size-9" />
                </p>
              </div>
              <Button size="lg" onClick={() => setStep('backup')}>
                Next
              </Button>
            </div>
          ) : null}
          {setup && step === 'backup' ? (
            <div className="grid gap-5">
              <BackupCodes codes={setup.backup_codes} />
              <CheckLine label="I have saved these codes" checked={saved} onChange={(event) => setSaved(event.target.checked)} />
              <div className="flex flex-wrap justify-between gap-3">
                <Button variant="outline" onClick={() => setStep('qr')}>
                  Back
                </Button>
                <Button disabled={!saved} onClick={() => setStep('verify')}>
                  Next
                </Button>
              </div>
            </div>
          ) : null}
          {setup && step === 'verify' ? (
            <form noValidate onSubmit={verify} className="grid gap-5">
              <CodeField value={code} onChange={setCode} error={fieldError} />
              <div className="flex flex-wrap justify-between gap-3">
                <Button variant="outline" onClick={() => setStep('backup')}>
                  Back
                </Button>
                <Button type="submit" busy={busy} busyLabel="Verifying...">
                  Turn on
                </Button>
              </div>
            </form>
          ) : null}
        </>
      )}
    </AuthLayout>
  )
}
