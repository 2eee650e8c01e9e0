import { createInterface } from 'node:readline'
import { pkcs11Service } from './pkcs11.ts'

/**
 * For the tests: a token in a process of its own, because a token's library reads the environment of the process, not of a thread.
 * Takes one JSON array a line, the name of what is asked for and its arguments, bytes as hex; answers likewise.
 */
const service = pkcs11Service(JSON.parse(process.argv[2]!))
const bytes = (hex: string) => Buffer.from(hex, 'hex')
const signerOf = (name: string) => service.signer!(name, () => '')
const asked: Record<string, (a: string, b: string) => Promise<unknown>> = {
  wrap: async (secret, context) => Buffer.from(await service.wrap(bytes(secret), context)).toString('hex'),
  unwrap: async (wrapped, context) => Buffer.from(await service.unwrap(bytes(wrapped), context)).toString('hex'),
  makeSigner: (purpose) => service.makeSigner!(purpose),
  publicKey: async (name) => Buffer.from((await signerOf(name)).publicKey).toString('hex'),
  sign: async (name, message) => Buffer.from(await (await signerOf(name)).sign(bytes(message))).toString('hex'),
}
for await (const line of createInterface({ input: process.stdin })) {
  const [name, a, b] = JSON.parse(line) as [string, string, string]
  const answer = await asked[name]!(a, b).then(
    (result) => ({ result }),
    (error: Error) => ({ error: error.message }),
  )
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
await service.close!()
