// Until each of these operations has a verb.
export { formatHead } from '#core/identity/credentials/formats.ts'
export { credentialActAnswer, credentialAnswer, storedCredential } from '#core/identity/credentials/manage.ts'
