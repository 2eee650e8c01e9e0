// What TypeScript finds of the JavaScript package: `tsc` fails when a line below that is wrong is taken.

import type { CreatorVerification, Credential, Decision, DecisionResult, WalletsVerifyInput } from '../../sdks/javascript/index.js'
import { ComplianceDenied, Sealwright, type WebhookEvent } from '../../sdks/javascript/index.js'

const client = new Sealwright({ apiKey: 'sw_sandbox_…', baseUrl: 'http://localhost:3000' })
const wallet_address = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'

export async function calls(): Promise<Decision['outcome']> {
  const input: WalletsVerifyInput = { wallet_address, kyc_data: { full_name: 'Ada Example' } }
  const answer = await client.wallets.verify(input, { onDeny: 'error', expand: ['decision.rules'] })
  // @ts-expect-error: a misspelt field of a body
  client.wallets.verify({ wallet_adress: wallet_address })
  // @ts-expect-error: a misspelt field within a body
  client.wallets.verify({ wallet_address, kyc_data: { fullname: 'Ada Example' } })
  // @ts-expect-error: a value of another type
  client.wallets.verify({ wallet_address: 1 })
  // @ts-expect-error: an operation that is not there
  client.wallets.verfy(input)
  // @ts-expect-error: a misspelt field of an answer
  answer.decision.outcom
  // @ts-expect-error: a word that the choice does not have
  if (answer.decision.outcome === 'denied') return answer.decision.outcome
  // @ts-expect-error: a call that decides nothing has no denial
  client.wallets.get(wallet_address, { onDeny: 'error' })
  // @ts-expect-error: a misspelt parameter
  client.investors.list({ contry: 'US' })
  for await (const investor of client.investors.list({ country: 'US' })) {
    // @ts-expect-error: a misspelt field of a row
    investor.full_nam
  }
  const credential: Credential = await client.credentials.get('cre_…')
  const creator: CreatorVerification = await client.nfts.verifyCreator({ wallet_address, creator_name: 'Ada' })
  return credential.id === creator.object ? 'review' : answer.decision.outcome
}

export function event(one: WebhookEvent): string | undefined {
  // @ts-expect-error: an event that is not there
  if (one.type === 'wallet.verifyed') return
  if (one.type !== 'wallet.verified') return
  // @ts-expect-error: what an event is about may have to be read
  one.data.object.wallet_id
  // @ts-expect-error: a misspelt field of an event
  one.data.object?.walet_id
  return one.data.object?.credential.level
}

export function refused(error: unknown): DecisionResult['outcome'] | undefined {
  if (!(error instanceof ComplianceDenied)) return
  // @ts-expect-error: a misspelt field of a decision
  error.decision.reason_code
  return error.decision.outcome
}
