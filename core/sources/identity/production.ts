import { sql } from 'drizzle-orm'
import type { TenantNow } from '#core/kernel/context.ts'
import { coalesce } from '#db/coalesce.ts'
import type { Connection, Queryable } from '#db/connect.ts'
import type { Comparison, evidence } from '#db/schema.ts'
import { reaches } from './reaches.ts'
import type { Identity, IdentitySource } from './source.ts'

/** Nobody looked. */
export const UNKNOWN: Identity = Object.freeze({
  status: 'unknown',
  kind: 'established',
  level: null,
  method: null,
  at: null,
  expires_at: null,
  reviewer: null,
  rejection: null,
  evidence: null,
  covers: Object.freeze([]),
  document: null,
  comparison: null,
})

const sources = new WeakMap<Connection, IdentitySource>()

/** The evidence that was kept about a person, and that is about who they are now: under another name it was somebody else. */
export function recordedIdentity(connection: Connection): IdentitySource {
  let source = sources.get(connection)
  if (!source) {
    const read = coalesce((keys: string[]) => readEvidence(connection.db, keys))
    source = {
      endsOnRequest: false,
      takesWord: false,
      of: async (db, at, { personId, shownFor }) => {
        const key = `${personId}\n${shownFor ?? ''}`
        // Whoever works in a transaction has to see what it wrote; the others of a moment share one query.
        const rows = db === connection.db ? await read(key) : (await readEvidence(db, [key])).get(key)
        return identityFrom(rows ?? NOTHING, at)
      },
    }
    sources.set(connection, source)
  }
  return source
}

interface Row
  extends Pick<
    typeof evidence.$inferSelect,
    'id' | 'organization_id' | 'environment' | 'method' | 'level' | 'state' | 'reason_code' | 'covers' | 'document_expires_on' | 'reviewer'
  > {
  comparison: Comparison | null
  taken_at: Date
  expires_at: Date | null
  /** A session of theirs waits for an answer or for a reviewer. */
  waits: boolean
}
const NOTHING: readonly Row[] = []
/** More than this of one person, the newest first, is not looked through. */
const MOST = 50

/** By person and what it is asked for. */
async function readEvidence(db: Queryable, keys: string[]): Promise<Map<string, Row[]>> {
  const asked = keys.map((key) => {
    const [person, subject] = key.split('\n')
    return sql`(${person}::text, ${subject}::text)`
  })
  const { rows } = await db.execute<{ key: string } & Record<string, unknown>>(sql`
    select p.id || chr(10) || asked.subject as key, e.id, p.organization_id, p.environment, e.method, e.level, e.state, e.reason_code, e.covers,
      e.document_expires_on, e.reviewer, e.comparison, e.taken_at, e.expires_at,
      exists (select from identity_sessions s where s.person_id = p.id and s.claims is null and s.status in ('processing', 'in_review')
          and (asked.subject = '' or asked.subject in (s.wallet_id, s.investor_id)))
        or exists (select from entity_files f where f.person_id = p.id and f.state = 'in_review') as waits
    from (values ${sql.join(asked, sql`, `)}) as asked(person, subject)
    join persons p on p.id = asked.person
    left join lateral (
      select * from evidence e
      where e.organization_id = p.organization_id and e.environment = p.environment and e.person_id = p.id
        and e.proves = case p.kind when 'entity' then 'entity' else 'identity' end
        and e.state in ('valid', 'rejected') and e.person_key is not distinct from p.person_key
        and (asked.subject = '' or ${sql.raw(reaches('e.id', 'asked.subject'))})
      order by e.created_at desc, e.id desc limit ${MOST}
    ) e on true
    where p.erased_at is null`)
  return Map.groupBy(
    rows.map((row) => ({ ...row, taken_at: dateOf(row.taken_at), expires_at: dateOf(row.expires_at) }) as unknown as Row & { key: string }),
    (row) => row.key,
  )
}

const dateOf = (value: unknown): Date | null => (value === null || value === undefined ? null : new Date(value as string))

/** What says who somebody is, or that its issuer found out. An age alone says it of nobody. */
const NAMES = ['full_name', 'date_of_birth', 'verified']
const saysWho = ({ covers }: Pick<Row, 'covers'>) => covers.some((one) => NAMES.includes(one))

const WORTH = { basic: 1, enhanced: 2, accredited: 2 }

/** From the evidence of a person, the newest first, to what is known at a time. */
function identityFrom(all: readonly Row[], { organizationId, environment, now }: TenantNow): Identity {
  // Ids are asked for without their tenant, so that many share a query: what is another's is not told.
  const rows = all.filter((row) => row.organization_id === organizationId && row.environment === environment)
  const known = rows.filter((row) => row.id !== null)
  const newest = known[0]
  if (newest?.state === 'rejected')
    return {
      ...UNKNOWN,
      status: 'rejected',
      at: newest.taken_at,
      reviewer: newest.reviewer,
      evidence: newest.id,
      rejection: { code: newest.reason_code ?? 'identity_rejected', retryable: true },
    }
  const live = known.filter((row) => row.state === 'valid' && saysWho(row) && (row.expires_at === null || row.expires_at.getTime() > now))
  const best = live.toSorted((a, b) => WORTH[b.level] - WORTH[a.level])[0]
  if (!best) return rows.some((row) => row.waits) ? { ...UNKNOWN, status: 'pending' } : UNKNOWN
  const reads = ['document_review', 'passport_chip', 'wallet_presentation', 'provider'].includes(best.method)
  return {
    ...UNKNOWN,
    status: 'verified',
    level: best.level === 'basic' ? 'basic' : 'enhanced',
    method: reads && best.level !== 'basic' ? 'document' : 'non_documentary',
    at: best.taken_at,
    expires_at: best.expires_at,
    reviewer: best.reviewer,
    evidence: best.id,
    covers: best.covers,
    document: best.document_expires_on ? { expires_on: best.document_expires_on, verified_on: best.taken_at } : null,
    comparison: best.comparison,
  }
}
