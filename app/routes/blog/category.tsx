import { Link } from 'react-router'
import { ArticleCard } from '../../components/article-card.tsx'
import { PageHero } from '../../components/section.tsx'
import { allCards, categories, findCategory } from '../../content/blog.server.ts'
import { pageMeta } from '../../lib/meta.ts'
import { slugOf } from '../../lib/slug.ts'
import type { Route } from './+types/category.ts'

const notes: Record<string, string> = {
  Securities: 'Exemptions, accreditation, resale and what an offering costs.',
  Stablecoins: 'Reserves, redemption, sanctions and the travel rule.',
  NFTs: 'Creators, sales by size and when a collectible is a security.',
  DeFi: 'Lending, yield and access by level.',
  Gaming: 'Age, place, prizes and play-to-earn.',
  Compliance: 'Screening, records, cost and the craft of saying why.',
}

export function loader({ params }: Route.LoaderArgs) {
  const category = findCategory(params.category)
  if (!category) throw new Response(null, { status: 404 })
  return { category, articles: allCards().filter((article) => article.category === category), categories: categories() }
}

export const meta: Route.MetaFunction = (args) =>
  args.loaderData
    ? pageMeta(args, {
        title: `${args.loaderData.category} articles`,
        description: `Sealwright articles on ${args.loaderData.category}: ${notes[args.loaderData.category] ?? ''}`,
        crumbs: [{ label: 'Home', path: '/' }, { label: 'Blog', path: '/blog' }, { label: args.loaderData.category }],
      })
    : pageMeta(args, { title: 'Category not found', description: 'There is no such category.', noindex: true })

export default function BlogCategory({ loaderData }: Route.ComponentProps) {
  const { category, articles } = loaderData
  return (
    <>
      <PageHero
        seal={false}
        hero={{ title: category, lead: notes[category] ?? '', actions: [] }}
        crumbs={[{ label: 'Home', path: '/' }, { label: 'Blog', path: '/blog' }, { label: category }]}
      />
      <div className="shell mt-10">
        <nav aria-label="Categories" className="flex flex-wrap gap-x-5 gap-y-1">
          {loaderData.categories.map((name) => (
            <Link
              key={name}
              to={`/blog/category/${slugOf(name)}`}
              aria-current={name === category ? 'page' : undefined}
              className="inline-flex min-h-8 items-center text-soft hover:text-ink hover:underline aria-[current=page]:text-seal"
            >
              {name}
            </Link>
          ))}
        </nav>
        <ul className="mt-10 grid gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {articles.map((article) => (
            <li key={article.slug}>
              <ArticleCard article={article} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
