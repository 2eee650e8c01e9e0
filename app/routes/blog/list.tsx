import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ArticleCard, FeaturedCard } from '../../components/article-card.tsx'
import { PageHero } from '../../components/section.tsx'
import { allCards, categories } from '../../content/blog.server.ts'
import { cn } from '../../lib/cn.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { Input } from '../../ui/input.tsx'
import type { Route } from './+types/list.ts'

const seo = {
  title: 'Blog: law and engineering for tokenized assets',
  description:
    'Articles for issuers and developers on Reg D, Reg A+, stablecoins, NFTs, DeFi and gaming compliance, each with its sources.',
}
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { ...seo, jsonLd: [{ '@type': 'Blog', name: 'Sealwright blog', url: `${originOf(args.matches)}/blog` }] })

export const loader = () => ({ articles: allCards(), categories: categories() })

const hero = {
  title: 'The law, read closely',
  lead: 'What the rules say, where they come from, and how to build to them. Every article names its sources and the day it was last checked.',
  actions: [],
}

export default function BlogList({ loaderData }: Route.ComponentProps) {
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<string | null>(null)
  const words = query.trim().toLowerCase()
  const found = useMemo(
    () =>
      loaderData.articles.filter(
        (article) =>
          (category === null || article.category === category) &&
          (words === '' ||
            article.title.toLowerCase().includes(words) ||
            article.excerpt.toLowerCase().includes(words) ||
            article.tags.some((tag) => tag.toLowerCase().includes(words))),
      ),
    [loaderData.articles, category, words],
  )
  const featured = category === null && words === '' ? found.find((article) => article.featured) : undefined
  const rest = found.filter((article) => article !== featured)
  return (
    <>
      <PageHero hero={hero} />
      <div className="shell mt-10">
        <search className="js-only grid items-center gap-4 lg:grid-cols-[1fr_auto]">
          <fieldset className="-mx-1 flex flex-wrap gap-2 px-1">
            <legend className="sr-only">Category</legend>
            {[null, ...loaderData.categories].map((name) => (
              <button
                key={name ?? 'all'}
                type="button"
                aria-pressed={category === name}
                onClick={() => setCategory(name)}
                className={cn(
                  'min-h-9 rounded-md border px-3 text-[0.9688rem] transition-colors',
                  category === name ? 'border-ink bg-ink text-paper' : 'border-rule-strong hover:border-ink',
                )}
              >
                {name ?? 'All'}
              </button>
            ))}
          </fieldset>
          <label htmlFor="blog-search" className="relative block lg:w-72">
            <span className="sr-only">Search articles</span>
            <Search className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-soft" aria-hidden />
            <Input
              id="blog-search"
              type="search"
              placeholder="Search articles"
              className="pl-9"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </label>
        </search>
        <p className="sr-only" aria-live="polite">
          {found.length} articles
        </p>
        {featured ? (
          <div className="mt-10">
            <FeaturedCard article={featured} />
          </div>
        ) : null}
        {found.length === 0 ? (
          <p className="mt-16 text-center text-lg text-soft">No articles found matching your search.</p>
        ) : (
          <ul className="mt-12 grid gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {rest.map((article) => (
              <li key={article.slug}>
                <ArticleCard article={article} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
