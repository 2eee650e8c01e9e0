import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CheckLine } from '../../ui/check-line.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { useStepUp } from '../step-up.tsx'
import type { CardCredential } from './credential-card.tsx'

export interface Offer {
  url: string
  qr_svg: string
  tx_code: string
  expires_at: string
}

/** Offers a credential to a wallet app of the person’s own, on this device or by a picture to scan with another. */
export function KeepInWallet({ credential }: { credential: Pick<CardCredential, 'id' | 'level' | 'organization'> }) {
  const [open, setOpen] = useState(false)
  const [offer, setOffer] = useState<Offer | null>(null)
  const stepUp = useStepUp()
  const form = useAct<Offer>({ stepUp, onDone: setOffer })
  const show = (now: boolean) => {
    setOpen(now)
    // What was shown once is not shown again.
    setOffer(null)
  }
  const fields = (
    <>
      <input type="hidden" name="intent" value="offer" />
      <input type="hidden" name="id" value={credential.id} />
      {credential.organization === null ? <CheckLine name="named" label="Let me put in my name and birth date, too" /> : null}
    </>
  )
  const label = `Keep it in your wallet: ${credential.level} credential`
  return (
    <>
      <Button variant="ghost" size="sm" className="js-only" onClick={() => show(true)} aria-label={label}>
        Keep it in your wallet
      </Button>
      <form method="post" aria-label={label} className="no-js-only mb-2 ml-3 grid gap-2">
        {fields}
        <div>
          <Button type="submit" variant="outline" size="sm">
            Keep it in your wallet
          </Button>
        </div>
      </form>
      <Dialog
        open={open}
        onOpenChange={show}
        title="Keep it in your wallet"
        description="In a wallet app for digital credentials you show of it only what is asked: that you are over 18, and not when you were born."
      >
        {offer ? (
          <TakeUp offer={offer} />
        ) : (
          <form.Form method="post" className="grid gap-4">
            {fields}
            <Refusal refusal={form.refusal} fields={[]} />
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="outline" onClick={() => show(false)}>
                Cancel
              </Button>
              <Button type="submit" busy={form.busy}>
                Make an offer
              </Button>
            </div>
          </form.Form>
        )}
      </Dialog>
      {stepUp.dialog}
    </>
  )
}

/** An offer as it is taken up, shown once. */
export function TakeUp({ offer }: { offer: Offer }) {
  return (
    <div className="grid gap-4">
      <QrCode svg={offer.qr_svg} alt="QR code to scan with your wallet" size={272} />
      <p className="text-center text-[0.9375rem]">
        <a href={offer.url} className="link inline-flex min-h-11 items-center">
          Open a wallet on this device
        </a>
      </p>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-center">
        <span className="text-soft">Your wallet asks for this code:</span>
        <span className="inline-flex items-center gap-2">
          <code className="tabular whitespace-nowrap text-[1.125rem]">{offer.tx_code}</code>
          <CopyButton text={offer.tx_code} label="Copy the code" />
        </span>
      </p>
      <p className="text-center text-[0.875rem] text-soft">Good once, until {dateTime(offer.expires_at)}. Show it to nobody.</p>
    </div>
  )
}
