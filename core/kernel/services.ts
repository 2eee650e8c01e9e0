import type { Limits } from '#core/access/budgets/limits.ts'
import type { LogHeads } from '#core/record/audit/heads.ts'
import type { AskedWitness } from '#core/record/audit/witnesses.ts'
import type { Screening } from '#core/screening/lists/screening.ts'
import type { World } from '#core/sources/world.ts'
import type { Connection } from '#db/connect.ts'
import type { Ctx, Environment } from './context.ts'
import type { Keyring } from './keys/keyring.ts'

/** What verbs need besides the database, made once at start by the composition root. */
export interface Services {
  connection: Connection
  keyring: Keyring
  screening: Screening
  /** The heads the log signed, kept outside of the database. */
  heads: LogHeads
  config: Config
  log: Log
  /** Asks the worker to run a job soon. The durable record is the outbox; this only shortens the wait. */
  wake: (job: 'outbox' | 'mail' | 'webhooks' | 'log' | 'lists' | 'bulk') => void
  /** The world that calls of an environment are made in. `persona` is the one that the header of a sandbox call names. */
  worldOf: (environment: Environment, persona?: string | null) => World
  /** Makes the objects that exist in every sandbox, through the verbs, which read them too. */
  makeFixtures: (ctx: Ctx) => Promise<void>
}

/** Settings that verbs may read; resolved once from the environment. */
export interface Config {
  publicUrl: string
  production: boolean
  /** Admins, issuers and whoever makes production keys have to prove a second factor. */
  requireSecondFactor: boolean
  /** Investors have to as well. */
  secondFactorOfAll: boolean
  contactEmail: string
  mailFrom: string
  dataDir: string
  webhookAllowPrivate: boolean
  listSource: 'official' | 'sample'
  /** Folder of official list files that stands in for downloads. */
  listDir?: string | null
  /** Where the list of politically exposed persons comes from: a folder, or an https address. Nobody is looked up in one where neither is set. */
  pepDir?: string | null
  pepUrl?: string | null
  /** Where exchange rates come from: the European Central Bank's daily file, or the operator by hand. */
  rateSource: 'ecb' | 'manual'
  /** Another address of that file. */
  rateUrl: string | null
  /** The register of companies of the United Kingdom, by a key of the operator's. */
  companiesHouse: { url: string; key: string } | null
  /** Where legal entity identifiers are looked up. */
  gleifUrl: string | null
  /** Other addresses of identity providers, by their names. */
  identityProviderUrls: Record<string, string>
  evmRpcUrls: Record<string, string>
  solanaRpcUrl: string | null
  limits: Limits
  /** The antivirus that looks at documents (clamd), when there is one. */
  antivirusUrl: string | null
  /** With what requests to identity wallets are signed in production; null where the installation makes its own certificate. */
  walletReader: CertifiedKey | null
  /** With what credentials are signed for verifiers that go by certificates, in production; null where the installation is its own authority. */
  credentialSigner: CertifiedKey | null
  /** Who cosigns the log's checkpoints. */
  witnesses: AskedWitness[]
  /** Who is sent the log's head each day. */
  headMails: string[]
}

/** A key (PEM) with its certificates (DER, base64), the own one first. */
export interface CertifiedKey {
  key: string
  certificates: string[]
}

export interface Log {
  debug(fields: Record<string, unknown>, message: string): void
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}
