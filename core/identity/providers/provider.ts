import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#core/kernel/errors.ts'
import type { identityProviders } from '#db/schema.ts'
import type { Shown } from '../evidence/record.ts'
import type { Asks } from './ask.ts'

export type ProviderName = (typeof identityProviders.$inferSelect)['provider']

/** A tenant's account with a provider, with its keys opened. */
export interface ProviderAccount extends Pick<typeof identityProviders.$inferSelect, 'id' | 'flow' | 'region'> {
  api_key: string
  /** With what requests are signed, where a provider asks for that. */
  api_secret: string | null
  /** With what the provider signs its messages. */
  webhook_secret: string
}

/** How a check of a provider stands. */
export type ProviderVerdict =
  | { state: 'waiting' | 'processing' }
  | {
      state: 'verified' | 'rejected'
      read: Shown
      document: { expires_on: string | null } | null
      /** A living person was compared with the document. */
      liveness: boolean
      /** The provider's own words for it, without a person in them. */
      outcome: string
    }

/** One provider, as its public documentation describes it. */
export interface ProviderAdapter {
  title: string
  /** What has to be said of an account besides its key. */
  needs: readonly ('api_secret' | 'webhook_secret' | 'flow' | 'region')[]
  /** Whether a key is for tests; null where it does not say. */
  isTestKey(apiKey: string): boolean | null
  /** Makes a check for somebody, and says under which id the provider knows it and where they go through it. */
  begin(ask: Asks, account: ProviderAccount, asked: Begin): Promise<{ externalId: string; url: string }>
  /**
   * Which check a signed message is about; null for messages about something else. Nothing else in it is believed: what was found is
   * fetched. Throws `signature_invalid`.
   */
  knock(message: Message, account: ProviderAccount): string | null
  verdict(ask: Asks, account: ProviderAccount, externalId: string): Promise<ProviderVerdict>
  /** Where the person goes on with a check that was begun; null where it came to its end there, and only another one helps. */
  goOn(ask: Asks, account: ProviderAccount, check: Begun, asked: Begin): Promise<string | null>
  /** It does not say whether the person has been there before it has decided. */
  silent?: true
}

interface Begin {
  sessionId: string
  returnUrl: string | null
  name: string | null
  /** The provider's id of the session's check before this one. */
  before: string | null
}

/** A check that was begun, and where the person was sent for it. */
interface Begun {
  externalId: string
  url: string | null
}

/** A message as it arrived. `now` is the wall clock's, ms. */
export interface Message {
  header: (name: string) => string | undefined
  raw: Uint8Array
  now: number
}

/** A message may be so old, s, where its signature covers its time. */
const TOLERANCE = 300

const badSignature = () => new AppError('signature_invalid', 'The signature of this message is not by the provider, or the message is old.')

export const hmac = (secret: string, ...parts: (string | Uint8Array)[]): string => {
  const made = createHmac('sha256', secret)
  for (const part of parts) made.update(part)
  return made.digest('hex')
}

const isHmac = (given: string | undefined, secret: string, ...signed: (string | Uint8Array)[]): boolean => {
  const expected = Buffer.from(hmac(secret, ...signed))
  const got = Buffer.from((given ?? '').toLowerCase())
  return got.length === expected.length && timingSafeEqual(got, expected)
}

/** Refuses a message that is not signed with the secret: SHA-256 in hexadecimal, compared in constant time. */
export function requireHmac(given: string | undefined, secret: string, raw: Uint8Array): void {
  if (!isHmac(given, secret, raw)) throw badSignature()
}

/** The scheme of Stripe and Persona: `t=<seconds>,v1=<signature of time and body>`, several where a secret is being changed. */
export function requireTimedHmac(given: string | undefined, secret: string, { raw, now }: Message): void {
  const parts = (given ?? '').split(/[,\s]+/).map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const isRecent = /^\d{1,12}$/.test(time) && Math.abs(now / 1_000 - Number(time)) <= TOLERANCE
  if (!isRecent || !parts.some(([name, signature]) => name === 'v1' && isHmac(signature, secret, `${time}.`, raw))) throw badSignature()
}

/** The body of a message whose signature was checked; an empty object for what is no JSON. */
export function bodyOf({ raw }: Message): unknown {
  try {
    return JSON.parse(Buffer.from(raw).toString('utf8'))
  } catch {
    return {}
  }
}
