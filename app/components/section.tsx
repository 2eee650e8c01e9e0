import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

/** A band of a page: a hairline above, a heading beside or over its content. */
export function Section({
  id,
  eyebrow,
  title,
  intro,
  children,
  className,
  plain,
}: {
  id?: string
  eyebrow?: ReactNode
  title?: ReactNode
  intro?: ReactNode
  children?: ReactNode
  className?: string
  plain?: boolean
}) {
  return (
    <section id={id} className={cn('shell mt-20 sm:mt-28', className)}>
      {title ? (
        <div className={cn('grid gap-x-10 gap-y-4 lg:grid-cols-[5fr_6fr]', plain ? '' : 'border-rule border-t pt-8')}>
          <div>
            {eyebrow ? <p className="eyebrow mb-3">{eyebrow}</p> : null}
            <h2 className="title-2 max-w-[20ch]">{title}</h2>
          </div>
          {intro ? <div className="lede max-w-[58ch] self-end">{intro}</div> : null}
        </div>
      ) : null}
      {children ? <div className={title ? 'mt-10' : undefined}>{children}</div> : null}
    </section>
  )
}

/** The opening of an inner page. */
export function PageHero({
  eyebrow,
  title,
  lede,
  actions,
  aside,
  className,
}: {
  eyebrow?: ReactNode
  title: ReactNode
  lede?: ReactNode
  actions?: ReactNode
  aside?: ReactNode
  className?: string
}) {
  return (
    <div className={cn('relative isolate overflow-hidden', className)}>
      <div className={cn('shell pt-12 pb-4 sm:pt-20', aside ? 'grid items-start gap-10 lg:grid-cols-[7fr_5fr]' : '')}>
        <div>
          {eyebrow ? <div className="mb-4">{eyebrow}</div> : null}
          <h1 className="title-1 max-w-[17ch]">{title}</h1>
          {lede ? <div className="lede mt-6 max-w-[56ch]">{lede}</div> : null}
          {actions ? <div className="mt-8 flex flex-wrap gap-3">{actions}</div> : null}
        </div>
        {aside ? <div className="min-w-0">{aside}</div> : null}
      </div>
    </div>
  )
}
