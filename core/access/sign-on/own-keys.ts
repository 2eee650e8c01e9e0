import { createPrivateKey, type KeyObject } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { openValue, sealValue } from '#core/kernel/sealed.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { signOnKeys } from '#db/schema.ts'

const DAY_MS = 86_400_000
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 3072 }
const YEARS_MS = 5 * 365 * DAY_MS
/** A provider reads the metadata anew within this, before a new key signs. */
export const SIGNS_AFTER_MS = 7 * DAY_MS
/** What was encrypted for a former key is still read for so long. */
export const FORMER_MS = 30 * DAY_MS

export type OwnKeys = typeof signOnKeys.$inferSelect
type Use = 'signing' | 'encryption'
interface KeyPair {
  certificate: string
  key: string
}
type MadeKeys = Record<Use, KeyPair>

const scopeOf = (organizationId: string) => ({ organizationId, environment: 'production' as const })
const place = (use: Use, organizationId: string) => `sign_on_keys.${use}:${organizationId}`

/** What an organisation signs with towards its SAML provider, and what that encrypts for: two keys, since one key has one use. */
export async function makeOwnKeys(name: string): Promise<MadeKeys> {
  const [signing, encryption] = await Promise.all([
    keyPair(name, x509.KeyUsageFlags.digitalSignature),
    keyPair(name, x509.KeyUsageFlags.keyEncipherment),
  ])
  return { signing, encryption }
}

async function keyPair(name: string, use: x509.KeyUsageFlags): Promise<KeyPair> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: [{ CN: [name] }],
      keys,
      signingAlgorithm: ALGORITHM,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + YEARS_MS),
      extensions: [new x509.KeyUsagesExtension(use, true)],
    },
    crypto,
  )
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { certificate: certificate.toString('pem'), key: der.toString('base64') }
}

/** Keeps keys, the private ones sealed. They sign from `signsFrom` on; what is encrypted for them is read at once. */
export async function keepOwnKeys(tx: Tx, ctx: Ctx, made: MadeKeys, signsFrom: Date): Promise<void> {
  const { organizationId } = ctx
  const keyId = tenantKeyId(scopeOf(organizationId))
  const seal = (use: Use) => sealValue(tx, ctx.services, keyId, place(use, organizationId), made[use].key, scopeOf(organizationId))
  await tx.insert(signOnKeys).values({
    id: newId('sign_on_key'),
    organization_id: organizationId,
    signing_certificate: made.signing.certificate,
    signing_sealed: await seal('signing'),
    encryption_certificate: made.encryption.certificate,
    encryption_sealed: await seal('encryption'),
    signs_from: signsFrom,
    made_by: ctx.actor.id,
  })
}

/** The keys that count, the newest first. */
export const ownKeysOf = (db: Queryable, organizationId: string): Promise<OwnKeys[]> =>
  db
    .select()
    .from(signOnKeys)
    .where(and(eq(signOnKeys.organization_id, organizationId), or(isNull(signOnKeys.ends_at), gt(signOnKeys.ends_at, new Date()))))
    .orderBy(desc(signOnKeys.created_at), desc(signOnKeys.id))

/** Of the keys that count, those that sign now: the newest that providers have had time to learn of. */
export const signsNow = (keys: readonly OwnKeys[]): OwnKeys | null =>
  keys.find((one) => one.signs_from.getTime() <= Date.now()) ?? keys.at(-1) ?? null

/** The keys to open with what was encrypted for the organisation. */
export const encryptionKeysOf = async (ctx: Pick<Ctx, 'db' | 'services'>, organizationId: string): Promise<KeyObject[]> =>
  Promise.all((await ownKeysOf(ctx.db, organizationId)).map((one) => openOwnKey(ctx, one, 'encryption')))

/** A private key, to use at once and not to keep. */
export async function openOwnKey({ services }: Pick<Ctx, 'services'>, keys: OwnKeys, use: Use): Promise<KeyObject> {
  const sealed = use === 'signing' ? keys.signing_sealed : keys.encryption_sealed
  const key = await openValue(services.connection.db, services, place(use, keys.organization_id), sealed)
  return createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })
}
