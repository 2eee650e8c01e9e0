import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ListedEntity, SanctionsList } from '../entity.ts'
import { newEntity } from '../lists/build.ts'

/** The shared data folder: `SHARED_DIR`, or `../shared` beside the checkout. */
export const SCREENING_DATA = join(process.env.SHARED_DIR ?? join(import.meta.dirname, '../../../shared'), 'data/screening')

export const hasData = (): boolean => existsSync(SCREENING_DATA)

export type IndexRow = {
  uid: string
  list: string
  type: 'individual' | 'entity' | 'vessel' | 'aircraft'
  names: { n: string; k: string }[]
  dob: string[]
  countries: string[]
  programs: string[]
}

export type QueryRow = {
  query: string
  type: string
  expected_uid: string | null
  accept_uids?: string[]
  variation: string
  dob: string | null
}
export type PairRow = { a: string; b: string; schema: string; match: boolean; logicv2_score: number | null }

export function readLines<T>(name: string): T[] {
  return gunzipSync(readFileSync(join(SCREENING_DATA, `${name}.jsonl.gz`)))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)
}

const TYPES = { individual: 'person', entity: 'organization', vessel: 'vessel', aircraft: 'aircraft' } as const

/** The evaluation index as one list, entity ids being its uids. */
export function evaluationList(rows: readonly IndexRow[] = readLines<IndexRow>('index')): SanctionsList {
  const entries: ListedEntity[] = rows.map((row) => ({
    ...newEntity({ list: 'us_ofac_sdn', id: row.uid, type: TYPES[row.type] ?? 'unknown' }),
    id: row.uid,
    names: row.names.map(({ n, k }) => ({
      full: n,
      strength: k === 'weak' ? 'weak' : 'strong',
      kind: k === 'primary' ? 'primary' : 'aka',
    })),
    programs: row.programs ?? [],
  }))
  const at = '2026-04-22T00:00:00Z'
  return { source: 'us_ofac_sdn', version: 'evaluation', sha256: '', published_at: at, loaded_at: at, entries }
}
