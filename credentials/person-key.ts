/**
 * Finding a person again without keeping who they are: a keyed hash of the normalised identity.
 * It is split per tenant by a second keyed hash, so two tenants' tables share no value and cannot be joined.
 */
import { createHmac } from 'node:crypto'
import anyAscii from 'any-ascii'
import { keyObject } from './key-object.ts'

export interface Identity {
  full_name: string
  /** YYYY-MM-DD */
  date_of_birth: string
}

/**
 * The same text for the same person under another order of names, other case, accents or script.
 * Names are transliterated, common double spellings of transliteration are folded, words are sorted.
 */
export function normaliseIdentity(identity: Identity): string {
  const words = anyAscii(identity.full_name.normalize('NFKC'))
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^a-z0-9]+/)
    .map(foldSpelling)
    .filter((word) => word !== '')
    .sort()
  return `${words.join(' ')}|${identity.date_of_birth}`
}

/**
 * Whether two identities are one by the letter: the same name but for case, accents and apostrophes, and the same birth date. Where something
 * is carried from one record to another it takes this; the key above finds who may be the same, and folds what two people can differ in.
 */
export const isSameIdentity = (a: Identity, b: Identity): boolean =>
  a.date_of_birth === b.date_of_birth && lettersOf(a.full_name) === lettersOf(b.full_name)

const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')

// Romanisations differ in these more than persons born on one day do.
function foldSpelling(word: string): string {
  return word
    .replace(/kh/g, 'h')
    .replace(/ph/g, 'f')
    .replace(/x/g, 'ks')
    .replace(/ck/g, 'k')
    .replace(/(ij|iy|yi|yy)$/, 'i')
    .replace(/oy(?=[^aeiou])/g, 'ou')
    .replace(/[jy]/g, 'i')
    .replace(/w/g, 'v')
    .replace(/([a-z])\1+/g, '$1')
}

const hmac = (key: Uint8Array, text: string): Buffer => createHmac('sha256', keyObject(key)).update(text).digest()

const tenantKeys = new WeakMap<Uint8Array, Map<string, Buffer>>()
const MOST_TENANTS = 10_000

/** The key of one tenant under a pepper, kept at hand: every check of a person needs it. */
function tenantKey(pepper: Uint8Array, tenant: string): Buffer {
  let known = tenantKeys.get(pepper)
  if (!known) {
    known = new Map()
    tenantKeys.set(pepper, known)
  }
  let key = known.get(tenant)
  if (!key) {
    if (known.size >= MOST_TENANTS) known.clear()
    key = hmac(pepper, `tenant|${tenant}`)
    known.set(tenant, key)
  }
  return key
}

/** The installation-wide key. Only for counting in buckets; never shown and never stored beside a tenant's key. */
export function globalPersonKey(peppers: readonly Uint8Array[], identity: Identity): string {
  return applyPeppers(peppers, (first) => hmac(first, `person|${normaliseIdentity(identity)}`))
}

/** The key by which one tenant finds a person again, hex. `tenant` is organisation and environment. */
export function tenantPersonKey(peppers: readonly Uint8Array[], tenant: string, identity: Identity): string {
  return applyPeppers(peppers, (first) =>
    hmac(tenantKey(first, tenant), hmac(first, `person|${normaliseIdentity(identity)}`).toString('hex')),
  )
}

/**
 * Pepper rotation: each later pepper hashes the key made with those before it. So stored keys are carried over without
 * knowing the identity (`rotatePersonKey`), and new ones, made with the longer list of peppers, still match them.
 */
export const rotatePersonKey = (stored: string, newPepper: Uint8Array): string => hmac(newPepper, `rotate|${stored}`).toString('hex')

function applyPeppers(peppers: readonly Uint8Array[], make: (first: Uint8Array) => Buffer): string {
  const [first, ...later] = peppers
  if (!first) throw new RangeError('at least one pepper is needed')
  return later.reduce(rotatePersonKey, make(first).toString('hex'))
}

/** A global count is told only as a bucket. */
export const countBucket = (count: number): '0' | '1' | '2-3' | '4+' => (count <= 0 ? '0' : count === 1 ? '1' : count <= 3 ? '2-3' : '4+')
