import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Security } from '#core/access/own-account/read-security.ts'
import { callBackEnd } from '../../lib/back-end.ts'
import { dateTime } from '../../lib/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useOwnAct } from './use-own-act.ts'

/** Asks for the file, and before it for a proof where that is due, then lets the browser save it. */
async function exportData() {
  const data = await callBackEnd<object>('/api/accounts/data-export')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  link.download = `sealwright-my-data-${new Date().toISOString().slice(0, 10)}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

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
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          busy={busy === 'export'}
          onClick={() => void run('export', () => exportData(), 'Your data was saved as a file')}
        >
          <Download className="size-4" aria-hidden /> Download my data
        </Button>
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
