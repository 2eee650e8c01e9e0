import type { Services } from '#core/kernel/services.ts'

/** What a register says of an entity. */
export interface RegisterEntry {
  /** How the register is called. */
  register: string
  number: string
  legal_name: string
  /** Day; null where the register does not say. */
  formation_date: string | null
  /** Of the register, ISO 3166-1 alpha-2. */
  country: string
  /** Whether it exists still: not dissolved, struck off or lapsed. */
  active: boolean
  /** SHA-256 of the answer. */
  digest: string
}

/** What became of asking: nobody is configured to be asked, nobody is there by that number, no answer came, or what the register says. */
export type Answered =
  | { state: 'not_configured' }
  | { state: 'not_found' }
  | { state: 'unavailable'; problem: string }
  | { state: 'found'; entry: RegisterEntry }

/** What is asked for. The name and the day are only what the sandbox plays back. */
export interface AskedEntity {
  country: string
  region: string | null
  number: string
  legal_name: string
  formation_date: string
}

/** Registers of companies and of legal entity identifiers. */
export interface RegisterSource {
  company(services: Pick<Services, 'config'>, asked: AskedEntity): Promise<Answered>
  lei(services: Pick<Services, 'config'>, lei: string, asked: AskedEntity): Promise<Answered>
}
