import { Link } from 'react-router'
import type { ArticleCard as Card } from '../content/blog.server.ts'
import { longDate } from '../lib/dates.ts'
import { Badge } from '../ui/badge.tsx'

const shownTags = 2

export function ArticleCard({ article, level = 'h2' }: { article: Card; level?: 'h2' | 'h3' }) {
  const Heading = level
  return (
    <article className="group relative flex h-full flex-col border-rule border-t pt-5">
      <p className="flex flex-wrap gap-x-3 text-[0.9375rem] text-soft">
        <span className="text-seal">{article.category}</span>
        <time dateTime={article.publishDate}>{longDate(article.publishDate)}</time>
        <span>{article.readTime}</span>
      </p>
      <Heading className="title-3 mt-2.5">
        <Link to={`/blog/${article.slug}`} prefetch="intent" className="group-hover:text-seal">
          <span className="absolute inset-0" aria-hidden />
          {article.title}
        </Link>
      </Heading>
      <p className="mt-2 text-soft leading-normal">{article.excerpt}</p>
      <ul className="mt-auto flex flex-wrap gap-2 pt-4" aria-label="Tags">
        {article.tags.slice(0, shownTags).map((tag) => (
          <li key={tag}>
            <Badge>{tag}</Badge>
          </li>
        ))}
      </ul>
    </article>
  )
}

/** The one article that leads the list. */
export function FeaturedCard({ article }: { article: Card }) {
  return (
    <article className="group relative isolate overflow-hidden rounded-md border border-rule-strong bg-raised px-6 py-9 sm:px-10 sm:py-12">
      <div className="pointer-events-none absolute inset-1 rounded-sm border border-rule" aria-hidden />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.9375rem] text-soft">
        <Badge tone="seal">Featured</Badge>
        <span className="text-seal">{article.category}</span>
        <time dateTime={article.publishDate}>{longDate(article.publishDate)}</time>
        <span>{article.readTime}</span>
      </p>
      <h2 className="title-2 mt-4 max-w-[24ch]">
        <Link to={`/blog/${article.slug}`} prefetch="intent" className="group-hover:text-seal">
          <span className="absolute inset-0" aria-hidden />
          {article.title}
        </Link>
      </h2>
      <p className="lede mt-3 max-w-[60ch]">{article.excerpt}</p>
      <ul className="mt-5 flex flex-wrap gap-2" aria-label="Tags">
        {article.tags.slice(0, shownTags).map((tag) => (
          <li key={tag}>
            <Badge>{tag}</Badge>
          </li>
        ))}
      </ul>
    </article>
  )
}
