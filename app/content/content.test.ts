import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@mdx-js/mdx'
import GithubSlugger from 'github-slugger'
import MiniSearch from 'minisearch'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdxFrontmatter from 'remark-mdx-frontmatter'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '#core/kernel/errors.ts'
import { SCOPES } from '#core/kernel/permissions.ts'
import { EVENT_TYPES } from '#core/record/events/event-types.ts'
import { REFUSALS } from '#credentials/presented/refused.ts'
import { REASONS } from '#engine/reasons.ts'
import { RULES } from '#engine/rules/index.generated.ts'
import { find, type SearchEntry, searchOptions } from '../lib/search.ts'
import { AUTHORS } from './authors.ts'
import * as blockchains from './blockchains.ts'
import * as community from './community.ts'
import * as developer from './developer.ts'
import { remedies, remedyFor } from './error-remedies.ts'
import { differences, samplesOf } from './executable-samples.ts'
import * as features from './features.ts'
import * as home from './home.ts'
import * as howItWorks from './how-it-works.ts'
import * as markets from './markets.ts'
import { allMarkets } from './markets.ts'
import * as openSource from './open-source.ts'
import * as partners from './partners.ts'
import { presentationRemedies } from './presentation-remedies.ts'
import * as pricing from './pricing.ts'
import { countWords, readTime } from './reading.ts'
import { reasonPage } from './reasons.server.ts'
import * as site from './site.ts'
import { staticPaths } from './static-paths.ts'
import * as support from './support.ts'
import * as technology from './technology.ts'

type Front = Record<string, unknown>
interface Page {
  folder: string
  file: string
  source: string
  front: Front
}

/** Compiles as the site does and runs nothing but the exported front matter. */
async function load(folder: string, file: string): Promise<Page> {
  const source = readFileSync(join(import.meta.dirname, folder, file), 'utf8')
  const compiled = await compile(source, { remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm] })
  const exported = String(compiled).match(/^export const frontmatter = (\{[\s\S]*?\n\}|\{.*\});?$/m)?.[1]
  return { folder, file, source, front: exported ? (new Function(`return ${exported}`)() as Front) : {} }
}

const filesOf = (folder: string) => readdirSync(join(import.meta.dirname, folder)).filter((name) => name.endsWith('.mdx'))
const loadAll = (folder: string) => Promise.all(filesOf(folder).map((file) => load(folder, file)))
const [articles, legal, docs, guides] = await Promise.all(['blog', 'legal', 'docs', 'guides'].map(loadAll))
const pages = [...articles!, ...legal!, ...docs!, ...guides!]
const name = (page: Page) => `${page.folder}/${page.file}`

const fixedSlugs = [
  'reg-d-506c-guide',
  'security-token-cost-analysis',
  'secondary-trading-2025',
  'kyc-aml-token-offerings-2025',
  'reg-a-plus-checklist',
  'play-to-earn-regulations',
  'yield-farming-legal',
  'defi-lending-compliance',
  'stablecoin-aml-compliance',
  'stablecoin-reserve-management',
  'real-estate-tokenization',
]
const categories = ['Securities', 'Stablecoins', 'NFTs', 'DeFi', 'Gaming', 'Compliance']
const articleFields = [
  'slug',
  'title',
  'excerpt',
  'publishDate',
  'updated',
  'readTime',
  'category',
  'tags',
  'featured',
  'author',
  'description',
  'sources',
]

describe('the blog', () => {
  it('holds 21 articles, the fixed addresses of the product among them', () => {
    const slugs = articles!.map((page) => page.front.slug as string)
    expect(slugs).toHaveLength(21)
    expect(new Set(slugs).size).toBe(21)
    expect(slugs).toEqual(expect.arrayContaining(fixedSlugs))
    expect(new Set(articles!.map((page) => page.front.category))).toEqual(new Set(categories))
  })

  it('features only the newest article, the one on Reg D 506(c)', () => {
    expect(articles!.filter((page) => page.front.featured === true).map((page) => page.front.slug)).toEqual(['reg-d-506c-guide'])
    const newest = articles!.toSorted((a, b) => String(b.front.publishDate).localeCompare(String(a.front.publishDate)))[0]
    expect(newest!.front.slug).toBe('reg-d-506c-guide')
  })

  it.each(articles!.map((page) => [page.file, page] as const))('%s is complete', (file, { front, source }) => {
    expect(Object.keys(front).sort()).toEqual(articleFields.toSorted())
    expect(`${front.slug}.mdx`).toBe(file)
    expect(front.publishDate).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(String(front.updated) >= String(front.publishDate)).toBe(true)
    expect(categories).toContain(front.category)
    expect(AUTHORS.map((author) => author.slug)).toContain(front.author)
    expect((front.tags as string[]).length).toBeGreaterThanOrEqual(3)
    expect((front.tags as string[]).length).toBeLessThanOrEqual(5)
    expect(String(front.description).length).toBeLessThanOrEqual(155)
    const sources = front.sources as { label: string; url: string }[]
    expect(sources.length).toBeGreaterThan(0)
    for (const { label, url } of sources) {
      expect(label).not.toBe('')
      expect(new URL(url).protocol).toBe('https:')
    }
    expect(countWords(source)).toBeGreaterThanOrEqual(900)
    expect(countWords(source)).toBeLessThanOrEqual(1800)
    expect(front.readTime).toBe(readTime(source))
    expect(source).toMatch(/^## What to do next$/m)
  })
})

describe('every text', () => {
  it('has a title and a description of its own', () => {
    const titles = pages.map((page) => String(page.front.title))
    const descriptions = pages.map((page) => String(page.front.description))
    expect(titles.filter((title, index) => !title || titles.indexOf(title) !== index)).toEqual([])
    expect(descriptions.filter((text, index) => !text || descriptions.indexOf(text) !== index)).toEqual([])
    expect(pages.filter((page) => String(page.front.description).length > 155).map(name)).toEqual([])
  })

  it('uses plain words', () => {
    const forbidden = /revolutionar|seamless|\bunlocks?\b|empower|lorem ipsum|coming soon|\bTODO\b/i
    expect(pages.filter((page) => forbidden.test(page.source)).map(name)).toEqual([])
    // "unlocked balance" is the name of restriction code 6; the advertising verb is what is refused.
    expect(allMarkets.filter((market) => /revolutionar|seamless|\bunlocks?\b|empower/i.test(JSON.stringify(market)))).toEqual([])
  })

  it('names every column of its tables', () => {
    expect(pages.filter((page) => /^\|\s*\|.*\n\| ?---/m.test(page.source)).map(name)).toEqual([])
  })

  it('starts at the second heading level and never skips one', () => {
    for (const page of pages) {
      const text = page.source.replace(/^```[\s\S]*?^```/gm, '')
      const levels = [...text.matchAll(/^(#+) /gm)].map((match) => match[1]!.length)
      expect([name(page), levels[0]]).toEqual([name(page), 2])
      expect([name(page), levels.some((level, index) => index > 0 && level > levels[index - 1]! + 1)]).toEqual([name(page), false])
    }
  })
})

describe('documentation', () => {
  it('names section and order, and each slug once', () => {
    for (const page of docs!) {
      expect(Object.keys(page.front).sort()).toEqual(['description', 'order', 'section', 'slug', 'title'])
      expect(`${page.front.slug}.mdx`).toBe(page.file)
      expect(typeof page.front.order).toBe('number')
    }
    expect(new Set(docs!.map((page) => page.front.order)).size).toBe(docs!.length)
  })
})

describe('executable samples', () => {
  it('each have a name of their own, an expectation, and only languages the site shows', () => {
    const samples = [...docs!, ...guides!].flatMap((page) => samplesOf(page.source))
    // A sample written as calls is one in five languages.
    const written = samples.filter((sample) => !['JavaScript', 'Python', 'Go', 'Ruby'].includes(sample.language))
    expect(new Set(written.map((sample) => sample.id)).size).toBe(written.length)
    expect([...new Set(samples.map((sample) => sample.language))].sort()).toEqual([
      'Go',
      'JavaScript',
      'Python',
      'Ruby',
      'bash',
      'curl',
      'js',
      'ts',
    ])
    // Every guide tells its story with calls that run.
    expect(guides!.filter((page) => samplesOf(page.source).length === 0).map(name)).toEqual([])
  })

  it('are compared field by field, and only the named fields', () => {
    expect(differences({ a: 1, b: { c: [1] } }, { a: 1, b: { c: [1], d: 2 }, e: 3 })).toEqual([])
    expect(differences({ a: 1, b: { c: [1] } }, { a: 2, b: { c: [1, 2] } })).toHaveLength(2)
    expect(differences({ a: { b: 1 } }, { a: null })).toHaveLength(1)
  })
})

describe('links inside the site', () => {
  const known = new Set([
    ...staticPaths,
    '/api-status',
    '/appeal',
    '/login',
    '/register',
    '/dashboard',
    '/settings',
    '/rules',
    '/developer',
    '/developer/api-reference',
    '/developer/api-playground',
    '/developer/api-keys',
    '/developer/webhooks',
    '/developer/domains',
    '/developer/organisation',
    '/developer/policy',
    '/developer-portal',
    '/developer/logs',
    '/developer/sandbox',
    '/dashboard/credentials',
    '/desk/exceptions',
    '/desk/holdings',
    '/admin/erasures',
    '/.well-known/did.json',
    '/.well-known/jwks.json',
    '/.well-known/sealwright-log',
    '/.well-known/webhook-keys.json',
    ...AUTHORS.map((author) => `/blog/author/${author.slug}`),
    ...articles!.map((page) => `/blog/${page.front.slug}`),
    ...docs!.map((page) => `/documentation/${page.front.slug}`),
    ...guides!.map((page) => `/developer/guides/${page.front.slug}`),
  ])
  const rulePages = new Set(RULES.map((rule) => `/rules/${rule.code}`))
  const resolves = (href: string) => {
    const path = href.replace(/[#?].*$/, '')
    return known.has(path) || rulePages.has(path) || /^\/errors\/[a-z0-9_]+$/.test(path)
  }

  it('resolve in the texts', () => {
    const broken = pages.flatMap((page) =>
      [...page.source.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\((\/[^)\s]*)\)/g)]
        .map((match) => match[1]!)
        .filter((href) => !resolves(href))
        .map((href) => `${name(page)}: ${href}`),
    )
    expect(broken).toEqual([])
  })

  it('resolve in the copy of the pages', () => {
    const hrefs = new Set<string>()
    const collect = (value: unknown): void => {
      if (Array.isArray(value)) for (const inner of value) collect(inner)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return
      for (const [key, inner] of Object.entries(value)) {
        if (/^(href|path|referencePath|guidePath)$/.test(key) && typeof inner === 'string' && /^\/(?!v1\/)/.test(inner)) hrefs.add(inner)
        else collect(inner)
      }
    }
    const copy = [
      home,
      features,
      technology,
      pricing,
      partners,
      openSource,
      community,
      support,
      howItWorks,
      blockchains,
      developer,
      site,
      markets,
    ]
    for (const file of copy) collect(Object.values(file))
    expect([...hrefs].filter((href) => !resolves(href))).toEqual([])
    const slugs = articles!.map((page) => page.front.slug)
    expect(allMarkets.flatMap((market) => market.rules).filter((rule) => !rulePages.has(`/rules/${rule.code}`))).toEqual([])
    expect(allMarkets.flatMap((market) => market.articles).filter((slug) => !slugs.includes(slug))).toEqual([])
  })
})

describe('scopes', () => {
  it('are all explained where keys are, and no other is', () => {
    const page = docs!.find(({ front }) => front.slug === 'authentication')!
    const named = [...page.source.matchAll(/`([a-z_]+:[a-z]+)`/g)].map((match) => match[1]!)
    expect([...new Set(named)].sort()).toEqual([...SCOPES])
  })
})

describe('events', () => {
  it('names every type in the catalogue of webhooks', () => {
    const catalogue = readFileSync(join(import.meta.dirname, 'docs/webhooks.mdx'), 'utf8').split('## Catalogue')[1]!
    const named = new Set<string>()
    for (const line of catalogue.split('\n').filter((each) => each.startsWith('|'))) {
      let before = ''
      for (const [, word] of line.matchAll(/`([^`]+)`/g)) {
        // A type that begins with a dot goes on from the whole one before it.
        if (!word!.startsWith('.')) before = word!
        named.add(word!.startsWith('.') ? before.slice(0, before.lastIndexOf('.')) + word : word!)
      }
    }
    expect([...EVENT_TYPES.keys()].filter((type) => !named.has(type))).toEqual([])
  })
})

describe('codes', () => {
  const errorsPage = readFileSync(join(import.meta.dirname, 'docs/errors.mdx'), 'utf8')
  it('has words for the page of a session for each way in which what somebody shows does not count', () => {
    expect(REFUSALS.filter((code) => !presentationRemedies[code])).toEqual([])
  })

  it('has each way in which the chip of a passport is refused in one list', () => {
    const page = docs!.find(({ file }) => file === 'passport-chip.mdx')!.source
    const codes = Object.keys(ERRORS).filter((code) => code.startsWith('passport_'))
    expect(codes.filter((code) => !page.includes(`| \`${code}\` |`))).toEqual([])
  })

  it('each error code says why it happens and what to do, and each reason code has its page', () => {
    for (const [code, { status }] of Object.entries(ERRORS)) {
      const { cause, remedy } = remedyFor(code, status)
      // Its own words, and its place in the list of all codes.
      expect([code, code in remedies, errorsPage.includes(`(/errors/${code})`)]).toEqual([code, true, true])
      expect([code, cause.length > 20, remedy.length > 15]).toEqual([code, true, true])
    }
    const published = RULES.filter((rule) => rule.visibility !== 'officer').map((rule) => rule.code)
    for (const code of Object.keys(REASONS)) expect([code, published.includes(code) || reasonPage(code) !== null]).toEqual([code, true])
    // What the product adds to the engine's reasons, where it is written.
    const core = join(import.meta.dirname, '../../core')
    const written = ['identity/wallets/markets.ts', 'securities/investors/read.ts'].flatMap((file) =>
      [...readFileSync(join(core, file), 'utf8').matchAll(/(?:denied\(|reasons\.push\(|reason_codes, |\? \[|&& )'([a-z_]+)'/g)].map(
        (match) => match[1]!,
      ),
    )
    expect(written.length).toBe(4)
    for (const code of written) expect([code, published.includes(code.toUpperCase()) || reasonPage(code) !== null]).toEqual([code, true])
  })
})

describe('anchors', () => {
  it('lead to headings that exist', () => {
    const slugs = (page: Page) => {
      const slugger = new GithubSlugger()
      const text = page.source.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^```[\s\S]*?^```/gm, '')
      return [...text.matchAll(/^#{2,6} (.+)$/gm)].map((match) => slugger.slug(match[1]!.replace(/`|\*|\[([^\]]*)\]\([^)]*\)/g, '$1')))
    }
    const at = new Map<string, string[]>([
      ...docs!.map((page) => [`/documentation/${page.front.slug}`, slugs(page)] as const),
      ...guides!.map((page) => [`/developer/guides/${page.front.slug}`, slugs(page)] as const),
      ...articles!.map((page) => [`/blog/${page.front.slug}`, slugs(page)] as const),
    ])
    const own = (page: Page) =>
      `/${page.folder === 'docs' ? 'documentation' : page.folder === 'guides' ? 'developer/guides' : page.folder}/${page.front.slug}`
    const broken = pages.flatMap((page) =>
      [...page.source.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\((\/[^)\s#]*)?#([^)\s]+)\)/g)]
        .filter(([, path = own(page), anchor]) => at.has(path) && !at.get(path)!.includes(anchor!))
        .map(([link]) => `${name(page)}: ${link}`),
    )
    expect(broken).toEqual([])
  })
})

describe('search', () => {
  const texts = pages.map(
    (page): SearchEntry => ({
      ...{ id: name(page), group: 'Documentation', title: String(page.front.title), heading: '', text: page.source, excerpt: '' },
      href: name(page),
    }),
  )
  const codes = (group: 'Errors' | 'Rules', kind: string, all: string[]) =>
    all.map((code): SearchEntry => ({ id: `${kind}:${code}`, group, title: code, heading: '', text: code, excerpt: '', href: code }))
  const search = new MiniSearch(searchOptions)
  search.addAll([
    ...texts,
    ...codes('Errors', 'error', Object.keys(remedies)),
    ...codes('Rules', 'reason', Object.keys(REASONS)),
    ...codes('Rules', 'rule', [...new Set(RULES.map(({ code }) => code))]),
  ])

  it('an error’s code leads to its page first, typed, or pasted with the answer or the address it stands in', () => {
    const first = (words: string) => find(search, words)[0]?.found[0]?.id
    for (const code of Object.keys(ERRORS))
      for (const words of [code, ` ${code} `, `{"status":409,"code":"${code}"}`, `https://sealwright.example/errors/${code}`])
        expect([words, first(words)]).toEqual([words, `error:${code}`])
    expect(first('OFFERING_NOT_OPEN')).toBe('rule:OFFERING_NOT_OPEN')
    expect(find(search, 'under_age')[0]?.group).toBe('Errors')
  })
})
