import type { VenueKind } from '#core/securities/venues/venue.ts'

/** What a venue is registered as, as a person chooses it. */
export const VENUE_KINDS: Record<VenueKind, string> = {
  exchange: 'National securities exchange (Exchange Act, section 6)',
  ats: 'Alternative trading system (Regulation ATS)',
  mtf: 'Multilateral trading facility (MiFID II)',
  otf: 'Organised trading facility (MiFID II)',
  dlt_mtf: 'DLT multilateral trading facility (EU pilot)',
  dlt_tss: 'DLT trading and settlement system (EU pilot)',
  dosm: 'Designated offshore securities market (Rule 902(b))',
}
