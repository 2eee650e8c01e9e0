import MiniSearch from 'minisearch'
import { originToken } from '../lib/origin.ts'
import { type SearchEntry, type SearchGroup, searchOptions } from '../lib/search.ts'
import { allArticles } from './blog.server.ts'
import { docLinks, docPage } from './docs.server.ts'
import { remedies } from './error-remedies.ts'
import { guideLinks, guidePage } from './guides.server.ts'
import { reasonCodes, reasonPage } from './reasons.server.ts'
import { ruleCards } from './rules.server.ts'

const entities: Record<string, string> = { '&#x27;': '’', '&quot;': '"', '&gt;': '>', '&lt;': '<', '&amp;': '&' }
const plain = (html: string) =>
  html
    // A sample is found once, not in each language.
    .replace(/<div data-language="(?!curl)[\s\S]*?<\/figure><\/div>/g, '')
    .replace(/<button[\s\S]*?<\/button>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll(originToken, '')
    .replace(/&(#x27|quot|gt|lt|amp);/g, (entity) => entities[entity] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
const short = (text: string) => (text.length > 150 ? `${text.slice(0, 149).replace(/\s+\S*$/, '')}…` : text)

/** A text by its sections, so that a result leads to the right place of a page. */
function sections(group: SearchGroup, path: string, page: { title: string; description: string; html: string }): SearchEntry[] {
  const parts = page.html.split(/(?=<h[23] id=")/)
  return parts.map((part, index) => {
    const [, id = '', heading = ''] = /^<h[23] id="([^"]+)">([\s\S]*?)<\/h[23]>/.exec(part) ?? []
    const text = plain(part.replace(/^<h[23][\s\S]*?<\/h[23]>/, ''))
    const opening = index === 0 && id === ''
    return {
      id: `${path}#${id}`,
      group,
      title: page.title,
      heading: plain(heading),
      text: opening ? `${page.description} ${text}` : text,
      excerpt: short(opening ? page.description : text),
      href: id ? `${path}#${id}` : path,
    }
  })
}

/** Every text of the site that developers search, cut into sections and indexed. */
export function searchIndex(): string {
  const entries: SearchEntry[] = [
    ...docLinks().flatMap(({ slug }) => sections('Documentation', `/documentation/${slug}`, docPage(slug, originToken))),
    ...guideLinks().flatMap(({ slug }) => sections('Guides', `/developer/guides/${slug}`, guidePage(slug, originToken))),
    ...Object.entries(remedies).map(([code, { cause, remedy }]) => ({
      id: `error:${code}`,
      group: 'Errors' as const,
      title: code,
      heading: '',
      text: `${cause} ${remedy}`,
      excerpt: short(cause),
      href: `/errors/${code}`,
    })),
    ...reasonCodes().map((code) => ({
      id: `reason:${code}`,
      group: 'Rules' as const,
      title: code,
      heading: '',
      text: reasonPage(code)!.sentence,
      excerpt: short(reasonPage(code)!.sentence),
      href: `/rules/${code}`,
    })),
    ...ruleCards().map((rule) => ({
      id: `rule:${rule.code}`,
      group: 'Rules' as const,
      title: rule.code,
      heading: '',
      text: `${rule.sentence} ${rule.citation}`,
      excerpt: short(rule.sentence),
      href: `/rules/${rule.code}`,
    })),
    ...allArticles().flatMap((article) =>
      sections('Blog', `/blog/${article.slug}`, { title: article.title, description: article.excerpt, html: article.html }),
    ),
  ]
  const index = new MiniSearch(searchOptions)
  index.addAll(entries)
  return JSON.stringify(index)
}
