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

/** What matches, best first within each group, at most six of a group. */
export function find(search: MiniSearch<SearchEntry>, query: string): { group: SearchGroup; found: Found[] }[] {
  const words = query.trim()
  if (words === '') return []
  let results = search.search(words)
  if (results.length === 0) results = search.search(words, { combineWith: 'OR' })
  const best = new Map<SearchGroup, Found[]>(searchGroups.map((group) => [group, []]))
  for (const result of results as (SearchResult & Found)[]) {
    const list = best.get(result.group)!
    if (list.length < 6) list.push(result)
  }
  // The group with the best match comes first.
  const top = (group: SearchGroup) => results.find((result) => result.group === group)?.score ?? 0
  return [...best]
    .filter(([, found]) => found.length > 0)
    .toSorted(([a], [b]) => top(b) - top(a))
    .map(([group, found]) => ({ group, found }))
}
