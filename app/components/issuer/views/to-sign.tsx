import { useState } from 'react'
import { cn } from '../../../lib/cn.ts'
import { sendWithWallet } from '../../../lib/sign-with-wallet.ts'
import { networkOf } from '../../../lib/wallet/networks.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'

export interface EvmTransaction {
  to: string
  data: string
  chain_id: number
  value: string
}

/** A line of what is to be signed, with a button that copies it. */
export function ToCopy({ label, text, className }: { label: string; text: string; className?: string }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="flex items-start justify-between gap-2">
        <code className={cn('break-all text-[0.8125rem]', className)}>{text}</code>
        <CopyButton text={text} label={`Copy the ${label.toLowerCase()}`} />
      </dd>
    </>
  )
}

/** A transaction for the issuer's wallet: signed and sent with the browser's, or copied. */
export function ToSign({
  unsigned,
  environment,
  onSent,
  busy,
}: {
  unsigned: EvmTransaction
  environment: string
  onSent: (hash: string) => void
  busy: boolean
}) {
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const network = networkOf(`0x${unsigned.chain_id.toString(16)}`)!
  const sign = async () => {
    setAsking(true)
    setProblem(null)
    try {
      onSent(await sendWithWallet(unsigned))
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setAsking(false)
    }
  }
  return (
    <section className="grid gap-3" aria-label="What to sign">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.9375rem]">
        <dt className="text-soft">Network</dt>
        <dd>
          {network.name}
          {environment === 'sandbox' ? ', a test network: nothing signed here is worth anything elsewhere' : ''}
        </dd>
        <ToCopy label="Contract" text={unsigned.to} />
        <ToCopy label="Data" text={unsigned.data} />
      </dl>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void sign()} busy={asking || busy} busyLabel={asking ? 'Look at your wallet…' : 'Reporting…'}>
          Sign with your wallet
        </Button>
        <span className="inline-flex items-center gap-0.5 text-[0.9375rem] text-soft">
          or copy the transaction
          <CopyButton text={JSON.stringify(unsigned, null, 2)} label="Copy the transaction as JSON" />
        </span>
      </div>
    </section>
  )
}
