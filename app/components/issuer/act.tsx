import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useActionData, useFetcher } from 'react-router'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { type ApiCall, AsApiCall } from '../dashboard/as-api-call.tsx'
import { useEnvironment } from './frame.tsx'

export interface Outcome {
  done?: string
  refusal?: PageRefusal
  /** The text fields the form was sent with. */
  sent?: Record<string, string>
}

/**
 * Tells the outcome of an act: a toast when it is done, and the refusal to show beside it. With the form's `intent` that works
 * without scripts too, when the whole page is the answer; `sent` is then what to fill the form with again.
 */
export function useAct(onDone?: () => void, intent?: string) {
  const fetcher = useFetcher<Outcome>()
  const page = useActionData<Outcome>()
  const posted = intent !== undefined && page?.refusal && page.sent?.intent === intent ? page : undefined
  const told = useRef<Outcome | undefined>(undefined)
  useEffect(() => {
    // Told before the page is read anew: what was acted on may be gone from it then, and this with it.
    if (!fetcher.data || told.current === fetcher.data) return
    told.current = fetcher.data
    if (fetcher.data.done) {
      toast.success(fetcher.data.done)
      onDone?.()
    }
  }, [fetcher.data, onDone])
  const answer = fetcher.data ?? posted
  return {
    fetcher,
    busy: fetcher.state !== 'idle',
    refusal: fetcher.state === 'submitting' ? undefined : answer?.refusal,
    sent: posted?.sent,
  }
}

/** A button that says what will happen, asks, acts, and keeps the question open when the act is refused. */
export function ConfirmedAct({
  label,
  variant = 'outline',
  size = 'sm',
  title,
  text,
  action,
  keep = 'Cancel',
  destructive = false,
  values,
  ariaLabel,
  call,
  children,
}: {
  label: ReactNode
  variant?: 'primary' | 'outline' | 'ghost' | 'destructive'
  size?: 'sm' | 'md'
  title: string
  text: ReactNode
  action: string
  /** What leaves everything as it is; another word where the act itself is a cancellation. */
  keep?: string
  destructive?: boolean
  values: Record<string, string>
  ariaLabel?: string
  /** The API call that does the same. */
  call?: ApiCall
  /** Further fields of the question. */
  children?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const { fetcher, busy, refusal } = useAct(() => setOpen(false))
  const environment = useEnvironment()
  return (
    <>
      <Button variant={variant} size={size} onClick={() => setOpen(true)} aria-label={ariaLabel}>
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={text}>
        <fetcher.Form method="post" className="grid gap-4">
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {children}
          {refusal ? <Alert tone="error">{refusal.message}</Alert> : null}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={() => setOpen(false)}>
              {keep}
            </Button>
            <Button type="submit" variant={destructive ? 'destructive' : 'primary'} busy={busy}>
              {action}
            </Button>
          </div>
        </fetcher.Form>
        {call ? (
          <div className="mt-5">
            <AsApiCall call={call} environment={environment} label="The API call that does it" />
          </div>
        ) : null}
      </Dialog>
    </>
  )
}
