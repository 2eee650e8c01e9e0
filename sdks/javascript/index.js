export { etagOf, requestIdOf, Sealwright } from './client.js'
export * from './errors.js'
export { API_VERSION } from './resources.generated.js'
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
export { verifyWebhook } from './webhooks.js'
