import { ACCREDITATION } from './accreditation.ts'
import { API_KEY } from './api-key.ts'
import { ALERT, CASE } from './case.ts'
import { CREDENTIAL } from './credential.ts'
import { DOCUMENT_ITEM, DOCUMENTS } from './documents.ts'
import { IDENTITY } from './identity.ts'
import { INVESTMENT } from './investment.ts'
import { OFFERING } from './offering.ts'
import { ISSUANCE, TOKEN } from './token.ts'
import { TRANSACTION } from './transaction.ts'
import { WEBHOOK_ENDPOINT } from './webhook-endpoint.ts'

export { overallStatus } from './identity.ts'
export { eventsFrom, InvalidTransition, type Machine, readState, transition, type Who } from './machine.ts'
export {
  ACCREDITATION,
  ALERT,
  API_KEY,
  CASE,
  CREDENTIAL,
  DOCUMENT_ITEM,
  DOCUMENTS,
  IDENTITY,
  INVESTMENT,
  ISSUANCE,
  OFFERING,
  TOKEN,
  TRANSACTION,
  WEBHOOK_ENDPOINT,
}

/** Every lifecycle of the product. */
export const MACHINES = [
  IDENTITY,
  ACCREDITATION,
  DOCUMENTS,
  DOCUMENT_ITEM,
  OFFERING,
  INVESTMENT,
  TRANSACTION,
  TOKEN,
  ISSUANCE,
  CREDENTIAL,
  ALERT,
  CASE,
  API_KEY,
  WEBHOOK_ENDPOINT,
] as const
