// Writes docs/methodology/: one page a rule, for auditors, from the rules themselves. `node tools/methodology.ts`
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { canonical, type Json } from '../engine/canonical.ts'
import type { Need } from '../engine/facts.ts'
import type { Golden, Market, Rule } from '../engine/rule.ts'
import { MARKETS } from '../engine/rule.ts'
import { currentRuleset, RULES } from '../engine/rulesets.ts'

const root = fileURLToPath(new URL('../docs/methodology/', import.meta.url))

const CERTAINTY = {
  V: 'the figures were checked against a source',
  K: 'stable, well-known law',
  R: 'needs review by counsel: an interpretation, a product choice, or law that may have changed',
}
const EFFECT = { block: 'deny', ask: 'needs_info', hold: 'review', warn: 'a warning only', info: 'information only' }

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (value: Json) => `\`${cell(typeof value === 'string' ? value : canonical(value))}\``
const fileOf = (rule: Rule) => `${rule.market}/${rule.code.toLowerCase().replaceAll('_', '-')}.md`

function factsOf(rule: Rule): Need<unknown>[] {
  const out = new Map<string, Need<unknown>>()
  const add = (need: Need<unknown>): void => {
    if (need.derived) need.derived.list.forEach(add)
    else out.set(need.path, need)
  }
  for (const need of Object.values(rule.needs as Record<string, Need<unknown>>)) add(need)
  return [...out.values()]
}

function caseRow(golden: Golden): string {
  const facts = Object.entries(golden.facts).map(([path, value]) => (value === null ? `no ${path}` : `${path} = ${short(value)}`))
  const more = Object.entries(golden.details ?? {}).map(([name, value]) => `${name} ${short(value)}`)
  return `| ${cell(golden.name)} | ${cell(facts.join('; ') || '—')} | ${golden.expect}${more.length > 0 ? cell(` (${more.join(', ')})`) : ''} |`
}

function short(value: Json): string {
  const text = typeof value === 'string' ? value : canonical(value)
  return text.length > 90 ? `${text.slice(0, 87)}…` : text
}

function page(rule: Rule): string {
  const lines = [`# ${rule.code}`, '', rule.sentence, '']
  const label = rule.citation.url === null ? rule.citation.label : `[${rule.citation.label}](${rule.citation.url})`
  lines.push(
    `- **Source:** ${label}`,
    `- **Version:** ${rule.version}, in force from ${rule.in_force_from}${rule.in_force_to ? ` to ${rule.in_force_to}` : ''}`,
    `- **When it does not hold:** ${EFFECT[rule.severity]}${rule.partOf ? `; shown beside [${rule.partOf}](${rule.partOf.toLowerCase().replaceAll('_', '-')}.md), which decides by it` : ''}`,
    `- **Runs in:** ${rule.checks.join(', ')}${rule.perSubject ? ', once for each party' : ''}`,
    `- **Certainty:** ${rule.certainty}, ${CERTAINTY[rule.certainty]}`,
  )
  if (rule.visibility && rule.visibility !== 'public') lines.push(`- **Who reads the reason:** ${rule.visibility}`)
  if (typeof rule.byte === 'number') lines.push(`- **Restriction byte:** ${rule.byte}`)
  lines.push('', '## Parameters', '')
  const params = Object.entries(rule.params as Record<string, Json>)
  lines.push(
    ...(params.length > 0
      ? ['| name | value |', '| --- | --- |', ...params.map(([name, value]) => `| ${name} | ${code(value)} |`)]
      : ['None.']),
  )
  for (const old of rule.earlier ?? []) {
    const was = old as { version: number; in_force_from: string; in_force_to: string; params: Json }
    lines.push('', `Version ${was.version}, ${was.in_force_from} to ${was.in_force_to}: ${code(was.params)}`)
  }
  lines.push('', '## Facts', '', '| path | kind |', '| --- | --- |')
  lines.push(...factsOf(rule).map((need) => `| ${need.path} | ${cell(short(need.kind.name))} |`))
  lines.push(
    '',
    '## Cases',
    '',
    '| case | what differs from the ordinary facts | result |',
    '| --- | --- | --- |',
    ...rule.goldens.map(caseRow),
    '',
  )
  return lines.join('\n')
}

const TITLES: Record<Market, string> = {
  securities: 'Securities',
  kyc: 'Identity',
  sanctions: 'Sanctions',
  payments: 'Payments and stablecoins',
  nfts: 'NFTs',
  defi: 'DeFi',
  gaming: 'Gaming',
  credential: 'Credentials',
  monitoring: 'Monitoring',
}

function indexPage(rules: readonly Rule[]): string {
  const lines = ['# Methodology', '', 'One page a rule, made from the rules that decide. Not legal advice.', '']
  lines.push(`Ruleset ${currentRuleset.ref.version}: ${rules.length} rules, SHA-256 \`${currentRuleset.ref.sha256}\`.`, '')
  lines.push(
    '[Every fact](facts.md) that rules read, and what supplies it. [Every permission](permissions.md), and who has it.',
    '[What was corrected](changes.md), and from which text of the law. [How names are compared](screening.md) with the lists.',
    '',
    'Every rule that applies to a decision runs. The outcome is the strictest result: deny, then needs_info, then review, then allow.',
  )
  lines.push('A fact that is missing or unknown makes a rule ask; it never allows.', '')
  for (const market of MARKETS) {
    const own = rules.filter((rule) => rule.market === market)
    if (own.length === 0) continue
    lines.push(`## ${TITLES[market]}`, '', '| rule | what it demands | source |', '| --- | --- | --- |')
    lines.push(...own.map((rule) => `| [${rule.code}](${fileOf(rule)}) | ${cell(rule.sentence)} | ${cell(rule.citation.label)} |`), '')
  }
  return lines.join('\n')
}

/** Every page by its path under docs/methodology/. */
export function methodology(): Map<string, string> {
  const rules = [...RULES].sort((a, b) => a.order - b.order || (a.code < b.code ? -1 : 1))
  const pages = new Map([['README.md', indexPage(rules)]])
  for (const rule of rules) pages.set(fileOf(rule), page(rule))
  return pages
}

/** Not written here: what was corrected, when and why, how names are compared, and the facts, which `tools/facts.ts` writes. */
const BY_HAND = ['changes.md', 'facts.md', 'permissions.md', 'screening.md']

/** What stands in docs/methodology/ now. */
export function writtenMethodology(): Map<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md') && !BY_HAND.includes(file))
  return new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(`${root}${file}`, 'utf8')]))
}

if (import.meta.main) {
  for (const file of writtenMethodology().keys()) rmSync(`${root}${file}`)
  const pages = methodology()
  for (const [file, text] of pages) {
    mkdirSync(`${root}${file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''}`, { recursive: true })
    writeFileSync(`${root}${file}`, text)
  }
  console.log(`${pages.size} pages written.`)
}
