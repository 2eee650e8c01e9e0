import type { z } from 'zod'
import type { InvestorRow } from './create.ts'
import type { investorVerificationAnswer, Status } from './present.ts'

type Answer = z.output<typeof investorVerificationAnswer>
type Next = Answer['next_action']

/** Of a verified person whose credential is out of use. */
export const putBack = (state: string | undefined): Next => ({
  type: 'contact',
  detail: `The identity is verified, but its credential is ${state ?? 'out of use'}: whoever took it out of use puts it back.`,
})

/** Where somebody shows who they are, and who stands behind a company. */
const SESSION = {
  individual: ' Who they are is shown in a session: POST /v1/identity/sessions with investor_id.',
  entity:
    ' A company is shown by its file, POST /v1/investors/{id}/entity, confirmed by …/entity/look-up or …/entity/review; each of its people that is required shows who they are in a session, POST /v1/identity/sessions with person_id.',
}
/** Where an accreditation is shown. */
const FILE = ' An accreditation is shown by a file with documents: POST /v1/investors/{id}/accreditation, or /issuer/investors.'

/** What comes next, and by which calls. */
export function nextAction(type: InvestorRow['type'], status: Status, missing: string[], rejection: Answer['rejection']): Next {
  const shown = missing.some((path) => path.startsWith('/identity/verification/')) ? SESSION[type] : ''
  const file = `${shown}${missing.includes('/accreditation') ? FILE : ''}`
  if (status === 'verified' && missing.length)
    return { type: 'provide', detail: `The identity is verified. Still needed: ${missing.join(', ')}.${file}` }
  if (status === 'verified') return { type: 'none', detail: 'The identity is verified.' }
  if (missing.length) return { type: 'provide', detail: `Still needed: ${missing.join(', ')}.${file}` }
  if (rejection)
    return rejection.retryable
      ? { type: 'provide', detail: 'Provide better evidence and try again.' }
      : { type: 'contact', detail: 'The identity was rejected and is not tried again. It can be appealed within 30 days.' }
  return { type: 'wait', detail: 'The check is not finished; an event will follow.' }
}
