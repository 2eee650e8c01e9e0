import { ExternalLink, Fingerprint } from 'lucide-react'
import { useEffect, useState } from 'react'
import { callBackEnd, messageOf } from '../lib/back-end.ts'
import { askPasskey } from '../lib/passkeys.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type Proof = 'passkey' | 'code' | 'password'
/** What the refused act asks for: a second factor, the password where there is none, or that one is set up first. */
export type ProofWanted = 'second_factor' | 'password' | 'set_up'

const leads: Record<ProofWanted, string> = {
  second_factor: 'This act needs your second factor. It then counts for five minutes.',
  password: 'Please enter your password again. It then counts for five minutes.',
  set_up: 'This act needs a second factor, and your account has none yet. Setting one up takes a minute.',
}

/** The confirmation before a dangerous act: a passkey, a code or the password, good for five minutes. Nothing typed before is lost. */
export function StepUpDialog({
  open,
  wanted,
  onProven,
  onCancel,
}: {
  open: boolean
  wanted: ProofWanted
  onProven: () => void
  onCancel: () => void
}) {
  const [proofs, setProofs] = useState<Proof[] | null>(null)
  const [justSetUp, setJustSetUp] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!open) return
    setProblem(undefined)
    setProofs(null)
    setJustSetUp(false)
    const read = (again: boolean) =>
      callBackEnd<{ proofs: Proof[]; confirmed: boolean }>('/api/accounts/security').then(
        (security) => {
          setProofs(security.proofs)
          setJustSetUp(again && security.confirmed && !security.proofs.includes('password'))
        },
        (error) => {
          if (again) return
          setProofs([])
          setProblem(messageOf(error))
        },
      )
    void read(false)
    // Set up in another tab: this page stays as it is, and sees it when the person comes back.
    const back = () => document.visibilityState === 'visible' && void read(true)
    document.addEventListener('visibilitychange', back)
    window.addEventListener('focus', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('focus', back)
    }
  }, [open])
  const prove = async (proof: () => Promise<Record<string, unknown>>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await callBackEnd('/api/accounts/step-up', await proof())
      onProven()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const strong = proofs?.some((proof) => proof !== 'password') ?? false
  const shown: ProofWanted = proofs && strong ? 'second_factor' : wanted === 'second_factor' && proofs ? 'set_up' : wanted
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onCancel())} title="Confirm that it is you" description={leads[shown]}>
      {proofs === null ? <Skeleton className="h-24" /> : null}
      {proofs?.length === 0 ? (
        <p role="alert" className="text-madder">
          {problem}
        </p>
      ) : null}
      {proofs && strong && justSetUp ? (
        <div className="grid gap-4">
          <Alert tone="success" title="Your second factor is on">
            Everything is as you left it. Go on with what you were doing.
          </Alert>
          <Button onClick={onProven}>Go on</Button>
        </div>
      ) : null}
      {proofs && strong && !justSetUp ? (
        <div className="grid gap-5">
          {proofs.includes('passkey') ? (
            <Button
              busy={busy}
              busyLabel="Waiting for the passkey"
              onClick={() => void prove(async () => ({ passkey: await askPasskey('/api/accounts/passkeys/options', 'step-up') }))}
            >
              <Fingerprint className="size-4" aria-hidden /> Use a passkey
            </Button>
          ) : null}
          {proofs.includes('code') ? (
            <ProofForm
              label="Code of your authenticator"
              hint="Or one of your backup codes."
              problem={problem}
              busy={busy}
              quiet={proofs.includes('passkey')}
              onProof={(code) => void prove(async () => ({ code }))}
            />
          ) : problem ? (
            <p role="alert" className="text-madder">
              {problem}
            </p>
          ) : null}
        </div>
      ) : null}
      {proofs?.length && shown === 'password' ? (
        <ProofForm label="Password" secret problem={problem} busy={busy} onProof={(password) => void prove(async () => ({ password }))} />
      ) : null}
      {proofs?.length && shown === 'set_up' ? (
        <div className="grid gap-4">
          <ol className="grid list-decimal gap-1 pl-5">
            <li>Set it up in a new tab: a passkey, or an authenticator app with backup codes.</li>
            <li>Come back to this tab. It waits for you, and nothing you typed is lost.</li>
          </ol>
          <a
            href={`/setup-mfa?waits=1&next=${encodeURIComponent(window.location.pathname + window.location.search)}`}
            target="_blank"
            rel="noopener opener"
            className="inline-flex h-11 items-center justify-center gap-2 rounded-md bg-seal-fill px-5 font-semibold text-on-seal hover:bg-seal-fill-hover"
          >
            Set up a second factor <ExternalLink className="size-4" aria-hidden />
            <span className="sr-only"> (opens a new tab)</span>
          </a>
        </div>
      ) : null}
    </Dialog>
  )
}

function ProofForm({
  label,
  hint,
  secret,
  problem,
  busy,
  quiet,
  onProof,
}: {
  label: string
  hint?: string
  secret?: boolean
  problem?: string
  busy: boolean
  quiet?: boolean
  onProof: (typed: string) => void
}) {
  const Control = secret ? PasswordInput : Input
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onProof(String(new FormData(event.currentTarget).get('proof') ?? '').trim())
      }}
    >
      <Field label={label} hint={hint} error={problem}>
        <Control
          name="proof"
          autoFocus
          required
          {...(secret
            ? { autoComplete: 'current-password' }
            : { inputMode: 'text' as const, autoComplete: 'one-time-code', maxLength: 19 })}
        />
      </Field>
      <Button type="submit" variant={quiet ? 'outline' : 'primary'} busy={busy}>
        Confirm
      </Button>
    </form>
  )
}
