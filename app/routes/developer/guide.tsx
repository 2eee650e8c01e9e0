import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import { OnThisPage } from '../../components/on-this-page.tsx'
import { Prose } from '../../components/prose.tsx'
import { guideLinks, guidePage } from '../../content/guides.server.ts'
import { pageMeta } from '../../lib/meta.ts'
import { originIn } from '../../lib/request-origin.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/guide.ts'

export const loader = ({ params, context }: Route.LoaderArgs) => ({
  guide: guidePage(params.market, originIn(context)),
  guides: guideLinks(),
})

const crumbs = (title: string) => [{ label: 'Home', path: '/' }, { label: 'Developer', path: '/developer' }, { label: title }]

export const meta: Route.MetaFunction = (args) => {
  const guide = args.loaderData?.guide
  if (!guide) return pageMeta(args, { title: 'Guide not found', description: 'There is no such guide.', noindex: true })
  return pageMeta(args, {
    title: guide.title,
    description: guide.description,
    crumbs: crumbs(guide.title),
    jsonLd: [{ '@type': 'TechArticle', headline: guide.title, description: guide.description }],
  })
}

export default function Guide({ loaderData: { guide, guides } }: Route.ComponentProps) {
  const reference = guide.market ? `/developer/api-reference#${guide.market}` : '/developer/api-reference'
  return (
    <div className="shell grid gap-x-14 gap-y-8 pt-8 sm:pt-12 grid-cols-[minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,1fr)_12rem] xl:gap-x-12">
      <nav aria-label="Guides" className="no-print">
        <details className="group rounded-md border border-rule lg:hidden">
          <summary className="flex min-h-11 items-center justify-between px-4">
            All guides <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden />
          </summary>
          <div className="px-4 pb-3">
            <GuideList guides={guides} current={guide.slug} />
          </div>
        </details>
        <div className="sticky top-24 max-lg:hidden">
          <p className="eyebrow">Guides</p>
          <GuideList guides={guides} current={guide.slug} />
        </div>
      </nav>
      <article className="min-w-0">
        <Breadcrumb items={crumbs(guide.title)} className="no-print" />
        <h1 className="title-1 mt-6 max-w-[22ch]">{guide.title}</h1>
        <p className="lede mt-4 max-w-[60ch]">{guide.description}</p>
        <div className="no-print mt-6 flex flex-wrap gap-3">
          <ButtonLink to="/developer/api-playground" size="sm">
            Open the playground
          </ButtonLink>
          <ButtonLink to={reference} variant="outline" size="sm">
            API reference
          </ButtonLink>
          <a href={`/developer/guides/${guide.slug}.md`} className="link self-center text-[0.9375rem]">
            This page as Markdown
          </a>
        </div>
        <Prose html={guide.html} className="mt-10" />
      </article>
      <OnThisPage headings={guide.headings} />
    </div>
  )
}

function GuideList({ guides, current }: { guides: { slug: string; title: string }[]; current: string }) {
  return (
    <ul className="mt-3 border-rule border-l">
      {guides.map((item) => (
        <li key={item.slug}>
          <Link
            to={`/developer/guides/${item.slug}`}
            aria-current={item.slug === current ? 'page' : undefined}
            className="-ml-px block border-transparent border-l py-1.5 pl-4 text-[0.9375rem] text-soft leading-snug hover:text-ink aria-[current=page]:border-seal aria-[current=page]:text-ink"
          >
            {item.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
