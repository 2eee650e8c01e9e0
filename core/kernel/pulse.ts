import pg from 'pg'
import { isUnreachable } from './unreachable.ts'

export const BEAT_MS = 2_000
/** A server that needs longer for a row than this does not work. */
export const LATE_MS = 3_000
/** Announcements are believed to arrive for so long after the line was last heard. */
export const HEARD_MS = 10_000
/** Codes, links, ages of lists and deadlines are judged by the clocks of this machine and of the database. */
export const FAR_APART_MS = 10_000

/**
 * Whether announcements are heard. It is believed for ten seconds after the line was last heard and no longer: a process that was frozen, or a line
 * of which nobody knows that it is dead, must not go on with what was taken back meanwhile.
 */
export class Line {
  #until: number
  /** `until`: without a line there is nobody to announce anything. */
  constructor(until = Number.NEGATIVE_INFINITY) {
    this.#until = until
  }
  get heard(): boolean {
    return performance.now() < this.#until
  }
  set heard(now: boolean) {
    this.#until = now ? performance.now() + HEARD_MS : Number.NEGATIVE_INFINITY
  }
}

export type Trouble = 'database' | 'database is read-only' | 'disk' | 'clock'

/**
 * Whether this process can do its work now: every two seconds it writes a row, reads it, and compares its clock with the database's. What is not
 * known to be well is not: before the first beat, and while one does not come back, there is trouble.
 */
export class Pulse {
  #trouble: Trouble | null = 'database'
  #since: number | null = null
  #heard = Number.NEGATIVE_INFINITY
  /** By how much the clock of this machine is ahead of the database's, as far as that is sure: the way there and back may have taken all of the rest. */
  apartMs = 0

  /** What keeps this process from its work; null where nothing does. */
  get trouble(): Trouble | null {
    const now = performance.now()
    const late = (this.#since !== null && now - this.#since > LATE_MS) || now - this.#heard > HEARD_MS
    return late ? 'database' : this.#trouble
  }

  /** One sentence where this process may decide and stamp nothing, for its time is not the database's; else null. */
  get clockWrong(): string | null {
    return Math.abs(this.apartMs) > FAR_APART_MS ? clockSentence(this.apartMs) : null
  }

  /** Writes and reads on this line. Throws where the line is of no use; what the server refuses besides is the trouble. */
  async beat(line: pg.Client, name: string): Promise<void> {
    this.#since = performance.now()
    try {
      this.apartMs = await writeAndRead(line, name)
      this.#trouble = this.clockWrong ? 'clock' : null
    } catch (error) {
      // A server that takes no writes may not be the one that counts any more: the next line may lead to another.
      if (!(error instanceof pg.DatabaseError) || isUnreachable(error) || error.code === READ_ONLY) throw error
      this.#trouble = troubleOf(error)
    }
    this.#heard = performance.now()
    this.#since = null
  }

  /** The line is down. */
  lost(error?: unknown): void {
    this.#trouble = troubleOf(error)
    this.#since = null
  }
}

export const clockSentence = (apartMs: number): string =>
  `The clock of this machine is ${(Math.abs(apartMs) / 1_000).toFixed(0)} s ${apartMs > 0 ? 'ahead of' : 'behind'} the database’s. Set both by NTP.`

const READ_ONLY = '25006'
const NOT_ALLOWED = '42501'

function troubleOf(error: unknown): Trouble {
  const code = (error as { code?: string } | undefined)?.code
  if (code === READ_ONLY) return 'database is read-only'
  return code === '53100' || code === '58030' ? 'disk' : 'database'
}

/** What the exchange took may have passed on either way. */
async function apartOf(query: () => Promise<number>): Promise<number> {
  const sent = Date.now()
  const theirs = await query()
  const received = Date.now()
  if (theirs < sent) return Math.max(0, sent - theirs)
  return theirs > received ? received - theirs : 0
}

/** By how much the clock of this machine is ahead of the database's, as far as that is sure, ms. */
export const clockAhead = (asked: { query(text: string): Promise<{ rows: { at: string }[] }> }): Promise<number> =>
  apartOf(async () => Number((await asked.query('select extract(epoch from clock_timestamp()) * 1000 as at')).rows[0]!.at))

/**
 * A row that is committed, and read after that. A page is added to a table of this line alone besides: on a disk that is full a row still fits
 * into a page that is there.
 */
async function writeAndRead(line: pg.Client, name: string): Promise<number> {
  let written = ''
  const apart = await apartOf(async () => {
    const { rows } = await line.query<{ at: string; beat: string }>(
      `insert into settings (key, value, updated_at) values ($1, jsonb_build_object('beat', 1), now())
        on conflict (key) do update set value = jsonb_build_object('beat', (settings.value ->> 'beat')::bigint + 1), updated_at = now()
        returning value ->> 'beat' as beat, extract(epoch from clock_timestamp()) * 1000 as at`,
      [name],
    )
    written = rows[0]!.beat
    return Number(rows[0]!.at)
  })
  const { rows } = await line.query<{ beat: string }>("select value ->> 'beat' as beat from settings where key = $1", [name])
  if (rows[0]?.beat !== written) throw new Error('the row that was written is not there')
  await addPage(line)
  return apart
}

/** Made at the first beat on a line. Null where this role may make none: then a full disk shows in the row alone. */
const pages = new WeakMap<pg.Client, boolean>()

async function addPage(line: pg.Client): Promise<void> {
  if (!pages.has(line)) {
    const made = await line.query('create temp table sealwright_page (page int) on commit delete rows').then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== NOT_ALLOWED) throw error
        return false
      },
    )
    pages.set(line, made)
    // Of processes that ended without a word.
    await line.query("delete from settings where key like 'process.%' and updated_at < now() - interval '1 day'")
  }
  if (pages.get(line)) await line.query('insert into pg_temp.sealwright_page values (1)')
}
