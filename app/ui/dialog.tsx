import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'

/** A modal dialog: focus is kept inside and given back on close. */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  children,
  footer,
}: {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactNode
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
}) {
  // Without a trigger of its own the dialog itself remembers where the person came from.
  const opener = useRef<HTMLElement | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-[rgb(9_14_24/0.6)]" />
        <Radix.Content
          aria-describedby={description ? undefined : ''}
          onOpenAutoFocus={(event) => {
            const { activeElement } = document
            const inside = event.currentTarget instanceof Node && event.currentTarget.contains(activeElement)
            opener.current = activeElement instanceof HTMLElement && !inside ? activeElement : null
          }}
          onCloseAutoFocus={(event) => {
            if (trigger || !opener.current?.isConnected) return
            event.preventDefault()
            opener.current.focus()
          }}
          className="fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-rule bg-raised p-6 shadow-lift"
        >
          <Radix.Title className="title-3 pr-8">{title}</Radix.Title>
          {description ? <Radix.Description className="mt-2 text-soft">{description}</Radix.Description> : null}
          {children ? <div className="mt-5">{children}</div> : null}
          {footer ? <div className="mt-6 flex flex-wrap justify-end gap-3">{footer}</div> : null}
          <Radix.Close className="absolute top-4 right-4 grid size-8 place-items-center rounded-md hover:bg-sunk" aria-label="Close">
            <X className="size-4" aria-hidden />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
