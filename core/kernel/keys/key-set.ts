import { deriveP256Signer, type UncertifiedSigner } from '#credentials/certificate.ts'
import { type Attester, deriveAttester, deriveKey, deriveSigner, type Environment, type KeySet, type Signer } from '#credentials/keys.ts'
import type { NumberedKeys } from '#credentials/seal.ts'
import { type KeyGroup, OVERLAP_MS } from './groups.ts'
import type { Root } from './roots.ts'

type Both<T> = Record<Environment, T>

/** Keys to verify with, as they are published: the one in use first, then those to come and the former ones. */
export interface PublishedKeys {
  issuer: Both<readonly Signer[]>
  /** Of credentials, too: certificates say whose they are. */
  certified: Both<readonly UncertifiedSigner[]>
  attester: Both<readonly Attester[]>
  webhook: Both<readonly Signer[]>
  log: readonly Signer[]
}

/** Keys that sign now: the one in use and, for a while, those it replaced. */
export interface SigningKeys {
  webhook: Both<readonly Signer[]>
  log: readonly Signer[]
}

export interface KeysNow {
  keys: KeySet
  published: PublishedKeys
  signing: SigningKeys
  /** When the next key comes into use or a former one ceases to sign, ms since 1970. */
  until: number
}

/** The roots of a group, newest first. */
export const rootsOf = (roots: readonly Root[], group: KeyGroup): Root[] =>
  roots.filter((root) => root.group === group).sort((a, b) => b.generation - a.generation)

/** The root in use at a time. */
export const rootAt = (newestFirst: readonly Root[], now: number): Root => newestFirst.find((root) => root.since <= now)!

/** All keys as they stand at a time. */
export function keysAt(roots: readonly Root[], now: number): KeysNow {
  const changes: number[] = []
  const made = <K>(group: KeyGroup, make: (root: Root) => K) => {
    const all = rootsOf(roots, group)
    const current = rootAt(all, now)
    const keys = new Map(all.map((root) => [root, make(root)]))
    // A former one signs on until a while after what replaced it came into use.
    const signs = all.filter((root, i) => root === current || (i > 0 && root.since <= now && all[i - 1]!.since + OVERLAP_MS > now))
    changes.push(...all.flatMap((root) => [root.since, root.since + OVERLAP_MS]))
    const of = (some: readonly Root[]) => some.map((root) => keys.get(root)!)
    return { current: keys.get(current)!, all: of([current, ...all.filter((root) => root !== current)]), signing: of(signs) }
  }
  const each = <K>(group: KeyGroup, make: (secret: string, environment: Environment) => K) => {
    const sandbox = made(group, (root) => make(root.secret!, 'sandbox'))
    const production = made(group, (root) => make(root.secret!, 'production'))
    return {
      current: { sandbox: sandbox.current, production: production.current },
      all: { sandbox: sandbox.all, production: production.all },
      signing: { sandbox: sandbox.signing, production: production.signing },
    }
  }
  const issuer = each('credentials', (secret, environment) => deriveSigner(secret, `${environment}/issuer`))
  const certified = each('credentials', (secret, environment) => deriveP256Signer(secret, `${environment}/issuer`))
  const attester = each('permits', (secret, environment) => deriveAttester(secret, `${environment}/attester`))
  const webhook = each('webhooks', (secret, environment) => deriveSigner(secret, `${environment}/webhook`))
  const log = made('log', (root) => root.signer ?? deriveSigner(root.secret!, 'log'))
  const first = roots.find((root) => root.group === 'sealing' && root.generation === 0)!.secret!
  return {
    keys: {
      issuer: issuer.current,
      attester: attester.current,
      webhook: webhook.current,
      log: log.current,
      sealing: deriveKey(first, 'sealing'),
      pepper: deriveKey(first, 'pepper'),
    },
    published: { issuer: issuer.all, certified: certified.all, attester: attester.all, webhook: webhook.all, log: log.all },
    signing: { webhook: webhook.signing, log: log.signing },
    until: Math.min(...changes.filter((at) => at > now), Number.POSITIVE_INFINITY),
  }
}

/** The keys of one purpose by number, for what is sealed with them. */
export function numberedKeys(roots: readonly Root[], now: number, purpose: string, group: KeyGroup): NumberedKeys {
  const all = rootsOf(roots, group)
  return {
    current: rootAt(all, now).generation,
    keys: new Map(all.map((root) => [root.generation, deriveKey(root.secret!, purpose)])),
  }
}
