import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Withdraws a consent after saying what follows, or gives it again. */
export function ConsentAct({ id, organization, given }: { id: string; organization: string; given: boolean }) {
  const [open, setOpen] = useState(false)
  const fetcher = useFetcher<{ refusal: PageRefusal | null }>()
  // Once it is withdrawn, the question is answered.
  useEffect(() => {
    if (!given) setOpen(false)
  }, [given])
  const busy = fetcher.state !== 'idle'
  const refusal = busy ? null : fetcher.data?.refusal
  const problem = refusal ? <Alert tone="error">{refusal.message}</Alert> : null
  if (!given)
    return (
      <fetcher.Form method="post" action="/dashboard/credentials" className="grid gap-2">
        <input type="hidden" name="id" value={id} />
        {problem}
        <Button type="submit" name="intent" value="give" variant="outline" size="sm" busy={busy}>
          Give again<span className="sr-only"> to {organization}</span>
        </Button>
      </fetcher.Form>
    )
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" size="sm">
          Withdraw<span className="sr-only"> from {organization}</span>
        </Button>
      }
      title={`Withdraw consent from ${organization}?`}
      description="Its next check of you will not pass, so you cannot invest, receive or move tokens there. What you hold stays yours, and decisions already made stay valid. You can give consent again."
    >
      <fetcher.Form method="post" action="/dashboard/credentials" className="grid gap-4">
        <input type="hidden" name="id" value={id} />
        {problem}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setOpen(false)}>
            Keep it
          </Button>
          <Button type="submit" name="intent" value="withdraw" variant="destructive" busy={busy}>
            Withdraw consent
          </Button>
        </div>
      </fetcher.Form>
    </Dialog>
  )
}
