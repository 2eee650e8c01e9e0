const DAY = 24

/**
 * Kinds of data that decisions are made from and that grow old, with the shortest and the longest budget of age, in hours, that an
 * organisation may give each. Shorter than its publisher's rhythm no budget can be kept; longer than the platform's own rules hold it would
 * change nothing.
 */
export const DATA_KINDS = {
  /** Since a list was last known to be its publisher's current one. SANCTIONS_LIST_STALE holds at 24 hours: a budget is no longer than that. */
  sanctions_lists: { least: 2, most: 24, called: 'Sanctions list' },
  /** Since the publisher dated the version in force. The UN was silent for 130 days, and the sectoral list stays for months. */
  list_publications: { least: 7 * DAY, most: 365 * DAY, called: 'Publication of the list' },
  /** Since the FATF statement that the table of country risk follows; there are three a year. */
  country_risk: { least: 125 * DAY, most: 365 * DAY, called: 'Table of country risk' },
  /** Since the day of the exchange rates. Rules that convert ask beyond one business day. */
  exchange_rates: { least: DAY, most: 7 * DAY, called: 'Exchange rates of' },
  /** Since evidence showed who a party is; of who is judged by a credential, since that was issued. */
  identity: { least: DAY, most: 3650 * DAY, called: 'Identity of' },
} as const satisfies Record<string, { least: number; most: number; called: string }>

export type DataKind = keyof typeof DATA_KINDS
export const DATA_KIND_NAMES = Object.keys(DATA_KINDS) as DataKind[]

/** How old one kind of data may be, in seconds, and what becomes of a decision that it is too old for. */
export interface DataBudget {
  readonly data: DataKind
  readonly seconds: number
  readonly over: 'review' | 'deny'
}

const WRITTEN = new RegExp(`^(${DATA_KIND_NAMES.join('|')}):([1-9]\\d{0,4})(h|d):(review|deny)$`)

/** A budget as an organisation writes it, `sanctions_lists:12h:review`; null where it is none, or outside of what the platform lets it be. */
export function dataBudgetOf(text: string): DataBudget | null {
  const [, kind, figure, unit, over] = WRITTEN.exec(text) ?? []
  if (!kind) return null
  const data = kind as DataKind
  const hours = Number(figure) * (unit === 'd' ? DAY : 1)
  const { least, most } = DATA_KINDS[data]
  return hours < least || hours > most ? null : { data, seconds: hours * 3600, over: over as DataBudget['over'] }
}
