import { getTableColumns, type Table } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'

interface Shape {
  table: string
  columns: { key: string; toDriver: ((value: unknown) => unknown) | null }[]
  names: string
  ending: string
  statements: Map<number, { name: string; text: string }>
}

const shapes = new Map<string, Shape>()

/** Most rows of one statement. Sizes are powers of two, so that each table has only a few statements to prepare. */
const MOST_ROWS = 64
/** PostgreSQL's limit of parameters in one statement. */
const MOST_PARAMETERS = 65_535

/**
 * Inserts rows with prepared statements. The query builder composes its SQL anew for every call, which for the rows of a
 * busy API costs more than the database's own work. All rows must have the same keys; columns that none has keep their default.
 */
export async function insertRows<T extends PgTable>(
  client: pg.ClientBase | pg.Pool,
  table: T,
  rows: readonly T['$inferInsert'][],
  options: { skipExisting?: boolean } = {},
): Promise<void> {
  if (!rows.length) return
  const shape = shapeOf(table, Object.keys(rows[0]!), options.skipExisting ? ' on conflict do nothing' : '')
  let at = 0
  while (at < rows.length) {
    let size = MOST_ROWS
    while (size > rows.length - at || size * shape.columns.length > MOST_PARAMETERS) size >>= 1
    const values: unknown[] = []
    for (let i = at; i < at + size; i++) {
      const row = rows[i] as Record<string, unknown>
      for (const { key, toDriver } of shape.columns) {
        const value = row[key]
        values.push(value === null || value === undefined ? null : toDriver ? toDriver(value) : value)
      }
    }
    await client.query({ ...statement(shape, size), values })
    at += size
  }
}

function shapeOf(table: PgTable, keys: string[], ending: string): Shape {
  const { name, schema } = getTableConfig(table)
  const id = `${schema ?? ''}.${name}:${keys.join()}${ending}`
  let shape = shapes.get(id)
  if (!shape) {
    const all = getTableColumns(table as Table)
    const columns = keys.map((key) => {
      const column = all[key]
      if (!column) throw new Error(`${name} has no column ${key}`)
      // Text and whole numbers go as they are.
      const plain = ['PgText', 'PgInteger', 'PgBoolean'].includes(column.columnType)
      return { key, name: column.name, toDriver: plain ? null : (value: unknown) => column.mapToDriverValue(value) }
    })
    const target = schema ? `"${schema}"."${name}"` : `"${name}"`
    shape = { table: target, columns, names: columns.map((c) => `"${c.name}"`).join(', '), ending, statements: new Map() }
    shapes.set(id, shape)
  }
  return shape
}

function statement(shape: Shape, size: number): { name: string; text: string } {
  let known = shape.statements.get(size)
  if (!known) {
    const width = shape.columns.length
    const tuples = Array.from({ length: size }, (_, row) => `(${shape.columns.map((_, i) => `$${row * width + i + 1}`).join()})`)
    // The number tells two shapes of one table apart; PostgreSQL cuts names at 63 bytes.
    known = {
      name: `insert_${[...shapes.values()].indexOf(shape)}_${size}`,
      text: `insert into ${shape.table} (${shape.names}) values ${tuples.join()}${shape.ending}`,
    }
    shape.statements.set(size, known)
  }
  return known
}
