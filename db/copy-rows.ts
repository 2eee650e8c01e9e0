import { getTableColumns, type Table } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** What COPY takes: the rows' text, by statement. */
export type Copies = Map<string, string>

interface Shape {
  statement: string
  columns: { key: string; toText: (value: never) => string }[]
}

const shapes = new Map<string, Shape>()

/**
 * Adds rows to what will be copied. Rows that leave out different columns become statements of their own, so that what a
 * row does not say is the column's default. Throws for a column that does not exist or whose type it does not know.
 */
export function addCopies(copies: Copies, table: PgTable, rows: readonly Record<string, unknown>[]): void {
  for (const row of rows) {
    const { statement, columns } = shapeOf(table, row)
    let line = ''
    for (let i = 0; i < columns.length; i++) {
      const { key, toText } = columns[i]!
      const value = row[key]
      if (i > 0) line += '\t'
      line += value === null || value === undefined ? '\\N' : toText(value as never)
    }
    copies.set(statement, `${copies.get(statement) ?? ''}${line}\n`)
  }
}

/**
 * Writes the rows in one exchange with the server: all of it is committed together or nothing (within a transaction, with
 * it). Against inserts this spares the server some hundred parameters a row and the plan of each statement.
 */
export function copyRows(client: pg.ClientBase, copies: ReadonlyMap<string, string>): Promise<void> {
  return copies.size ? new Promise((resolve, reject) => void client.query(new Copy(copies, resolve, reject))) : Promise.resolve()
}

/** The same on a connection of the pool. */
export async function copyInPool(pool: pg.Pool, copies: ReadonlyMap<string, string>): Promise<void> {
  const client = await pool.connect()
  let lost: Error | undefined
  try {
    await copyRows(client, copies)
  } catch (error) {
    // After an answer of the server the connection is as good as before; without one it is not used again.
    if (!(error instanceof pg.DatabaseError)) lost = error as Error
    throw error
  } finally {
    client.release(lost)
  }
}

type Wire = pg.Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

/** A query of several COPY statements, whose rows follow at once: the server reads them in order. */
class Copy implements pg.Submittable {
  readonly #copies: ReadonlyMap<string, string>
  readonly #done: () => void
  readonly #failed: (error: Error) => void
  constructor(copies: ReadonlyMap<string, string>, done: () => void, failed: (error: Error) => void) {
    this.#copies = copies
    this.#done = done
    this.#failed = failed
  }

  submit(connection: pg.Connection): void {
    const wire = connection as Wire
    wire.stream.cork()
    // Several statements in one message are one transaction, unless one is open already.
    wire.query([...this.#copies.keys()].join(';'))
    for (const text of this.#copies.values()) {
      wire.sendCopyFromChunk(Buffer.from(text))
      wire.endCopyFrom()
    }
    wire.stream.uncork()
  }

  handleReadyForQuery(): void {
    this.#done()
  }
  /** What was sent after the row that failed is dropped by the server. */
  handleError(error: Error): void {
    this.#failed(error)
  }
  handleCopyInResponse(): void {}
  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
}

function shapeOf(table: PgTable, row: Record<string, unknown>): Shape {
  const keys = Object.keys(row)
  const config = known.get(table) ?? look(table)
  const id = `${config.target}:${keys.join()}`
  let shape = shapes.get(id)
  if (!shape) {
    const columns = keys.map((key) => ({ key, column: config.columns[key] }))
    for (const { key, column } of columns) if (!column) throw new Error(`${config.target} has no column ${key}`)
    shape = {
      statement: `copy ${config.target} (${columns.map(({ column }) => `"${column!.name}"`).join(', ')}) from stdin`,
      columns: columns.map(({ key, column }) => ({ key, toText: textOf(column!) })),
    }
    shapes.set(id, shape)
  }
  return shape
}

const known = new Map<PgTable, { target: string; columns: ReturnType<typeof getTableColumns> }>()

function look(table: PgTable) {
  const { name, schema } = getTableConfig(table)
  const seen = { target: schema ? `"${schema}"."${name}"` : `"${name}"`, columns: getTableColumns(table as Table) }
  known.set(table, seen)
  return seen
}

function textOf(column: { columnType: string; name: string; getSQLType(): string }): (value: never) => string {
  switch (column.columnType) {
    case 'PgText':
      return escaped
    case 'PgInteger':
    case 'PgBigInt53':
    case 'PgBigSerial53':
    case 'PgBoolean':
      return String
    case 'PgTimestamp':
      return (value: Date) => value.toISOString()
    case 'PgJsonb':
      return jsonText
  }
  if (column.getSQLType() === 'bytea') return (value: Uint8Array) => `\\\\x${hex(value)}`
  throw new Error(`${column.name}: rows with ${column.columnType} cannot be copied`)
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

const SPECIAL = /[\\\n\r\t]/
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string): string => (SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign]!) : text)

const frozenTexts = new WeakMap<object, string>()

/** What is frozen is written again and again with the same text. */
function jsonText(value: object): string {
  if (!Object.isFrozen(value)) return escaped(JSON.stringify(value))
  let text = frozenTexts.get(value)
  if (text === undefined) {
    text = escaped(JSON.stringify(value))
    frozenTexts.set(value, text)
  }
  return text
}
