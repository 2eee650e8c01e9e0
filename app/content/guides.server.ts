import { type MdxModule, renderMdx } from '../lib/content.server.tsx'

interface GuideFrontMatter {
  slug: string
  title: string
  description: string
  market?: string
  order?: number
}

const modules = import.meta.glob<MdxModule<GuideFrontMatter>>('./guides/*.mdx', { eager: true })
const guides = Object.values(modules).toSorted((a, b) => (a.frontmatter.order ?? 100) - (b.frontmatter.order ?? 100))

export const guideLinks = () =>
  guides.map(({ frontmatter: { slug, title, description } }) => ({
    slug,
    title: title.replace(/^Guide: (.)/, (_, first: string) => first.toUpperCase()),
    description,
  }))

/** A guide by its slug, its code asking the product at `origin`. Throws 404 for an unknown one. */
export function guidePage(slug: string, origin: string) {
  const guide = guides.find((candidate) => candidate.frontmatter.slug === slug)
  if (!guide) throw new Response(null, { status: 404 })
  const { title, description, market } = guide.frontmatter
  return { slug, title, description, market: market ?? null, ...renderMdx(guide, origin) }
}
