import { ArrowRight, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { FaqItem, LinkedBlock, TextBlock } from '../content/types.ts'
import { cn } from '../lib/cn.ts'

/** Titled paragraphs under hairlines. */
export function TextGrid({ items, columns = 2, numbered }: { items: readonly TextBlock[]; columns?: 2 | 3 | 5; numbered?: boolean }) {
  return (
    <dl
      className={cn('grid gap-x-12 gap-y-8 sm:grid-cols-2', columns === 3 && 'lg:grid-cols-3', columns === 5 && 'gap-x-8 lg:grid-cols-5')}
    >
      {items.map((item, index) => (
        <div key={item.title} className="border-rule border-t pt-4">
          {numbered ? (
            <p aria-hidden className="mb-1.5 font-mono text-[0.8125rem] text-seal">
              {String(index + 1).padStart(2, '0')}
            </p>
          ) : null}
          <dt className="title-3">{item.title}</dt>
          <dd className="mt-1.5 max-w-[54ch] text-soft">{item.text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Titled paragraphs that lead somewhere; the whole card is the link. */
export function LinkedGrid({ items, columns = 3 }: { items: readonly LinkedBlock[]; columns?: 2 | 3 }) {
  return (
    <ul className={cn('grid gap-4', items.length === 3 ? 'md:grid-cols-3' : cn('sm:grid-cols-2', columns === 3 && 'lg:grid-cols-3'))}>
      {items.map((item) => (
        <li key={item.title}>
          <Link
            to={item.link.href}
            prefetch="intent"
            className="group flex h-full flex-col rounded-md border border-rule bg-raised p-6 transition-colors hover:border-ink"
          >
            <h3 className="title-3">{item.title}</h3>
            <p className="mt-1.5 mb-5 text-soft">{item.text}</p>
            <span className="mt-auto inline-flex items-center gap-1.5 font-semibold text-[0.9688rem] group-hover:text-seal">
              {item.link.label}
              <ArrowRight className="size-4 transition-transform duration-200 group-hover:translate-x-0.5" aria-hidden />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** At most three ways on, at the end of a page. */
export function RelatedResources({ items, title = 'Next' }: { items: readonly (LinkedBlock & { category?: string })[]; title?: string }) {
  return (
    <section aria-labelledby="related" className="shell mt-20 sm:mt-28">
      <h2 id="related" className="title-2 border-rule border-t pt-8">
        {title}
      </h2>
      <div className="mt-8">
        <LinkedGrid items={items.slice(0, 3)} />
      </div>
    </section>
  )
}

/** Questions that open in place; readable without scripts and found by the browser's search. */
export function Faq({ items }: { items: readonly FaqItem[] }) {
  return (
    <div className="border-rule border-t">
      {items.map((item) => (
        <details key={item.question} className="group border-rule border-b">
          <summary className="flex min-h-14 items-center justify-between gap-6 py-4">
            <h3 className="title-3">{item.question}</h3>
            <Plus className="size-5 shrink-0 text-soft transition-transform duration-200 group-open:rotate-45" aria-hidden />
          </summary>
          <p className="measure pb-6 text-soft">{item.answer}</p>
        </details>
      ))}
    </div>
  )
}

/** A list with engraved dashes. */
export function DashList({ items, className }: { items: readonly string[]; className?: string }) {
  return (
    <ul className={cn('grid gap-1.5', className)}>
      {items.map((item) => (
        <li key={item} className="relative pl-5 before:absolute before:top-[0.8em] before:left-0 before:h-px before:w-2.5 before:bg-seal">
          {item}
        </li>
      ))}
    </ul>
  )
}
