import {
  fetchIssuer,
  fetchLogKeys,
  type Issuer,
  readIssuer,
  VerificationError,
  verifyCredential,
  verifyPermit,
  verifyReceipt,
} from '../../../verify/index.js'
import { type Command, type Context, EXIT, type Exit, type Given, only, UsageError } from '../command.ts'
import { readJson, readText } from '../files.ts'
import { age, facts } from '../output.ts'
import { addressOf } from '../settings.ts'

const ISSUER = {
  environment: { type: 'string', value: 'NAME', help: 'sandbox or production', choices: ['sandbox', 'production'] },
  issuer: { type: 'string', value: 'FILE', help: 'the DID document of the issuer as you keep it, instead of asking --url' },
} as const

export const receiptGet: Command = {
  name: 'receipt get',
  summary: 'fetch the receipt of a decision',
  args: '<decision id>',
  examples: ['sealwright receipt get dec_… > receipt.json'],
  run: async (context, given) => {
    const answer = await context.client().decisions.receipt(only(given, 'a decision'), { signal: context.signal })
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
    return EXIT.done
  },
}

export const receiptVerify: Command = {
  name: 'receipt verify',
  summary: 'verify receipts of the log, without a connection',
  args: '<file or ->',
  options: {
    key: { type: 'string', multiple: true, value: 'NAME+ID+BASE64', help: 'a verifier key of the log; also SEALWRIGHT_LOG_KEY' },
    'fetch-key': { type: 'boolean', help: 'ask the service for the key, which proves less: whoever answers vouches for itself' },
    decision: { type: 'string', value: 'ID', help: 'the decision that it has to be of' },
  },
  details: 'The file holds one receipt, as the API answers it or alone, or an array of them. Ends with 0 when all hold, else with 3.',
  examples: ["sealwright receipt verify receipt.json --key 'seal.example/log+1a2b3c4d+Af…'"],
  run: async (context, given) => {
    const value = await readJson(only(given, 'a file'))
    const keys = await logKeys(context, given)
    const decisionId = given.text('decision')
    const given_ = Array.isArray(value) ? value : [value]
    const found = await Promise.all(given_.map((one) => proven(verifyReceipt(one, { keys, ...(decisionId && { decisionId }) }))))
    context.answer(found.length === 1 ? found[0] : found, () =>
      found.flatMap((one) =>
        linesOf(one, ({ documents: _, ...rest }) => facts({ ...rest, subject: `${rest.subject.type} ${rest.subject.id}` })),
      ),
    )
    return endOf(found)
  },
}

async function logKeys(context: Context, given: Given): Promise<string[]> {
  const named = [...given.texts('key'), ...(process.env.SEALWRIGHT_LOG_KEY ? [process.env.SEALWRIGHT_LOG_KEY] : [])]
  if (named.length > 0) return named
  if (given.flag('fetch-key')) return fetchLogKeys(addressOf(context.settings), { signal: context.signal })
  throw new UsageError('Name a verifier key of the log: --key, SEALWRIGHT_LOG_KEY, or --fetch-key to ask the service.')
}

export const credentialVerify: Command = {
  name: 'credential verify',
  summary: 'verify a credential, VC or SD-JWT VC',
  args: '<file or ->',
  options: {
    ...ISSUER,
    wallet: { type: 'string', value: 'ADDRESS', help: 'the wallet whose control was proven to you' },
    audience: { type: 'string', value: 'URL', help: 'for whom the holder signed' },
    nonce: { type: 'string', value: 'TEXT', help: 'what the holder had to sign' },
    anybody: { type: 'boolean', help: 'look at the credential alone, whoever holds it' },
    level: { type: 'string', value: 'LEVEL', help: 'at least this level', choices: ['basic', 'enhanced', 'accredited'] },
    status: { type: 'string', multiple: true, value: 'FILE', help: 'a status list as you keep it, instead of asking the issuer' },
    'max-age': { type: 'string', value: 'SECONDS', help: 'how old status lists may be; 300' },
  },
  details: 'With --issuer and --status nothing is asked. Ends with 0 when it holds, 3 when not, 4 when something cannot be told.',
  run: async (context, given) => {
    const credential = (await readText(only(given, 'a file'))).trim()
    const [wallet, audience, nonce, maxAge] = ['wallet', 'audience', 'nonce', 'max-age'].map((name) => given.text(name))
    const level = given.text('level') as 'basic' | 'enhanced' | 'accredited' | undefined
    const files = given.texts('status')
    const found = await proven(
      verifyCredential(textOf(credential), {
        issuer: await issuerOf(context, given),
        signal: context.signal,
        ...(wallet && { wallet }),
        ...(audience && nonce && { holder: { audience, nonce } }),
        ...(given.flag('anybody') && { anyHolder: true }),
        ...(level && { level }),
        ...(maxAge && { maxStatusAgeSeconds: Number(maxAge) }),
        ...(files.length > 0 && { statusLists: await Promise.all(files.map(async (file) => (await readText(file)).trim())) }),
      }),
    )
    context.answer(found, () =>
      linesOf(found, ({ statusAgeSeconds, issuedAt, expiresAt, ...rest }) =>
        facts({ ...rest, issued: issuedAt.toISOString(), expires: expiresAt.toISOString(), 'status list': `${age(statusAgeSeconds)} old` }),
      ),
    )
    return endOf([found])
  },
}

/** A credential alone, or the answer of the API that it stands in. */
function textOf(said: string): string {
  if (!said.startsWith('{')) return said
  const { credential } = JSON.parse(said) as { credential?: unknown }
  if (typeof credential !== 'string') throw new UsageError('The file holds JSON without a credential.')
  return credential
}

export const permitVerify: Command = {
  name: 'permit verify',
  summary: 'verify a permit as its contract does',
  args: '<file or ->',
  options: {
    ...ISSUER,
    wallet: { type: 'string', value: 'ADDRESS', help: 'who wants in' },
    chain: { type: 'string', value: 'ID', help: 'the chain' },
    contract: { type: 'string', value: 'ADDRESS', help: 'the contract' },
    policy: { type: 'string', value: 'NAME', help: 'the name of the policy' },
    level: {
      ...{ type: 'string', value: 'LEVEL', help: 'at least this level; defi-basic' },
      choices: ['defi-basic', 'defi-enhanced', 'defi-institutional'],
    },
  },
  details: 'The file holds the permit, or the answer that it stands in. Ends with 0 when it holds, else with 3.',
  run: async (context, given) => {
    const value = await readJson(only(given, 'a file'))
    const [wallet, chain, verifyingContract, policy] = ['wallet', 'chain', 'contract', 'policy'].map((name) => given.text(name))
    if (!wallet || !chain || !verifyingContract || !policy)
      throw new UsageError('Name --wallet, --chain, --contract and --policy: a permit is for one of each.')
    const level = given.text('level') as 'defi-basic' | 'defi-enhanced' | 'defi-institutional' | undefined
    const { permit } = value as { permit?: unknown }
    const expected = {
      issuer: await issuerOf(context, given),
      wallet,
      chainId: Number(chain),
      verifyingContract,
      policy,
      ...(level && { level }),
    }
    const found = await proven(verifyPermit(permit ?? value, expected))
    context.answer(found, () => linesOf(found, ({ expiresAt, ...rest }) => facts({ ...rest, expires: expiresAt.toISOString() })))
    return endOf([found])
  },
}

async function issuerOf(context: Context, given: Given): Promise<Issuer> {
  const url = addressOf(context.settings)
  const named = given.text('environment') ?? /^sw_(sandbox|production)_/.exec(context.settings.key ?? '')?.[1]
  if (named !== 'sandbox' && named !== 'production')
    throw new UsageError('Say --environment sandbox or --environment production: each is an issuer of its own.')
  const file = given.text('issuer')
  return file ? readIssuer(await readJson(file), url, named) : fetchIssuer(url, { environment: named, signal: context.signal })
}

type Proven<T> =
  | ({ holds: true } & T)
  | { holds: false; outcome: 'invalid' | 'unknown'; problems: readonly { code: string; message: string }[] }

async function proven<T>(tried: Promise<T>): Promise<Proven<T>> {
  try {
    return { holds: true, ...(await tried) }
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    return { holds: false, outcome: error.outcome, problems: error.problems }
  }
}

function linesOf<T>(found: Proven<T>, held: (value: T) => string[]): string[] {
  if (!found.holds) return ['Not believed.', ...found.problems.map(({ code, message }) => `${code}: ${message}`)]
  const { holds: _, ...value } = found
  return ['It holds.', ...held(value as T)]
}

function endOf(found: readonly Proven<unknown>[]): Exit {
  const failed = found.filter((one) => !one.holds)
  if (failed.length === 0) return EXIT.done
  return failed.every((one) => one.outcome === 'unknown') ? EXIT.undecided : EXIT.no
}
