import { ArticleCard } from '../../components/article-card.tsx'
import { PageHero } from '../../components/section.tsx'
import { AUTHORS } from '../../content/authors.ts'
import { cardsOfAuthor } from '../../content/blog.server.ts'
import { pageMeta } from '../../lib/meta.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Route } from './+types/author.ts'

export function loader({ params }: Route.LoaderArgs) {
  const author = AUTHORS.find((candidate) => candidate.slug === params.author)
  if (!author) throw new Response(null, { status: 404 })
  return { author, articles: cardsOfAuthor(author.slug) }
}

const crumbs = (name: string) => [{ label: 'Home', path: '/' }, { label: 'Blog', path: '/blog' }, { label: name }]

export const meta: Route.MetaFunction = (args) =>
  args.loaderData
    ? pageMeta(args, {
        title: `Articles by ${args.loaderData.author.name}`,
        description: args.loaderData.author.description,
        crumbs: crumbs(args.loaderData.author.name),
      })
    : pageMeta(args, { title: 'Author not found', description: 'There is no such author.', noindex: true })

export default function BlogAuthor({ loaderData: { author, articles } }: Route.ComponentProps) {
  return (
    <>
      <PageHero seal={false} hero={{ title: author.name, lead: author.description, actions: [] }} crumbs={crumbs(author.name)}>
        <ul className="mt-6 flex flex-wrap gap-2" aria-label="Topics">
          {author.topics.map((topic) => (
            <li key={topic}>
              <Badge>{topic}</Badge>
            </li>
          ))}
        </ul>
      </PageHero>
      <div className="shell mt-14">
        {articles.length === 0 ? <p className="text-soft">No articles yet.</p> : null}
        <ul className="grid gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
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
