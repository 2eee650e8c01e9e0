import { buildWalletIndex } from '#screening/addresses.ts'
import { displayAddress } from '#screening/eip55.ts'
import type { ListedEntity, ListSource, ListStamp, SanctionsList, WalletIndex } from '#screening/entity.ts'
import { buildIndexOffThread } from '#screening/pool.ts'
import { createScreener, type Screener, type ScreenMatch, type ScreenSubject } from '#screening/screen.ts'
import { decodeListInTurns } from '#screening/snapshot.ts'
import { stampOf } from '#screening/staleness.ts'

export interface AddressHit {
  entity: ListedEntity
  address: string
}

/** Lists ready to be screened against, whole: built once, never changed. */
export interface ReadyLists {
  lists: SanctionsList[]
  stamps: ListStamp[]
  screener: Screener
  wallets: WalletIndex
  byId: ReadonlyMap<string, ListedEntity>
  /** The lists as stored, for threads to read. */
  snapshots: readonly Uint8Array[]
  /** Their index in memory that threads share; null for a few entries. */
  sharedIndex: Uint8Array | null
  buildMs: number
}

/** For a few entries: built at once, in the caller's thread. */
export function loadFew(lists: SanctionsList[]): ReadyLists {
  const started = performance.now()
  return finish(lists, createScreener(lists), { snapshots: [], sharedIndex: null, started })
}

/** For official lists: read in turns and indexed in a thread of their own, so that no request waits for it. */
export async function loadMany(stored: readonly { content: Uint8Array; list?: SanctionsList }[]): Promise<ReadyLists> {
  const started = performance.now()
  const lists: SanctionsList[] = []
  for (const { content, list } of stored) lists.push(list ?? (await decodeListInTurns(content)))
  const snapshots = stored.map(({ content }) => content)
  const { index, shared } = await buildIndexOffThread(snapshots, lists)
  return finish(lists, createScreener(lists, { index }), { snapshots, sharedIndex: shared, started })
}

function finish(
  lists: SanctionsList[],
  screener: Screener,
  built: { snapshots: readonly Uint8Array[]; sharedIndex: Uint8Array | null; started: number },
): ReadyLists {
  const entities = lists.flatMap((list) => list.entries)
  return {
    lists,
    stamps: lists.map(stampOf),
    screener,
    wallets: buildWalletIndex(entities),
    byId: new Map(entities.map((e) => [e.id, e])),
    snapshots: built.snapshots,
    sharedIndex: built.sharedIndex,
    buildMs: Math.round(performance.now() - built.started),
  }
}

export interface NameOptions {
  threshold?: number | undefined
  lists?: readonly string[] | undefined
  limit?: number | undefined
  /** false leaves the pieces of the score out. */
  explain?: boolean | undefined
  /** Also what only other facts took below the threshold, marked so. */
  demoted?: boolean | undefined
}

/** What one check is answered from: one or two worlds, and the versions to be named in the answer. */
export class ListView {
  readonly #worlds: readonly ReadyLists[]
  readonly #exposed: ReadyLists | null
  readonly #stamps: readonly ListStamp[]
  /** Whether the sandbox's sample, which is always current, stands in for every authority. */
  readonly standIn: boolean

  /** `exposed`: the list of politically exposed persons, where the operator has one. */
  constructor(worlds: readonly ReadyLists[], stamps: readonly ListStamp[], exposed: ReadyLists | null = null) {
    this.#worlds = worlds
    this.#exposed = exposed
    this.#stamps = stamps
    this.standIn = stamps.some((stamp) => stamp.source === 'sandbox_sample')
  }

  /**
   * Versions of the lists an answer rests on. Empty means: nothing is loaded, or not every list that was asked for, and nothing may be
   * answered.
   */
  stamps(sources?: readonly string[]): ListStamp[] {
    const has = (source: string) => this.#stamps.some((s) => s.source === source)
    if (sources && !this.standIn && !sources.every(has)) return []
    return this.#stamps.filter((s) => !sources || sources.includes(s.source) || s.source === 'sandbox_sample' || s.source === 'pep')
  }

  /** Listed names like this one, best first, in a total order. `threshold` and scores run from 0 to 1. */
  names(subject: ScreenSubject, options: NameOptions): ScreenMatch[] {
    const found = mergeMatches(
      this.#worlds.map((w) => w.screener.screen(subject, screenOptions(options))),
      options.limit,
    )
    return withExposed(found, this.#exposed, subject, options)
  }

  /** Entries that list exactly this address. */
  address(address: string, sources?: readonly string[]): AddressHit[] {
    return this.#worlds.flatMap((w) =>
      w.wallets
        .lookup(address)
        .map((hit) => ({ entity: w.byId.get(hit.entity_id)!, address: hit.address }))
        .filter((hit) => !sources || sources.includes(hit.entity.list) || hit.entity.list === 'sandbox_sample'),
    )
  }

  /** Entries that list an address which begins and ends like this one, where none lists this one itself. */
  lookalikes(address: string): AddressHit[] {
    return this.#worlds.flatMap((w) =>
      w.wallets.lookalikes(address).map((hit) => ({ entity: w.byId.get(hit.entity_id)!, address: displayAddress(hit) })),
    )
  }

  entity(id: string): ListedEntity | null {
    for (const world of this.#exposed ? [...this.#worlds, this.#exposed] : this.#worlds) {
      const entity = world.byId.get(id)
      if (entity) return entity
    }
    return null
  }
}

export const screenOptions = (options: NameOptions) => ({
  threshold: options.threshold,
  lists: options.lists as ListSource[] | undefined,
  limit: options.limit,
  explain: options.explain,
  demoted: options.demoted,
})

/** Matches of several worlds in the one total order: score, evidence, id. */
export function mergeMatches(found: readonly ScreenMatch[][], limit = 25): ScreenMatch[] {
  if (found.length === 1) return found[0]!
  return inOrder(found).slice(0, limit).map(ranked)
}

/**
 * The same with the politically exposed persons like a person, of whom `limit` come beside the others: there are many more of them than of
 * sanctioned people, and none may be crowded out by them. They are looked for whatever lists were asked for, as the rules ask for them always.
 */
export function withExposed(found: ScreenMatch[], exposed: ReadyLists | null, subject: ScreenSubject, options: NameOptions): ScreenMatch[] {
  if (!exposed || !['person', 'any', undefined].includes(subject.entity_type)) return found
  const more = exposed.screener.screen(subject, { ...screenOptions(options), lists: undefined })
  return more.length ? inOrder([found, more]).map(ranked) : found
}

const inOrder = (found: readonly ScreenMatch[][]): ScreenMatch[] =>
  found.flat().sort((a, b) => b.score - a.score || b.evidence - a.evidence || (a.entity.id < b.entity.id ? -1 : 1))
const ranked = (match: ScreenMatch, i: number): ScreenMatch => ({ ...match, rank: i + 1 })
