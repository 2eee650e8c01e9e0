import { createHash } from 'node:crypto'
import type { Ctx } from '#core/kernel/context.ts'
import type { SubjectToScreen } from './screen-subject.ts'
import { decidingFacts } from './subject.ts'

/** One spelling of a name, whatever its case, spacing or Unicode form. */
const plainName = (name: string | undefined) => (name ?? '').normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Who a check is about, as a keyed hash: the wallet where there is one, else the name with every fact given. Nothing of the
 * subject can be read from it, and other tenants get other keys for the same subject.
 */
export function subjectKey(ctx: Pick<Ctx, 'services' | 'organizationId' | 'environment'>, subject: SubjectToScreen): string {
  const who = subject.wallet_address
    ? `wallet|${subject.wallet_address}`
    : `name|${plainName(subject.full_name)}|${subject.date_of_birth ?? ''}|${subject.country ?? ''}|${subject.entity_type ?? 'any'}${further(subject)}`
  const digest = ctx.services.keyring.mac('screening-subjects', `${ctx.organizationId}|${ctx.environment}|${who}`)
  return `sub_${digest.slice(0, 32)}`
}

/** Names and numbers beside the one name: without any the key is what it was before they could be asked for. */
function further(subject: SubjectToScreen): string {
  const facts = decidingFacts(subject)
  return facts.length ? `|${JSON.stringify(facts)}` : ''
}

/** The facts a false-positive decision rests on: when one of them changes it no longer holds. */
export function subjectFactsHash(ctx: Pick<Ctx, 'services'>, subject: SubjectToScreen): string {
  const facts = [plainName(subject.full_name), subject.date_of_birth ?? null, subject.country ?? null, ...decidingFacts(subject)]
  return ctx.services.keyring.mac('screening-facts', JSON.stringify(facts)).slice(0, 32)
}

type EntryFacts = {
  names: readonly { full: string; strength: string }[]
  dates_of_birth: readonly { text: string }[]
  places_of_birth: readonly string[]
  countries: readonly string[]
  gender: string | null
  identifiers: readonly { value: string }[]
  addresses: readonly { address: string }[]
  programs: readonly string[]
}

const hashes = new WeakMap<EntryFacts, string>()

/**
 * What of a listed entry decides whether it can be the subject: names, birth, countries, documents, addresses, programmes. Entries of lists
 * in force never change, so each is hashed once.
 */
export function entryFactsHash(entity: EntryFacts): string {
  let hash = hashes.get(entity)
  if (hash === undefined) {
    hash = hashFacts(entity)
    hashes.set(entity, hash)
  }
  return hash
}

function hashFacts(entity: EntryFacts): string {
  const set = (values: readonly string[]) => [...values].sort()
  return createHash('sha256')
    .update(
      JSON.stringify([
        set(entity.names.map((n) => `${n.strength} ${n.full}`)),
        set(entity.dates_of_birth.map((d) => d.text)),
        set(entity.places_of_birth),
        set(entity.countries),
        entity.gender,
        set(entity.identifiers.map((i) => i.value)),
        set(entity.addresses.map((a) => a.address)),
        set(entity.programs),
      ]),
    )
    .digest('hex')
    .slice(0, 32)
}
