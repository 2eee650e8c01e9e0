import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

const base =
  // In a table it takes no more room than a line of words, and stands on that line.
  'inline-flex items-center gap-1.5 rounded-sm border px-1.5 py-px font-mono text-[0.75rem] leading-5 tracking-tight [td_&]:-my-0.5'
const tones = {
  neutral: 'border-rule-strong text-soft',
  good: 'border-verdigris/50 bg-verdigris-wash text-verdigris',
  waiting: 'border-ochre/50 bg-ochre-wash text-ochre',
  bad: 'border-madder/50 bg-madder-wash text-madder',
  seal: 'border-seal/50 bg-seal-wash text-seal',
}
export type Tone = keyof typeof tones

interface Look {
  tone?: Tone | undefined
  /** A sentence breaks where the room ends; a word never does. */
  wrap?: boolean | undefined
}

export function Badge({ tone = 'neutral', wrap, className, ...props }: ComponentProps<'span'> & Look) {
  return <span className={cn(base, wrap ? null : 'whitespace-nowrap', tones[tone], className)} {...props} />
}

const icons = { good: CircleCheck, waiting: Clock, bad: CircleX, neutral: null, seal: null }

/** Colour, icon and word together: a state is never told by colour alone. */
export function Status({ tone = 'neutral', wrap, children, className }: Look & { children: React.ReactNode; className?: string }) {
  const Icon = icons[tone]
  return (
    <Badge tone={tone} wrap={wrap} className={className}>
      {Icon ? <Icon className="size-3 shrink-0" aria-hidden /> : null}
      <span className="self-baseline">{children}</span>
    </Badge>
  )
}
