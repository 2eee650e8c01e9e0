import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readLimits } from '#core/access/budgets/limits.ts'
import type { Mirrors } from '#core/record/audit/heads.ts'
import type { AskedWitness } from '#core/record/audit/witnesses.ts'
import { parseWitnessKey } from '#credentials/cosignature.ts'
import { type ListSource, SANCTIONS_SOURCES } from '#screening/entity.ts'
import { readCertifiedKey } from './certified-key.ts'

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .optional()
  .transform((v) => (v === undefined || v === '' ? undefined : v === '1' || v === 'true'))
const optionalText = z
  .string()
  .optional()
  .transform((v) => (v?.trim() ? v.trim() : undefined))

const withoutSlash = (url: string): string => url.replace(/\/$/, '')

/** A scheme, a host and a port: pages and links begin at its root. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: optionalText,
  WORKER_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  PUBLIC_URL: optionalText.refine((text) => text === undefined || isOrigin(text), 'give an address such as https://seal.example'),
  DATABASE_URL: optionalText,
  DATABASE_OWNER_URL: optionalText,
  DATA_DIR: z.string().default('./.data'),
  APP_SECRET: optionalText,
  APP_SECRET_FORMER: optionalText,
  KEY_SERVICE: z.enum(['embedded', 'pkcs11', 'aws-kms', 'vault']).default('embedded'),
  KEYS_DATABASE_URL: optionalText,
  SMTP_URL: optionalText,
  MAIL_FROM: z.string().default('Sealwright <no-reply@sealwright.example>'),
  CONTACT_EMAIL: z.string().default('sales@sealwright.example'),
  SANCTIONS_DIR: optionalText,
  SANCTIONS_REQUIRED: optionalText,
  PEP_DIR: optionalText,
  PEP_URL: z.url({ protocol: /^https$/ }).optional(),
  SANCTIONS_SOURCE: z.enum(['official', 'sample']).default('official'),
  FX_SOURCE: z.enum(['ecb', 'manual']).default('ecb'),
  FX_URL: z.url({ protocol: /^https$/ }).optional(),
  COMPANIES_HOUSE_KEY: optionalText,
  COMPANIES_HOUSE_URL: z.url({ protocol: /^https?$/ }).default('https://api.company-information.service.gov.uk'),
  GLEIF_URL: z.url({ protocol: /^https?$/ }).optional(),
  IDENTITY_PROVIDER_URLS: optionalText,
  EVM_RPC_URLS: optionalText,
  SOLANA_RPC_URL: optionalText,
  REDIS_URL: optionalText,
  LOG_WITNESSES: optionalText,
  LOG_HEADS_MIRRORS: optionalText,
  LOG_HEADS_S3_KEY: optionalText,
  LOG_OTLP_URL: z.url({ protocol: /^https?$/ }).optional(),
  LOG_OTLP_HEADERS: optionalText,
  METRICS_TOKEN: optionalText,
  WEBHOOK_ALLOW_PRIVATE: flag,
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  SEED_DEMO: flag,
  SEED_DEMO_STORY: flag,
  TRUST_PROXY: z
    .string()
    .regex(/^(\d|10|true|false)?$/, 'give the number of proxies in front')
    .optional()
    .transform((text) => (text === 'true' ? 1 : Number(text) || 0)),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  REQUIRE_SECOND_FACTOR: z.enum(['0', '1', 'true', 'false', 'all', '']).optional(),
  ANTIVIRUS_URL: optionalText.refine(
    (text) => text === undefined || /^(unix:\/\/\/\S+|(tcp|tls):\/\/[^\s/:@]+:\d{1,5}|(tcp|tls):\/\/\[[\da-f:]+\]:\d{1,5})$/i.test(text),
    'give unix:///run/clamav/clamd.ctl, tcp://host:3310 or tls://host:port',
  ),
  WALLET_READER_FILE: optionalText,
  CREDENTIAL_SIGNER_FILE: optionalText,
  PLAIN_CONNECTIONS: z.enum(['private', '']).optional(),
  RATE_LIMIT: flag,
  LIMITS: optionalText,
  RESPONSE_SAMPLE: z.coerce.number().min(0).max(1).default(0.02),
  /** Set by `npm start` when the operator did not set NODE_ENV: React runs in production mode, the installation is not one. */
  SEALWRIGHT_LOCAL: flag,
})

/** Production means: somebody else's money and names. The operator says so with NODE_ENV=production. */
export type Env = ReturnType<typeof readEnv>

/** Reads and checks the environment once, at start. Throws one plain sentence naming the variable that is wrong. */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const parsed = schema.safeParse(source)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new Error(`${issue.path.join('.')} is not valid: ${issue.message}.`)
  }
  const e = parsed.data
  const production = e.NODE_ENV === 'production' && !e.SEALWRIGHT_LOCAL
  if (production && e.DATABASE_URL && !e.APP_SECRET && !hasKeyService(e))
    throw new Error('APP_SECRET or KEY_SERVICE must be set when NODE_ENV=production and DATABASE_URL is given.')
  for (const name of ['APP_SECRET', 'APP_SECRET_FORMER'] as const)
    if ((e[name]?.length ?? 32) < 32) throw new Error(`${name} is too short: give at least 32 characters.`)
  if (e.DATABASE_OWNER_URL && !e.DATABASE_URL)
    throw new Error('DATABASE_OWNER_URL needs DATABASE_URL beside it: the address of the role the product works as.')
  const dataDir = resolve(e.DATA_DIR)
  const publicUrl = withoutSlash(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`)
  return {
    mode: e.NODE_ENV,
    production,
    port: e.PORT,
    host: e.HOST ?? '127.0.0.1',
    workerPort: e.WORKER_PORT ?? null,
    publicUrl,
    databaseUrl: e.DATABASE_URL ?? null,
    databaseOwnerUrl: e.DATABASE_OWNER_URL ?? null,
    dataDir,
    secret: e.APP_SECRET ?? null,
    keys: {
      kind: e.KEY_SERVICE,
      formerSecret: e.APP_SECRET_FORMER ?? null,
      keysUrl: e.KEYS_DATABASE_URL ?? null,
      /** A setting of the key service itself. */
      setting: (name: string) => source[name]?.trim() || null,
    },
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    contactEmail: e.CONTACT_EMAIL,
    sanctionsDir: e.SANCTIONS_DIR ?? null,
    sanctionsSource: e.SANCTIONS_SOURCE,
    ...parseRequired(e),
    rateSource: e.FX_SOURCE,
    rateUrl: e.FX_URL ?? null,
    companiesHouse: e.COMPANIES_HOUSE_KEY ? { url: withoutSlash(e.COMPANIES_HOUSE_URL), key: e.COMPANIES_HOUSE_KEY } : null,
    gleifUrl: e.GLEIF_URL ? withoutSlash(e.GLEIF_URL) : null,
    identityProviderUrls: parseProviderUrls(e.IDENTITY_PROVIDER_URLS),
    evmRpcUrls: parseRpcUrls(e.EVM_RPC_URLS),
    solanaRpcUrl: e.SOLANA_RPC_URL ?? null,
    witnesses: parseWitnesses(e.LOG_WITNESSES),
    logHeads: parseMirrors(e.LOG_HEADS_MIRRORS, e.LOG_HEADS_S3_KEY),
    redisUrl: e.REDIS_URL ?? null,
    antivirusUrl: e.ANTIVIRUS_URL ?? null,
    walletReader: readCertifiedKey('WALLET_READER_FILE', e.WALLET_READER_FILE),
    credentialSigner: readCertifiedKey('CREDENTIAL_SIGNER_FILE', e.CREDENTIAL_SIGNER_FILE, new URL(publicUrl).hostname),
    logReceiver: e.LOG_OTLP_URL ? { url: e.LOG_OTLP_URL, headers: parseHeaders(e.LOG_OTLP_HEADERS) } : null,
    metricsToken: e.METRICS_TOKEN ?? null,
    webhookAllowPrivate: e.WEBHOOK_ALLOW_PRIVATE ?? false,
    role: e.ROLE,
    seedDemo: e.SEED_DEMO ?? !production,
    seedStory: e.SEED_DEMO_STORY ?? true,
    trustProxy: e.TRUST_PROXY,
    drainSeconds: e.DRAIN_SECONDS,
    logLevel: e.LOG_LEVEL,
    responseSample: e.RESPONSE_SAMPLE,
    /** Always in production; elsewhere as a way to try it. */
    requireSecondFactor: production || /^(1|true|all)$/.test(e.REQUIRE_SECOND_FACTOR ?? ''),
    secondFactorOfAll: e.REQUIRE_SECOND_FACTOR === 'all',
    /** Which connections with other machines may go without TLS in production: none, unless the operator trusts the private networks. */
    plainConnections: e.PLAIN_CONNECTIONS || null,
    rateLimit: e.RATE_LIMIT ?? true,
    limits: readLimits(e.LIMITS, e.RATE_LIMIT === false),
  }
}

/** The United States' and the United Nations' lists block for every tenant, so nobody is cleared without them. */
const ALWAYS_REQUIRED = ['us_ofac_sdn', 'un_sc'] as const

/** Further lists without which nobody is cleared in production, commas between; that of politically exposed persons where there is to be one. */
function parseRequired(e: { SANCTIONS_REQUIRED?: string | undefined; PEP_DIR?: string | undefined; PEP_URL?: string | undefined }) {
  if (e.PEP_DIR && e.PEP_URL) throw new Error('PEP_URL is not valid beside PEP_DIR: give the folder or the address.')
  const given = e.SANCTIONS_REQUIRED?.split(',').map((each) => each.trim()) ?? []
  for (const source of given)
    if (!(SANCTIONS_SOURCES as readonly string[]).includes(source))
      throw new Error(`SANCTIONS_REQUIRED is not valid: "${source}" is no list. Use ${SANCTIONS_SOURCES.join(', ')}.`)
  const pep = { pepDir: e.PEP_DIR ?? null, pepUrl: e.PEP_URL ?? null }
  const exposed = pep.pepDir || pep.pepUrl ? (['pep'] as const) : []
  return { ...pep, sanctionsRequired: [...new Set<ListSource>([...ALWAYS_REQUIRED, ...(given as ListSource[]), ...exposed])] }
}

/** Pairs of a witness's key and its address, with a space between, commas between the pairs. */
function parseWitnesses(text: string | undefined): AskedWitness[] {
  return (text?.split(',') ?? []).map((pair) => {
    const [key, url] = pair.trim().split(/\s+/)
    const witness = parseWitnessKey(key ?? '')
    if (!witness || !/^https?:\/\/\S+$/.test(url ?? '')) throw new Error(`LOG_WITNESSES is not valid: "${pair.trim()}" is not "key url".`)
    return { ...witness, url: url!.replace(/\/$/, '') }
  })
}

/** `file:` addresses, at most one folder of an object store, `mailto:` addresses; the key as `id:secret@region`. */
function parseMirrors(text: string | undefined, key: string | undefined): Mirrors & { mails: string[] } {
  const mirrors: Mirrors & { mails: string[] } = { files: [], store: null, mails: [] }
  const credentials = key && /^([^:]+):(.+)@([a-z0-9-]+)$/.exec(key)
  if (key && !credentials) throw new Error('LOG_HEADS_S3_KEY is not valid: give id:secret@region.')
  for (const entry of text?.split(',').map((each) => each.trim()) ?? []) {
    if (entry.startsWith('file:///')) mirrors.files.push(fileURLToPath(entry))
    else if (/^mailto:[^\s@]+@[^\s@]+$/.test(entry)) mirrors.mails.push(entry.slice('mailto:'.length))
    else if (/^https?:\/\/\S+$/.test(entry) && !mirrors.store)
      mirrors.store = {
        url: entry.endsWith('/') ? entry : `${entry}/`,
        key: credentials ? { id: credentials[1]!, secret: credentials[2]!, region: credentials[3]! } : null,
      }
    else throw new Error(`LOG_HEADS_MIRRORS is not valid: "${entry}" is no file:///, https:// (one of them) or mailto: address.`)
  }
  return mirrors
}

/** Pairs `name=value`, commas between, as OpenTelemetry writes them; values may be escaped as in addresses. */
function parseHeaders(text: string | undefined): Record<string, string> {
  return Object.fromEntries(
    (text?.split(',') ?? []).map((pair) => {
      const match = /^\s*([\w-]+)=([\x20-\x7e]+?)\s*$/.exec(pair)
      // Its value is a secret and is not repeated.
      if (!match) throw new Error('LOG_OTLP_HEADERS is not valid: give name=value, with commas between.')
      return [match[1]!.toLowerCase(), decodeURIComponent(match[2]!)]
    }),
  )
}

/** Whether keys are kept by a service of their own, so that no APP_SECRET is needed. */
const hasKeyService = (e: { KEY_SERVICE: string }): boolean => e.KEY_SERVICE !== 'embedded'

function parseRpcUrls(text: string | undefined): Record<string, string> {
  const urls: Record<string, string> = {}
  for (const pair of text?.split(',') ?? []) {
    const match = /^\s*(\d+)=(https?:\/\/\S+)\s*$/.exec(pair)
    if (!match) throw new Error(`EVM_RPC_URLS is not valid: "${pair.trim()}" is not chainId=url.`)
    urls[match[1]!] = match[2]!
  }
  return urls
}

function parseProviderUrls(text: string | undefined): Record<string, string> {
  const urls: Record<string, string> = {}
  for (const pair of text?.split(',') ?? []) {
    const match = /^\s*([a-z]+)=(https?:\/\/\S+?)\/?\s*$/.exec(pair)
    if (!match) throw new Error(`IDENTITY_PROVIDER_URLS is not valid: "${pair.trim()}" is not provider=url.`)
    urls[match[1]!] = match[2]!
  }
  return urls
}

/** The master secret: given, or made once and kept in the data folder for its owner only. */
export function masterSecret(env: Env): string {
  if (env.secret) return env.secret
  const file = join(env.dataDir, 'app-secret')
  if (!existsSync(file)) {
    mkdirSync(env.dataDir, { recursive: true })
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process made it between the look and the write.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
