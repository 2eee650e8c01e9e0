export { createCassette, firstThatAnswers } from './cassettes.js'
export { cleanTransfer, createKit, decideFacts, ruleset, scenarios, walletOf } from './kit.generated.js'
export { createWebhooks, eventTypes, exampleEvent } from './webhooks.js'
