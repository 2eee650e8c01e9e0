import { createHash } from 'node:crypto'
import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import { parseAddress } from '#chains/address.ts'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { keyOfDid } from '#credentials/did-key.ts'
import type { Fetch } from '#egress/gate.ts'
import { claimsOf, findTrusted } from '../trust/trusted.ts'
import { algorithmOf, signingKey } from './did.ts'
import { establishedBy, type ForeignWord } from './found.ts'
import { requireUnset } from './vc-status.ts'

type Json = Record<string, unknown>
const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {})
const wrong = (detail: string) => new AppError('credential_invalid', detail)
/** So far may another's clock be ahead, and so old may a holder's proof be, ms. */
const AHEAD_MS = 60_000
const PROOF_MS = 10 * 60_000

/**
 * Reads a verifiable credential (VC 2.0 or 1.1) signed as a JWT by a DID that the tenant trusts, and checks it: signature, dates, status, and
 * that it is of the holder of this wallet: its subject is the wallet, or the key it is bound to signed for the wallet. Throws `issuer_not_trusted`,
 * `credential_invalid`, `credential_expired`, `credential_revoked`, `credential_status_unavailable`, `issuer_unreachable`,
 * `credential_of_another`, `credential_says_too_little`.
 */
export async function readForeignVc(
  ctx: Ctx,
  wallet: Pick<WalletRow, 'address'>,
  presented: { credential: string; holder_proof?: string | undefined },
  ask: Fetch,
): Promise<ForeignWord> {
  const said = unread(presented.credential)
  const issuer = await findTrusted(ctx.db, ctx, 'did', said.did)
  if (!issuer)
    throw new AppError(
      'issuer_not_trusted',
      'You do not trust the issuer of this credential yet. Let it in with POST /v1/identity/trusted-issuers, and have another person agree.',
    )
  const key = await signingKey(said.did, said.kid, ask)
  const algorithm = algorithmOf(key)
  const payload = await verified(presented.credential, key, algorithm)
  const vc = payload.vc === undefined ? payload : objectOf(payload.vc)
  const until = requireInForce(ctx, payload, vc)
  const subject = subjectOf(vc, payload)
  await requireHolder(ctx, wallet, { subject, cnf: objectOf(payload.cnf).jwk }, presented)
  const status = await requireUnset(
    vc.credentialStatus,
    { did: said.did, now: ctx.now, keyFor: (kid) => signingKey(said.did, kid, ask) },
    ask,
  )
  const types = Array.isArray(vc.type) ? vc.type : [vc.type]
  const words = Object.entries(claimsOf(issuer))
    .filter(([type]) => types.includes(type))
    .map(([, mapping]) => ({
      mapping,
      values: Object.fromEntries(Object.keys(mapping.fields ?? {}).map((path) => [path, valueAt(subject, path)])),
    }))
  if (!words.length)
    throw new AppError(
      'credential_says_too_little',
      'You trust this issuer, but not for credentials of this type: its claims do not name it.',
    )
  return {
    ...{ issuer, ...establishedBy(words), shown: presented.credential, until },
    proof: { form: 'vc', issuer: said.did, algorithm, types: words.length, status },
  }
}

/** Who says that they issued it, before anything of it is believed. */
function unread(credential: string): { did: string; kid: string | undefined } {
  try {
    const { kid, typ } = decodeProtectedHeader(credential)
    if (typ !== undefined && !['JWT', 'vc+jwt', 'vc+ld+jwt', 'vc+ld+json+jwt'].includes(typ))
      throw wrong('This is no credential, by its typ.')
    const payload = decodeJwt(credential) as Json
    const named = objectOf(payload.vc).issuer ?? payload.issuer ?? payload.iss
    const did = typeof named === 'string' ? named : objectOf(named).id
    if (typeof did !== 'string' || (payload.iss !== undefined && payload.iss !== did))
      throw wrong('This credential does not name its issuer.')
    return { did, kid }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw wrong('This is no verifiable credential signed as a JWT.')
  }
}

async function verified(credential: string, key: Parameters<typeof compactVerify>[1], algorithm: string): Promise<Json> {
  try {
    const { payload } = await compactVerify(credential, key as never, { algorithms: [algorithm] })
    return objectOf(JSON.parse(Buffer.from(payload).toString()))
  } catch {
    throw wrong('The signature of this credential does not hold.')
  }
}

/** When it runs out, ms. Throws where it has, or does not count yet. A date that cannot be read is one that has passed. */
function requireInForce(ctx: Ctx, { exp, nbf }: Json, vc: Json): number | null {
  const time = (value: unknown, unit = 1) => (typeof value === 'number' ? value * unit : Date.parse(String(value)))
  const given = (...all: [unknown, number?][]) => all.filter(([value]) => value !== undefined && value !== null).map((one) => time(...one))
  const ends = given([exp, 1_000], [vc.validUntil], [vc.expirationDate])
  if (ends.some((end) => !(end > ctx.now)))
    throw new AppError('credential_expired', 'This credential has run out. Ask its issuer for a new one.')
  const begins = given([nbf, 1_000], [vc.validFrom], [vc.issuanceDate])
  if (begins.some((begin) => !(begin <= ctx.now + AHEAD_MS))) throw wrong('This credential does not count yet.')
  return ends.length ? Math.min(...ends) : null
}

function subjectOf(vc: Json, payload: Json): Json {
  const { credentialSubject: subject } = vc
  if (Array.isArray(subject) ? subject.length !== 1 : subject === undefined) throw wrong('This credential is not about one person.')
  const one = objectOf(Array.isArray(subject) ? subject[0] : subject)
  if (payload.sub !== undefined && one.id !== undefined && payload.sub !== one.id) throw wrong('This credential names two subjects.')
  return { ...one, id: one.id ?? payload.sub }
}

const valueAt = (subject: Json, path: string): unknown => path.split('.').reduce<unknown>((at, part) => objectOf(at)[part], subject)

/** Makes sure that whoever holds the wallet holds the credential. */
async function requireHolder(
  ctx: Ctx,
  wallet: Pick<WalletRow, 'address'>,
  { subject, cnf }: { subject: Json; cnf: unknown },
  { credential, holder_proof }: { credential: string; holder_proof?: string | undefined },
): Promise<void> {
  const id = String(subject.id ?? '')
  const [, account] = /^did:pkh:(?:eip155:\d+|solana:[^:]+):(.+)$/.exec(id) ?? []
  const of = account ? parseAddress(account) : null
  if (of?.ok && cnf === undefined) {
    if (of.canonical === wallet.address) return
    throw new AppError('credential_of_another', 'This credential was given to another wallet than the one of this call.')
  }
  const key = cnf !== undefined ? await importJWK(objectOf(cnf) as JWK).catch(() => null) : keyOfDid(id)
  if (!key) throw wrong('This credential is bound to nobody: neither to a wallet (did:pkh) nor to a key (did:key, cnf).')
  if (!holder_proof)
    throw new AppError(
      'credential_of_another',
      'This credential is bound to a key of its holder. Let it sign for this wallet: holder_proof.',
    )
  await requireProof(ctx, wallet, key as never, credential, holder_proof)
}

async function requireProof(ctx: Ctx, wallet: Pick<WalletRow, 'address'>, key: never, credential: string, proof: string): Promise<void> {
  const no = (why: string) => new AppError('credential_of_another', `The holder’s proof does not hold: ${why}.`)
  const { payload } = await compactVerify(proof, key, { algorithms: ['EdDSA', 'ES256', 'ES384'] }).catch(() => {
    throw no('it is not signed by the key the credential is bound to')
  })
  let said: Json
  try {
    said = objectOf(JSON.parse(Buffer.from(payload).toString()))
  } catch {
    throw no('it cannot be read')
  }
  const { aud, sub, iat, sha256 } = said
  if (aud !== ctx.services.config.publicUrl) throw no(`aud has to be ${ctx.services.config.publicUrl}`)
  if (typeof sub !== 'string' || sub.toLowerCase() !== wallet.address.toLowerCase()) throw no('sub has to be the wallet')
  if (sha256 !== createHash('sha256').update(credential).digest('hex')) throw no('sha256 has to be that of the credential')
  if (typeof iat !== 'number' || iat * 1_000 > ctx.now + AHEAD_MS || iat * 1_000 < ctx.now - PROOF_MS)
    throw no('it was not signed within the last ten minutes (iat)')
}
