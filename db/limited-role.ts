import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { LOCKS } from './locks.ts'

/** What the product only ever adds to: its role may neither change nor remove a row of them. */
export const APPEND_ONLY = ['audit_logs', 'log_entries', 'log_nodes', 'log_checkpoints', 'log_cosignatures', 'log_epochs']
/** What holds the product's data, its accounts and its job queue. */
const SCHEMAS = ['public', 'auth', 'pgboss']

/** How the product connects: as a role that owns nothing, or, where none could be made, as the owner, and then why. */
export type Limited = { url: string; trouble: null } | { url: string; trouble: string }

/**
 * The address at which the product connects as a role that owns nothing and may not change the log. Uses `limitedUrl` when the
 * operator gives one, else makes a role of its own beside the owner, with `password`. Grants what the tables of now need. Where
 * this server lets nobody make or use such a role, answers the owner's address and says why.
 */
export async function limitedAddress(input: { ownerUrl: string; limitedUrl?: string | null; password: string }): Promise<Limited> {
  const { ownerUrl } = input
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'sealwright-owner' })
  owner.on('error', () => {})
  await owner.connect()
  try {
    // One process at a time: two that grant at once are refused by PostgreSQL.
    await owner.query('select pg_advisory_lock($1)', [LOCKS.migrations])
    let url = input.limitedUrl ?? null
    if (!url) {
      const role = await ownRole(owner)
      url = withUser(ownerUrl, role, input.password)
      if ((await tryAs(url)) !== null) await makeRole(owner, role, input.password)
    }
    const limited = new pg.Client({ connectionString: url, application_name: 'sealwright-owner' })
    limited.on('error', () => {})
    await limited.connect()
    try {
      await grant(owner, (await limited.query<{ role: string }>('select current_user as role')).rows[0]!.role)
      const trouble = await tooMighty(limited)
      return trouble ? { url: ownerUrl, trouble } : { url, trouble: null }
    } finally {
      await limited.end()
    }
  } catch (error) {
    if (input.limitedUrl) throw error
    return { url: ownerUrl, trouble: (error as Error).message }
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [LOCKS.migrations]).catch(() => {})
    await owner.end()
  }
}

/** The role of this database; roles belong to the whole server. */
async function ownRole(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  const name = rows[0]!.name
  if (name.length <= 58) return `${name}_app`
  return `${name.slice(0, 45)}_${createHash('sha256').update(name).digest('hex').slice(0, 12)}_app`
}

/** The same address as another role. */
function withUser(url: string, user: string, password: string): string {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  return changed.href
}

/** Null when one may connect, else why not. */
async function tryAs(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'sealwright-owner' })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Makes the role, or gives it the present password. The server and its log see the verifier of the password only. */
async function makeRole(owner: pg.Client, role: string, password: string): Promise<void> {
  const name = owner.escapeIdentifier(role)
  const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [role])
  const verifier = owner.escapeLiteral(scramVerifier(password))
  await owner.query(
    rowCount
      ? `alter role ${name} password ${verifier}`
      : `create role ${name} login nosuperuser nocreatedb nocreaterole noinherit noreplication password ${verifier}`,
  )
}

/** What PostgreSQL keeps of a password (RFC 5803). */
function scramVerifier(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4_096]
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const mac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(mac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${mac('Server Key').toString('base64')}`
}

/** Gives the role what it needs of the tables the owner has, and takes the rest. Says nothing where nothing has changed. */
export async function grant(owner: pg.ClientBase, role: string): Promise<void> {
  const name = owner.escapeIdentifier(role)
  const { rows } = await owner.query<{ name: string; kind: string; append_only: boolean; right: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relkind as kind, own.append_only,
       case when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage') and has_sequence_privilege($1, c.oid, 'select')
       else has_table_privilege($1, c.oid, 'select') and has_table_privilege($1, c.oid, 'insert')
         and has_table_privilege($1, c.oid, 'update') <> own.append_only and has_table_privilege($1, c.oid, 'delete') <> own.append_only
       end as right
     from pg_class c join pg_namespace n on n.oid = c.relnamespace,
       lateral (select n.nspname = 'public' and c.relname = any($2) as append_only) own
     where n.nspname = any($3) and c.relkind in ('r', 'p', 'S') and pg_has_role(c.relowner, 'usage')`,
    [role, APPEND_ONLY, SCHEMAS],
  )
  const wrong = rows.filter((row) => !row.right)
  const some = (kept: (row: (typeof rows)[number]) => boolean) =>
    wrong
      .filter(kept)
      .map((row) => row.name)
      .join(', ')
  const [log, others, sequences] = [
    some((row) => row.kind !== 'S' && row.append_only),
    some((row) => row.kind !== 'S' && !row.append_only),
    some((row) => row.kind === 'S'),
  ]
  if (log) await owner.query(`revoke all on ${log} from ${name}`)
  if (log) await owner.query(`grant select, insert on ${log} to ${name}`)
  if (others) await owner.query(`grant select, insert, update, delete on ${others} to ${name}`)
  if (sequences) await owner.query(`grant usage, select on sequence ${sequences} to ${name}`)
  const { rows: schemas } = await owner.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname = any($2) and not has_schema_privilege($1, nspname, 'usage')`,
    [role, [...SCHEMAS, 'drizzle']],
  )
  for (const schema of schemas) await owner.query(`grant usage on schema ${schema.name} to ${name}`)
  if (schemas.some((schema) => schema.name === 'drizzle')) await owner.query(`grant select on all tables in schema drizzle to ${name}`)
}

/** Why the role of this connection may do more than the product needs; null where it may not. */
export async function tooMighty(client: Pick<pg.Client, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ role: string; mighty: boolean; owns: boolean; changes: boolean }>(
    `select current_user as role,
       (select rolsuper or rolcreaterole or rolreplication or rolbypassrls from pg_roles where rolname = current_user) as mighty,
       exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = any($2) and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'member')) as owns,
       exists (select from unnest($1::text[]) as log(name) where has_table_privilege('public.' || name, 'update, delete, truncate')) as changes`,
    [APPEND_ONLY, SCHEMAS],
  )
  const { role, mighty, owns, changes } = rows[0]!
  if (mighty) return `the role "${role}" may do more than the product needs (superuser, createrole, replication or bypassrls)`
  if (owns) return `the role "${role}" owns the tables`
  return changes ? `the role "${role}" may change or delete entries of the log` : null
}
