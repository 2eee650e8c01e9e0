import type { KycDataDocumentKind, WalletsVerifyInput, WebhookEvent } from '@sealwright/sdk'
import { Hono } from 'hono'
import type { App, Signed } from './context.ts'
import { type Told, tell } from './decisions.ts'
import { documentOf } from './documents.ts'
import { explain, Problem } from './problems.ts'
import { jsonOf, takeProof } from './sessions.ts'

/**
 * Who holds a wallet, as this application keeps it: what payments and offerings need to name them. The date of birth and numbers of documents go
 * to Sealwright and are not kept here.
 */
export interface Person {
  wallet: string
  full_name: string
  country: string
  line1: string
  city: string
  region: string | null
  postal_code: string | null
  status: string
  level: string | null
  expires_at: string | null
  decision: string
  updated_at: number
  wallet_id: string
  credential_id: string | null
}

/** Fields of the form by where the API names them. */
const NAMES = {
  '/kyc_data/full_name': 'full_name',
  '/kyc_data/date_of_birth': 'date_of_birth',
  '/kyc_data/country': 'country',
  '/kyc_data/address/line1': 'line1',
  '/kyc_data/address/city': 'city',
  '/kyc_data/address/state': 'region',
  '/kyc_data/address/postal_code': 'postal_code',
  '/kyc_data/address': 'line1',
  '/kyc_data/id_number/type': 'id_type',
  '/kyc_data/id_number': 'id_number',
  '/kyc_data/document/expires_on': 'document_expires_on',
  '/kyc_data/document': 'file',
}

export const personOf = ({ db }: App, wallet: string): Person | undefined =>
  db.prepare('SELECT * FROM people WHERE wallet = ?').get(wallet) as Person | undefined

/** Whether the wallet has a credential now. A status that is not known, and one that has run out, is none. */
export const isVerified = (person: Person | undefined): person is Person =>
  person?.level != null && person.status === person.level && (person.expires_at === null || Date.parse(person.expires_at) > Date.now())

/** Verifying who holds the signed-in wallet: one check, sealed to it. */
export function identity(app: App): Hono<Signed> {
  const { client, db } = app
  const routes = new Hono<Signed>()

  routes.get('/', (c) => c.json(shown(personOf(app, c.get('wallet')))))

  routes.post('/', async (c) => {
    const wallet = c.get('wallet')
    const given = await jsonOf(c)
    const text = (name: string) => (typeof given[name] === 'string' ? (given[name] as string).trim() : '')
    const document = documentOf(app, wallet, text('document_id'))
    const asked = ['full_name', 'date_of_birth', 'country', 'line1', 'city', 'id_number', 'document_expires_on'].filter(
      (name) => !text(name),
    )
    const fields = Object.fromEntries(asked.map((name) => [name, 'This is needed.']))
    if (!document) fields.file = 'Upload the document first.'
    if (Object.keys(fields).length > 0 || !document) throw new Problem(422, 'required', 'Please look at the marked fields.', fields)
    const signature = takeProof(app, c.get('session'))
    if (!signature)
      throw new Problem(409, 'sign_again', 'Please sign once more: the signature that proves your wallet is older than ten minutes.')

    const country = text('country').toUpperCase()
    const address = { line1: text('line1'), city: text('city'), ...(text('region') && { state: text('region') }), country }
    const input: WalletsVerifyInput = {
      wallet_address: wallet,
      level: 'enhanced',
      signature,
      kyc_data: {
        full_name: text('full_name'),
        date_of_birth: text('date_of_birth'),
        country,
        address: { ...address, ...(text('postal_code') && { postal_code: text('postal_code') }) },
        id_number: { type: country === 'US' ? 'ssn' : 'passport', country, number: text('id_number') },
        // The paper stays here. What it says is the person's own word, until somebody of yours compares it.
        document: {
          kind: document.kind as KycDataDocumentKind,
          sha256: document.sha256,
          country,
          expires_on: text('document_expires_on'),
          full_name: text('full_name'),
          date_of_birth: text('date_of_birth'),
        },
        notice_shown_at: new Date(Date.now() - 1_000).toISOString(),
      },
    }
    const answer = await client.wallets.verify(input).catch((error: unknown) => {
      throw explain(error, NAMES)
    })
    const row: Person = {
      wallet,
      full_name: text('full_name'),
      country,
      line1: address.line1,
      city: address.city,
      region: text('region') || null,
      postal_code: text('postal_code') || null,
      status: answer.verified ? (answer.credential?.level ?? 'pending') : answer.verification_status,
      level: answer.verified ? (answer.credential?.level ?? null) : null,
      expires_at: answer.expires_at,
      decision: JSON.stringify(tell(answer.decision)),
      updated_at: Date.now(),
      wallet_id: answer.wallet_id,
      credential_id: answer.credential?.id ?? null,
    }
    db.prepare(
      `INSERT OR REPLACE INTO people VALUES
       (:wallet, :full_name, :country, :line1, :city, :region, :postal_code, :status, :level, :expires_at, :decision, :updated_at,
        :wallet_id, :credential_id)`,
    ).run({ ...row })
    return c.json(shown(row), 201)
  })
  return routes
}

/** What became of a wallet or its credential: it is read anew, so the order in which events come does not matter. */
export async function onIdentityEvent({ client, db }: App, { resource }: WebhookEvent): Promise<void> {
  if (resource.type !== 'wallet' && resource.type !== 'credential') return
  for (const { wallet } of db.prepare('SELECT wallet FROM people WHERE ? IN (wallet_id, credential_id)').all(resource.id)) {
    const now = await client.wallets.get(String(wallet))
    const live = now.credential?.state === 'active' ? now.credential : null
    db.prepare(
      'UPDATE people SET status = ?, level = ?, expires_at = ?, credential_id = coalesce(?, credential_id), updated_at = ? WHERE wallet = ?',
    ).run(
      live?.level ?? now.credential?.state ?? now.verification_status,
      live?.level ?? null,
      live?.expires_at ?? null,
      now.credential?.id ?? null,
      Date.now(),
      String(wallet),
    )
  }
}

const shown = (person: Person | undefined) => ({
  verified: isVerified(person),
  status: person?.status ?? 'none',
  level: person?.level ?? null,
  full_name: person?.full_name ?? null,
  expires_at: person?.expires_at ?? null,
  decision: person ? (JSON.parse(person.decision) as Told) : null,
})
