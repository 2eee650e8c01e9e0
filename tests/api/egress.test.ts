import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { eq, sql } from 'drizzle-orm'
import { encodeErrorResult, getContractAddress, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEvmAdapter } from '#chains/evm/adapter.ts'
import { anvilBinary } from '#chains/evm/anvil.ts'
import { type Fixture, startFixture } from '#chains/evm/anvil-fixture.ts'
import { connect } from '#chains/evm/client.ts'
import { dispatchEvents } from '#core/record/webhooks/dispatch.ts'
import { deliverDue } from '#core/upkeep/webhooks/deliver.ts'
import { webhookDeliveries, webhookEndpoints } from '#db/schema.ts'
import { startApi } from './harness.ts'
import { makeAccount, PASSWORD, Person } from './person.ts'

// What a stranger can make the product send, and what a stranger's answer can do to it.

type Hex = `0x${string}`
type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A server on this machine that answers as told and counts who asks. */
async function listen(): Promise<{ url: string; asked: string[]; answer: Answer; server: Server }> {
  const one = {
    url: '',
    asked: [] as string[],
    answer: (response: ServerResponse) => void response.end('{}'),
    server: null as never as Server,
  }
  one.server = createServer((request, response) => {
    request.resume().on('end', () => {
      one.asked.push(String(request.headers['webhook-id'] ?? request.url))
      ;(one.answer as Answer)(response, request)
    })
  })
  await new Promise<void>((done) => one.server.listen(0, '127.0.0.1', done))
  one.url = `http://127.0.0.1:${(one.server.address() as AddressInfo).port}`
  return one
}

describe.skipIf(!anvilBinary())('S2 a contract that asks for something to be fetched (EIP-3668)', () => {
  let chain: Fixture
  let api: Awaited<ReturnType<typeof startApi>>
  let inside: Awaited<ReturnType<typeof listen>>
  let contract: Hex
  beforeAll(async () => {
    inside = await listen()
    chain = (await startFixture())!
    api = await startApi({ EVM_RPC_URLS: `31337=${chain.anvil.url}` })
    const deployer = await chain.account(50)
    contract = await deployLookup(deployer)
  })
  afterAll(async () => {
    inside?.server.close()
    await api?.stop()
    await chain?.stop()
  })

  /** A contract whose every function reverts with OffchainLookup, naming an address inside. */
  async function deployLookup(deployer: Awaited<ReturnType<Fixture['account']>>): Promise<Hex> {
    const nonce = BigInt(await chain.node.getTransactionCount({ address: deployer.address }))
    const own = getContractAddress({ from: deployer.address, nonce })
    const revert = encodeErrorResult({
      abi: parseAbi(['error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)']),
      errorName: 'OffchainLookup',
      args: [own, [`${inside.url}/{sender}/{data}`, `${inside.url}/second`], '0x1234', '0x12345678', '0x'],
    }).slice(2)
    const size = (revert.length / 2).toString(16).padStart(4, '0')
    const runtime = `61${size}600f60003961${size}6000fd00${revert}`
    const whole = (runtime.length / 2).toString(16).padStart(4, '0')
    const { contractAddress } = await chain.send(deployer, { data: `0x61${whole}600f60003961${whole}6000f300${runtime}` })
    expect(contractAddress).toBe(own.toLowerCase())
    return own
  }

  test('S2 is asked by an offering, its link, a proof of control, a sign-in and a transfer, and nothing is fetched', async () => {
    const issuer = await chain.account(51)
    const { key } = await api.makeKey('production')
    const post = (path: string, body: object) => api.call('POST', `/v1${path}`, body, key)
    const terms = {
      name: 'Lookup',
      regulation: 'reg_d_506c',
      total_supply: 10,
      price_per_token: '1',
      maximum_raise: '10',
      chain: 'ethereum',
    }
    const offering = await post('/offerings', { ...terms, token_address: contract })
    expect(offering.status, offering.text).toBe(201)
    const asked = { token_address: contract, wallet_address: issuer.address }
    const challenge = await post(`/offerings/${offering.body.id}/token/challenge`, asked)
    // Whatever the order of these checks, the contract has been asked and has not been believed.
    const linked = challenge.body.message
      ? await post(`/offerings/${offering.body.id}/token/link`, {
          message: challenge.body.message,
          signature: await issuer.signMessage({ message: challenge.body.message }),
        })
      : challenge
    expect(inside.asked).toEqual([])
    expect(linked.body.code).toBe('signer_mismatch')

    const signature = `0x${'11'.repeat(65)}`
    await makeAccount(api, 'lookup@tests.example')
    const person = new Person(api)
    await person.signIn('lookup@tests.example')
    for (const path of ['/api/accounts/wallets', '/api/accounts/wallet-sign-in', '/api/appeals']) {
      const { message } = (await person.post(`${path}/challenge`, { address: contract, chainId: 31337 })).body
      const answer = await person.post(path === '/api/appeals' ? `${path}/session` : path, { message, signature })
      expect(answer.body.code, path).toBe('signature_invalid')
    }
    const adapter = createEvmAdapter({ chainId: 31337, urls: [chain.anvil.url] })
    const freeze = { token: contract, standard: 'erc1404', issuer: issuer.address, decimals: 0, account: contract, amount: 1n } as const
    expect(await adapter.buildControl('freeze', freeze)).toEqual({ unavailable: 'rpc_error', retryable: true })
    expect(inside.asked).toEqual([])
  })

  test('S2 a node whose answer has no end is cut off', async () => {
    const chunk = 'x'.repeat(1_000_000)
    let written = 0
    inside.answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('"')
      const more = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    await expect(connect([inside.url]).getBalance({ address: contract })).rejects.toThrow()
    expect(written).toBeLessThan(60_000_000)
  })
})

/** A certificate that names where its list of revoked ones is. */
async function certificateNaming(url: string): Promise<Uint8Array> {
  const library = createRequire(createRequire(import.meta.url).resolve('@simplewebauthn/server'))
  const x509 = library('@peculiar/x509')
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const one = await x509.X509CertificateGenerator.createSelfSigned({
    keys,
    name: 'CN=Stranger',
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [new x509.CRLDistributionPointsExtension([url])],
  })
  return new Uint8Array(one.rawData)
}

/** A passkey as a browser would make it, with a statement of its maker's choice. */
function newPasskey(options: { challenge: string }, origin: string, fmt: string, attStmt: Map<string, unknown>) {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const point = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64url'))
  const id = randomBytes(16)
  const cose = isoCBOR.encode(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]) as never,
  )
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()
  const head = Buffer.from([0x45, 0, 0, 0, 0, ...Buffer.alloc(16), 0, 16])
  const authData = new Uint8Array(Buffer.concat([rpIdHash, head, id, cose]))
  const attestationObject = isoCBOR.encode(
    new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', authData],
    ]) as never,
  )
  const client = JSON.stringify({ type: 'webauthn.create', challenge: options.challenge, origin, crossOrigin: false })
  const own = id.toString('base64url')
  return {
    id: own,
    rawId: own,
    type: 'public-key',
    response: {
      clientDataJSON: Buffer.from(client).toString('base64url'),
      attestationObject: Buffer.from(attestationObject).toString('base64url'),
    },
    clientExtensionResults: {},
  }
}

test('S2 a passkey that vouches for itself makes nothing be fetched from where its certificates say', async () => {
  const inside = await listen()
  const api = await startApi()
  try {
    await makeAccount(api, 'vouched@tests.example')
    const person = new Person(api)
    await person.signIn('vouched@tests.example')
    await person.post('/api/accounts/step-up', { password: PASSWORD })
    const x5c = [await certificateNaming(`${inside.url}/revoked.crl`)]
    const bytes = new Uint8Array(64)
    for (const [fmt, statement] of [
      ['apple', { x5c }],
      ['android-key', { x5c, alg: -7, sig: bytes }],
      ['packed', { x5c, alg: -7, sig: bytes }],
      ['fido-u2f', { x5c, sig: bytes }],
    ] as const) {
      const { body: asked } = await person.post('/api/accounts/passkeys/options', { purpose: 'register' })
      const response = newPasskey(asked.options ?? asked, api.services.config.publicUrl, fmt, new Map(Object.entries(statement)))
      const added = await person.post('/api/accounts/passkeys', { name: fmt, response })
      expect(inside.asked, fmt).toEqual([])
      // It is as good as one that says nothing of itself.
      expect(added.status, added.text).toBeLessThan(300)
    }
    const { body } = await person.post('/api/accounts/passkeys/options', { purpose: 'register' })
    const broken = newPasskey(body.options ?? body, api.services.config.publicUrl, 'none', new Map())
    broken.response.attestationObject = 'oWFh'
    expect((await person.post('/api/accounts/passkeys', { response: broken })).body.code).toBe('invalid_verification_code')
  } finally {
    inside.server.close()
    await api.stop()
  }
})

describe('what a receiver answers', () => {
  let api: Awaited<ReturnType<typeof startApi>>
  let key: string
  let receiver: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    receiver = await listen()
    api = await startApi({ WEBHOOK_ALLOW_PRIVATE: '1' })
    key = (await api.makeKey('sandbox')).key
  })
  afterAll(async () => {
    receiver?.server.close()
    await api?.stop()
  })
  beforeEach(async () => {
    await deliver()
    await db().delete(webhookEndpoints)
    receiver.asked.length = 0
    receiver.answer = (response) => void response.end()
  })
  const db = () => api.services.connection.db
  const post = async (path: string, body: object) => (await api.call('POST', `/v1${path}`, body, key)).body
  const deliver = async () => {
    while (await dispatchEvents(api.services));
    while (await deliverDue(api.services));
  }
  const endpoint = async () => (await post('/webhook-endpoints', { url: `${receiver.url}/hook`, event_types: ['ping'] })).id as string
  const triggerMany = async (count: number) => {
    for (let n = 0; n < count; n++) await post('/sandbox/events/trigger', { type: 'ping', object: { n } })
    while (await dispatchEvents(api.services));
  }
  const attemptsOf = async (id: string) =>
    (await api.call('GET', `/v1/webhook-endpoints/${id}/attempts?limit=100`, undefined, key)).body.data as { response: { body: string } }[]
  const deliveriesOf = (id: string) => db().select().from(webhookDeliveries).where(eq(webhookDeliveries.endpoint_id, id))

  test('S12 U+0000, bytes that are no text and odd headers are stored as they can be, and the event is sent once', async () => {
    receiver.answer = (response) =>
      void response
        .writeHead(200, { 'x-odd': Buffer.from([0xe9, 0xff, 0x80]).toString('latin1') })
        .end(Buffer.from('a\0b\ufffdc\xff', 'latin1'))
    const id = await endpoint()
    await triggerMany(1)
    await deliver()
    await post('/sandbox/clock', { advance: '2m' })
    await deliver()
    expect(receiver.asked.length).toBe(1)
    expect(await attemptsOf(id)).toMatchObject([
      { status: 200, attempt: 1, response: { body: expect.stringMatching(/^a\ufffdb/) }, address: '127.0.0.1' },
    ])
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', attempts: 1 }])
    // The same to a test message, whose answer is shown at once.
    const tested = await post(`/webhook-endpoints/${id}/test`, {})
    expect(tested).toMatchObject({ delivered: true, response: { body: expect.stringMatching(/^a\ufffdb/) } })
  })

  test('S12 a try that cannot be recorded whole counts, and the next waits', async () => {
    // A database that refuses this answer, for whatever reason.
    await api.owner.db.execute(sql`create function refuse_poison() returns trigger language plpgsql as
      $$ begin if new.address is not null then raise exception 'refused'; end if; return new; end $$`)
    await api.owner.db.execute(
      sql`create trigger refuse_poison before insert on webhook_attempts for each row execute function refuse_poison()`,
    )
    receiver.answer = (response) => void response.writeHead(500).end('poison')
    const id = await endpoint()
    await triggerMany(1)
    await deliver()
    await deliver()
    expect(await attemptsOf(id)).toMatchObject([
      { attempt: 1, status: 500, response: { body: null }, error: 'the answer could not be kept' },
    ])
    const [waiting] = await deliveriesOf(id)
    expect(waiting).toMatchObject({ status: 'pending', attempts: 1 })
    for (const wait of ['10s', '6m', '40m', '3h', '6h', '12h', '16h', '23h', '28h']) {
      await post('/sandbox/clock', { advance: wait })
      await deliver()
    }
    expect([receiver.asked.length, (await attemptsOf(id)).length]).toEqual([10, 10])
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'exhausted', attempts: 10 }])
    await api.owner.db.execute(sql`drop trigger refuse_poison on webhook_attempts`)
  })

  test('S12 a message that cannot be made counts too', async () => {
    const id = await endpoint()
    await triggerMany(1)
    await db().update(webhookEndpoints).set({ secret_sealed: 'AAAA' }).where(eq(webhookEndpoints.id, id))
    await deliver()
    expect(await attemptsOf(id)).toMatchObject([
      { attempt: 1, status: null, error: 'the message could not be made', request: { body: '' } },
    ])
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending', attempts: 1 }])
    expect(receiver.asked).toEqual([])
  })

  test.each([
    ['410', 410, null],
    ['an error after five days', 500, sql`now() - interval '6 days'`],
  ])('A12 every try of two workers to an endpoint that answers %s is recorded', async (_, status, since) => {
    for (let round = 0; round < 2; round++) {
      receiver.asked.length = 0
      const held: ServerResponse[] = []
      // Answered together, so that the tries end in the same moment.
      receiver.answer = (response) => {
        held.push(response)
        if (held.length === 10) for (const one of held) one.writeHead(status).end()
      }
      const id = await endpoint()
      if (since) await db().update(webhookEndpoints).set({ failing_since: since }).where(eq(webhookEndpoints.id, id))
      await triggerMany(10)
      await Promise.all([deliverDue(api.services, 5), deliverDue(api.services, 5)])
      expect([receiver.asked.length, (await attemptsOf(id)).length]).toEqual([10, 10])
      const [state] = await db().select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
      expect(state).toMatchObject({ status: 'disabled' })
      expect((await deliveriesOf(id)).map((one) => one.status)).toEqual(Array(10).fill('aborted'))
      await db().delete(webhookEndpoints)
    }
  })
})
