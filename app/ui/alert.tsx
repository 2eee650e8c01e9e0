import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

const looks = {
  info: { Icon: Info, look: 'border-rule-strong bg-raised text-ink', icon: 'text-soft' },
  success: { Icon: CircleCheck, look: 'border-verdigris/50 bg-verdigris-wash text-ink', icon: 'text-verdigris' },
  warning: { Icon: TriangleAlert, look: 'border-ochre/50 bg-ochre-wash text-ink', icon: 'text-ochre' },
  error: { Icon: CircleAlert, look: 'border-madder/50 bg-madder-wash text-ink', icon: 'text-madder' },
}

export function Alert({
  tone = 'info',
  title,
  children,
  className,
}: {
  tone?: keyof typeof looks
  title?: ReactNode
  children?: ReactNode
  className?: string
}) {
  const { Icon, look, icon } = looks[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cn('flex gap-3 rounded-md border px-4 py-3 text-[0.9688rem] leading-normal', look, className)}
    >
      <Icon className={cn('mt-0.5 size-[1.15em] shrink-0', icon)} aria-hidden />
      <div className="min-w-0">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  )
}
