import { type MdxModule, renderMdx } from '../lib/content.server.tsx'

interface DocFrontMatter {
  title: string
  description: string
  slug?: string
  section?: string
  group?: string
  order?: number
}
export interface DocLink {
  slug: string
  title: string
  description: string
  section: string
}

const modules = import.meta.glob<MdxModule<DocFrontMatter>>('./docs/**/*.mdx', { eager: true })

const docs = Object.entries(modules)
  .map(([path, module]) => {
    const front = module.frontmatter
    return {
      slug: front.slug ?? path.replace(/^\.\/docs\//, '').replace(/\.mdx$/, ''),
      title: front.title,
      description: front.description,
      section: front.section ?? front.group ?? 'Documentation',
      order: front.order ?? 100,
      module,
    }
  })
  .sort((a, b) => a.order - b.order || a.title.localeCompare(b.title))

/** Every page of the documentation, in reading order. */
export const docLinks = (): DocLink[] => docs.map(({ slug, title, description, section }) => ({ slug, title, description, section }))

/** A page with its neighbours, its code asking the product at `origin`. Throws 404 for an unknown slug. */
export function docPage(slug: string, origin: string) {
  const index = docs.findIndex((doc) => doc.slug === slug)
  const doc = docs[index]
  if (!doc) throw new Response(null, { status: 404 })
  const { html, headings } = renderMdx(doc.module, origin)
  const link = (other: (typeof docs)[number] | undefined) => (other ? { slug: other.slug, title: other.title } : null)
  return {
    slug,
    title: doc.title,
    description: doc.description,
    section: doc.section,
    html,
    headings,
    previous: link(docs[index - 1]),
    next: link(docs[index + 1]),
  }
}
