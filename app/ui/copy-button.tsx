import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cn } from '../lib/cn.ts'

/** Copies text. The tick stays for two seconds and is announced. */
export function CopyButton({
  text,
  label = 'Copy',
  onCopied,
  className,
}: {
  text: string | (() => string | Promise<string>)
  label?: string
  onCopied?: () => void
  className?: string
}) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <button
      type="button"
      className={cn(
        'inline-flex size-8 items-center justify-center rounded-md text-soft transition-colors hover:bg-sunk hover:text-ink',
        className,
      )}
      onClick={async () => {
        await navigator.clipboard.writeText(typeof text === 'function' ? await text() : text)
        setCopied(true)
        onCopied?.()
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setCopied(false), 2000)
      }}
    >
      {copied ? <Check className="size-4 text-verdigris" aria-hidden /> : <Copy className="size-4" aria-hidden />}
      <span className="sr-only" aria-live="polite">
        {copied ? 'Copied' : label}
      </span>
    </button>
  )
}
