import { inTurns } from '#core/kernel/turns.ts'
import {
  ListView,
  loadFew,
  loadMany,
  mergeMatches,
  type NameOptions,
  type ReadyLists,
  screenOptions,
  withExposed,
} from '#core/sources/lists/loaded.ts'
import type { ListSource, ListStamp, SanctionsList } from '#screening/entity.ts'
import { isDated } from '#screening/lists/judge.ts'
import { createPool, type ScreenerPool } from '#screening/pool.ts'
import type { ScreenMatch, ScreenSubject } from '#screening/screen.ts'
import { confirmedAt, type ListAge } from '#screening/staleness.ts'
import { freshness, USABLE_SECONDS } from './age.ts'
import type { HeldList } from './trouble.ts'

/** A list as it is stored, with the list itself when it is at hand already. */
export interface StoredList {
  content: Uint8Array
  list?: SanctionsList
  /** When the publisher last confirmed this version as its current one. */
  confirmedAt: string
}

interface PoolEntry {
  of: ReadyLists
  pool: Promise<ScreenerPool>
  timer: NodeJS.Timeout | null
  busy: number
}

const secondsSince = (time: string) => Math.max(0, Math.round((Date.now() - Date.parse(time)) / 1000))

/** What an old list does to every production check, and what to do about it. */
export const staleWords = ({ source, age_seconds }: Pick<ListAge, 'source' | 'age_seconds'>): string =>
  `${source} is stale, by its publication or its last confirmation: production checks ${age_seconds > USABLE_SECONDS ? 'are refused' : 'go to review'}, none is cleared. ` +
  (source === 'pep'
    ? 'Give a newer list: in the folder of PEP_DIR, which is read within the hour, or at the address of PEP_URL.'
    : "Give the publisher's newest files: in the folder of SANCTIONS_DIR where that is set, which is read within the hour; load-lists reads a folder at once.")

async function readyOf(stored: readonly StoredList[]): Promise<ReadyLists | null> {
  if (!stored.length) return null
  const world = await loadMany(stored)
  return { ...world, stamps: world.stamps.map((s, i) => confirmedAt(s, stored[i]!.confirmedAt)) }
}

/** Idle bulk threads are given back after this long. */
const POOL_IDLE_MS = 60_000

/**
 * The lists in force, in memory. Production screens against the official lists; the sandbox against those and its own
 * fictional list. Lists are swapped whole, so a check never sees half a list.
 */
export class Screening {
  #official: ReadyLists | null = null
  /** An index of its own: among so many names those of the sanctions lists would be looked at less closely. */
  #exposed: ReadyLists | null = null
  #sample: ReadyLists | null = null
  #trouble: { warnings: string[]; held: HeldList[] } = { warnings: [], held: [] }
  #pool: PoolEntry | null = null
  readonly #allowSampleAlone: boolean
  /** The newest views, by the small list in them. */
  readonly #views = new Map<
    ReadyLists | null,
    { official: ListStamp[] | undefined; exposed: ListStamp[] | undefined; second: number; view: ListView }
  >()

  /** Lists without which nobody is cleared in production. */
  readonly required: readonly ListSource[]

  /** `allowSampleAlone`: ready without the required lists, for sandbox checks may run on the sample alone. */
  constructor(options: { allowSampleAlone: boolean; required: readonly ListSource[] }) {
    this.#allowSampleAlone = options.allowSampleAlone
    this.required = options.required
  }

  /** Puts official lists in force. They are read and indexed first; checks go on against the old ones until then. */
  async useOfficial(stored: readonly StoredList[]): Promise<void> {
    this.#official = await readyOf(stored)
  }
  /** The same with the list of politically exposed persons; with none where nothing is stored. */
  async useExposed(stored: readonly StoredList[]): Promise<void> {
    this.#exposed = await readyOf(stored)
  }
  /** The publisher confirmed these versions: only their age changes, nothing is built anew. */
  markChecked(checkedAt: ReadonlyMap<string, string>): void {
    for (const world of [this.#official, this.#exposed]) {
      const stamps = world?.stamps.map((s) => confirmedAt(s, checkedAt.get(s.source) ?? s.loaded_at))
      if (world) Object.assign(world, { stamps })
    }
  }
  useSample(list: SanctionsList): void {
    this.#sample = loadFew([list])
  }
  setTrouble(trouble: { warnings: string[]; held: HeldList[] }): void {
    this.#trouble = trouble
  }
  /** Required lists of which no version is in force. While there is one, no production check is answered. */
  missing(): ListSource[] {
    return freshness(this.#inForce(), Date.now(), this.required).missing
  }
  #inForce(): ListStamp[] {
    return [...(this.#official?.stamps ?? []), ...(this.#exposed?.stamps ?? [])]
  }
  /** All lists in force: those of authorities, and that of politically exposed persons. */
  official(): readonly SanctionsList[] {
    return [...(this.#official?.lists ?? []), ...(this.#exposed?.lists ?? [])]
  }
  /** Whether the operator wants people looked up in a list of politically exposed persons. */
  get wantsExposed(): boolean {
    return this.required.includes('pep')
  }
  exposed(): ReadyLists | null {
    return this.#exposed
  }
  sample(): ReadyLists | null {
    return this.#sample
  }

  /** Whether checks can be answered, by which lists, how old those are, and what they cost. */
  state() {
    const stamps = [...this.#inForce(), ...(this.#sample?.stamps ?? [])]
    const worlds = [this.#official, this.#exposed].filter((world) => world !== null)
    const sum = (of: (world: ReadyLists) => number) => worlds.reduce((n, world) => n + of(world), 0)
    const { lists: ages, missing } = freshness(stamps, Date.now(), this.required)
    /** So old that every check is refused. */
    const expired = ages.filter((one) => this.required.includes(one.source) && one.age_seconds > USABLE_SECONDS).map((one) => one.source)
    const complete = missing.length === 0 && expired.length === 0
    const stale = ages.filter((one) => one.stale && one.source !== 'sandbox_sample')
    return {
      ready: complete || (this.#allowSampleAlone && this.#sample !== null),
      official: this.#official !== null,
      warnings: [...this.#trouble.warnings, ...stale.map(staleWords)],
      held: this.#trouble.held,
      required: this.required,
      missing,
      expired,
      /** `age_seconds` counts from `current_at`, `loaded_age_seconds` from `loaded_at`, `published_age_seconds` from `published_at`, or, where nobody said a day, `first_loaded_at`. */
      lists: stamps.map((stamp) => ({
        ...stamp,
        age_seconds: secondsSince(stamp.current_at),
        loaded_age_seconds: secondsSince(stamp.loaded_at),
        published_age_seconds: secondsSince(
          isDated(stamp) || stamp.source === 'sandbox_sample' ? stamp.published_at : stamp.first_loaded_at,
        ),
      })),
      index: this.#official && {
        entities: sum(({ screener }) => screener.size.entities),
        names: sum(({ screener }) => screener.size.names),
        addresses: this.#official.wallets.size,
        build_ms: sum(({ buildMs }) => buildMs),
        bytes: sum(({ sharedIndex }) => sharedIndex?.byteLength ?? 0),
        stored_bytes: sum(({ snapshots }) => snapshots.reduce((n, bytes) => n + bytes.length, 0)),
      },
      bulk_threads: this.#pool ? 1 : 0,
    }
  }

  /** What checks are answered from now: the official lists and, in a sandbox, `small`, which stands in for every authority. */
  view(small: ReadyLists | null): ListView {
    // It ships with the product, so it is always as new as it can be, to the second: calls of one second share a view.
    const second = Math.floor(Date.now() / 1000)
    const known = this.#views.get(small)
    const [official, exposed] = [this.#official?.stamps, this.#exposed?.stamps]
    if (known && known.official === official && known.exposed === exposed && known.second === second) return known.view
    const now = new Date(second * 1000).toISOString()
    const stamps: ListStamp[] = [...this.#inForce(), ...(small?.stamps ?? []).map((s) => confirmedAt(s, now))]
    const view = new ListView(
      [this.#official, small].filter((w) => w !== null),
      !small && (!this.#official || this.missing().length > 0) ? [] : stamps,
      this.#exposed,
    )
    if (this.#views.size > 100) this.#views.clear()
    this.#views.set(small, { official, exposed, second, view })
    return view
  }

  /** Screens many names away from the thread that answers requests; results in the order of the subjects. `small` as in `view`. */
  async names(small: ReadyLists | null, subjects: readonly ScreenSubject[], options: NameOptions): Promise<ScreenMatch[][]> {
    const official = this.#official
    const fromOfficial = official ? await this.#inPool(official, subjects, options) : null
    const results: ScreenMatch[][] = []
    const turn = inTurns()
    for (const [i, subject] of subjects.entries()) {
      const found = [
        ...(fromOfficial ? [fromOfficial[i]!] : []),
        ...(small ? [small.screener.screen(subject, screenOptions(options))] : []),
      ]
      // In this thread, in turns: another with so many persons of its own would cost their memory again.
      results.push(withExposed(mergeMatches(found, options.limit), this.#exposed, subject, options))
      await turn()
    }
    return results
  }

  async #inPool(world: ReadyLists, subjects: readonly ScreenSubject[], options: NameOptions): Promise<ScreenMatch[][]> {
    if (this.#pool?.of !== world) {
      const old = this.#pool
      const { snapshots, byId, sharedIndex } = world
      const pool = createPool({ snapshots, entities: byId, index: sharedIndex ?? undefined, background: true })
      this.#pool = { of: world, pool, timer: null, busy: 0 }
      if (old) void this.#close(old)
    }
    const entry = this.#pool
    entry.busy++
    if (entry.timer) clearTimeout(entry.timer)
    try {
      return await (await entry.pool).screen(subjects, screenOptions(options))
    } catch (error) {
      // A pool that could not start or lost its thread must not be asked again.
      if (this.#pool === entry) this.#pool = null
      throw error
    } finally {
      if (--entry.busy === 0) {
        entry.timer = setTimeout(() => void this.#close(entry), POOL_IDLE_MS)
        entry.timer.unref()
      }
    }
  }

  async #close(entry: PoolEntry): Promise<void> {
    if (this.#pool === entry) this.#pool = null
    if (entry.timer) clearTimeout(entry.timer)
    await (await entry.pool.catch(() => null))?.close()
  }

  /** Ends what threads there are. */
  async close(): Promise<void> {
    if (this.#pool) await this.#close(this.#pool)
  }
}
