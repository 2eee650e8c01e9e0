export { etagOf, Sealwright } from './client.js'
export * from './errors.js'
export { verifyWebhook } from './webhooks.js'
