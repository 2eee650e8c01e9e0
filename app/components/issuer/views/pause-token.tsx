import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { TokenPauseView } from '#core/securities/token-state/pause.ts'
import { callBackEnd } from '../../../lib/back-end.ts'
import { PAUSE_GROUNDS, RESUME_GROUNDS } from '../../../lib/token-pause.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select, Textarea } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { useEnvironment } from '../frame.tsx'
import { type EvmTransaction, ToSign } from './to-sign.tsx'

const WORDS = {
  pause: {
    label: 'Pause',
    title: 'Pause this token',
    text: 'At once: nothing of it is issued or transferred here until it is resumed. Burns go on, and so does the sale of the offering.',
    action: 'Pause the token',
    done: 'The token is paused',
    after: 'Nothing is issued or approved here any more. The contract still moves: stop it too, with the wallet that controls it.',
    grounds: PAUSE_GROUNDS,
  },
  resume: {
    label: 'Resume',
    title: 'Resume this token',
    text: 'It is issued and transferred again, by the same rules as before. What was denied meanwhile is asked for anew.',
    action: 'Resume the token',
    done: 'The token goes on',
    after: 'It is issued and approved here again. If the contract was paused, let it go on too, with the wallet that controls it.',
    grounds: RESUME_GROUNDS,
  },
} as const

/** Stops a token here and hands over the transaction that stops its contract; or lets both go on. */
export function PauseToken({ id, act }: { id: string; act: 'pause' | 'resume' }) {
  const environment = useEnvironment()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState<TokenPauseView | null>(null)
  // The page behind may have been read anew meanwhile, and offer the other act: what was done keeps its words.
  const [doing, setDoing] = useState(act)
  const words = WORDS[open ? doing : act]
  const begin = () => {
    setDoing(act)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setProblem(null)
    if (done) {
      setDone(null)
      void revalidate()
    }
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const note = String(form.get('note') ?? '').trim()
    setBusy(true)
    setProblem(null)
    try {
      setDone(
        await callBackEnd<TokenPauseView>(`/issuer/offerings/${id}/token`, {
          act: doing,
          reason_code: form.get('reason_code'),
          ...(note && { note }),
        }),
      )
      toast.success(words.done)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="sm" variant="outline" onClick={begin} aria-label={`${words.label} the token`}>
        {words.label}
      </Button>
      <Dialog
        open={open}
        onOpenChange={(next) => (next ? begin() : close())}
        title={done ? words.done : words.title}
        description={done ? words.after : words.text}
      >
        {done ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <OnContract done={done} environment={environment} onSent={close} />
            <div className="flex justify-end">
              <Button variant="outline" onClick={close}>
                Close
              </Button>
            </div>
          </div>
        ) : (
          <form onSubmit={(event) => void send(event)} className="grid gap-4">
            {problem ? <Alert tone="error">{problem}</Alert> : null}
            <Field label="Ground">
              <Select name="reason_code" required defaultValue="">
                {[['', 'Choose'] as const, ...Object.entries(words.grounds)].map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Why" optional hint="Kept in the log: no names.">
              <Textarea name="note" maxLength={2000} className="min-h-20" />
            </Field>
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="outline" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" variant={doing === 'pause' ? 'destructive' : 'primary'} busy={busy}>
                {words.action}
              </Button>
            </div>
            <AsApiCall
              environment={environment}
              label="The API call that does it"
              call={{
                method: 'POST',
                path: `/v1/offerings/${id}/token/${doing}`,
                body: { reason_code: Object.keys(words.grounds)[0] },
              }}
            />
          </form>
        )}
      </Dialog>
    </>
  )
}

function OnContract({ done, environment, onSent }: { done: TokenPauseView; environment: string; onSent: () => void }) {
  const unsigned = done.unsigned_transaction
  if (!unsigned) return <Alert tone="info">{WITHOUT[done.unsigned_reason ?? 'not_pausable']}</Alert>
  if ('data' in unsigned)
    return (
      <ToSign
        unsigned={unsigned as EvmTransaction}
        environment={environment}
        busy={false}
        onSent={(hash) => {
          toast.success(`Sent: ${hash.slice(0, 10)}…`)
          onSent()
        }}
      />
    )
  const base64 = unsigned.transaction_base64
  return (
    <div>
      <p className="text-[0.9375rem] text-soft">In base64, for {unsigned.fee_payer} to sign and send within a minute:</p>
      <p className="mt-2 flex items-start justify-between gap-2">
        <code className="max-h-32 overflow-auto break-all text-[0.8125rem]">{base64}</code>
        <CopyButton text={base64} label="Copy the transaction" />
      </p>
    </div>
  )
}

const WITHOUT: Record<NonNullable<TokenPauseView['unsigned_reason']>, string> = {
  sandbox_has_no_chain: 'The sandbox asks no chain, so no transaction of Solana is prepared here. In production it is.',
  chain_not_configured: 'This server has no node of Solana to ask. Use your own tools on the contract.',
  chain_not_answering: 'The chain does not answer now. Use your own tools on the contract.',
  not_a_mint: 'At the token’s address is no mint of Token-2022. Use your own tools on the contract.',
  not_pausable: 'This contract cannot be paused itself.',
  authority_cannot_sign: 'Who may pause the contract is a program, not a wallet. Use your own tools.',
}
