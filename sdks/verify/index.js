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
  verifyWebhook,
} from './verify.generated.js'
