import { callsAs } from '../lib/call-code.ts'
import { originMark } from '../lib/origin.ts'
import { docLinks } from './docs.server.ts'
import { guideLinks } from './guides.server.ts'
import { ruleCards, rulesetVersion } from './rules.server.ts'

const sources = {
  documentation: import.meta.glob<string>('./docs/*.mdx', { eager: true, query: '?raw', import: 'default' }),
  guides: import.meta.glob<string>('./guides/*.mdx', { eager: true, query: '?raw', import: 'default' }),
}

/** A page as plain Markdown: title, description, text; links made absolute so that the file can be read anywhere. */
function pageMarkdown(kind: keyof typeof sources, slug: string, front: { title: string; description: string }, origin: string): string {
  const source = Object.entries(sources[kind]).find(([path]) => path.endsWith(`/${slug}.mdx`))?.[1]
  if (source === undefined) throw new Response(null, { status: 404 })
  const body = source
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^```api.*\n([\s\S]*?)^```$/gm, (_, calls: string) => `\`\`\`bash\n${callsAs('curl', calls)}\n\`\`\``)
    // What marks a sample as run and compared is for us.
    .replace(/^```(\S+) (run|expect) id=\S+$/gm, '```$1')
    .replace(/\]\((\/[^)\s]*)\)/g, (_, path: string) => `](${origin}${path})`)
    .replaceAll(originMark, origin)
    .trim()
  return `# ${front.title}\n\n> ${front.description}\n\n${body}\n`
}

const pages = (origin: string) => [
  ...docLinks().map((doc) => ({
    section: doc.section,
    title: doc.title,
    description: doc.description,
    path: `/documentation/${doc.slug}.md`,
    text: () => pageMarkdown('documentation', doc.slug, doc, origin),
  })),
  ...guideLinks().map((guide) => ({
    section: 'Guides',
    title: guide.title,
    description: guide.description,
    path: `/developer/guides/${guide.slug}.md`,
    text: () => pageMarkdown('guides', guide.slug, guide, origin),
  })),
]

/** The Markdown of the page at an address that ends in `.md`. Throws 404 for an unknown one. */
export function markdownAt(path: string, origin: string): string {
  const page = pages(origin).find((each) => each.path === path)
  if (!page) throw new Response(null, { status: 404 })
  return page.text()
}

const opening = (origin: string) => `# Sealwright

> API-first compliance for tokenized assets in five markets: securities, stablecoins and payments, NFTs, DeFi and gaming. One identity check is sealed to a wallet as a credential and reused in every market. Each answer names the rules that decided, with their citations.

- Base address: ${origin}/api/v1, JSON over HTTPS, Authorization: Bearer with a key sw_sandbox_… or sw_production_….
- A denial is an answer, not an error: look at \`decision.outcome\` (allow, deny, review) and \`decision.reason_codes\`.
- A throw-away sandbox key without an account: POST ${origin}/api/playground/session with the body {}.
- Sealwright is compliance software. It is not a broker-dealer or an alternative trading system, and it holds no assets.`

/** The map of the documentation for language models (llmstxt.org). */
export function llmsTxt(origin: string): string {
  const groups = Map.groupBy(pages(origin), (page) => page.section)
  const lists = [...groups].map(
    ([section, each]) =>
      `## ${section}\n\n${each.map((page) => `- [${page.title}](${origin}${page.path}): ${page.description}`).join('\n')}`,
  )
  return `${opening(origin)}

## Machine-readable

- [OpenAPI 3.1](${origin}/api/v1/openapi.json): every operation with schemas, examples, errors and scopes
- [Postman collection](${origin}/downloads/sealwright.postman_collection.json): format 2.1
- [Bruno collection](${origin}/downloads/sealwright.bruno.json)
- [Everything in one file](${origin}/llms-full.txt)

${lists.join('\n\n')}

## Optional

- [Rulebook](${origin}/rules): ${ruleCards().length} published rules, ruleset ${rulesetVersion}, each with its citation and worked cases
- [API reference](${origin}/developer/api-reference): for people
`
}

/** All pages in one file, followed by the rulebook's sentences. */
export function llmsFullTxt(origin: string): string {
  const rules = ruleCards().map((rule) => `- ${rule.code} (${rule.market}, ${rule.severity}): ${rule.sentence} Source: ${rule.citation}.`)
  return [opening(origin), ...pages(origin).map((page) => page.text()), `# Rulebook ${rulesetVersion}\n\n${rules.join('\n')}\n`].join(
    '\n\n---\n\n',
  )
}
