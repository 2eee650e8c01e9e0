import { ACCREDITATION } from './accreditation.ts'
import { API_KEY } from './api-key.ts'
import { ALERT, CASE } from './case.ts'
import { CONSENT } from './consent.ts'
import { CREDENTIAL } from './credential.ts'
import { DEFI_ACCESS } from './defi-access.ts'
import { DOCUMENT_ITEM, DOCUMENTS } from './documents.ts'
import { IDENTITY } from './identity.ts'
import { INVESTMENT } from './investment.ts'
import { MATCH_EXCEPTION } from './match-exception.ts'
import { NFT_CREATOR } from './nft-creator.ts'
import { OFFERING } from './offering.ts'
import { SELF_EXCLUSION } from './self-exclusion.ts'
import { ISSUANCE, TOKEN } from './token.ts'
import { TRANSACTION } from './transaction.ts'
import { TRAVEL_RULE } from './travel-rule.ts'
import { WEBHOOK_ENDPOINT } from './webhook-endpoint.ts'

export { overallStatus } from './identity.ts'
export { InvalidTransition, type Machine, readState, transition } from './machine.ts'
export { ACCREDITATION, CASE, CREDENTIAL, DOCUMENTS, IDENTITY, INVESTMENT, ISSUANCE, OFFERING, SELF_EXCLUSION, TRANSACTION }

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
  CONSENT,
  DEFI_ACCESS,
  MATCH_EXCEPTION,
  NFT_CREATOR,
  SELF_EXCLUSION,
  TRAVEL_RULE,
] as const
