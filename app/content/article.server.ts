import { originToken } from '../lib/origin.ts'
import { findArticle, relatedTo } from './blog.server.ts'

/** All an article page shows. Throws 404 for an unknown slug. */
export function articleData(slug: string, origin: string) {
  const article = findArticle(slug)
  if (!article) throw new Response(null, { status: 404 })
  const { title, excerpt, description, publishDate, updated, readTime, category, tags, author, sources, html, headings, words } = article
  return {
    article: {
      slug: article.slug,
      title,
      excerpt,
      description: description || excerpt,
      publishDate,
      updated,
      readTime,
      category,
      tags,
      sources,
      html: html.replaceAll(originToken, origin),
      headings,
      words,
      author: { slug: author.slug as string, name: author.name as string, description: author.description as string },
    },
    related: relatedTo(article),
    url: `${origin}/blog/${article.slug}`,
  }
}
export type ArticleData = ReturnType<typeof articleData>
