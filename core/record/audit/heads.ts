import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Log } from '#core/kernel/services.ts'
import { getObject, type ObjectStore, putObject } from './object-store.ts'

/** A head the log signed, as it is kept outside of the database. */
export interface Head {
  at: string
  log_id: string
  epoch: number
  size: number
  /** Base64. */
  root: string
  note: string
}

/** Where heads are kept besides the data folder. */
export interface Mirrors {
  files: string[]
  store: ObjectStore | null
}

/** One head a line, only ever added to. */
const FILE = 'log-heads.jsonl'

/**
 * The heads the log has signed, kept where whoever has the database does not reach: a file in the data folder that only grows,
 * and mirrors of it. Against them a log that was cut, or made anew, shows.
 */
export class LogHeads {
  readonly #files: string[]
  readonly #store: ObjectStore | null
  readonly #log: Log
  #newest = new Map<string, Head>()
  /** How far each file was read: another process adds to it too. */
  #read = new Map<string, number>()
  #heads: Head[] = []
  #fromStore: Promise<void> | null = null
  #mirroring: Promise<void> = Promise.resolve()
  #waiting: Head | null = null

  constructor({ dataDir, mirrors, log }: { dataDir: string; mirrors: Mirrors; log: Log }) {
    this.#files = [join(dataDir, FILE), ...mirrors.files]
    this.#store = mirrors.store
    this.#log = log
  }

  /** Every head that is known, of any log and epoch. Throws where a file cannot be read. */
  async all(): Promise<Head[]> {
    for (const file of this.#files) this.#readOn(file)
    // Once: what is signed later is in the files.
    this.#fromStore ??= this.#readStore()
    await this.#fromStore
    return this.#heads
  }

  /** The largest head of one epoch of one log. */
  async newest(log_id: string, epoch: number): Promise<Head | null> {
    await this.all()
    return this.#newest.get(`${log_id}/${epoch}`) ?? null
  }

  /** Keeps a head. Resolves when it is on this machine's disk; throws when it is not. Mirrors that fail are logged. */
  async keep(head: Head): Promise<void> {
    const [own, ...mirrors] = this.#files
    const line = `${JSON.stringify(head)}\n`
    append(own!, line)
    for (const file of mirrors)
      try {
        append(file, line)
      } catch (error) {
        this.#log.error({ file, error: (error as Error).message }, 'a head of the log could not be mirrored')
      }
    this.#note(head)
    this.#waiting = head
    this.#mirroring = this.#mirroring.then(() => this.#mirror())
  }

  /** Resolves when the store has the newest head, or has refused it. */
  mirrored(): Promise<void> {
    return this.#mirroring
  }

  /** Only the newest of those that came meanwhile is sent. */
  async #mirror(): Promise<void> {
    const head = this.#waiting
    this.#waiting = null
    if (!head || !this.#store) return
    const name = `${head.log_id}-${head.epoch}-${String(head.size).padStart(16, '0')}.json`
    try {
      await putObject(this.#store, name, JSON.stringify(head), { onlyNew: true })
      await putObject(this.#store, 'newest.json', JSON.stringify(head))
    } catch (error) {
      this.#log.error({ error: (error as Error).message }, 'a head of the log could not be mirrored to the object store')
    }
  }

  async #readStore(): Promise<void> {
    if (!this.#store) return
    try {
      const text = await getObject(this.#store, 'newest.json')
      if (text) this.#note(JSON.parse(text) as Head)
    } catch (error) {
      // What cannot be read proves nothing, for or against: the file in the data folder still does.
      this.#log.error({ error: (error as Error).message }, 'the newest mirrored head of the log could not be read')
    }
  }

  #readOn(file: string): void {
    const done = this.#read.get(file) ?? 0
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size === done) return
    const text = readFileSync(file).subarray(size < done ? 0 : done)
    // A line that is being written by another process is read next time.
    const whole = text.subarray(0, text.lastIndexOf(10) + 1)
    this.#read.set(file, (size < done ? 0 : done) + whole.length)
    for (const line of whole.toString().split('\n'))
      if (line) {
        try {
          this.#note(JSON.parse(line) as Head)
        } catch {
          throw new Error(`${file} holds a line that is no head of the log. Restore the file; see docs/operating/backup.md.`)
        }
      }
  }

  #note(head: Head): void {
    if (this.#heads.some((known) => known.note === head.note)) return
    this.#heads.push(head)
    const key = `${head.log_id}/${head.epoch}`
    const known = this.#newest.get(key)
    if (!known || known.size <= head.size) this.#newest.set(key, head)
  }
}

function append(file: string, line: string): void {
  if (!existsSync(file)) mkdirSync(dirname(file), { recursive: true })
  const out = openSync(file, 'a', 0o600)
  try {
    writeSync(out, line)
    fsyncSync(out)
  } finally {
    closeSync(out)
  }
}
