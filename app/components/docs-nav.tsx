import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import type { DocLink } from '../content/docs.server.ts'

/** The pages of the documentation by section; folded on narrow screens. */
export function DocsNav({ links, current }: { links: DocLink[]; current: string }) {
  const sections = [...new Set(links.map((link) => link.section))]
  const list = (
    <>
      {sections.map((section) => (
        <div key={section} className="mb-6">
          <p className="eyebrow">{section}</p>
          <ul className="mt-2 border-rule border-l">
            {links
              .filter((link) => link.section === section)
              .map((link) => (
                <li key={link.slug}>
                  <Link
                    to={`/documentation/${link.slug}`}
                    aria-current={link.slug === current ? 'page' : undefined}
                    className="-ml-px block border-transparent border-l py-1.5 pl-4 text-[0.9375rem] text-soft leading-snug hover:text-ink aria-[current=page]:border-seal aria-[current=page]:text-ink"
                  >
                    {link.title}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </>
  )
  return (
    <nav aria-label="Documentation" className="no-print">
      <details className="group rounded-md border border-rule lg:hidden">
        <summary className="flex min-h-11 items-center justify-between px-4">
          All pages <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden />
        </summary>
        <div className="px-4 pt-2">{list}</div>
      </details>
      <div className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto max-lg:hidden">{list}</div>
    </nav>
  )
}
