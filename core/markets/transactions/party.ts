import { z } from 'zod'
import { AppError } from '#core/kernel/errors.ts'
import { normaliseIvms } from '#engine/calculations/ivms.ts'
import type { Json } from '#engine/canonical.ts'

/** Whom a transaction names is sealed for this and nothing else. */
export const partiesContext = (transactionId: string) => `transactions.parties:${transactionId}`

/** Read by `refuseUnreadableParty`, in older spellings too; here it is only described. */
const words = (description: string) => ({ type: 'string', description })
const persons = { type: 'array', items: { type: 'object' }, description: 'Persons of IVMS101, each with naturalPerson or legalPerson' }
export const party = z.looseObject({}).meta({
  title: 'TravelRuleParty',
  properties: {
    name: words('The name in one line; or give naturalPerson or legalPerson'),
    address: {
      type: 'object',
      description: 'With a name: the address, as IVMS101 writes it',
      properties: {
        country: words('ISO 3166-1 alpha-2'),
        streetName: words('Street'),
        buildingNumber: words('Number in the street'),
        postCode: words('Postal code'),
        townName: words('Town'),
        countrySubDivision: words('Region of ISO 3166-2'),
        addressLine: { type: 'array', items: { type: 'string' }, description: 'Lines of an address that is not split' },
      },
      required: ['country'],
    },
    account: words('The account; the wallet when left out'),
    vasp: words('The provider who keeps the wallet, by domain or LEI'),
    self_hosted: { type: 'boolean', description: 'Whether the owner keeps the wallet, and no provider' },
    proof: {
      type: 'object',
      description: 'Of a wallet that its owner keeps: a challenge of POST /wallets/challenge, signed',
      properties: { message: words('The challenge'), signature: words('The signature of it') },
      required: ['message', 'signature'],
    },
    naturalPerson: {
      type: 'object',
      description: 'A person of IVMS101: name, geographicAddress, dateAndPlaceOfBirth, nationalIdentification',
    },
    legalPerson: { type: 'object', description: 'A company of IVMS101: name, geographicAddress, nationalIdentification' },
    originatorPersons: persons,
    beneficiaryPersons: persons,
  },
})

type Room = Record<string, unknown>
const isRoom = (value: unknown): value is Room => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown, max: number) => typeof value === 'string' && value.trim().length > 0 && value.length <= max

/**
 * Refuses travel-rule data that names nobody. A party is an IVMS101 person, persons under `originatorPersons` or
 * `beneficiaryPersons`, a name, a provider under `vasp`, or its own keeper (`self_hosted`). What a regime needs beyond
 * that is asked for by the rules. Throws `ivms101_invalid`.
 */
export function refuseUnreadableParty(party: Room | undefined, pointer: '/originator' | '/beneficiary'): void {
  const fault = party && faultOf(normaliseIvms(party as never) as Room)
  if (!fault) return
  throw new AppError('ivms101_invalid', 'The party cannot be read as IVMS101 data.', {
    fields: [{ pointer: pointer + fault.at, code: 'ivms101_invalid', detail: fault.detail }],
  })
}

/** Whether a payment arrives, as its caller says; what is not said leaves. */
export const isInbound = ({ compliance_facts: said }: { compliance_facts: Readonly<Record<string, unknown>> }): boolean =>
  said['tx.direction'] === 'inbound'

/** The signature by which a party shows that it keeps its wallet itself, if it gave one. */
export function proofIn(party: Room | undefined): { message: string; signature: string } | null {
  const proof = party?.self_hosted === true && isRoom(party.proof) ? party.proof : null
  return proof ? { message: String(proof.message), signature: String(proof.signature) } : null
}

/** The travel-rule message of a payment, as IVMS101 has it, with the sides that are named; 'none' while neither is. */
export function travelMessage(p: {
  originator: Room | undefined
  beneficiary: Room | undefined
  accounts: { originator: string | undefined; beneficiary: string | undefined }
  /** The organisation that asks, which is the provider on its own side; the other one's is known only where it is named. */
  self: { side: 'originator' | 'beneficiary'; name: string }
}): Json {
  if (!p.originator && !p.beneficiary) return 'none'
  const providerOf = (side: 'originator' | 'beneficiary'): string | null => {
    const named = p[side]?.vasp
    return typeof named === 'string' ? named : p[side] && p.self.side === side ? p.self.name : null
  }
  const [sends, receives] = [providerOf('originator'), providerOf('beneficiary')]
  return {
    ...(p.originator && { originator: sideOf(p.originator, 'originatorPersons', p.accounts.originator) }),
    ...(sends !== null && { originatingVASP: { originatingVASP: provider(sends) } }),
    ...(p.beneficiary && { beneficiary: sideOf(p.beneficiary, 'beneficiaryPersons', p.accounts.beneficiary) }),
    ...(receives !== null && { beneficiaryVASP: { beneficiaryVASP: provider(receives) } }),
  }
}

/** The IVMS101 persons of a party, however it names them. */
export function personsIn(party: Room, list: 'originatorPersons' | 'beneficiaryPersons'): Json {
  const side = normaliseIvms(party as never) as Record<string, Json>
  const { naturalPerson, legalPerson } = side
  return (
    side[list] ??
    (naturalPerson || legalPerson
      ? [{ ...(naturalPerson && { naturalPerson }), ...(legalPerson && { legalPerson }) }]
      : typeof party.name === 'string'
        ? [{ naturalPerson: named(party.name, party.address as Json | undefined) }]
        : [])
  )
}

function sideOf(party: Room, list: 'originatorPersons' | 'beneficiaryPersons', account: string | undefined): Json {
  const side = normaliseIvms(party as never) as Record<string, Json>
  const persons = personsIn(party, list)
  const accounts = side.accountNumber ?? (typeof party.account === 'string' ? [party.account] : account ? [account] : [])
  return { [list]: persons, accountNumber: accounts }
}

/** A name given as one line: the last word is the family name. */
function named(name: string, address: Json | undefined): Json {
  const words = name.trim().split(/\s+/)
  const family = words.pop()!
  return {
    name: {
      nameIdentifier: [
        {
          primaryIdentifier: family,
          ...(words.length && { secondaryIdentifier: words.join(' ') }),
          naturalPersonNameIdentifierType: 'LEGL',
        },
      ],
    },
    ...(address !== undefined && { geographicAddress: [address] }),
  }
}

/** A provider by its LEI (ISO 17442), else by its name or domain. */
const provider = (given: string): Json =>
  /^[A-Z0-9]{18}\d{2}$/.test(given)
    ? { legalPerson: { nationalIdentification: { nationalIdentifier: given, nationalIdentifierType: 'LEIX' } } }
    : { legalPerson: { name: { nameIdentifier: [{ legalPersonName: given, legalPersonNameIdentifierType: 'LEGL' }] } } }

const ADDRESS = 'An address is an object with country, and streetName, addressLine or townName.'

type Fault = { at: string; detail: string }

function faultOf(party: Room): Fault | null {
  if ('self_hosted' in party && typeof party.self_hosted !== 'boolean') return { at: '/self_hosted', detail: 'This is true or false.' }
  if (isRoom(party.proof) ? !isText(party.proof.message, 4_000) || !isText(party.proof.signature, 20_000) : party.proof !== undefined)
    return { at: '/proof', detail: 'A proof has message and signature: a challenge signed by the wallet.' }
  if ('vasp' in party && !isText(party.vasp, 253)) return { at: '/vasp', detail: 'Name the provider by its domain or LEI.' }
  if ('name' in party && !isText(party.name, 200)) return { at: '/name', detail: 'A name has 1 to 200 characters.' }
  for (const list of ['originatorPersons', 'beneficiaryPersons'])
    if (list in party) {
      const persons = party[list]
      if (!Array.isArray(persons) || persons.length === 0) return { at: `/${list}`, detail: 'At least one person is needed.' }
      for (const [i, person] of persons.entries()) {
        const fault = isRoom(person) ? personFault(person) : { at: '', detail: 'A person is an object.' }
        if (fault) return { ...fault, at: `/${list}/${i}${fault.at}` }
      }
      return null
    }
  if ('naturalPerson' in party || 'legalPerson' in party) return personFault(party)
  if ('address' in party && !isRoom(party.address)) return { at: '/address', detail: ADDRESS }
  if (party.self_hosted === true || 'vasp' in party || 'name' in party) return null
  return { at: '', detail: 'Give naturalPerson or legalPerson, originatorPersons or beneficiaryPersons, name, vasp, or self_hosted: true.' }
}

function personFault(person: Room): Fault | null {
  const natural = 'naturalPerson' in person
  const kind = natural ? 'naturalPerson' : 'legalPerson'
  const body = person[kind]
  const name = isRoom(body) && isRoom(body.name) ? body.name : null
  const identifiers = name?.nameIdentifier
  if (!Array.isArray(identifiers) || identifiers.length === 0)
    return { at: `/${kind}/name/nameIdentifier`, detail: 'At least one name identifier is needed.' }
  const field = natural ? 'primaryIdentifier' : 'legalPersonName'
  const bad = identifiers.findIndex((one) => !isRoom(one) || !isText(one[field], 100))
  return bad < 0 ? null : { at: `/${kind}/name/nameIdentifier/${bad}/${field}`, detail: 'A name part has 1 to 100 characters.' }
}
