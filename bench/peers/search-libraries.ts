import { type FlatName, jaroWinkler, load, type Peer, perEntity, sortedWords } from './peer.ts'

/** Search libraries with an index of their own; `+jw` orders their first 200 by Jaro–Winkler over sorted words. */
export const searchLibraries: (() => Peer)[] = [
  fuse,
  () => minisearch(false),
  () => minisearch(true),
  () => flexsearch(true),
  fuzzysort,
  ufuzzy,
  m31coding,
  orama,
]

const byJaroWinkler = (query: string, found: readonly FlatName[]) =>
  perEntity(found.slice(0, 200).map(({ uid, name }) => ({ uid, score: jaroWinkler(sortedWords(query), sortedWords(name)) })))

function fuse(): Peer {
  const Fuse = load('fuse.js')
  let index: { search(q: string, o: object): { item: FlatName; score: number }[] }
  return {
    name: 'fuse.js',
    build(names) {
      index = new Fuse(names, { keys: ['name'], includeScore: true, threshold: 0.6, ignoreLocation: true })
    },
    search: (query) =>
      perEntity(index.search(query.slice(0, 32), { limit: 200 }).map(({ item, score }) => ({ uid: item.uid, score: 1 - score }))),
  }
}

function minisearch(rescored: boolean): Peer {
  const MiniSearch = load('minisearch')
  let names: readonly FlatName[] = []
  let index: { addAll(d: object[]): void; search(q: string): { id: number; score: number }[] }
  return {
    name: rescored ? 'minisearch + jw' : 'minisearch',
    build(all) {
      names = all
      index = new MiniSearch({ fields: ['name'], searchOptions: { fuzzy: 0.25, prefix: false } })
      index.addAll(all.map(({ name }, id) => ({ id, name })))
    },
    search(query) {
      const found = index.search(query).slice(0, 200)
      if (rescored)
        return byJaroWinkler(
          query,
          found.map(({ id }) => names[id]!),
        )
      return perEntity(found.map(({ id, score }) => ({ uid: names[id]!.uid, score })))
    },
  }
}

function flexsearch(_rescored: boolean): Peer {
  const { Index } = load('flexsearch')
  let names: readonly FlatName[] = []
  let index: { add(id: number, text: string): void; search(q: string, o: object): number[] }
  return {
    name: 'flexsearch + jw',
    build(all) {
      names = all
      index = new Index({ tokenize: 'forward', resolution: 9 })
      all.forEach(({ name }, id) => {
        index.add(id, name)
      })
    },
    search(query) {
      const found = index.search(query, { limit: 200, suggest: true })
      return byJaroWinkler(
        query,
        found.map((id) => names[id]!),
      )
    },
  }
}

function fuzzysort(): Peer {
  const library = load('fuzzysort')
  let targets: { uid: string; prepared: unknown }[] = []
  return {
    name: 'fuzzysort',
    build(names) {
      targets = names.map(({ uid, name }) => ({ uid, prepared: library.prepare(name) }))
    },
    search: (query) =>
      perEntity(
        library
          .go(query, targets, { key: 'prepared', limit: 200 })
          .map((hit: { obj: { uid: string }; score: number }) => ({ uid: hit.obj.uid, score: hit.score })),
      ),
  }
}

function ufuzzy(): Peer {
  const UFuzzy = load('@leeoniya/ufuzzy')
  const finder = new UFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 })
  let names: readonly FlatName[] = []
  let haystack: string[] = []
  return {
    name: 'ufuzzy + jw',
    build(all) {
      names = all
      haystack = all.map(({ name }) => name)
    },
    search(query) {
      const [found] = finder.search(haystack, query, 1, 200)
      return byJaroWinkler(
        query,
        (found ?? []).map((id: number) => names[id]!),
      )
    },
  }
}

function m31coding(): Peer {
  const library = load('@m31coding/fuzzy-search')
  let searcher: {
    indexEntities(...a: unknown[]): void
    getMatches(q: unknown): { matches: { entity: { uid: string }; quality: number }[] }
  }
  return {
    name: '@m31coding/fuzzy-search',
    build(names) {
      searcher = library.SearcherFactory.createDefaultSearcher()
      const rows = names.map(({ uid, name }, id) => ({ id, uid, name }))
      searcher.indexEntities(
        rows,
        (row: { id: number }) => row.id,
        (row: { name: string }) => [row.name],
      )
    },
    search: (query) =>
      perEntity(
        searcher.getMatches(new library.Query(query, 50)).matches.map(({ entity, quality }) => ({ uid: entity.uid, score: quality })),
      ),
  }
}

function orama(): Peer {
  const { create, insertMultiple, search } = load('@orama/orama')
  let db: unknown
  return {
    name: 'orama',
    async build(names) {
      db = create({ schema: { uid: 'string', name: 'string' } })
      await insertMultiple(db, names, 2000)
    },
    async search(query) {
      const { hits } = await search(db, { term: query, properties: ['name'], tolerance: 1, limit: 50, threshold: 1 })
      return perEntity(hits.map((hit: { document: FlatName; score: number }) => ({ uid: hit.document.uid, score: hit.score })))
    },
  }
}
