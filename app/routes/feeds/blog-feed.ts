import { allArticles } from '../../content/blog.server.ts'
import { originIn } from '../../lib/request-origin.ts'
import type { Route } from './+types/blog-feed.ts'

const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!)
const rfc822 = (isoDate: string) => new Date(`${isoDate}T00:00:00Z`).toUTCString()

export function loader({ context }: Route.LoaderArgs) {
  const origin = originIn(context)
  const items = allArticles().map(
    (article) => `    <item>
      <title>${escapeXml(article.title)}</title>
      <link>${origin}/blog/${article.slug}</link>
      <guid isPermaLink="true">${origin}/blog/${article.slug}</guid>
      <pubDate>${rfc822(article.publishDate)}</pubDate>
      <category>${escapeXml(article.category)}</category>
      <description>${escapeXml(article.excerpt)}</description>
    </item>`,
  )
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>Sealwright blog</title>
    <link>${origin}/blog</link>
    <description>Law and engineering for tokenized assets, with sources.</description>
    <language>en</language>
    <atom:link href="${origin}/blog/feed.xml" rel="self" type="application/rss+xml"/>
${items.join('\n')}
  </channel>
</rss>
`,
    { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } },
  )
}
