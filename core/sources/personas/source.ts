import type { Room } from '#engine/facts/of-checks.ts'

/** What holds of a party because its world says so. Everything else is evaluated as for anybody. */
export interface PersonaEffects {
  credential?:
    | {
        level: 'basic' | 'enhanced' | 'accredited'
        state: 'active' | 'suspended' | 'revoked' | 'expired'
        expiresInHours?: number
        control?: 'proven'
      }
    | 'none'
  verification?: { status: 'pending' | 'rejected'; code?: string; retryable?: boolean }
  /** The wallet's person, so that the name is really screened. */
  holder?: { full_name: string; date_of_birth: string | null }
  country?: string
  alsoBound?: boolean
  /** The wallet's own address is on the list. */
  listed?: boolean
  wasListed?: boolean
  accreditation?: 'verified' | 'rejected' | 'pending' | 'expired'
  flags?: string[]
  ageTier?: 'under_13' | '13+' | '18+' | '21+'
  creator?: { tier: 'none' | 'basic' | 'standard' | 'premium'; risk: number; similarTo?: string }
  failure?: 'rate_limited' | 'internal_error' | 'screening_unavailable' | 'slow' | 'in_progress'
}

/** A party of whom the world says something. */
export interface Persona {
  code: string
  effects: PersonaEffects
}

/** Somebody made up. */
interface StandIn {
  full_name: string
  date_of_birth: string
  country: string
}

/** What a world says of parties before anybody looked: nothing in production, the published catalogue in the sandbox. */
export interface Personas {
  /** Of whoever the call is about, by their wallet where there is one. */
  at(address: string | null): Persona | null
  /** Of a wallet alone, whatever the call asks for besides. */
  ofWallet(address: string): Persona | null
  /** Of who bears this name. */
  named(fullName: string | undefined): Persona | null
  /** What holds of an offering because of who buys of it. */
  offeringOf(persona: Persona | null, now: number): Pick<Room<'offering'>, 'bad_actor_events'>
  /** Who answers to this e-mail address whatever is recorded here: the id of an investor that exists already. */
  withEmail(email: string | undefined): string | null
  /** The state an offering of this name is made in. */
  stateOf(offering: string): 'needs_contact' | 'paused' | 'full' | 'closed' | null
  /** Who is taken to stand behind a wallet that nobody was verified for; null where nobody is taken for anybody. */
  readonly standIn: ((persona: Persona | null, address: string) => StandIn) | null
}

/** Whether an offering counts as full for this party. */
export const meetsHolderLimit = (persona: Persona | null): boolean => persona?.effects.flags?.includes('holder_limit') === true
