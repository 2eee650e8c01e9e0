import MiniSearch, { type Options, type SearchResult } from 'minisearch'
import { operationsOf } from './reference.ts'

/** One place that can be found: a section of a text, an operation, an error, a rule. */
export interface SearchEntry {
  id: string
  group: SearchGroup
  /** Page. */
  title: string
  /** Section of the page; empty for its beginning. */
  heading: string
  text: string
  excerpt: string
  href: string
}
const searchGroups = ['Documentation', 'Guides', 'Reference', 'Errors', 'Rules', 'Blog'] as const
export type SearchGroup = (typeof searchGroups)[number]
export type Found = Pick<SearchEntry, 'id' | 'group' | 'title' | 'heading' | 'excerpt' | 'href'>

/** The same on both sides: the index is made at build time and read in the browser. */
export const searchOptions: Options<SearchEntry> = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['group', 'title', 'heading', 'excerpt', 'href'],
  searchOptions: {
    boost: { title: 5, heading: 4 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
}

let loading: Promise<MiniSearch<SearchEntry>> | undefined

/** The index made at build time, with the operations of the running API added. Read once. */
export function loadSearch(): Promise<MiniSearch<SearchEntry>> {
  loading ??= read().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function read(): Promise<MiniSearch<SearchEntry>> {
  const [index, api] = await Promise.all([fetch('/search-index.json'), fetch('/api/v1/openapi.json').catch(() => null)])
  if (!index.ok) throw new Error(`The search index was answered with ${index.status}`)
  const search = MiniSearch.loadJSON<SearchEntry>(await index.text(), searchOptions)
  // The texts can be searched also while the API does not answer.
  if (api?.ok) search.addAll(operationEntries(await api.json()))
  return search
}

function operationEntries(document: Parameters<typeof operationsOf>[0]): SearchEntry[] {
  return operationsOf(document).map((operation) => ({
    id: `operation:${operation.id}`,
    group: 'Reference',
    title: `${operation.method} ${operation.path}`,
    heading: operation.summary,
    text: [
      operation.id,
      operation.description,
      operation.scope,
      ...operation.fields.map((f) => f.name),
      ...operation.parameters.map((p) => p.name),
    ].join(' '),
    excerpt: operation.description,
    href: `/developer/api-reference#${operation.id}`,
  }))
}

/**
 * What a text names by its code: an error, a reason or a rule. Whole answers and addresses are pasted here too, so a code is looked for
 * wherever it stands; what is no more than a word counts only alone, or where a code is told.
 */
function named(search: MiniSearch<SearchEntry>, words: string): Found[] {
  const told = [...words.matchAll(/(?:\/(?:errors|rules)\/|"code":\s*")(\w+)/g)].map(([, code]) => code!)
  const codes = [...told, ...(words.match(/[A-Za-z]\w+/g) ?? []).filter((word) => word.includes('_') || word === words)]
  const ids = codes.flatMap((code) => {
    const written = [`error:${code}`, `reason:${code}`, `rule:${code}`]
    const otherwise = [
      `error:${code.toLowerCase()}`,
      `rule:${code.toUpperCase()}`,
      `reason:${code.toLowerCase()}`,
      `reason:${code.toUpperCase()}`,
    ]
    return [...written, ...otherwise]
  })
  return [...new Set(ids)].flatMap((id) => {
    const stored = search.getStoredFields(id) as Omit<Found, 'id'> | undefined
    return stored ? [{ id, ...stored }] : []
  })
}

/** What matches, best first within each group, at most six of a group. What is named by its code comes before all else. */
export function find(search: MiniSearch<SearchEntry>, query: string): { group: SearchGroup; found: Found[] }[] {
  const words = query.trim()
  if (words === '') return []
  const exact = named(search, words)
  const asked = exact.length ? exact.map(({ title }) => title).join(' ') : words
  let matching = search.search(asked)
  if (matching.length === 0) matching = search.search(asked, { combineWith: 'OR' })
  const known = new Set(exact.map(({ id }) => id))
  const results: Found[] = [...exact, ...(matching as (SearchResult & Found)[]).filter(({ id }) => !known.has(id))]
  const best = new Map<SearchGroup, Found[]>(searchGroups.map((group) => [group, []]))
  for (const result of results) {
    const list = best.get(result.group)!
    if (list.length < 6) list.push(result)
  }
  // The group with the best match comes first.
  const top = (group: SearchGroup) => results.findIndex((result) => result.group === group)
  return [...best]
    .filter(([, found]) => found.length > 0)
    .toSorted(([a], [b]) => top(a) - top(b))
    .map(([group, found]) => ({ group, found }))
}
