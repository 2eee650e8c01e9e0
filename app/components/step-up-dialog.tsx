import { ExternalLink, Fingerprint, Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Security } from '#core/access/own-account/read-security.ts'
import { callBackEnd, messageOf } from '../lib/back-end.ts'
import { askPasskey } from '../lib/passkeys.ts'
import { signWithWallet } from '../lib/sign-with-wallet.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type Proof = Security['proofs'][number]
/** What the refused act asks for: a second factor; the password, a wallet or the sign-on where there is none; or that one is set up first. */
export type ProofWanted = 'second_factor' | 'password' | 'sign_on' | 'set_up'

const isStrong = (proof: Proof): boolean => proof === 'passkey' || proof === 'code'

/** What an account can prove, where an act asks for something: its factor where it has one, whatever was asked for. */
function shownOf(wanted: ProofWanted, proofs: Proof[]): ProofWanted {
  if (proofs.some(isStrong)) return 'second_factor'
  if (wanted === 'second_factor' || wanted === 'set_up') return 'set_up'
  return proofs.includes('sign_on') ? 'sign_on' : 'password'
}

const leads: Record<ProofWanted, string> = {
  second_factor: 'This act needs your second factor. It then counts for five minutes.',
  password: 'Please show once more that it is you. It then counts for five minutes.',
  sign_on: 'Your organisation’s sign-on is what opens your account. Sign in with it once more; it then counts for five minutes.',
  set_up: 'This act needs a second factor, and your account has none yet. Setting one up takes a minute.',
}

/** The confirmation before a dangerous act: a passkey, a code, the password or a wallet, good for five minutes. Nothing typed before is lost. */
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
          setJustSetUp(again && security.confirmed && security.proofs.some((proof) => isStrong(proof) || proof === 'sign_on'))
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
  const strong = proofs?.some(isStrong) ?? false
  const shown = proofs?.length ? shownOf(wanted, proofs) : wanted
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onCancel())} title="Confirm that it is you" description={leads[shown]}>
      {proofs === null ? <Skeleton className="h-24" /> : null}
      {proofs?.length === 0 ? (
        <p role="alert" className="text-madder">
          {problem}
        </p>
      ) : null}
      {proofs && justSetUp ? (
        <div className="grid gap-4">
          <Alert tone="success" title={strong ? 'Your second factor is on' : 'You signed in anew'}>
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
      {proofs && shown === 'password' ? <FirstProof proofs={proofs} problem={problem} busy={busy} prove={prove} /> : null}
      {proofs?.length && !justSetUp && shown === 'sign_on' ? (
        <Elsewhere
          step="Sign in with your organisation in a new tab."
          href="/sign-on?next=%2Fsettings"
          label="Sign in with your organisation"
        />
      ) : null}
      {proofs?.length && shown === 'set_up' ? (
        <Elsewhere
          step="Set it up in a new tab: a passkey, or an authenticator app with backup codes."
          href={`/setup-mfa?waits=1&next=${encodeURIComponent(window.location.pathname + window.location.search)}`}
          label="Set up a second factor"
        />
      ) : null}
    </Dialog>
  )
}

/** The password, or a wallet that stands in for it. */
function FirstProof(props: {
  proofs: Proof[]
  problem: string | undefined
  busy: boolean
  prove: (proof: () => Promise<Record<string, unknown>>) => Promise<void>
}) {
  const { proofs, problem, busy, prove } = props
  const byPassword = proofs.includes('password')
  return (
    <div className="grid gap-5">
      {byPassword ? (
        <ProofForm label="Password" secret problem={problem} busy={busy} onProof={(password) => void prove(async () => ({ password }))} />
      ) : problem ? (
        <p role="alert" className="text-madder">
          {problem}
        </p>
      ) : null}
      {proofs.includes('wallet') ? (
        <Button
          variant={byPassword ? 'outline' : 'primary'}
          busy={busy}
          busyLabel="Waiting for the wallet"
          onClick={() => void prove(async () => ({ wallet: await signWithWallet('/api/accounts/step-up/challenge') }))}
        >
          <Wallet className="size-4" aria-hidden /> Sign with your wallet
        </Button>
      ) : null}
    </div>
  )
}

/** A proof that is got in another tab. This one waits, and sees it when the person comes back. */
function Elsewhere({ step, href, label }: { step: string; href: string; label: string }) {
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-1 pl-5">
        <li>{step}</li>
        <li>Come back to this tab. It waits for you, and nothing you typed is lost.</li>
      </ol>
      <a
        href={href}
        target="_blank"
        rel="noopener opener"
        className="inline-flex h-11 items-center justify-center gap-2 rounded-md bg-seal-fill px-5 font-semibold text-on-seal hover:bg-seal-fill-hover"
      >
        {label} <ExternalLink className="size-4" aria-hidden />
        <span className="sr-only"> (opens a new tab)</span>
      </a>
    </div>
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
