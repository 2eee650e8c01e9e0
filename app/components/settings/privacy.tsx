import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Security } from '#core/accounts/read-security.ts'
import { callBackEnd } from '../../lib/back-end.ts'
import { dateTime } from '../../lib/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useOwnAct } from './use-own-act.ts'

/** What is stored about the person: to take along, or to have erased. */
export function PrivacyPanel({ erasure }: { erasure: Security['erasure'] }) {
  const { busy, run } = useOwnAct()
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  return (
    <Panel title="Your data">
      <div className="border-rule border-t py-4">
        <p className="font-semibold">Take it along</p>
        <p className="mt-1 text-[0.9688rem] text-soft">
          Everything stored about you, as one JSON file. Passwords and secrets are not in it.
        </p>
        <a
          href="/api/accounts/data-export"
          download
          className="mt-3 inline-flex h-9 items-center gap-2 rounded-md border border-rule-strong px-3 font-semibold text-[0.9375rem] hover:border-ink hover:bg-sunk"
        >
          <Download className="size-4" aria-hidden /> Download my data
        </a>
      </div>
      <div className="border-rule border-y py-4">
        <p className="font-semibold">Have it erased</p>
        <p className="mt-1 text-[0.9688rem] text-soft">
          We answer within 30 days. Records that the law obliges us to keep are kept for as long as it demands, and we name them.
        </p>
        {erasure ? (
          <>
            <Alert tone="warning" className="mt-3">
              Asked for on {dateTime(erasure.created_at)} UTC. It has not been carried out yet.
            </Alert>
            <Button
              variant="outline"
              size="sm"
              className="mt-3"
              busy={busy === 'withdraw'}
              onClick={() => void run('withdraw', () => callBackEnd('/api/accounts/erasure/withdraw', {}), 'Request withdrawn')}
            >
              Withdraw the request
            </Button>
          </>
        ) : (
          <Button variant="outline" size="sm" className="mt-3" onClick={() => setAsking(true)}>
            Ask for erasure
          </Button>
        )}
      </div>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Ask for your account to be erased?"
        description="Your account, profile and keys will be erased once people have looked at the request. Until then you can withdraw it."
        footer={
          <>
            <Button variant="outline" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button
              variant="destructive"
              busy={busy === 'erase'}
              onClick={async () => {
                const asked = await run(
                  'erase',
                  () => callBackEnd('/api/accounts/erasure', reason.trim() ? { reason } : {}),
                  'Your request was received. You get a mail.',
                )
                if (asked) setAsking(false)
              }}
            >
              Ask for erasure
            </Button>
          </>
        }
      >
        <Field label="Anything we should know" optional>
          <Textarea maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </Dialog>
    </Panel>
  )
}
