import { buildWalletIndex } from '#screening/addresses.ts'
import { type ListedEntity, type ListSource, type ListStamp, type SanctionsList, stampOf, type WalletIndex } from '#screening/entity.ts'
import { createScreener, type Screener, type ScreenMatch, type ScreenSubject } from '#screening/screen.ts'
import type { Environment } from '../context.ts'

export interface AddressHit {
  entity: ListedEntity
  address: string
}

/** Screened lists of one world: the official ones, or the sandbox's sample. */
interface Loaded {
  lists: SanctionsList[]
  stamps: ListStamp[]
  screener: Screener
  wallets: WalletIndex
  byId: Map<string, ListedEntity>
}

function load(lists: SanctionsList[]): Loaded {
  const entities = lists.flatMap((list) => list.entries)
  return {
    lists,
    stamps: lists.map(stampOf),
    screener: createScreener(lists),
    wallets: buildWalletIndex(entities),
    byId: new Map(entities.map((e) => [e.id, e])),
  }
}

/**
 * The lists in force, in memory. Production screens against the official lists; the sandbox against those and the fictional
 * sample. Lists are swapped whole, so a check never sees half a list.
 */
export class Screening {
  #official: Loaded | null = null
  #sample: Loaded | null = null
  #warnings: string[] = []
  readonly #allowSampleAlone: boolean

  /** `allowSampleAlone`: sandbox checks may run on the sample while no official list is loaded. */
  constructor(options: { allowSampleAlone: boolean }) {
    this.#allowSampleAlone = options.allowSampleAlone
  }

  useOfficial(lists: SanctionsList[]): void {
    this.#official = lists.length ? load(lists) : null
  }
  /** The publisher confirmed these versions: only their age changes, nothing is built anew. */
  markChecked(checkedAt: ReadonlyMap<string, string>): void {
    if (!this.#official) return
    this.#official = {
      ...this.#official,
      stamps: this.#official.stamps.map((s) => ({ ...s, loaded_at: checkedAt.get(s.source) ?? s.loaded_at })),
    }
  }
  useSample(list: SanctionsList): void {
    this.#sample = load([list])
  }
  setWarnings(warnings: string[]): void {
    this.#warnings = warnings
  }
  official(): readonly SanctionsList[] {
    return this.#official?.lists ?? []
  }

  /** Whether checks can be answered, by which lists, and how old those are. */
  state() {
    const stamps = [...(this.#official?.stamps ?? []), ...(this.#sample?.stamps ?? [])]
    return {
      ready: this.#official !== null || (this.#allowSampleAlone && this.#sample !== null),
      official: this.#official !== null,
      warnings: this.#warnings,
      lists: stamps.map((stamp) => ({ ...stamp, age_seconds: Math.max(0, Math.round((Date.now() - Date.parse(stamp.loaded_at)) / 1000)) })),
    }
  }

  #worlds(environment: Environment): Loaded[] {
    const worlds = environment === 'sandbox' ? [this.#official, this.#sample] : [this.#official]
    return worlds.filter((w) => w !== null)
  }

  /** Versions of the lists an answer rests on. Empty means: nothing is loaded, and nothing may be answered. */
  stamps(environment: Environment, sources?: readonly string[]): ListStamp[] {
    const worlds = this.#worlds(environment)
    if (environment === 'production' && !this.#official) return []
    // The sample ships with the product, so it is always as new as it can be.
    const now = new Date().toISOString()
    return worlds
      .flatMap((w) => w.stamps.map((s) => (s.source === 'sandbox_sample' ? { ...s, loaded_at: now } : s)))
      .filter((s) => !sources || sources.includes(s.source) || s.source === 'sandbox_sample')
  }

  /** Listed names like this one, best first, in a total order. `threshold` and scores run from 0 to 1. */
  names(
    environment: Environment,
    subject: ScreenSubject,
    options: { threshold?: number; lists?: readonly string[]; limit?: number },
  ): ScreenMatch[] {
    const found = this.#worlds(environment).flatMap((w) =>
      w.screener.screen(subject, { threshold: options.threshold, lists: options.lists as ListSource[] | undefined, limit: options.limit }),
    )
    return found
      .sort((a, b) => b.score - a.score || b.evidence - a.evidence || (a.entity.id < b.entity.id ? -1 : 1))
      .map((match, i) => ({ ...match, rank: i + 1 }))
  }

  /** Entries that list exactly this address. */
  address(environment: Environment, address: string, sources?: readonly string[]): AddressHit[] {
    return this.#worlds(environment).flatMap((w) =>
      w.wallets
        .lookup(address)
        .map((hit) => ({ entity: w.byId.get(hit.entity_id)!, address: hit.address }))
        .filter((hit) => !sources || sources.includes(hit.entity.list) || hit.entity.list === 'sandbox_sample'),
    )
  }
}
