import { MAGIC_HOLDERS, magicSolanaWallet, magicWallet } from '#screening/sandbox-sample.ts'
import type { Persona, PersonaEffects, Personas } from './source.ts'

type Market = 'platform' | 'securities' | 'stablecoins' | 'nfts' | 'defi' | 'gaming'

export interface Scenario extends Persona {
  name: string
  title: string
  market: Market
}

const live = (level: 'basic' | 'enhanced' | 'accredited'): PersonaEffects['credential'] => ({ level, state: 'active' })

const scenario = (code: string, name: string, market: Market, title: string, effects: PersonaEffects): Scenario => ({
  code,
  name,
  market,
  title,
  effects,
})

/** The published catalogue (api.md, section 4.0). Append-only. */
export const SCENARIOS: readonly Scenario[] = [
  scenario('0001', 'clean_enhanced', 'platform', 'Clean, enhanced credential, control proven', {
    credential: { level: 'enhanced', state: 'active', control: 'proven' },
  }),
  scenario('0002', 'clean_basic', 'platform', 'Clean, basic credential', { credential: live('basic') }),
  scenario('1001', 'identity_pending', 'platform', 'Identity pending; verified when the clock moves on one hour', {
    credential: 'none',
    verification: { status: 'pending' },
  }),
  scenario('1002', 'identity_rejected', 'platform', 'Identity rejected: the document does not match', {
    credential: 'none',
    verification: { status: 'rejected', code: 'document_mismatch', retryable: true },
  }),
  scenario('1003', 'no_credential', 'platform', 'No credential at all', { credential: 'none' }),
  scenario('1004', 'credential_expired', 'platform', 'The credential has expired', { credential: { level: 'basic', state: 'expired' } }),
  scenario('1005', 'credential_revoked', 'platform', 'The credential was revoked', { credential: { level: 'basic', state: 'revoked' } }),
  scenario('1006', 'credential_suspended', 'platform', 'The credential is suspended', {
    credential: { level: 'basic', state: 'suspended' },
  }),
  scenario('1007', 'person_already_bound', 'platform', 'The person is already bound to another wallet', {
    credential: live('basic'),
    alsoBound: true,
  }),
  scenario('1008', 'credential_expiring', 'platform', 'The credential expires in 24 hours', {
    credential: { level: 'basic', state: 'active', expiresInHours: 24 },
  }),
  scenario('2001', 'sanctioned_address', 'stablecoins', 'Exactly a sanctioned address', {
    credential: live('basic'),
    listed: true,
    accreditation: 'verified',
  }),
  scenario('2002', 'sanctioned_name', 'stablecoins', "The holder's name and birth date are on the list", {
    credential: live('basic'),
    accreditation: 'verified',
    holder: MAGIC_HOLDERS['2002']!,
  }),
  scenario('2003', 'possible_match', 'stablecoins', 'A possible match that a person must look at', {
    credential: live('basic'),
    accreditation: 'verified',
    holder: MAGIC_HOLDERS['2003']!,
  }),
  scenario('2004', 'pep', 'stablecoins', 'Politically exposed only: review', { credential: live('basic'), holder: MAGIC_HOLDERS['2004']! }),
  scenario('2005', 'delisted', 'stablecoins', 'Delisted last week: clear', { credential: live('basic'), wasListed: true }),
  scenario('2006', 'embargoed_country', 'stablecoins', 'Resident of an embargoed country', { credential: live('basic'), country: 'KP' }),
  scenario('2007', 'weak_alias', 'stablecoins', 'A weak alias only: review', { credential: live('basic'), holder: MAGIC_HOLDERS['2007']! }),
  scenario('3001', 'accredited', 'securities', 'Accredited, verified', { credential: live('accredited'), accreditation: 'verified' }),
  scenario('3002', 'not_accredited', 'securities', 'Not accredited', { credential: live('basic'), accreditation: 'rejected' }),
  scenario('3003', 'accreditation_pending', 'securities', 'Accreditation pending', { credential: live('basic'), accreditation: 'pending' }),
  scenario('3004', 'accreditation_expired', 'securities', 'Accreditation expired yesterday', {
    credential: live('basic'),
    accreditation: 'expired',
  }),
  scenario('3005', 'locked_up', 'securities', 'A holder inside the lock-up, 90 days left', {
    credential: live('accredited'),
    accreditation: 'verified',
    flags: ['locked_up'],
  }),
  scenario('3006', 'bad_actor', 'securities', 'Bad actor, Rule 506(d)', {
    credential: live('accredited'),
    accreditation: 'verified',
    flags: ['bad_actor'],
  }),
  scenario('3007', 'us_person', 'securities', 'US person, for Regulation S', {
    credential: live('accredited'),
    accreditation: 'verified',
    country: 'US',
    flags: ['us_person'],
  }),
  scenario('3008', 'holder_limit', 'securities', 'The offering is at its holder limit', {
    credential: live('accredited'),
    accreditation: 'verified',
    flags: ['holder_limit'],
  }),
  scenario('4001', 'creator_premium', 'nfts', 'Creator, premium tier', {
    credential: live('enhanced'),
    creator: { tier: 'premium', risk: 5 },
  }),
  scenario('4002', 'creator_standard', 'nfts', 'Creator, standard tier', {
    credential: live('basic'),
    creator: { tier: 'standard', risk: 20 },
  }),
  scenario('4003', 'creator_basic', 'nfts', 'Creator, basic tier', { credential: live('basic'), creator: { tier: 'basic', risk: 35 } }),
  scenario('4004', 'creator_look_alike', 'nfts', 'Look-alike of a verified creator: review', {
    credential: live('basic'),
    creator: { tier: 'basic', risk: 60, similarTo: 'Ada Draws' },
  }),
  scenario('4005', 'creator_wash_trading', 'nfts', 'High risk: wash trading', {
    credential: live('basic'),
    creator: { tier: 'none', risk: 88 },
  }),
  scenario('5001', 'defi_basic', 'defi', 'DeFi access, basic', { credential: live('basic') }),
  scenario('5002', 'defi_enhanced', 'defi', 'DeFi access, enhanced', { credential: live('enhanced') }),
  scenario('5003', 'mixer_exposure', 'defi', 'Exposure to a mixer: review', { credential: live('basic'), flags: ['mixer_exposure'] }),
  scenario('6012', 'age_under_13', 'gaming', 'Under 13', { ageTier: 'under_13' }),
  scenario('6013', 'age_13', 'gaming', '13 or older', { credential: live('basic'), ageTier: '13+' }),
  scenario('6018', 'age_18', 'gaming', '18 or older', { credential: live('basic'), ageTier: '18+' }),
  scenario('6021', 'age_21', 'gaming', '21 or older', { credential: live('basic'), ageTier: '21+' }),
  scenario('6090', 'self_excluded', 'gaming', 'Self-excluded', { credential: live('basic'), ageTier: '21+', flags: ['self_excluded'] }),
  scenario('6091', 'play_barred', 'gaming', 'Play is barred in that place', {
    credential: live('basic'),
    ageTier: '21+',
    flags: ['play_barred'],
  }),
  scenario('7001', 'self_hosted_unproven', 'stablecoins', 'Self-hosted wallet, control not proven', {
    credential: live('enhanced'),
    flags: ['self_hosted'],
  }),
  scenario('7002', 'vasp_accepts', 'stablecoins', 'Counterparty accepts the travel-rule data', {
    credential: live('enhanced'),
    flags: ['vasp_accepts'],
  }),
  scenario('7003', 'vasp_rejects', 'stablecoins', 'Counterparty rejects (90)', { credential: live('enhanced'), flags: ['vasp_rejects'] }),
  scenario('7004', 'vasp_repair', 'stablecoins', 'Counterparty asks for repair (153)', {
    credential: live('enhanced'),
    flags: ['vasp_repair'],
  }),
  scenario('7005', 'vasp_silent', 'stablecoins', 'Counterparty does not answer', { credential: live('enhanced'), flags: ['vasp_silent'] }),
  scenario('7006', 'frozen_wallet', 'stablecoins', 'Frozen stablecoin wallet', { credential: live('basic'), flags: ['frozen'] }),
  scenario('9409', 'in_progress_once', 'platform', 'The first call answers 409 running, then it works', { failure: 'in_progress' }),
  scenario('9429', 'rate_limited', 'platform', 'Answers 429', { failure: 'rate_limited' }),
  scenario('9500', 'internal_error', 'platform', 'Answers 500', { failure: 'internal_error' }),
  scenario('9503', 'screening_unavailable', 'platform', 'Screening is not available: 503', { failure: 'screening_unavailable' }),
  scenario('9504', 'slow', 'platform', 'Answers after 8 seconds', { failure: 'slow' }),
]

const byName = new Map(SCENARIOS.flatMap((s) => [[s.name, s] as const, [s.code, s] as const]))
const byWallet = new Map(
  SCENARIOS.flatMap((s) => [[magicWallet(s.code).toLowerCase(), s] as const, [magicSolanaWallet(s.code), s] as const]),
)

/** The scenario with this name or four-digit code. */
export const scenarioNamed = (name: string): Scenario | null => byName.get(name) ?? null

const PEOPLE: Record<string, string> = {
  'rhea reject': '1002',
  'penn ding': '1001',
  'dupe person': '1007',
  'wade alias': '2007',
  'avery accredited': '3001',
  'nora nonaccredited': '3002',
}

/** A name that is nearly on the list, with no birth date to tell them apart. */
const MISSPELT = scenario('2003', 'possible_match', 'stablecoins', 'A possible match that a person must look at', {
  credential: live('basic'),
  holder: { full_name: 'Malory Sanctiond', date_of_birth: null },
})

const ofWallet = (address: string): Persona | null => byWallet.get(address.startsWith('0x') ? address.toLowerCase() : address) ?? null

/** Who stands behind the magic wallets and bears the magic names; `header` names whom every party of the call plays. */
export function playedPersonas(header: string | null): Personas {
  // A name that shapes one operation only, such as list_empty, says nothing of a wallet.
  const named = header ? scenarioNamed(header) : null
  return {
    at: (address) => named ?? (address ? ofWallet(address) : null),
    ofWallet,
    // Those of the sample list are really screened; of two the birth date is not asked, as it would tell them apart.
    named(fullName) {
      const name = fullName?.trim().toLowerCase()
      return name === 'malory sanctiond' ? MISSPELT : scenarioNamed(PEOPLE[name ?? ''] ?? '')
    },
    offeringOf: (persona, now) => (persona?.effects.flags?.includes('bad_actor') ? { bad_actor_events: [convicted(now)] } : {}),
    withEmail: (email) => (email?.endsWith('@exists.example') ? 'inv_sandbox_verified' : null),
    stateOf: (offering) => OFFERING_STATES.find((state) => offering.includes(`[${state}]`)) ?? null,
    standIn: (persona, address) => ({
      full_name: persona?.effects.holder?.full_name ?? `Sandbox Holder ${persona?.code ?? ''} ${address.slice(-6)}`.replace('  ', ' '),
      date_of_birth: persona?.effects.holder?.date_of_birth ?? '1990-01-01',
      country: persona?.effects.country ?? 'US',
    }),
  }
}

/** States that an offering is made in when its name holds one in brackets. */
const OFFERING_STATES = ['needs_contact', 'paused', 'full', 'closed'] as const

/** An officer who was convicted a year ago. */
const convicted = (now: number) => ({
  person_id: 'per_sandbox',
  role: 'officer' as const,
  voting_bps: 0,
  type: 'conviction' as const,
  date: new Date(now - 365 * 86_400_000).toISOString().slice(0, 10),
  in_force: true,
  relief: 'none' as const,
  disclosed_at: 'none' as const,
})
