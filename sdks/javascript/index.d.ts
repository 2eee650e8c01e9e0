export type {
  Answered,
  CallOptions,
  CallPromise,
  ClientOptions,
  DecisionOptions,
  EventEnvelope,
  FileBody,
  LogEntry,
  Page,
  PagePromise,
  RuleOptions,
  Span,
  Tracer,
} from './client.js'
export { etagOf, requestIdOf, Sealwright } from './client.js'
export * from './errors.js'
export type * from './resources.generated.js'
export { API_VERSION } from './resources.generated.js'
export type {
  CredentialExpectation,
  Fetching,
  Issuer as CredentialIssuer,
  PermitExpectation,
  ProblemCode,
  VerifiedCredential,
  VerifiedPermit,
  VerifiedReceipt,
} from './verify.generated.js'
export {
  fetchIssuer,
  fetchLogKeys,
  fetchStatusLists,
  fetchWebhookKeys,
  readIssuer,
  VerificationError,
  verifyCredential,
  verifyPermit,
  verifyReceipt,
} from './verify.generated.js'
export { VERSION } from './version.js'
export type { WebhookHeaders } from './webhooks.js'
export { verifyWebhook } from './webhooks.js'
