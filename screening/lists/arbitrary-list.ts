import fc from 'fast-check'
import type { ListedEntity, SanctionsList } from '../entity.ts'
import { newEntity } from './build.ts'

const AT = '2026-08-22T00:00:00.000Z'

const word = fc.stringMatching(/^[A-Za-zА-я ]{1,12}$/)
const entity: fc.Arbitrary<ListedEntity> = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }),
    name: word,
    weak: word,
    program: word,
    remark: fc.option(fc.string({ maxLength: 20 })),
    imo: fc.boolean(),
  })
  .map(({ id, name, weak, program, remark, imo }) => ({
    ...newEntity({ list: 'un_sc', id: String(id), type: imo ? 'vessel' : 'person' }),
    names: [
      { full: `${name}.`, strength: 'strong', kind: 'primary' },
      { full: weak, strength: 'weak', kind: 'aka', script: 'Cyrl' },
    ],
    programs: [program],
    vessel: imo ? { imo: '1' } : null,
    remarks: remark ?? null,
  }))
/** Small lists for property tests; two of them share some entry ids. */
export const arbitraryList: fc.Arbitrary<SanctionsList> = fc
  .uniqueArray(entity, { selector: (e) => e.id, maxLength: 12 })
  .map((entries) => ({
    source: 'un_sc',
    version: '2026-08-01-000000000000',
    sha256: '0'.repeat(64),
    published_at: AT,
    loaded_at: AT,
    entries,
  }))
