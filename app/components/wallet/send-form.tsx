import { type FormEvent, useState } from 'react'
import { toWei } from '../../lib/wallet/amount.ts'
import { networkOf } from '../../lib/wallet/networks.ts'
import { useWallet } from '../../lib/wallet/wallet.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'

/** Sends the network's coin. The wallet shows the transaction and asks; nothing leaves without it. */
export function SendForm() {
  const { enabled, session, chainId } = useWallet()
  const coin = networkOf(chainId)?.coin ?? 'ETH'
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [fields, setFields] = useState<{ to?: string; amount?: string }>({})
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const to = String(data.get('to')).trim()
    const amount = String(data.get('amount')).trim()
    const wrong = {
      ...(/^0x[0-9a-fA-F]{40}$/.test(to) ? {} : { to: 'Enter an address: 0x and 40 hex digits' }),
      ...(toWei(amount) === null ? { amount: 'Enter an amount above zero with at most 18 decimals' } : {}),
    }
    setFields(wrong)
    setProblem(null)
    const first = Object.keys(wrong)[0]
    if (first) {
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    setBusy(true)
    try {
      await session.send(to, amount)
      toast.success('Transaction sent', { description: 'It is pending until the network has taken it in.' })
      form.reset()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="grid gap-4">
      <Field label="To" error={fields.to}>
        <Input
          name="to"
          autoComplete="off"
          spellCheck={false}
          placeholder="0x…"
          disabled={!enabled}
          className="font-mono text-[0.9375rem]"
        />
      </Field>
      <Field label={`Amount in ${coin}`} error={fields.amount}>
        <Input name="amount" inputMode="decimal" autoComplete="off" placeholder="0.0" disabled={!enabled} />
      </Field>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" disabled={!enabled} busy={busy} busyLabel="Waiting for the wallet">
        Send
      </Button>
      {enabled ? null : <p className="text-[0.9375rem] text-soft">Sending is on when the wallet is connected and verified.</p>}
    </form>
  )
}
