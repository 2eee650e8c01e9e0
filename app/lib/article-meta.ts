import type { MetaDescriptor } from 'react-router'
import type { ArticleData } from '../content/article.server.ts'
import { originOf, pageMeta } from './meta.ts'

export function articleMeta(args: Parameters<typeof pageMeta>[0], data: ArticleData | undefined): MetaDescriptor[] {
  if (!data) return pageMeta(args, { title: 'Article not found', description: 'There is no such article.', noindex: true })
  const { article, url } = data
  const origin = originOf(args.matches)
  return pageMeta(args, {
    title: article.title,
    description: article.description,
    canonical: `/blog/${article.slug}`,
    picture: `blog-${article.slug}`,
    type: 'article',
    article: { published: article.publishDate, updated: article.updated, section: article.category, tags: article.tags },
    crumbs: [{ label: 'Home', path: '/' }, { label: 'Blog', path: '/blog' }, { label: article.title }],
    jsonLd: [
      {
        '@type': 'BlogPosting',
        headline: article.title,
        description: article.description,
        datePublished: article.publishDate,
        dateModified: article.updated,
        articleSection: article.category,
        keywords: article.tags.join(', '),
        wordCount: article.words,
        image: `${origin}/social/blog-${article.slug}.png`,
        mainEntityOfPage: url,
        author: { '@type': 'Organization', name: `Sealwright ${article.author.name}`, url: `${origin}/blog/author/${article.author.slug}` },
        publisher: { '@type': 'Organization', name: 'Sealwright', url: origin },
        citation: article.sources.map((source) => source.url),
      },
    ],
  })
}
