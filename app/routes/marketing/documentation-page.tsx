import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { DocsNav } from '../../components/docs-nav.tsx'
import { OnThisPage } from '../../components/on-this-page.tsx'
import { Prose } from '../../components/prose.tsx'
import { docLinks, docPage } from '../../content/docs.server.ts'
import { pageMeta } from '../../lib/meta.ts'
import { originIn } from '../../lib/request-origin.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import type { Route } from './+types/documentation-page.ts'

export const loader = ({ params, context }: Route.LoaderArgs) => ({
  page: docPage(params['*'].replace(/\/$/, ''), originIn(context)),
  links: docLinks(),
})

const crumbs = (title: string) => [{ label: 'Home', path: '/' }, { label: 'Documentation', path: '/documentation' }, { label: title }]

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData?.page
  if (!page) return pageMeta(args, { title: 'Page not found', description: 'There is no such page of the documentation.', noindex: true })
  return pageMeta(args, {
    title: `${page.title} | Documentation`,
    description: page.description,
    crumbs: crumbs(page.title),
    jsonLd: [{ '@type': 'TechArticle', headline: page.title, description: page.description }],
  })
}

export default function DocumentationPage({ loaderData: { page, links } }: Route.ComponentProps) {
  return (
    <div className="shell grid gap-x-14 gap-y-8 pt-8 sm:pt-12 grid-cols-[minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,1fr)_12rem] xl:gap-x-12">
      <DocsNav links={links} current={page.slug} />
      <article className="min-w-0">
        <Breadcrumb items={crumbs(page.title)} className="no-print" />
        <h1 className="title-1 mt-6 max-w-[22ch]">{page.title}</h1>
        <p className="lede mt-4 max-w-[60ch]">{page.description}</p>
        <p className="no-print mt-3 text-[0.9375rem]">
          <a href={`/documentation/${page.slug}.md`} className="link">
            This page as Markdown
          </a>
        </p>
        <Prose html={page.html} className="mt-10" />
        <nav aria-label="Neighbouring pages" className="no-print mt-14 flex flex-wrap justify-between gap-4 border-rule border-t pt-6">
          {page.previous ? (
            <Link to={`/documentation/${page.previous.slug}`} className="link inline-flex min-h-8 items-center gap-2" rel="prev">
              <ArrowLeft className="size-4" aria-hidden /> {page.previous.title}
            </Link>
          ) : (
            <span />
          )}
          {page.next ? (
            <Link to={`/documentation/${page.next.slug}`} className="link inline-flex min-h-8 items-center gap-2" rel="next">
              {page.next.title} <ArrowRight className="size-4" aria-hidden />
            </Link>
          ) : null}
        </nav>
      </article>
      <OnThisPage headings={page.headings} />
    </div>
  )
}
