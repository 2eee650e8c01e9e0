import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { Fingerprint } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { callBackEnd, messageOf } from '../lib/back-end.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type Proof = 'passkey' | 'code' | 'password'

export interface StepUp {
  /** Asks for a second factor, then runs `next`: the act that was refused with `step_up_required`. */
  ask: (next: () => unknown) => void
  /** To be placed once in the page. */
  dialog: ReactNode
}

/** The confirmation before a dangerous act: a passkey or a code, good for five minutes. Nothing typed before is lost. */
export function useStepUp(): StepUp {
  const next = useRef<() => unknown>(() => {})
  const [open, setOpen] = useState(false)
  const [proofs, setProofs] = useState<Proof[] | null>(null)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const ask = (act: () => unknown) => {
    next.current = act
    setProblem(undefined)
    setProofs(null)
    setOpen(true)
    callBackEnd<{ proofs: Proof[] }>('/api/accounts/security').then(
      (security) => setProofs(security.proofs),
      (error) => {
        setProofs([])
        setProblem(messageOf(error))
      },
    )
  }
  const prove = async (proof: () => Promise<Record<string, unknown>>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await callBackEnd('/api/accounts/step-up', await proof())
      setOpen(false)
      void next.current()
    } catch (error) {
      setProblem(error instanceof Error && error.name === 'NotAllowedError' ? 'The passkey was not used. Try again.' : messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const passkey = async () => {
    const [{ startAuthentication }, { options }] = await Promise.all([
      import('@simplewebauthn/browser'),
      callBackEnd<{ options: PublicKeyCredentialRequestOptionsJSON }>('/api/accounts/passkeys/options', { purpose: 'step-up' }),
    ])
    return { passkey: await startAuthentication({ optionsJSON: options }) }
  }
  const hasFactor = proofs?.some((proof) => proof !== 'password')
  return {
    ask,
    dialog: (
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Confirm that it is you"
        description={
          proofs && !hasFactor
            ? 'This needs a second factor, and your account has none yet.'
            : 'This act needs your second factor. It then counts for five minutes.'
        }
      >
        {proofs === null ? (
          <Skeleton className="h-24" />
        ) : hasFactor ? (
          <div className="grid gap-5">
            {proofs.includes('passkey') ? (
              <Button busy={busy} busyLabel="Waiting for the passkey" onClick={() => void prove(passkey)}>
                <Fingerprint className="size-4" aria-hidden /> Use a passkey
              </Button>
            ) : null}
            {proofs.includes('code') ? (
              <form
                className="grid gap-3"
                onSubmit={(event) => {
                  event.preventDefault()
                  const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
                  void prove(async () => ({ code }))
                }}
              >
                <Field label="Code of your authenticator" hint="Or one of your backup codes." error={problem}>
                  <Input name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={19} autoFocus />
                </Field>
                <Button type="submit" variant={proofs.includes('passkey') ? 'outline' : 'primary'} busy={busy}>
                  Confirm
                </Button>
              </form>
            ) : problem ? (
              <p role="alert" className="text-madder">
                {problem}
              </p>
            ) : null}
          </div>
        ) : (
          <div className="grid gap-4">
            {problem ? (
              <p role="alert" className="text-madder">
                {problem}
              </p>
            ) : null}
            <ButtonLink to="/setup-mfa">Set up a second factor</ButtonLink>
          </div>
        )}
      </Dialog>
    ),
  }
}
