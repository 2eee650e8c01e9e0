/** A basic sandbox wallet that asks for access, on which the worked cases of the DeFi rules are laid. */
import type { Json } from '../canonical.ts'

type Case = { readonly [path: string]: Json }

export const DEFI_CASE: Case = {
  'defi.action': 'access',
  'defi.risk': 0,
  'defi.accredited_until': 'none',
  'defi.qualified_institution': false,
  'subject.credential.levels': ['basic'],
  'subject.credential.state': 'active',
  'subject.credential.expires_at': '2027-11-21T10:00:00Z',
  'subject.control': 'asserted',
  'subject.over_18': true,
  'subject.us_person': false,
  'subject.places': [{ source: 'residence', country: 'DE', region: 'none', proven: true }],
  environment: 'sandbox',
}

export const POOL: Json = {
  pooled: true,
  managed: true,
  stablecoin: false,
  payer: 'borrowers',
  us_route: 'none',
  accredited_only: false,
  exemption: 'none',
  holders: 10,
  already_holder: false,
}
