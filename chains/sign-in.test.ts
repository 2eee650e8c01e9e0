import { generateKeyPairSync, sign } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { encodeBase58 } from './base58.ts'
import { buildSignIn, newNonce, verifySignIn } from './sign-in.ts'
import { formatSignIn, parseSignIn, type SignInExpectation } from './sign-in-message.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const other = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const NOW = Date.parse('2026-11-21T08:00:00.500Z')
const nonce = newNonce()
const base = {
  address: account.address,
  publicUrl: 'https://sealwright.example',
  statement: 'Bind this wallet to your identity check.',
  nonce,
  issuedAt: NOW,
  expiresAt: NOW + 600_000,
}
const expected: SignInExpectation = { address: account.address, domain: 'sealwright.example', nonce, now: NOW + 1000 }

describe('the message', () => {
  it('is what other EIP-4361 software writes and reads', () => {
    const message = buildSignIn({ ...base, requestId: 'chk_1', resources: ['urn:a', 'https://b.example/c'] })
    expect(parseSiweMessage(message)).toMatchObject({
      address: account.address,
      domain: 'sealwright.example',
      nonce,
      chainId: 1,
      requestId: 'chk_1',
      resources: ['urn:a', 'https://b.example/c'],
      statement: base.statement,
    })
    const theirs = createSiweMessage({
      address: account.address,
      chainId: 1,
      domain: 'sealwright.example',
      uri: 'https://sealwright.example',
      version: '1',
      nonce,
      statement: base.statement,
      issuedAt: new Date(NOW),
      expirationTime: new Date(NOW + 600_000),
      requestId: 'chk_1',
      resources: ['urn:a', 'https://b.example/c'],
    })
    expect(message).toBe(theirs)
  })

  it('round-trips with and without each optional line', () => {
    for (let mask = 0; mask < 32; mask++) {
      const message = formatSignIn({
        family: mask & 1 ? 'solana' : 'evm',
        domain: 'a.example:8080',
        address: account.address,
        uri: 'https://a.example:8080/x',
        chainId: '1',
        nonce,
        issuedAt: '2026-11-21T08:00:00Z',
        ...(mask & 2 && { statement: 'Hello: there' }),
        ...(mask & 4 && { expirationTime: '2026-11-21T09:00:00Z' }),
        ...(mask & 8 && { requestId: 'r' }),
        ...(mask & 16 && { resources: ['a', 'b'] }),
      })
      expect(parseSignIn(message)).not.toBeNull()
      expect(formatSignIn(parseSignIn(message)!)).toBe(message)
    }
  })

  it('takes nothing that is nearly one', () => {
    const good = buildSignIn(base)
    for (const bad of [
      '',
      good.slice(0, -1).replace(': ', ':'),
      `${good}\n`,
      `${good}\nNonce: ${nonce}`,
      good.replace('Version: 1', 'Version: 2'),
      good.replace('\n\nURI', '\nURI'),
      good.replace('Chain ID', 'Chain id'),
      `\n${good}`,
      good.replace(nonce, 'short'),
      `${good}\r`,
      // viem reads these: it looks for a message within the text.
      `${good}\nI also agree to pay 5 ETH`,
      good.replace('\n\nURI', '\n\nI also agree to pay 5 ETH\nURI'),
    ]) {
      expect(parseSignIn(bad)).toBeNull()
    }
    expect(() => buildSignIn({ ...base, statement: 'two\nlines' })).toThrow(RangeError)
    expect(() => buildSignIn({ ...base, address: '0x12' })).toThrow(RangeError)
  })

  it('makes nonces that differ', () => expect(new Set(Array.from({ length: 1000 }, newNonce)).size).toBe(1000))
})

describe('a plain account, without a chain', () => {
  const message = buildSignIn(base)
  const signed = (text: string, by = account) => by.signMessage({ message: text })
  const check = async (text: string, over: Partial<SignInExpectation> = {}, by = account) =>
    verifySignIn({ message: text, signature: await signed(text, by), expected: { ...expected, ...over } })

  it('is proved', async () => {
    expect(await check(message)).toEqual({ result: 'valid', method: 'eoa' })
    expect(await check(message, { address: account.address.toLowerCase() })).toEqual({ result: 'valid', method: 'eoa' })
  })

  it('is not proved by another wallet, site, nonce or time', async () => {
    expect(await check(message, { address: other.address })).toEqual({ result: 'invalid', problem: 'signer_mismatch' })
    expect(await check(message, { domain: 'evil.example' })).toEqual({ result: 'invalid', problem: 'domain_mismatch' })
    expect(await check(message.replace('URI: https://sealwright.example', 'URI: https://evil.example'))).toEqual({
      result: 'invalid',
      problem: 'domain_mismatch',
    })
    expect(await check(message, { nonce: 'x'.repeat(24) })).toEqual({ result: 'invalid', problem: 'nonce_mismatch' })
    expect(await check(message, { now: NOW + 600_000 })).toEqual({ result: 'invalid', problem: 'nonce_expired' })
    expect(await check(message.replace(/\nExpiration Time: .*/, ''))).toEqual({ result: 'invalid', problem: 'nonce_expired' })
    expect(await check(`${message.replace(/\nRequest.*/, '')}\nNot Before: 2026-11-21T08:30:00Z`)).toEqual({
      result: 'invalid',
      problem: 'nonce_expired',
    })
    expect(await check('hello')).toEqual({ result: 'invalid', problem: 'malformed' })
  })

  it('says that it cannot tell when the signature may be a smart wallet’s', async () => {
    expect(await check(message, {}, other)).toEqual({
      result: 'unavailable',
      code: 'chain_not_configured',
      retryable: false,
      recovered: other.address,
    })
    expect(await verifySignIn({ message, signature: `0x${'ab'.repeat(200)}`, expected })).toEqual({
      result: 'unavailable',
      code: 'chain_not_configured',
      retryable: false,
      recovered: null,
    })
    for (const signature of ['', '0x', 'zz', '0xabc'])
      expect(await verifySignIn({ message, signature, expected })).toEqual({ result: 'invalid', problem: 'signature_invalid' })
  })
})

describe('Solana', () => {
  const keys = generateKeyPairSync('ed25519')
  const address = encodeBase58(Buffer.from(keys.publicKey.export({ format: 'jwk' }).x!, 'base64url'))
  const message = buildSignIn({ ...base, address })
  const signature = sign(null, Buffer.from(message), keys.privateKey)
  const against = { ...expected, address }

  it('is proved by base58, base64 and hex alike', async () => {
    expect(message).toContain('your Solana account')
    for (const text of [
      encodeBase58(signature),
      signature.toString('base64'),
      signature.toString('base64url'),
      signature.toString('hex'),
    ]) {
      expect(await verifySignIn({ message, signature: text, expected: against })).toEqual({ result: 'valid', method: 'ed25519' })
    }
  })

  it('is not proved by another text, key or by junk', async () => {
    const stranger = generateKeyPairSync('ed25519')
    for (const text of [
      encodeBase58(sign(null, Buffer.from(`${message} `), keys.privateKey)),
      encodeBase58(sign(null, Buffer.from(message), stranger.privateKey)),
      'junk',
      '',
      '1'.repeat(64),
    ]) {
      expect(await verifySignIn({ message, signature: text, expected: against })).toEqual({
        result: 'invalid',
        problem: 'signature_invalid',
      })
    }
    expect(
      await verifySignIn({ message: message.replace('Solana', 'Ethereum'), signature: encodeBase58(signature), expected: against }),
    ).toEqual({ result: 'invalid', problem: 'malformed' })
  })
})
