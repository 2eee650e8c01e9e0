import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Public pages with content of their own, in the order of the sitemap. `/api-status` is live and therefore not among them. */
export const staticPaths = [
  '/',
  '/features',
  '/technology',
  '/pricing',
  '/how-it-works',
  '/blockchains',
  '/partners',
  '/open-source',
  '/documentation',
  '/community',
  '/support',
  '/contact',
  '/solutions/securities',
  '/solutions/stablecoins',
  '/solutions/nfts',
  '/solutions/defi',
  '/solutions/gaming',
  '/blog',
  '/terms',
  '/privacy',
  '/legal/privacy',
  '/legal/terms',
  '/legal/api-terms',
  '/legal/securities-disclaimer',
]

const field = (source: string, name: string) => source.match(new RegExp(`^${name}:\\s*['"]?(.+?)['"]?\\s*$`, 'm'))?.[1]

export const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Blog addresses, read from the front matter of the article files. */
export function blogPaths(directory = join(import.meta.dirname, 'blog')): string[] {
  if (!existsSync(directory)) return []
  const paths = new Set<string>()
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.mdx'))) {
    const head = readFileSync(join(directory, file), 'utf8').split(/^---$/m)[1] ?? ''
    const slug = field(head, 'slug') ?? file.replace(/\.mdx$/, '')
    const category = field(head, 'category')
    const author = field(head, 'author')
    paths.add(`/blog/${slug}`)
    paths.add(`/blog/post/${slug}`)
    if (category) paths.add(`/blog/category/${slugOf(category)}`)
    if (author) paths.add(`/blog/author/${slugOf(author)}`)
  }
  return [...paths].sort()
}

/** Everything written out at build time. */
export const prerenderedPaths = () => ['/']
