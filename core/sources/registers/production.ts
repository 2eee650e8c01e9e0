import { createHash } from 'node:crypto'
import { z } from 'zod'
import { EgressError } from '#egress/error.ts'
import { egress } from '#egress/gate.ts'
import type { PurposeName } from '#egress/purposes.ts'
import type { Answered, RegisterEntry, RegisterSource } from './source.ts'

/** The registers whose address and key the operator gave. */
export const configuredRegisters: RegisterSource = {
  async company({ config }, { country, number }) {
    const { companiesHouse } = config
    if (country !== 'GB' || !companiesHouse) return { state: 'not_configured' }
    // The key is the name of who asks, without a password.
    const headers = { accept: 'application/json', authorization: `Basic ${Buffer.from(`${companiesHouse.key}:`).toString('base64')}` }
    return ask('company_register', `${companiesHouse.url}/company/${encodeURIComponent(number)}`, headers, fromCompaniesHouse)
  },
  async lei({ config }, lei) {
    if (!config.gleifUrl) return { state: 'not_configured' }
    return ask('lei_register', `${config.gleifUrl}/lei-records/${lei}`, { accept: 'application/vnd.api+json' }, fromGleif)
  },
}

type Read = (body: unknown) => Omit<RegisterEntry, 'digest'>

/** Asks once. Whatever is no clear answer is none: nobody counts as found because a register was out of reach. */
async function ask(purpose: PurposeName, url: string, headers: Record<string, string>, read: Read): Promise<Answered> {
  try {
    const response = await egress.fetch(purpose)(url, { headers })
    if (response.status === 404) {
      await response.body?.cancel()
      return { state: 'not_found' }
    }
    if (response.status === 401 || response.status === 403) {
      await response.body?.cancel()
      return { state: 'unavailable', problem: `The register refused the key it was given (${response.status}).` }
    }
    if (response.status !== 200) {
      await response.body?.cancel()
      return { state: 'unavailable', problem: `The register answered ${response.status}.` }
    }
    const text = await response.text()
    return { state: 'found', entry: { ...read(JSON.parse(text)), digest: createHash('sha256').update(text).digest('hex') } }
  } catch (error) {
    if (error instanceof EgressError) return { state: 'unavailable', problem: `The register could not be reached: ${error.message}` }
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      return { state: 'unavailable', problem: 'The register answered something that cannot be read.' }
    throw error
  }
}

/** Of https://developer-specs.company-information.service.gov.uk, resource companyProfile. */
const companyProfile = z.object({
  company_name: z.string(),
  company_number: z.string(),
  company_status: z.string().optional(),
  date_of_creation: z.iso.date().optional(),
})

const fromCompaniesHouse: Read = (body) => {
  const { company_name, company_number, company_status, date_of_creation } = companyProfile.parse(body)
  return {
    register: 'Companies House',
    number: company_number,
    legal_name: company_name,
    formation_date: date_of_creation ?? null,
    country: 'GB',
    active: company_status === 'active' || company_status === 'registered' || company_status === 'open',
  }
}

/** Of the GLEIF API, version 1: https://www.gleif.org/en/lei-data/gleif-api. */
const leiRecord = z.object({
  data: z.object({
    attributes: z.object({
      lei: z.string(),
      entity: z.object({
        legalName: z.object({ name: z.string() }),
        jurisdiction: z.string().nullable().optional(),
        legalAddress: z.object({ country: z.string() }),
        status: z.string(),
        creationDate: z.string().nullable().optional(),
      }),
      registration: z.object({ status: z.string() }),
    }),
  }),
})

const fromGleif: Read = (body) => {
  const { lei, entity, registration } = leiRecord.parse(body).data.attributes
  return {
    register: 'GLEIF',
    number: lei,
    legal_name: entity.legalName.name,
    formation_date: entity.creationDate?.slice(0, 10) ?? null,
    country: (entity.jurisdiction ?? entity.legalAddress.country).slice(0, 2),
    // A registration that nobody renewed says only that nobody looked again.
    active: entity.status === 'ACTIVE' && registration.status === 'ISSUED',
  }
}
