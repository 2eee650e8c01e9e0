import { type MdxModule, renderMdx } from '../lib/content.server.tsx'
import { slugOf } from '../lib/slug.ts'
import { AUTHORS } from './authors.ts'
import { countWords, readTime } from './reading.ts'

interface FrontMatter {
  slug: string
  title: string
  excerpt: string
  description?: string
  publishDate: string
  updated?: string
  category: string
  tags: string[]
  featured?: boolean
  author: string
  sources?: { label: string; url: string }[]
}

export interface ArticleCard {
  slug: string
  title: string
  excerpt: string
  publishDate: string
  readTime: string
  category: string
  tags: string[]
  featured: boolean
}

const modules = import.meta.glob<MdxModule<FrontMatter>>('./blog/*.mdx', { eager: true })

/** The order of the filter buttons. */
const categoryOrder = ['Securities', 'Stablecoins', 'NFTs', 'DeFi', 'Gaming', 'Compliance']
const date = (value: unknown) => String(value).slice(0, 10)

const articles = Object.values(modules)
  .map((module) => {
    const front = module.frontmatter
    const { html, headings } = renderMdx(module)
    const text = html.replace(/<pre[\s\S]*?<\/pre>/g, ' ')
    return {
      ...front,
      publishDate: date(front.publishDate),
      updated: date(front.updated ?? front.publishDate),
      readTime: readTime(text),
      featured: front.featured === true,
      sources: front.sources ?? [],
      author: AUTHORS.find((author) => author.slug === front.author) ?? AUTHORS[0],
      html,
      headings,
      words: countWords(text),
    }
  })
  // Newest first; the featured one leads its day.
  .sort((a, b) => b.publishDate.localeCompare(a.publishDate) || Number(b.featured) - Number(a.featured) || a.title.localeCompare(b.title))

export type Article = (typeof articles)[number]

const cardOf = ({ slug, title, excerpt, publishDate, readTime, category, tags, featured }: Article): ArticleCard => ({
  slug,
  title,
  excerpt,
  publishDate,
  readTime,
  category,
  tags,
  featured,
})

export const allCards = () => articles.map(cardOf)
export const findArticle = (slug: string) => articles.find((article) => article.slug === slug)
export const categories = () => categoryOrder.filter((category) => articles.some((article) => article.category === category))
export const findCategory = (slug: string) => categories().find((category) => slugOf(category) === slug)
export const cardsOfAuthor = (slug: string) => articles.filter((article) => article.author.slug === slug).map(cardOf)
export const allArticles = () => articles

/** Up to three: same category first, then by shared tags. */
export function relatedTo(article: Article): ArticleCard[] {
  const score = (other: Article) =>
    (other.category === article.category ? 2 : 0) + other.tags.filter((tag) => article.tags.includes(tag)).length
  return articles
    .filter((other) => other.slug !== article.slug)
    .sort((a, b) => score(b) - score(a))
    .slice(0, 3)
    .map(cardOf)
}
export const cardsBySlug = (slugs: readonly string[]) =>
  slugs.flatMap((slug) => {
    const article = findArticle(slug)
    return article ? [cardOf(article)] : []
  })
