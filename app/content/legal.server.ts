import { type MdxModule, renderMdx } from '../lib/content.server.tsx'

interface LegalFrontMatter {
  title: string
  description: string
  slug?: string
  updated?: string
  effective?: string
  summary?: string
}

const modules = import.meta.glob<MdxModule<LegalFrontMatter>>('./legal/*.mdx', { eager: true })

/** A legal text by the name of its file. Throws 404 for an unknown one. */
export function legalText(name: string) {
  const module = modules[`./legal/${name}.mdx`]
  if (!module) throw new Response(null, { status: 404 })
  const { html, headings } = renderMdx(module)
  return {
    ...module.frontmatter,
    updated: String(module.frontmatter.updated ?? module.frontmatter.effective ?? '').slice(0, 10),
    html,
    headings,
  }
}
export type LegalText = ReturnType<typeof legalText>
