/**
 * What every publisher's list is read into, and what the matcher, the verbs and the stored versions share.
 * Field names are the API's own (snake_case), so an entity can be shown as it is.
 */

/** The sanctions lists of authorities, by the name the API uses. */
export const SANCTIONS_SOURCES = ['us_ofac_sdn', 'us_ofac_cons', 'us_csl', 'eu_fsf', 'gb_fcdo', 'un_sc'] as const
/**
 * The lists the product knows. `pep` names politically exposed persons and is the operator's own or one they have a licence for;
 * `sandbox_sample` is fictional and never loaded in production.
 */
export const LIST_SOURCES = [...SANCTIONS_SOURCES, 'pep', 'sandbox_sample'] as const
export type ListSource = (typeof LIST_SOURCES)[number]

export type EntityType = 'person' | 'organization' | 'vessel' | 'aircraft' | 'unknown'

/** The parts a publisher gives separately. Absent parts are absent, never empty strings. */
type NameParts = {
  family?: string
  given?: string
  middle?: string
  patronymic?: string
  maiden?: string
  /** Anything the publisher labels otherwise (tribal name, nickname part, fourth name …). */
  other?: string
}

export type ListedName = {
  /** Natural reading order where the publisher says which part is the family name ("Given Family"), else as published. */
  full: string
  parts?: NameParts
  /** `weak`: the publisher itself calls the alias broad or of low quality; it never makes more than a review on its own. */
  strength: 'strong' | 'weak'
  kind: 'primary' | 'aka' | 'fka' | 'nka'
  /** ISO 15924 of the letters used; absent means Latin. */
  script?: string
  /** BCP 47, only when the publisher says so. */
  lang?: string
}

/** A birth date as an inclusive range of days. A year alone is 01-01 to 12-31; `circa` marks the publisher's own "about". */
export type ListedDate = { from: string; to: string; circa: boolean; text: string }

/** `type` is a lower-case word such as `passport`, `national_id`, `tax_id`, `registration`, `imo`, `mmsi`, `lei`, `swift`, `other`. */
export type ListedIdentifier = { type: string; value: string; country?: string }

/** A listed digital-currency address. `address` is normalised for the chain; `ticker` is the publisher's own. */
export type ListedWallet = { chain: Chain; address: string; ticker: string }

/**
 * Chain families by how an address is written, not by network: one EVM address is the same key on every EVM network,
 * so `evm` covers them all. `unknown` is a ticker with no rule here: compared exactly as published.
 */
const CHAINS = [
  'evm',
  'bitcoin',
  'tron',
  'solana',
  'litecoin',
  'bitcoin_cash',
  'bitcoin_sv',
  'bitcoin_gold',
  'dash',
  'zcash',
  'dogecoin',
  'verge',
  'monero',
  'ripple',
  'stellar',
  'bnb_beacon',
  'cosmos',
  'cardano',
  'polkadot',
  'eos',
  'neo',
  'ton',
  'unknown',
] as const
export type Chain = (typeof CHAINS)[number]

export type ListedVessel = {
  imo?: string
  mmsi?: string
  call_sign?: string
  flag?: string
  vessel_type?: string
  tonnage?: string
  gross_tonnage?: string
  owner?: string
}

type PostalAddress = { text: string; country?: string }

/** What a list of politically exposed persons says of one, over all offices it names. */
export type Exposure = {
  /** Whether they hold or held an office themselves, or are only family or a close associate of somebody who does. */
  relation: 'holder' | 'relative'
  /** Whose office it is in the eyes of whoever made the list; absent where that is not said. */
  class?: 'domestic' | 'foreign'
  /** Countries of the offices: alpha-2, or the list's own word where that is no country. Empty where unknown. */
  countries: string[]
  /** The last day of the last office (YYYY-MM-DD), the latest it can be; null while one is held, or where nobody says. */
  left_on: string | null
}

export type ListedEntity = {
  /** `<list>:<list_entry_id>`; stable over versions of the list. */
  id: string
  list: ListSource
  /** The publisher's own id of the entry (OFAC ent_num, UN reference, EU logical id, UK unique id). */
  list_entry_id: string
  type: EntityType
  /** `pep` entries are politically exposed, not sanctioned: at most a review. */
  topic: 'sanction' | 'pep'
  /** At least one; the first is the primary name. */
  names: ListedName[]
  programs: string[]
  dates_of_birth: ListedDate[]
  places_of_birth: string[]
  /** Upper-case ISO 3166-1 alpha-2 (plus XK for Kosovo). */
  nationalities: string[]
  /** Every country tied to the entry in any way (nationality, citizenship, address, flag, birth). */
  countries: string[]
  gender: 'male' | 'female' | null
  identifiers: ListedIdentifier[]
  /** Digital-currency addresses. */
  addresses: ListedWallet[]
  postal_addresses: PostalAddress[]
  vessel: ListedVessel | null
  titles: string[]
  /** Day the publisher listed the entry, YYYY-MM-DD, where it says so. */
  listed_on: string | null
  url: string | null
  remarks: string | null
  /** Only of entries whose topic is `pep`, and only from a list of them. */
  exposure?: Exposure
}

/** One version of one list, whole. `version` orders by time and is unique within a source. */
export type SanctionsList = {
  source: ListSource
  /** `<published day>-<first 12 hex of sha256>`, for example `2026-08-01-9f2c51d07a3e`. */
  version: string
  /** SHA-256 over the publisher's bytes; of several files: over `name\0sha256\n` lines sorted by name. */
  sha256: string
  /** RFC 3339 UTC. The publisher's own date where the file has one, else when it was downloaded. */
  published_at: string
  /** Whose word `published_at` is: the list's own, its publisher's server's, or only the time of a file. Absent in versions stored before it was noted. */
  dated_by?: 'list' | 'server' | 'file'
  loaded_at: string
  entries: ListedEntity[]
}

/** What an answer says about the list it used. */
export type ListStamp = Omit<SanctionsList, 'entries'> & {
  entries: number
  /** When these bytes were first loaded here (RFC 3339); `loaded_at` is when they were last given or confirmed. */
  first_loaded_at: string
  /** The last moment the version is known to be its publisher's current one (RFC 3339): ages count from it. See `currentAt`. */
  current_at: string
}

/** One listed address found; `entity_id` is the `ListedEntity.id`. */
export type WalletHit = { entity_id: string; chain: Chain; address: string; ticker: string }

/** A listed address that looks like the one asked for but is another: a sign of address poisoning, never a match. */
export type WalletLookalike = WalletHit & { shared_prefix: number; shared_suffix: number }

/** Exact map of all listed addresses. Built by `buildWalletIndex` in `addresses.ts`. */
export type WalletIndex = {
  /** Distinct addresses held. */
  readonly size: number
  /** Every entry that lists exactly this address, whatever the input's URI prefix, white space or case-free letters. Empty when none. */
  lookup(input: string): readonly WalletHit[]
  /** Listed addresses sharing the first and last characters with this unlisted one. */
  lookalikes(input: string): readonly WalletLookalike[]
}

/**
 * A publisher's file that is not what it should be. The whole file is refused and the version in force stays.
 * `line` counts from 1; 0 when the fault has no line (empty file, missing companion file).
 */
export class ListFormatError extends Error {
  readonly file: string
  readonly line: number
  readonly reason: string
  constructor({ file, line, reason }: { file: string; line: number; reason: string }) {
    super(line > 0 ? `${file}:${line}: ${reason}` : `${file}: ${reason}`)
    this.name = 'ListFormatError'
    this.file = file
    this.line = line
    this.reason = reason
  }
}
