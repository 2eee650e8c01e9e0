import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { OwnInvestment } from '#core/portal/holders/portfolio.ts'
import { dateTime } from '../../lib/dates.ts'
import { money } from '../../lib/format.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StateBadge } from '../state-badge.tsx'

const ENDED: Record<string, string> = {
  reservation_expired: 'not decided in time',
  payment_not_received: 'not paid in time',
  cancelled_by_investor: 'by you',
  cancelled_by_issuer: 'by the issuer',
}

/** How an investment stands: until when its tokens are held for the investor, or why it ended. */
export function InvestmentState({ investment }: { investment: OwnInvestment }) {
  const { status, reserved_until: until, payment_failed: unpaid, cancel_reason: reason } = investment
  const said = until ? `${unpaid ? 'payment failed: pay by' : 'reserved until'} ${dateTime(until)} UTC` : reason && ENDED[reason]
  return (
    <>
      <StateBadge of="investment" state={status} />
      {said ? <span className="tabular mt-1 block text-[0.875rem] text-soft">{said}</span> : null}
    </>
  )
}

/** Takes an investment back while it waits, after saying what follows. */
export function CancelInvestment({ investment }: { investment: OwnInvestment }) {
  const [open, setOpen] = useState(false)
  const fetcher = useFetcher<{ refusal: PageRefusal | null }>()
  const waits = investment.status === 'pending'
  // Once it is cancelled, the question is answered.
  useEffect(() => {
    if (!waits) setOpen(false)
  }, [waits])
  if (!waits) return null
  const busy = fetcher.state !== 'idle'
  const refusal = busy ? null : fetcher.data?.refusal
  const what = `${money(investment.amount, investment.currency)} in ${investment.offering}`
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" size="sm">
          Cancel<span className="sr-only"> {what}</span>
        </Button>
      }
      title={`Cancel ${what}?`}
      description="It still waits, so you may take it back. Its tokens are free for others then. You may invest again while the offering is open; what you paid is paid back by the issuer."
    >
      <fetcher.Form method="post" action="/dashboard/holdings" className="grid gap-4">
        <input type="hidden" name="id" value={investment.id} />
        {refusal ? <Alert tone="error">{refusal.message}</Alert> : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setOpen(false)}>
            Keep it
          </Button>
          <Button type="submit" name="intent" value="cancel-investment" variant="destructive" busy={busy}>
            Cancel the investment
          </Button>
        </div>
      </fetcher.Form>
    </Dialog>
  )
}
