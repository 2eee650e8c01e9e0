import { expect, it } from 'vitest'
import { redact, redactedText } from './request-log.ts'

it('what opens something by itself is in no log of requests, wherever it stands', () => {
  const offer = { grants: { 'urn:ietf:params:oauth:grant-type:pre-authorized_code': { 'pre-authorized_code': 's3cret-a', tx_code: {} } } }
  for (const body of [
    { id: 'cls_1', token: 'swc_sandbox_s3cret' },
    { id: 'ids_1', url: 'https://sealwright.example/verify/s3cret' },
    { url: `openid-credential-offer://?credential_offer=s3cret`, credential_offer: offer, tx_code: 's3cret' },
    { api_key: 's3cret-of-ten', api_secret: 's3cret-of-ten', webhook_secret: 's3cret-of-ten', region: 'eu' },
    { session: { client_secret: 's3cret-of-ten' } },
  ]) {
    expect(JSON.stringify(redact(body)), JSON.stringify(body)).not.toContain('s3cret')
    expect(redactedText(body, JSON.stringify(body))).not.toContain('s3cret')
  }
  const file = {
    object: 'erasure_file',
    erasure_id: 'era_1',
    person: { id_number: { number: 'C01X' } },
    evidence: [{ read: { number: 'C01X' } }],
  }
  expect(redact(file)).toEqual({ ...file, person: '[redacted object]', evidence: '[redacted object]' })
  expect(redact({ authority: 'A court', reason_code: 'subpoena', hours: 2 })).toMatchObject({ authority: '[redacted]', hours: 2 })
  expect(redact({ note: 'She is Ada.', appeal: { statement: 'I am Ada.' }, legal_hold: 'Ada v. Bob', held: { legal_hold: true } })).toEqual(
    {
      ...{ note: '[redacted]', appeal: { statement: '[redacted]' }, legal_hold: '[redacted]', held: { legal_hold: true } },
    },
  )
  const kept = { token: { symbol: 'HARB' }, url: 'https://sealwright.example/d/dec_1' }
  expect(redact(kept)).toEqual(kept)
})
