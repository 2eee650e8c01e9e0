export { etagOf, Sealwright } from './client.js'
export * from './errors.js'
export { API_VERSION } from './resources.generated.js'
export { verifyWebhook } from './webhooks.js'
