import {
  concatHex,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  hashTypedData,
  keccak256,
  serializeErc6492Signature,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Claim, issueClaims, readClaim } from '#credentials/claim.ts'
import { deriveKeySet } from '#credentials/keys.ts'
import { signPermit, verifyPermit } from '#credentials/permit.ts'
import { type CredentialRecord, credentialHash } from '#credentials/record.ts'
import { globalStatusIndex } from '#credentials/status-list.ts'
import type { Hex } from '../adapter.ts'
import { artifact } from '../contracts/artifacts.ts'
import { buildSignIn, newNonce, verifySignIn } from '../sign-in.ts'
import { anvilBinary } from './anvil.ts'
import { type Fixture, startFixture } from './anvil-fixture.ts'
import { connect } from './client.ts'

const attester = deriveKeySet('a master secret that is long enough for its purpose').attester.sandbox

describe.skipIf(!anvilBinary())('signatures that contracts check', () => {
  let f: Fixture
  let people: Awaited<ReturnType<Fixture['account']>>[]
  beforeAll(async () => {
    f = (await startFixture())!
    people = await Promise.all([0, 1, 2].map(f.account))
  })
  afterAll(() => f?.stop())
  const time = async () => Number((await f.node.getBlock()).timestamp)
  const pass = async (seconds: number) => {
    await f.node.increaseTime({ seconds })
    await f.node.mine({ blocks: 1 })
  }

  it('a permit opens the contract for its wallet, level and time, and for nothing else', async () => {
    const { abi } = artifact('PermitVault')
    for (const attesterAddress of [attester.address, await f.deploy(people[0]!, 'SmartWallet', [attester.address])]) {
      const vault = await f.deploy(people[0]!, 'PermitVault', [attesterAddress])
      const [holder, stranger] = [people[1]!, people[2]!]
      const now = await time()
      const permit = await signPermit(attester, {
        wallet: holder.address,
        chainId: 31337,
        verifyingContract: vault,
        level: 'defi-enhanced',
        policy: 'Example Lend',
        now,
        ttlSeconds: 600,
      })
      const { level, expires } = permit.message
      const attempt = (account: Hex, args: readonly unknown[]) =>
        f.node.simulateContract({ account, address: vault, abi, functionName: 'deposit', args: [...args], value: 1n } as never)
      await f.write(holder, vault, abi, 'deposit', [level, expires, permit.signature], 5n)
      expect(await f.node.readContract({ address: vault, abi, functionName: 'deposits', args: [holder.address] })).toBe(5n)
      // Leaving needs no permit, and nobody takes what another put in.
      await expect(f.write(stranger, vault, abi, 'withdraw', [1n])).rejects.toThrow()
      await f.write(holder, vault, abi, 'withdraw', [2n])
      await expect(f.write(holder, vault, abi, 'withdraw', [4n])).rejects.toThrow()
      expect(await f.node.getBalance({ address: vault })).toBe(3n)
      await expect(attempt(stranger.address, [level, expires, permit.signature])).rejects.toThrow('PermitInvalid')
      await expect(attempt(holder.address, [3, expires, permit.signature])).rejects.toThrow('PermitInvalid')
      await expect(attempt(holder.address, [level, expires - 1, permit.signature])).rejects.toThrow('PermitInvalid')
      await expect(attempt(holder.address, [level, expires + 1000, permit.signature])).rejects.toThrow('PermitTooLong')
      const basic = await signPermit(attester, {
        wallet: holder.address,
        chainId: 31337,
        verifyingContract: vault,
        level: 'defi-basic',
        policy: 'Example Lend',
        now,
        ttlSeconds: 600,
      })
      await expect(attempt(holder.address, [1, basic.message.expires, basic.signature])).rejects.toThrow('PermitInvalid')
      const otherPolicy = await signPermit(attester, {
        wallet: holder.address,
        chainId: 31337,
        verifyingContract: vault,
        level: 'defi-enhanced',
        policy: 'Other',
        now,
        ttlSeconds: 600,
      })
      await expect(attempt(holder.address, [2, expires, otherPolicy.signature])).rejects.toThrow('PermitInvalid')
      await pass(700)
      await expect(attempt(holder.address, [level, expires, permit.signature])).rejects.toThrow('PermitExpired')
      const expected = {
        attesters: [attester.address],
        wallet: holder.address,
        chainId: 31337,
        verifyingContract: vault,
        minLevel: 'defi-enhanced',
        policy: 'Example Lend',
      } as const
      expect([await verifyPermit(permit, { ...expected, now }), await verifyPermit(permit, { ...expected, now: await time() })]).toEqual([
        null,
        'expired',
      ])
    }
  })

  it('a claim holds on chain until its bit is set or its day comes, and not for another identity', async () => {
    const { abi } = artifact('StatusClaimIssuer')
    const [admin] = people
    const issuer = await f.deploy(admin!, 'StatusClaimIssuer', [admin!.address, attester.address])
    const [identity, other] = [people[1]!.address, people[2]!.address]
    const now = await time()
    const record: CredentialRecord = {
      id: 'cre_x',
      environment: 'sandbox',
      wallet: { family: 'evm', address: identity },
      level: 'accredited',
      issuedAt: now,
      expiresAt: now + 5000,
      statusList: 2,
      statusIndex: 4242,
    }
    const claims = (await issueClaims(attester, record, { identity, issuerContract: issuer, publicUrl: 'https://sealwright.example' }))!
    const valid = (claim: Claim, of: Hex = identity) =>
      f.node.readContract({
        address: issuer,
        abi,
        functionName: 'isClaimValid',
        args: [of, BigInt(claim.topic), claim.signature, claim.data],
      })
    expect(claims).toHaveLength(3)
    for (const claim of claims) expect([await valid(claim), await valid(claim, other)]).toEqual([true, false])
    expect(await readClaim(claims[2]!, [attester.address])).toMatchObject({ ok: true, facts: { credentialHash: credentialHash(record) } })

    const global = BigInt(globalStatusIndex(2, 4242))
    const set = (bits: bigint) => f.write(admin!, issuer, abi, 'setStatus', [[global >> 8n], [bits]])
    await set(1n << (global & 255n))
    expect(await Promise.all(claims.map((claim) => valid(claim)))).toEqual([false, false, false])
    await set(0n)
    expect(await valid(claims[0]!)).toBe(true)
    await expect(f.write(people[1]!, issuer, abi, 'setStatus', [[0n], [1n]])).rejects.toThrow()

    // Stray high bits must be refused, not crash whoever asks.
    const dirty = { ...claims[0]!, data: concatHex(['0xff', `0x${claims[0]!.data.slice(4)}`]) }
    expect(await valid(dirty)).toBe(false)
    expect(await valid({ ...claims[0]!, data: '0x' })).toBe(false)
    expect(await valid({ ...claims[0]!, signature: '0x1234' })).toBe(false)
    await pass(6000)
    expect(await valid(claims[0]!)).toBe(false)
  })

  it('a credential on chain: signed by the attester, submitted by anyone, not replayed after a revocation', async () => {
    const { abi } = artifact('CredentialRegistry')
    const registry = await f.deploy(people[0]!, 'CredentialRegistry')
    const account = people[0]!
    const now = await time()
    const statement = {
      wallet: people[1]!.address,
      issuedAt: now,
      expiresAt: now + 1000,
      attributes: 3n,
      credentialHash: keccak256('0x01'),
    }
    const fields = [
      ['attester', 'address'],
      ['wallet', 'address'],
      ['issuedAt', 'uint48'],
      ['expiresAt', 'uint48'],
      ['attributes', 'uint160'],
      ['credentialHash', 'bytes32'],
    ] as const
    const data = {
      domain: { name: 'SealwrightCredentialRegistry', version: '1', chainId: 31337, verifyingContract: registry },
      types: { Statement: fields.map(([name, type]) => ({ name, type })) },
      primaryType: 'Statement',
      message: { attester: account.address, ...statement },
    } as const
    const signature = await account.signTypedData(data)
    const satisfied = (required: bigint) =>
      f.node.readContract({ address: registry, abi, functionName: 'satisfies', args: [account.address, statement.wallet, required] })
    const submit = (s: typeof statement, sig: Hex = signature) =>
      f.write(people[2]!, registry, abi, 'attestBySignature', [account.address, s, sig])
    expect(hashTypedData(data)).toMatch(/^0x/)
    await expect(submit({ ...statement, attributes: 7n })).rejects.toThrow()
    await submit(statement)
    expect([await satisfied(1n), await satisfied(3n), await satisfied(4n)]).toEqual([true, true, false])
    await f.write(account, registry, abi, 'revoke', [[statement.wallet]])
    expect(await satisfied(1n)).toBe(false)
    await expect(submit(statement)).rejects.toThrow()
    expect(await satisfied(1n)).toBe(false)
  })

  it('smart wallets sign in: deployed (EIP-1271) and not yet deployed (EIP-6492)', async () => {
    const [owner, stranger] = [people[1]!, people[2]!]
    const deployed = await f.deploy(people[0]!, 'SmartWallet', [owner.address])
    const factory = await f.deploy(people[0]!, 'SmartWalletFactory')
    const salt = toHex(1, { size: 32 })
    const future = getContractAddress({
      opcode: 'CREATE2',
      from: factory,
      salt,
      bytecode: encodeDeployData({ ...artifact('SmartWallet'), args: [owner.address] }),
    })
    const now = Date.now()
    const nonce = newNonce()
    const message = (address: Hex, chainId = 31337) =>
      buildSignIn({
        address,
        chainId,
        publicUrl: 'https://sealwright.example',
        statement: 'Bind this wallet.',
        nonce,
        issuedAt: now,
        expiresAt: now + 60_000,
      })
    const client = connect([f.anvil.url])
    const clientFor = (chainId: number) => (chainId === 31337 ? client : undefined)
    const check = (address: Hex, text: string, signature: Hex) =>
      verifySignIn({ message: text, signature, expected: { address, domain: 'sealwright.example', nonce, now }, clientFor })

    const first = message(deployed)
    expect(await check(deployed, first, await owner.signMessage({ message: first }))).toEqual({
      result: 'valid',
      method: 'eip1271',
      chainId: 31337,
    })
    expect(await check(deployed, first, await stranger.signMessage({ message: first }))).toEqual({
      result: 'invalid',
      problem: 'signature_invalid',
    })

    const second = message(future)
    const wrap = async (signature: Hex) =>
      serializeErc6492Signature({
        address: factory,
        data: encodeFunctionData({ ...artifact('SmartWalletFactory'), functionName: 'deploy', args: [owner.address, salt] }),
        signature,
      })
    expect(await check(future, second, await wrap(await owner.signMessage({ message: second })))).toEqual({
      result: 'valid',
      method: 'eip6492',
      chainId: 31337,
    })
    expect(await check(future, second, await wrap(await stranger.signMessage({ message: second })))).toEqual({
      result: 'invalid',
      problem: 'signature_invalid',
    })
    expect(await f.node.getCode({ address: future })).toBeUndefined()

    // A plain account is asked too when its own key did not sign; the chain says no.
    const third = message(owner.address)
    expect(await check(owner.address, third, await stranger.signMessage({ message: third }))).toEqual({
      result: 'invalid',
      problem: 'signature_invalid',
    })

    // Another chain's wallet, or an endpoint that does not answer, is not a "no".
    const elsewhere = message(deployed, 1)
    expect(await check(deployed, elsewhere, await owner.signMessage({ message: elsewhere }))).toMatchObject({
      result: 'unavailable',
      code: 'chain_not_configured',
      recovered: owner.address,
    })
    const dead = connect(['http://127.0.0.1:9'])
    const verdict = await verifySignIn({
      message: first,
      signature: await owner.signMessage({ message: first }),
      expected: { address: deployed, domain: 'sealwright.example', nonce, now },
      clientFor: () => dead,
    })
    expect(verdict).toMatchObject({ result: 'unavailable', code: 'rpc_error', retryable: true })
  })
})
