import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { slugOf } from '../lib/slug.ts'
import { AUTHORS } from './authors.ts'
import { staticPaths } from './static-paths.ts'

const field = (source: string, name: string) => source.match(new RegExp(`^${name}:\\s*['"]?(.+?)['"]?\\s*$`, 'm'))?.[1]

/** Blog addresses, read from the front matter of the article files. */
function blogPaths(directory = join(import.meta.dirname, 'blog')): string[] {
  if (!existsSync(directory)) return []
  const paths = new Set<string>()
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.mdx'))) {
    const head = readFileSync(join(directory, file), 'utf8').split(/^---$/m)[1] ?? ''
    const slug = field(head, 'slug') ?? file.replace(/\.mdx$/, '')
    const category = field(head, 'category')
    paths.add(`/blog/${slug}`)
    paths.add(`/blog/post/${slug}`)
    if (category) paths.add(`/blog/category/${slugOf(category)}`)
  }
  for (const author of AUTHORS) paths.add(`/blog/author/${author.slug}`)
  return [...paths].sort()
}

const mdxPaths = (folder: string, prefix: string): string[] => {
  const directory = join(import.meta.dirname, folder)
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((name) => name.endsWith('.mdx'))
    .map(
      (name) =>
        `${prefix}/${field(readFileSync(join(directory, name), 'utf8').split(/^---$/m)[1] ?? '', 'slug') ?? name.replace(/\.mdx$/, '')}`,
    )
    .sort()
}

const legalFile = (path: string) =>
  path === '/terms' || path === '/privacy' ? `${path.slice(1)}-summary` : path.match(/^\/legal\/(.+)$/)?.[1]

/** Pages of the site whose text exists. */
const written = () =>
  staticPaths.filter((path) => {
    const file = legalFile(path)
    return file === undefined || existsSync(join(import.meta.dirname, 'legal', `${file}.mdx`))
  })

/** Each text of the documentation once more as Markdown, and the two files for language models. */
export const markdownPaths = () => [
  '/llms.txt',
  '/llms-full.txt',
  ...[...mdxPaths('docs', '/documentation'), ...mdxPaths('guides', '/developer/guides')].map((path) => `${path}.md`),
]

/** Everything written out at build time. */
export const prerenderedPaths = () => [
  ...written(),
  ...blogPaths(),
  ...mdxPaths('docs', '/documentation'),
  ...mdxPaths('guides', '/developer/guides'),
  '/sitemap.xml',
  '/robots.txt',
  '/search-index.json',
  ...markdownPaths(),
  '/blog/feed.xml',
  '/documentation/changelog.xml',
]
