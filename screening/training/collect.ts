import { CandidateSearch } from '../candidates.ts'
import { buildIndex } from '../index.ts'
import { FEATURE_COUNT, NameMatcher } from '../match.ts'
import { prepareQuery } from '../query.ts'
import { evaluationList, type IndexRow, type QueryRow, readLines } from './data.ts'

/** Candidates of one query, the promising ones: rows of features, and which are the subject. */
export type Collected = { row: QueryRow; features: Float32Array; right: boolean[]; entity: Int32Array; identical: boolean[] }

/** Runs candidate search and comparison over queries and keeps what a model could rank first. */
export function collect(files: { file: string; wrongMax: number; skip?: RegExp }[]): Map<string, Collected[]> {
  const rows = readLines<IndexRow>('index')
  const index = buildIndex(evaluationList(rows).entries)
  const search = new CandidateSearch(index)
  const matcher = new NameMatcher(index)
  const out = new Map<string, Collected[]>()
  for (const { file, wrongMax, skip } of files) {
    const collected: Collected[] = []
    for (const row of readLines<QueryRow>(file)) {
      if (skip?.test(row.variation)) continue
      const accept = new Set(row.accept_uids ?? [])
      const query = prepareQuery(row.query)
      const count = search.find(query)
      matcher.begin(query)
      const found: { features: Float32Array; right: boolean; entity: number; identical: boolean; rough: number }[] = []
      for (let c = 0; c < count; c++) {
        const name = search.found[c]!
        matcher.compare(name)
        const f = matcher.features
        const rough =
          0.75 * f[0]! +
          0.25 * f[1]! -
          0.6 * Math.max(0, f[3]! - 0.1) -
          0.15 * f[4]! +
          0.1 * Math.min(f[2]!, 2) +
          (matcher.identical ? 1 : 0) +
          0.3 * Math.max(0, f[5]! - 0.8)
        const entity = index.nameEntity[name]!
        found.push({
          features: Float32Array.from(f),
          right: accept.has(rows[entity]!.uid),
          entity,
          identical: matcher.identical || matcher.sameWords,
          rough,
        })
      }
      found.sort((a, b) => b.rough - a.rough)
      const kept = [...found.filter((c) => c.right).slice(0, 12), ...found.filter((c) => !c.right).slice(0, wrongMax)]
      const features = new Float32Array(kept.length * FEATURE_COUNT)
      for (const [i, c] of kept.entries()) features.set(c.features, i * FEATURE_COUNT)
      collected.push({
        row,
        features,
        right: kept.map((c) => c.right),
        entity: Int32Array.from(kept, (c) => c.entity),
        identical: kept.map((c) => c.identical),
      })
    }
    out.set(file, collected)
  }
  return out
}
