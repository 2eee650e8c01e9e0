/** Keys that are replaced together, and for how long what is new is shown before it is used, in ms. */
export const KEY_GROUPS = {
  /** Wraps the data keys of persons and tenants. */
  sealing: { ahead: 0 },
  /** Signs the head of the transparency log. */
  log: { ahead: 0 },
  /** Signs credentials and status lists. Verifiers keep the key document for five minutes. */
  credentials: { ahead: 10 * 60_000 },
  /** Signs webhooks, beside the former key for as long as that is shown. */
  webhooks: { ahead: 0 },
  /** Sign-in: cookies, tokens, authenticators' secrets, cursors, links in mails. */
  sessions: { ahead: 0 },
  /** Signs permits and attestations for chains. Contracts trust its address, so it is only replaced when named. */
  permits: { ahead: 10 * 60_000 },
} as const
export type KeyGroup = keyof typeof KEY_GROUPS

/** What a rotation without `--only` replaces. */
export const ROTATED = ['sealing', 'log', 'credentials', 'webhooks', 'sessions'] as const satisfies readonly KeyGroup[]

/** For how long after its replacement a key still signs beside its successor: the log's heads and webhooks. */
export const OVERLAP_MS = 30 * 86_400_000

const SESSIONS = new Set(['sessions', 'access-tokens', 'refresh-tokens', 'second-factor', 'cursors', 'status-unsubscribe'])

/**
 * The group of a derived secret; null for one that is never replaced, because values made with it are kept to be searched by:
 * names, e-mail addresses, persons, places in status lists.
 */
export const groupOf = (purpose: string): KeyGroup | null => (SESSIONS.has(purpose) ? 'sessions' : null)
