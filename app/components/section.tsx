import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Hero } from '../content/types.ts'
import { cn } from '../lib/cn.ts'
import { sealNameOf } from '../lib/seal-name.ts'
import { Breadcrumb, type Crumb } from '../ui/breadcrumb.tsx'
import { HeroActions } from './hero-actions.tsx'

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
          {intro ? <div className="lede max-w-[58ch] self-end text-pretty">{intro}</div> : null}
        </div>
      ) : null}
      {children ? <div className={title ? 'mt-10' : undefined}>{children}</div> : null}
    </section>
  )
}

/** The opening of an inner page: where one is, what it says, what to do. */
export function PageHero({
  hero,
  crumbs,
  seal = true,
  children,
}: {
  hero: Pick<Hero, 'title' | 'lead' | 'actions'>
  crumbs?: Crumb[]
  /** The page's own seal, as tall as the opening so that it never lies behind what follows; off on pages without one. */
  seal?: boolean
  children?: ReactNode
}) {
  const { pathname } = useLocation()
  return (
    <div className="relative isolate overflow-x-clip">
      {seal ? (
        <span
          aria-hidden
          className="-right-20 -z-10 absolute top-6 aspect-square h-[calc(100%+1rem)] max-h-[34rem] bg-seal opacity-[0.26] max-lg:-right-48 max-lg:opacity-[0.12] max-sm:hidden xl:right-[max(-4rem,calc(50%-42rem))]"
          style={{ mask: `url(/seals/${sealNameOf(pathname)}.svg) center / contain no-repeat` }}
        />
      ) : null}
      <div className="shell pt-8 sm:pt-12">
        <Breadcrumb items={crumbs} />
        <h1 className="title-1 mt-8 max-w-[18ch]">{hero.title}</h1>
        <p className="lede mt-6 max-w-[58ch]">{hero.lead}</p>
        {hero.actions.length > 0 ? (
          <div className="mt-8 flex flex-wrap gap-3">
            <HeroActions actions={hero.actions} />
          </div>
        ) : null}
        {children}
      </div>
    </div>
  )
}
