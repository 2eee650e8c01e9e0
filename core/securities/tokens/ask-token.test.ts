import { type Hex, parseEventLogs, toHex, zeroHash } from 'viem'
import { expect, it } from 'vitest'
import { artifact } from '#chains/contracts/artifacts.ts'
import { anvilBinary } from '#chains/evm/anvil.ts'
import { startFixture } from '#chains/evm/anvil-fixture.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { realChains } from '#core/sources/chain/production.ts'
import { noChain } from '#core/sources/chain/sandbox.ts'
import { askTokenOfMint } from './ask-token.ts'

it.skipIf(!anvilBinary())(
  'E15 a mint asks the token first: isVerified, and the mint itself played by the wallet that linked it',
  async () => {
    const f = (await startFixture())!
    try {
      const [platform, attester, issuer, holder] = await Promise.all([0, 1, 2, 3].map(f.account))
      const registry = await f.deploy(platform!, 'CredentialRegistry')
      const factory = await f.deploy(platform!, 'CompliantTokenFactory', [await f.deploy(platform!, 'CompliantToken', [registry])])
      const terms = {
        name: 'A',
        symbol: 'A',
        decimals: 0,
        attester: attester!.address,
        required: 1n,
        maxSupply: 100n,
        maxBalance: 0n,
        maxHolders: 0,
        lockedUntil: 0,
      }
      const { abi } = artifact('CompliantTokenFactory')
      const { logs } = await f.write(issuer!, factory, abi, 'create', [toHex(1, { size: 32 }), terms])
      const token = (parseEventLogs({ abi, logs, eventName: 'TokenCreated' })[0] as unknown as { args: { token: Hex } }).args.token
      const ctx = (evmRpcUrls: Record<string, string>, chain = realChains) =>
        ({ world: { chain }, services: { config: { evmRpcUrls }, log: { warn: () => {} } } }) as unknown as Ctx
      const here = ctx({ 31337: f.anvil.url })
      const link = { wallet: issuer!.address, role: 'owner', linked_at: '', linked_by: '' } as never
      const ask = (at: Ctx, amount = 5n, token_address: string | null = token) =>
        askTokenOfMint(at, { offering: { chain: 'ethereum', token_address, token_link: link }, to: holder!.address, amount })
      expect(await ask(here)).toEqual({ asked: true, allowed: false, reason: 'mint_refused' })
      const now = Number((await f.node.getBlock()).timestamp)
      const statement = { wallet: holder!.address, issuedAt: now, expiresAt: now + 9_000, attributes: 1n, credentialHash: zeroHash }
      await f.write(attester!, registry, artifact('CredentialRegistry').abi, 'attest', [[statement]])
      expect(await ask(here)).toEqual({ asked: true, allowed: true, reason: null })
      expect(await ask(here, 101n)).toMatchObject({ allowed: false, reason: 'mint_refused' })
      // A token with an identity registry that answers no.
      const [erc3643, identities]: Hex[] = [`0x${'a3'.repeat(20)}`, `0x${'a4'.repeat(20)}`]
      const answers = (word: string): Hex => `0x7f${word.padStart(64, '0')}5f5260205ff3`
      await f.node.setCode({ address: erc3643!, bytecode: answers(identities!.slice(2)) })
      await f.node.setCode({ address: identities!, bytecode: answers('0') })
      expect(await ask(here, 5n, erc3643)).toEqual({ asked: true, allowed: false, reason: 'holder_not_verified' })
      await f.node.setCode({ address: identities!, bytecode: answers('1') })
      expect(await ask(here, 5n, erc3643)).toMatchObject({ asked: true, allowed: true })
      // Any call to an address without code succeeds.
      expect(await ask(here, 5n, holder!.address)).toEqual({ asked: true, allowed: false, reason: 'mint_refused' })
      // Where nothing is asked, that is said.
      expect(await ask(ctx({}))).toEqual({ asked: false, allowed: null, reason: 'chain_not_configured' })
      expect(await ask(ctx({ 1: 'http://127.0.0.1:9' }))).toMatchObject({ asked: false, reason: 'chain_not_answering' })
      expect(await ask(ctx({}, noChain))).toMatchObject({ reason: 'sandbox_has_no_chain' })
      expect(await ask(here, 5n, null)).toMatchObject({ reason: 'token_not_linked' })
    } finally {
      await f.stop()
    }
  },
)
