import { AUTHORS } from '../../content/authors.ts'
import { allArticles, categories } from '../../content/blog.server.ts'
import { docLinks } from '../../content/docs.server.ts'
import { guideLinks } from '../../content/guides.server.ts'
import { ruleCards } from '../../content/rules.server.ts'
import { staticPaths } from '../../content/static-paths.ts'
import { originIn } from '../../lib/request-origin.ts'
import { slugOf } from '../../lib/slug.ts'
import type { Route } from './+types/sitemap.ts'

export function loader({ context }: Route.LoaderArgs) {
  const origin = originIn(context)
  const changed = new Map(allArticles().map((article) => [`/blog/${article.slug}`, article.updated]))
  const paths = [
    ...staticPaths,
    '/api-status',
    '/appeal',
    '/developer/api-reference',
    '/developer/api-playground',
    '/rules',
    ...ruleCards().map((rule) => `/rules/${rule.code}`),
    ...guideLinks().map((guide) => `/developer/guides/${guide.slug}`),
    ...docLinks().map((doc) => `/documentation/${doc.slug}`),
    // Only the canonical form of an article's address is listed.
    ...changed.keys(),
    ...categories().map((category) => `/blog/category/${slugOf(category)}`),
    ...AUTHORS.map((author) => `/blog/author/${author.slug}`),
  ]
  const entries = [...new Set(paths)].map((path) => {
    const date = changed.get(path)
    return `  <url><loc>${origin}${path === '/' ? '/' : path}</loc>${date ? `<lastmod>${date}</lastmod>` : ''}</url>`
  })
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    { headers: { 'content-type': 'application/xml; charset=utf-8' } },
  )
}
