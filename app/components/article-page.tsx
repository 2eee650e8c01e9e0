import { Printer, Share2 } from 'lucide-react'
import { Link } from 'react-router'
import type { ArticleData } from '../content/article.server.ts'
import { longDate } from '../lib/dates.ts'
import { slugOf } from '../lib/slug.ts'
import { Badge } from '../ui/badge.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { ArticleCard } from './article-card.tsx'
import { Contents } from './on-this-page.tsx'
import { Prose } from './prose.tsx'

/** Offers the system's share sheet, else copies the address. */
async function share(title: string, url: string) {
  if (navigator.share) {
    await navigator.share({ title, url }).catch(() => {})
    return
  }
  await navigator.clipboard.writeText(url)
  toast.success('Copied', { description: 'The address of the article is in the clipboard.' })
}

export function ArticlePage({ data: { article, related, url } }: { data: ArticleData }) {
  return (
    <>
      <article className="shell pt-8 sm:pt-12">
        <Breadcrumb
          items={[{ label: 'Home', path: '/' }, { label: 'Blog', path: '/blog' }, { label: article.title }]}
          className="no-print"
        />
        <header className="mt-8 border-rule border-b pb-8">
          <p className="flex flex-wrap gap-x-4 text-[0.9688rem] text-soft">
            <Link to={`/blog/category/${slugOf(article.category)}`} className="text-seal hover:underline">
              {article.category}
            </Link>
            <span>
              <time dateTime={article.publishDate}>{longDate(article.publishDate)}</time>
              {article.updated !== article.publishDate ? (
                <>
                  , checked <time dateTime={article.updated}>{longDate(article.updated)}</time>
                </>
              ) : null}
            </span>
            <span>{article.readTime}</span>
          </p>
          <h1 className="title-1 mt-4 max-w-[24ch]">{article.title}</h1>
          <p className="lede mt-5 max-w-[62ch]">{article.excerpt}</p>
          <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
            <p>
              By{' '}
              <Link to={`/blog/author/${article.author.slug}`} className="link" rel="author">
                {article.author.name}
              </Link>
            </p>
            <div className="js-only no-print flex gap-2">
              <Button variant="outline" size="sm" onClick={() => share(article.title, url)}>
                <Share2 className="size-4" aria-hidden /> Share
              </Button>
              <Button variant="outline" size="sm" onClick={() => window.print()}>
                <Printer className="size-4" aria-hidden /> Print
              </Button>
            </div>
          </div>
        </header>
        <div className="mt-10 grid gap-x-14 gap-y-10 grid-cols-[minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)]">
          <Contents label="In this article" headings={article.headings} />
          <div className="min-w-0">
            <Prose html={article.html} />
            {article.sources.length > 0 ? (
              <section className="measure mt-14 border-rule border-t pt-6" aria-labelledby="sources">
                <h2 id="sources" className="title-3">
                  Sources
                </h2>
                <ol className="mt-3 list-decimal space-y-1.5 pl-5 text-[0.9688rem]">
                  {article.sources.map((source) => (
                    <li key={source.url}>
                      <a href={source.url} rel="noopener" className="link wrap-anywhere">
                        {source.label}
                      </a>
                    </li>
                  ))}
                </ol>
              </section>
            ) : null}
            <ul className="mt-8 flex flex-wrap gap-2" aria-label="Tags">
              {article.tags.map((tag) => (
                <li key={tag}>
                  <Badge>{tag}</Badge>
                </li>
              ))}
            </ul>
            <p className="measure mt-8 border-seal border-l-2 pl-4 text-[0.9688rem] text-soft">
              This article explains rules in general. It is not legal, tax or investment advice. Law changes: look at the date above and ask
              counsel about your case.
            </p>
          </div>
        </div>
      </article>
      {related.length > 0 ? (
        <section className="shell no-print mt-20" aria-labelledby="related-articles">
          <h2 id="related-articles" className="title-2">
            Related articles
          </h2>
          <ul className="mt-8 grid gap-x-8 gap-y-10 md:grid-cols-3 lg:gap-x-10">
            {related.map((item) => (
              <li key={item.slug}>
                <ArticleCard article={item} level="h3" />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
