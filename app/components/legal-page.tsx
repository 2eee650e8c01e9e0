import { Printer } from 'lucide-react'
import type { LegalText } from '../content/legal.server.ts'
import { longDate } from '../lib/dates.ts'
import { Breadcrumb, type Crumb } from '../ui/breadcrumb.tsx'
import { Button } from '../ui/button.tsx'
import { Contents } from './on-this-page.tsx'
import { Prose } from './prose.tsx'

/** A legal text with its date, its contents and a print button. */
export function LegalPage({ text, crumbs }: { text: LegalText; crumbs?: Crumb[] }) {
  return (
    <article className="shell pt-8 sm:pt-12">
      <Breadcrumb items={crumbs} className="no-print" />
      <header className="mt-8 flex flex-wrap items-end justify-between gap-6 border-rule border-b pb-8">
        <div>
          <h1 className="title-1 max-w-[20ch]">{text.title}</h1>
          {text.updated ? (
            <p className="mt-4 text-soft">
              In force from <time dateTime={text.updated}>{longDate(text.updated)}</time>
            </p>
          ) : null}
        </div>
        <Button variant="outline" size="sm" className="js-only no-print" onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden /> Print
        </Button>
      </header>
      <div className="mt-10 grid gap-x-14 gap-y-10 grid-cols-[minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Contents label="Contents" headings={text.headings} />
        <Prose html={text.html} />
      </div>
    </article>
  )
}
