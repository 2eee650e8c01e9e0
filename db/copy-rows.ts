import { getTableColumns, type Table } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** What COPY takes: rows in its binary form, by statement. */
export type Copies = Map<string, Buffer[]>

interface Shape {
  keys: string[]
  statement: string
  columns: { key: string; put: (value: never) => void }[]
}

/**
 * Adds rows to what will be copied. Rows that leave out different columns become statements of their own, so that what a
 * row does not say is the column's default. Throws for a column that does not exist or whose type it does not know.
 */
export function addCopies(copies: Copies, table: PgTable, rows: readonly Record<string, unknown>[]): void {
  for (const row of rows) {
    const { statement, columns } = shapeOf(table, row)
    at = 0
    putInt16(columns.length)
    for (let i = 0; i < columns.length; i++) {
      const { key, put } = columns[i]!
      const value = row[key]
      if (value === null || value === undefined) putInt32(-1)
      else put(value as never)
    }
    const bytes = Buffer.from(scratch.subarray(0, at))
    const others = copies.get(statement)
    if (others) others.push(bytes)
    else copies.set(statement, [bytes])
  }
}

export interface CopyOptions {
  /** Whether to wait for the disk (the default). Otherwise a crash may lose the last moment of such rows. */
  durable?: boolean
  /** A statement before the rows: where it fails nothing is written. */
  first?: string
}

/**
 * Writes the rows in one exchange with the server: all of it is committed together or nothing (within a transaction, with
 * it). Against inserts this spares the server some hundred parameters a row and the plan of each statement.
 */
export function copyRows(client: pg.ClientBase, copies: Copies, options: CopyOptions = {}): Promise<void> {
  return copies.size ? new Promise((resolve, reject) => void client.query(new Copy(copies, options, resolve, reject))) : Promise.resolve()
}

/** The same on a connection of the pool. */
export async function copyInPool(pool: pg.Pool, copies: Copies, options: CopyOptions = {}): Promise<void> {
  const client = await pool.connect()
  let lost: Error | undefined
  try {
    await copyRows(client, copies, options)
  } catch (error) {
    // After an answer of the server the connection is as good as before; without one, or after its last, it is not used again.
    if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') lost = error as Error
    throw error
  } finally {
    client.release(lost)
  }
}

const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])

/** A query of several COPY statements, whose rows follow at once: the server reads them in order. */
class Copy implements pg.Submittable {
  readonly #copies: Copies
  readonly #first: string
  readonly #done: () => void
  readonly #failed: (error: Error) => void
  constructor(copies: Copies, { durable = true, first }: CopyOptions, done: () => void, failed: (error: Error) => void) {
    this.#copies = copies
    this.#first = `${durable ? '' : 'set local synchronous_commit to off;'}${first ? `${first};` : ''}`
    this.#done = done
    this.#failed = failed
  }

  submit(connection: pg.Connection): void {
    // Several statements in one message are one transaction, unless one is open already.
    const messages = [...message('Q', [Buffer.from(`${this.#first}${[...this.#copies.keys()].join(';')}\0`)])]
    for (const rows of this.#copies.values()) messages.push(...message('d', [HEADER, ...rows, TRAILER]), ...message('c', []))
    connection.stream.write(Buffer.concat(messages))
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

/** One message of the protocol: its letter, its length and its parts. */
function message(letter: string, parts: Buffer[]): Buffer[] {
  const head = Buffer.allocUnsafe(5)
  head.write(letter, 0, 'latin1')
  let length = 4
  for (const part of parts) length += part.length
  head.writeInt32BE(length, 1)
  return [head, ...parts]
}

const known = new Map<PgTable, { target: string; columns: ReturnType<typeof getTableColumns>; shapes: Shape[] }>()

function shapeOf(table: PgTable, row: Record<string, unknown>): Shape {
  const keys = Object.keys(row)
  const config = known.get(table) ?? look(table)
  // A table has one shape or two: comparing costs less than putting a name together.
  let shape = config.shapes.find((one) => one.keys.length === keys.length && one.keys.every((key, i) => key === keys[i]))
  if (!shape) {
    const columns = keys.map((key) => ({ key, column: config.columns[key] }))
    for (const { key, column } of columns) if (!column) throw new Error(`${config.target} has no column ${key}`)
    shape = {
      keys,
      statement: `copy ${config.target} (${columns.map(({ column }) => `"${column!.name}"`).join(', ')}) from stdin (format binary)`,
      columns: columns.map(({ key, column }) => ({ key, put: putOf(column!) })),
    }
    config.shapes.push(shape)
  }
  return shape
}

function look(table: PgTable) {
  const { name, schema } = getTableConfig(table)
  const seen = { target: schema ? `"${schema}"."${name}"` : `"${name}"`, columns: getTableColumns(table as Table), shapes: [] }
  known.set(table, seen)
  return seen
}

function putOf(column: { columnType: string; name: string; getSQLType(): string }): (value: never) => void {
  switch (column.getSQLType()) {
    case 'text':
      return putText
    case 'integer':
      return putInteger
    case 'bigint':
    case 'bigserial':
      return putBigint
    case 'boolean':
      return putBoolean
    case 'jsonb':
      return putJson
    case 'bytea':
      return putBytes
  }
  if (column.columnType === 'PgTimestamp') return putTime
  throw new Error(`${column.name}: rows with ${column.getSQLType()} cannot be copied`)
}

// One row at a time is put together here.
let scratch = Buffer.allocUnsafe(65_536)
let at = 0

function room(bytes: number): void {
  if (at + bytes <= scratch.length) return
  const larger = Buffer.allocUnsafe(2 * (at + bytes))
  scratch.copy(larger, 0, 0, at)
  scratch = larger
}

function putInt16(value: number): void {
  room(2)
  at = scratch.writeInt16BE(value, at)
}

function putInt32(value: number): void {
  room(4)
  at = scratch.writeInt32BE(value, at)
}

function putText(value: string): void {
  room(4 + 3 * value.length)
  const bytes = scratch.write(value, at + 4)
  scratch.writeInt32BE(bytes, at)
  at += 4 + bytes
}

function putInteger(value: number): void {
  putInt32(4)
  putInt32(value)
}

/** A whole number within the exact ones of JavaScript. */
function putBigint(value: number): void {
  putInt32(8)
  const high = Math.floor(value / 0x1_0000_0000)
  putInt32(high)
  room(4)
  at = scratch.writeUInt32BE(value - high * 0x1_0000_0000, at)
}

function putBoolean(value: boolean): void {
  putInt32(1)
  room(1)
  at = scratch.writeInt8(value ? 1 : 0, at)
}

const YEAR_2000_MS = 946_684_800_000

/** Microseconds since 2000. */
const putTime = (value: Date): void => putBigint((value.getTime() - YEAR_2000_MS) * 1000)

function putBytes(value: Uint8Array): void {
  putInt32(value.length)
  room(value.length)
  scratch.set(value, at)
  at += value.length
}

const frozenTexts = new WeakMap<object, string>()

/** JSON of a value. What is frozen is written again and again with the same text. */
export function jsonText(value: unknown): string {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return JSON.stringify(value)
  let text = frozenTexts.get(value)
  if (text === undefined) {
    text = JSON.stringify(value)
    frozenTexts.set(value, text)
  }
  return text
}

/** The text after a byte that says how it is kept. */
function putJson(value: unknown): void {
  const text = jsonText(value)
  room(5 + 3 * text.length)
  scratch[at + 4] = 1
  const bytes = scratch.write(text, at + 5)
  scratch.writeInt32BE(bytes + 1, at)
  at += 5 + bytes
}
