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
export { VERSION } from './version.js'
export type { WebhookHeaders } from './webhooks.js'
export { verifyWebhook } from './webhooks.js'
