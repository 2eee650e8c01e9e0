import { type ReactNode, useState } from 'react'
import { useAct } from '../lib/act.ts'
import type { PageRefusal } from '../lib/verb-errors.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Refusal } from './admin/refusal.tsx'
import { type ApiCall, AsApiCall } from './dashboard/as-api-call.tsx'
import { useStepUp } from './step-up.tsx'

/**
 * A button that says what will happen, asks in a form, acts, and keeps the question open with what was typed when the act is
 * refused. An act that needs a fresh second factor asks for it and is sent again.
 */
export function ActDialog({
  label,
  variant = 'outline',
  size = 'sm',
  ariaLabel,
  title,
  text,
  action,
  keep = 'Cancel',
  destructive = false,
  to,
  values,
  fields = [],
  environment,
  call,
  children,
}: {
  label: ReactNode
  variant?: 'primary' | 'outline' | 'ghost' | 'destructive'
  size?: 'sm' | 'md'
  ariaLabel?: string
  title: string
  text: ReactNode
  action: string
  /** What leaves everything as it is; another word where the act itself is a cancellation. */
  keep?: string
  destructive?: boolean
  /** Where the form goes; the page's own action when left out. */
  to?: string
  values: Record<string, string>
  /** Fields that show their own errors. */
  fields?: string[]
  environment: string
  /** The API call that does the same. */
  call?: ApiCall
  /** Further fields of the question. */
  children?: ReactNode | ((refusal: PageRefusal | null) => ReactNode)
}) {
  const [open, setOpen] = useState(false)
  const stepUp = useStepUp()
  const form = useAct({ stepUp, onDone: () => setOpen(false) })
  return (
    <>
      <Button variant={variant} size={size} onClick={() => setOpen(true)} aria-label={ariaLabel}>
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={text}>
        <form.Form method="post" {...(to && { action: to })} className="grid gap-4">
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {typeof children === 'function' ? children(form.refusal) : children}
          <Refusal refusal={form.refusal} fields={fields} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={() => setOpen(false)}>
              {keep}
            </Button>
            <Button type="submit" variant={destructive ? 'destructive' : 'primary'} busy={form.busy}>
              {action}
            </Button>
          </div>
        </form.Form>
        {call ? (
          <div className="mt-5">
            <AsApiCall call={call} environment={environment} label="The API call that does it" />
          </div>
        ) : null}
      </Dialog>
      {stepUp.dialog}
    </>
  )
}
