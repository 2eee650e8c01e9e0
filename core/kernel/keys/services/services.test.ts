import { spawn, spawnSync } from 'node:child_process'
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { worldOf } from '#core/sources/world.ts'
import { rotateKeys } from '#core/upkeep/rotate-keys.ts'
import { ed25519PublicKey } from '#credentials/keys.ts'
import { createTestDatabase, type TestDatabase } from '#db/test-database.ts'
import { egress } from '#egress/gate.ts'
import type { Environment } from '../../context.ts'
import type { Services } from '../../services.ts'
import { systemCtx } from '../../system.ts'
import { openKeyring } from '../open.ts'
import type { KeyService } from '../service.ts'
import { awsKmsService } from './aws-kms.ts'
import { hasPkcs11 } from './pkcs11.ts'
import { vaultService } from './vault.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The cipher of the doubles: a key that never leaves them. */
function box() {
  const key = randomBytes(32)
  return {
    seal(plain: Buffer, aad: string): Buffer {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad))
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed: Buffer, aad: string): Buffer {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
        .setAAD(Buffer.from(aad))
        .setAuthTag(sealed.subarray(-16))
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
    },
  }
}

type Answer = { status?: number; body: object }
async function serve(answer: (request: IncomingMessage, body: string) => Answer): Promise<{ url: string; stop(): void }> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    try {
      const { status = 200, body } = answer(request, text)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    } catch (error) {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ message: (error as Error).message }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

/** What every service must do, and what an installation does with it. */
async function holds(service: KeyService): Promise<void> {
  const wrapped = await service.wrap(Buffer.from('a secret'), 'here')
  expect(Buffer.from(wrapped).includes('a secret')).toBe(false)
  expect(Buffer.from(await service.unwrap(wrapped, 'here')).toString()).toBe('a secret')
  await expect(service.unwrap(wrapped, 'there')).rejects.toThrow()

  // An installation without any APP_SECRET: its first secret is made and kept wrapped.
  const { db } = database
  await db.execute('delete from key_roots')
  const settings = { secret: null, formerSecret: null, service, keysUrl: null }
  const keyring = await openKeyring(database, settings)
  const sealed = await keyring.seal(db, { organizationId: 'org_x', environment: 'sandbox', db }, `person:${service.name}`, 'c', 'facts')
  const services: Services = {
    keyring,
    connection: database,
    wake() {},
    log: console,
    worldOf: (environment: Environment) => worldOf(services, environment),
  } as unknown as Services
  await rotateKeys({ ctx: systemCtx(services, { id: 'operator' }), input: { now: true } })
  const again = await openKeyring(database, settings)
  expect(again.keys.log.kid).toBe(keyring.keys.log.kid)
  expect(await again.open(db, `person:${service.name}`, 'c', sealed)).toBe('facts')
  // The log's new key never left the service; its signature is an ordinary one.
  const message = Buffer.from('head of the log')
  expect(verify(null, message, ed25519PublicKey(again.keys.log.publicKey), await again.keys.log.sign(message))).toBe(true)
  const { rows } = await db.execute<{ held_as: string | null; wrapped: Buffer | null }>(
    'select held_as, wrapped from key_roots where "group" = \'log\'',
  )
  expect(rows).toMatchObject([{ held_as: expect.any(String), wrapped: null }])
  await expect(openKeyring(database, { ...settings, service: null, secret: 'x'.repeat(32) })).rejects.toThrow(`KEY_SERVICE=${service.name}`)
}

it('S13 HashiCorp Vault wraps the keys and holds the log’s', async () => {
  const { seal, open } = box()
  const keys = new Map<string, { publicKey: KeyObject; privateKey: KeyObject }>()
  const double = await serve((request, text) => {
    if (request.headers['x-vault-token'] !== 'hvs.token') return { status: 403, body: { errors: ['permission denied'] } }
    const [, , mount, verb, name] = request.url!.split('/')
    const body = text ? JSON.parse(text) : {}
    if (mount !== 'transit') return { status: 404, body: { errors: [] } }
    const bytes = (field: string) => Buffer.from(body[field] ?? '', 'base64')
    switch (`${request.method} ${verb}`) {
      case 'POST encrypt':
        return { body: { data: { ciphertext: `vault:v1:${seal(bytes('plaintext'), body.associated_data).toString('base64')}` } } }
      case 'POST decrypt': {
        const sealed = Buffer.from(body.ciphertext.slice('vault:v1:'.length), 'base64')
        return { body: { data: { plaintext: open(sealed, body.associated_data).toString('base64') } } }
      }
      case 'POST keys':
        keys.set(name!, generateKeyPairSync(body.type))
        return { body: { data: {} } }
      case 'GET keys': {
        const der = keys.get(name!)!.publicKey.export({ format: 'der', type: 'spki' })
        return { body: { data: { keys: { 1: { public_key: der.subarray(12).toString('base64') } } } } }
      }
      default:
        return { body: { data: { signature: `vault:v1:${sign(null, bytes('input'), keys.get(name!)!.privateKey).toString('base64')}` } } }
    }
  })
  const settings = { address: double.url, token: 'hvs.token', key: 'sealwright', mount: 'transit', namespace: null }
  await holds(vaultService(settings, egress.fetch('keys')))
  await expect(vaultService({ ...settings, token: 'wrong' }, egress.fetch('keys')).wrap(Buffer.alloc(1), 'c')).rejects.toThrow(
    /refused: 403 permission denied/,
  )
  double.stop()
})

it('S13 AWS KMS wraps the keys and holds the log’s, each call signed with Signature Version 4', async () => {
  const { seal, open } = box()
  const keys = new Map<string, { publicKey: KeyObject; privateKey: KeyObject }>()
  const secret = 'an-aws-secret'
  const double = await serve((request, text) => {
    if (!isSigned(request, text, secret)) return { status: 400, body: { __type: 'InvalidSignatureException' } }
    const body = JSON.parse(text)
    const bytes = (field: string) => Buffer.from(body[field], 'base64')
    const context = JSON.stringify(body.EncryptionContext ?? {})
    switch (request.headers['x-amz-target']) {
      case 'TrentService.Encrypt':
        return { body: { CiphertextBlob: seal(bytes('Plaintext'), context).toString('base64') } }
      case 'TrentService.Decrypt':
        return { body: { Plaintext: open(bytes('CiphertextBlob'), context).toString('base64') } }
      case 'TrentService.CreateKey': {
        const Arn = `arn:aws:kms:eu-central-1:1:key/${keys.size}`
        if (body.KeySpec !== 'ECC_NIST_EDWARDS25519') throw new Error('another key was expected')
        keys.set(Arn, generateKeyPairSync('ed25519'))
        return { body: { KeyMetadata: { Arn } } }
      }
      case 'TrentService.GetPublicKey':
        return { body: { PublicKey: keys.get(body.KeyId)!.publicKey.export({ format: 'der', type: 'spki' }).toString('base64') } }
      default:
        if (body.SigningAlgorithm !== 'ED25519_SHA_512' || body.MessageType !== 'RAW') throw new Error('not how Ed25519 is asked for')
        return { body: { Signature: sign(null, bytes('Message'), keys.get(body.KeyId)!.privateKey).toString('base64') } }
    }
  })
  const settings = {
    region: 'eu-central-1',
    keyId: 'alias/sealwright',
    accessKeyId: 'AKIA',
    sessionToken: null,
    endpoint: `${double.url}/`,
  }
  await holds(awsKmsService({ ...settings, secretAccessKey: secret }, egress.fetch('keys')))
  await expect(awsKmsService({ ...settings, secretAccessKey: 'wrong' }, egress.fetch('keys')).wrap(Buffer.alloc(1), 'c')).rejects.toThrow(
    /InvalidSignatureException/,
  )
  double.stop()
})

/** Signature Version 4, from AWS's description of it, without the library that made it. */
function isSigned(request: IncomingMessage, body: string, secret: string): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=AKIA\/(\d{8})\/([^/]+)\/kms\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!given) return false
  const [, day, region, names, signature] = given as unknown as [string, string, string, string, string]
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const headers = names.split(';').map((name) => `${name}:${request.headers[name]}\n`)
  const canonical = [request.method, request.url, '', headers.join(''), names, sha(body)].join('\n')
  const scope = `${day}/${region}/kms/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 'kms'), 'aws4_request')
  return hmac(key, toSign).toString('hex') === signature
}

const softHsm = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so'].find(existsSync)
const missing = !softHsm ? 'SoftHSM is not installed (apt install softhsm2)' : !hasPkcs11() ? 'the package pkcs11js is not installed' : null

it.skipIf(missing !== null)(
  `S13 a token with PKCS#11 wraps the keys and holds the log’s${missing ? `: skipped, ${missing}` : ''}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sealwright-hsm-'))
    mkdirSync(join(folder, 'tokens'))
    writeFileSync(join(folder, 'softhsm2.conf'), `directories.tokendir = ${folder}/tokens\n`)
    const env = { ...process.env, SOFTHSM2_CONF: join(folder, 'softhsm2.conf') }
    const made = spawnSync('softhsm2-util', ['--init-token', '--free', '--label', 'tests', '--pin', '1234', '--so-pin', '5678'], { env })
    expect(made.status, String(made.stderr)).toBe(0)
    const settings = { library: softHsm!, token: 'tests', pin: '1234', key: 'sealwright' }
    const child = spawn(process.execPath, [join(import.meta.dirname, 'token-process.ts'), JSON.stringify(settings)], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const ask = async (...what: string[]): Promise<string> => {
      child.stdin.write(`${JSON.stringify(what)}\n`)
      const { result, error } = JSON.parse((await answers.next()).value as string)
      if (error) throw new Error(error)
      return result
    }
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    const bytes = (text: string) => Buffer.from(text, 'hex')
    await holds({
      name: 'pkcs11',
      wrap: async (secret, context) => bytes(await ask('wrap', hex(secret), context)),
      unwrap: async (wrapped, context) => bytes(await ask('unwrap', hex(wrapped), context)),
      makeSigner: (purpose) => ask('makeSigner', purpose),
      signer: async (name, kid) => {
        const publicKey = bytes(await ask('publicKey', name))
        return { kid: kid(publicKey), alg: 'EdDSA', publicKey, sign: async (message) => bytes(await ask('sign', name, hex(message))) }
      },
    })
    child.stdin.end()
    expect((await once(child, 'exit'))[0]).toBe(0)
    rmSync(folder, { recursive: true })
  },
)
