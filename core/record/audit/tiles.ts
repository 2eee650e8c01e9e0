import { and, asc, eq, gte, lt } from 'drizzle-orm'
import { notFound } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { logEntries, logNodes } from '#db/schema.ts'
import { treeSize } from './read-nodes.ts'

const WIDTH = 256

/** A tile's place: its level, its number, and how many hashes it has. */
interface Tile {
  level: number
  index: number
  width: number
}

/** Reads `<L>/<N>[.p/<W>]`, N in elements of three digits, all but the last begun with an x. Null when it is no such path. */
export function parseTilePath(path: string): Tile | null {
  const match = /^(0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path)
  if (!match) return null
  const [level, digits, width] = [Number(match[1]), match[2]!.replace(/[x/]/g, ''), match[3] ? Number(match[3]) : WIDTH]
  // One path for each tile: no leading element of zeros, no partial tile that is whole.
  if (level > 63 || digits.length > 15 || (digits.length > 3 && digits.startsWith('000')) || (match[3] && width >= WIDTH)) return null
  return { level, index: Number(digits), width }
}

/**
 * A tile of the log's tree as C2SP tlog-tiles has it: the hashes one after another. Public; throws `not_found` for one that is not
 * whole yet. Tiles hold hashes only: the entries name organisations and people's ids, so there are no entry bundles.
 */
export async function readTile({ connection: { db } }: Pick<Services, 'connection'>, path: string): Promise<Buffer> {
  const tile = parseTilePath(path)
  if (!tile) throw notFound()
  const [from, to] = [tile.index * WIDTH, tile.index * WIDTH + tile.width]
  if (to * WIDTH ** tile.level > (await treeSize(db))) throw notFound()
  const rows =
    tile.level === 0
      ? await db
          .select({ hash: logEntries.leaf_hash })
          .from(logEntries)
          .where(and(gte(logEntries.leaf_index, from), lt(logEntries.leaf_index, to)))
          .orderBy(asc(logEntries.leaf_index))
      : await db
          .select({ hash: logNodes.hash })
          .from(logNodes)
          .where(and(eq(logNodes.level, tile.level * 8), gte(logNodes.position, from), lt(logNodes.position, to)))
          .orderBy(asc(logNodes.position))
  if (rows.length !== tile.width) throw notFound()
  return Buffer.concat(rows.map((row) => row.hash))
}
