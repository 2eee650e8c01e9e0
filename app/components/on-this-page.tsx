import { cn } from '../lib/cn.ts'

type Headings = readonly { id: string; text: string }[]

/** The headings of a text with a column of their own: an article, a legal text. */
export function Contents({ label, headings }: { label: string; headings: Headings }) {
  return (
    <aside className="no-print lg:sticky lg:top-24 lg:self-start">
      <nav aria-label={label} className="max-h-[calc(100dvh-8rem)] overflow-y-auto">
        <p className="eyebrow">{label}</p>
        <Links headings={headings} className="mt-3 text-[0.9375rem]" />
      </nav>
    </aside>
  )
}

/** The headings of a long page, beside it where there is room. Needs no script: they are links. */
export function OnThisPage({ headings }: { headings: Headings }) {
  if (headings.length < 2) return null
  return (
    <aside className="no-print max-xl:hidden">
      <nav aria-label="On this page" className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto">
        <p className="eyebrow">On this page</p>
        <Links headings={headings} className="mt-2 text-[0.875rem]" />
      </nav>
    </aside>
  )
}

const Links = ({ headings, className }: { headings: Headings; className: string }) => (
  <ol className={cn('border-rule border-l', className)}>
    {headings.map((heading) => (
      <li key={heading.id}>
        <a href={`#${heading.id}`} className="block py-1.5 pl-4 text-soft leading-snug hover:text-ink">
          {heading.text}
        </a>
      </li>
    ))}
  </ol>
)
