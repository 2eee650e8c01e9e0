import { evidenceOfAccreditation, UNVOUCHED } from './production.ts'
import type { Accreditation, AccreditationSource } from './source.ts'

const DAY_MS = 86_400_000

/** An attorney's letter of yesterday, or one that ran out yesterday. */
const letter = (now: number, daysAgo: number): Accreditation['shown'] => ({
  type: 'net_worth',
  method: 'third_party_letter',
  verifier: 'attorney',
  dated: new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10),
})

/** What the personas of the catalogue have; of everybody else what somebody made of their file there. */
export const playedAccreditation: AccreditationSource = {
  asksAuthor: false,
  takesWord: true,
  async of(db, at, { personId, played }) {
    const says = played?.effects.accreditation
    if (!says) {
      // A name is taken at its word here, so what a person has counts wherever they are named.
      const kept = await evidenceOfAccreditation(db, at, { personId, shownFor: null })
      return { ...kept, kind: 'simulated' }
    }
    const { now } = at
    const found: Accreditation = { ...UNVOUCHED, kind: 'simulated', reviewer: 'sandbox', status: says === 'expired' ? 'verified' : says }
    if (says === 'verified') return { ...found, shown: letter(now, 1) }
    return says === 'expired' ? { ...found, shown: letter(now, 91), expires_at: new Date(now - DAY_MS) } : found
  },
}
