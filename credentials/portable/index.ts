/** What strangers verify with, in browsers, workers and servers: `@sealwright/verify`. No API of Node, no dependency. */
export {
  type CredentialExpectation,
  fetchStatusLists,
  type ProvenCredential as VerifiedCredential,
  proveCredential as verifyCredential,
} from './credential.ts'
export {
  type Fetching,
  fetchIssuer,
  fetchLogKeys,
  fetchWebhookKeys,
  issuerOfDocument as readIssuer,
  type KnownIssuer as Issuer,
} from './issuer.ts'
export { type PermitExpectation, type ProvenPermit as VerifiedPermit, provePermit as verifyPermit } from './permit.ts'
export { type ProvenReceipt as VerifiedReceipt, proveReceipt as verifyReceipt } from './receipt.ts'
export { type Problem, type ProblemCode, VerificationError } from './refusal.ts'
export { type DeliveryHeaders as WebhookHeaders, proveDelivery as verifyWebhook } from './webhook.ts'
