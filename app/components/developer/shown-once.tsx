import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { toast } from '../../ui/toast.ts'

/** A secret that was just made, in full. Once dismissed it cannot be shown again. */
export function ShownOnce({ title, note, value, onDismiss }: { title: string; note: string; value: string; onDismiss: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="mb-8 rounded-md border border-verdigris/50 bg-verdigris-wash p-5 outline-none">
      <h2 className="title-3">{title}</h2>
      <p className="mt-1">{note}</p>
      <div className="mt-4 flex items-center gap-2 rounded-md border border-rule-strong bg-raised py-1 pr-1 pl-3">
        <code data-testid="shown-once" className="min-w-0 flex-1 break-all py-1.5 text-[0.8125rem]">
          {value}
        </code>
        <CopyButton text={value} label="Copy secret" className="size-10" onCopied={() => toast.success('Copied')} />
      </div>
      <Button variant="outline" size="sm" className="mt-4" onClick={onDismiss}>
        I have copied it, dismiss
      </Button>
    </div>
  )
}
