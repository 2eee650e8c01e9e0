import { Fingerprint, Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { callBackEnd } from '../lib/back-end.ts'
import { readRememberMe } from '../lib/partial-auth.ts'
import { askPasskey, passkeysSupported } from '../lib/passkeys.ts'
import { signWithWallet } from '../lib/sign-with-wallet.ts'
import { Button } from '../ui/button.tsx'
import { failureOf, type LoginOutcome, outcomeOf, type SignInAnswer } from './login-form.tsx'

/** A way in besides a password: a passkey opens the account alone and is offered first; a wallet stands in for the password. */
export function OtherSignIns({
  way,
  disabled,
  onStart,
  onOutcome,
}: {
  way: 'passkey' | 'wallet'
  disabled: boolean
  onStart: () => void
  onOutcome: (outcome: LoginOutcome) => void
}) {
  const [busy, setBusy] = useState(false)
  const [passkeys, setPasskeys] = useState(false)
  useEffect(() => setPasskeys(passkeysSupported()), [])

  async function run() {
    setBusy(true)
    onStart()
    try {
      const rememberMe = readRememberMe()
      const answer =
        way === 'passkey'
          ? await callBackEnd<SignInAnswer>('/api/accounts/passkey-sign-in', {
              passkey: await askPasskey('/api/accounts/passkey-sign-in/options', 'sign-in'),
              rememberMe,
            })
          : await callBackEnd<SignInAnswer>('/api/accounts/wallet-sign-in', {
              ...(await signWithWallet('/api/accounts/wallet-sign-in/challenge')),
              rememberMe,
            })
      onOutcome(outcomeOf(answer))
    } catch (error) {
      onOutcome({ state: 'failed', message: failureOf(error) })
    }
    setBusy(false)
  }
  const or = (
    <p className="flex items-center gap-3 text-[0.875rem] text-soft before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
      or
    </p>
  )
  if (way === 'passkey')
    return passkeys ? (
      <div className="js-only mb-6 grid gap-4">
        <Button size="lg" variant="outline" busy={busy} disabled={disabled || busy} onClick={() => void run()}>
          <Fingerprint className="size-4" aria-hidden /> Passkey
        </Button>
        {or}
      </div>
    ) : null
  return (
    <div className="js-only mt-6 grid gap-4">
      {or}
      <Button variant="outline" busy={busy} disabled={disabled || busy} onClick={() => void run()}>
        <Wallet className="size-4" aria-hidden /> Wallet
      </Button>
    </div>
  )
}
