import type { MetaDescriptor } from 'react-router'
import { type Crumb, crumbsOf } from '../ui/breadcrumb.tsx'
import { originToken } from './origin.ts'
import { breadcrumbs } from './structured-data.ts'

interface MetaArgs {
  location: { pathname: string }
  matches: ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>
}
export interface PageMeta {
  title: string
  description: string
  /** Canonical path, when it is not the page's own. */
  canonical?: string
  /** Name of the social picture under /social. */
  picture?: string
  type?: 'website' | 'article'
  noindex?: boolean
  jsonLd?: object[]
  /** The breadcrumb, when it is not the one of the path. */
  crumbs?: Crumb[]
  article?: { published: string; updated?: string; section: string; tags: string[] }
}

const siteName = 'Sealwright'
export const tagline = 'One check. Sealed to the wallet. Good in every market.'
export const defaultDescription =
  'Sealwright is a compliance API for tokenized assets: one identity check, bound to a wallet, reused across securities, stablecoins, NFTs, DeFi and gaming.'

export function originOf(matches: MetaArgs['matches']): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { origin?: string } | undefined
  return root?.origin ?? originToken
}

/** What a list of results shows of a title. The site's name gives way before a page's own words do. */
export const longestTitle = 70

function titleOf(title: string): string {
  const full = `${title} | ${siteName}`
  return title.includes(siteName) || full.length > longestTitle ? title : full
}

/** Title, description, canonical address, social tags and structured data of one page. */
export function pageMeta({ location, matches }: MetaArgs, page: PageMeta): MetaDescriptor[] {
  const origin = originOf(matches)
  const path = page.canonical ?? (location.pathname.replace(/\/$/, '') || '/')
  const url = origin + path
  const picture = `${origin}/social/${page.picture ?? 'default'}.png`
  const descriptors: MetaDescriptor[] = [
    { title: titleOf(page.title) },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: siteName },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: page.title },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
  if (page.noindex) descriptors.push({ name: 'robots', content: 'noindex' })
  if (page.article) {
    descriptors.push({ property: 'article:published_time', content: page.article.published })
    if (page.article.updated) descriptors.push({ property: 'article:modified_time', content: page.article.updated })
    descriptors.push({ property: 'article:section', content: page.article.section })
    for (const tag of page.article.tags) descriptors.push({ property: 'article:tag', content: tag })
  }
  const trail = path === '/' || page.noindex ? [] : [breadcrumbs(origin, page.crumbs ?? crumbsOf(path))]
  for (const item of [...trail, ...(page.jsonLd ?? [])])
    descriptors.push({ 'script:ld+json': { '@context': 'https://schema.org', ...item } })
  return descriptors
}
