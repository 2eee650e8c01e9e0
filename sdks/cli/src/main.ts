import { ConnectionError, Sealwright, SealwrightError } from '../../javascript/index.js'
import { COMMON, type Command, type Context, EXIT, type Exit, type Option, readArguments, UsageError } from './command.ts'
import { check, lists, verify } from './commands/check.ts'
import { listen } from './commands/listen.ts'
import { login, logout, whoami } from './commands/login.ts'
import { logs, tail } from './commands/logs.ts'
import { mcp } from './commands/mcp.ts'
import { apply, plan, show } from './commands/policy.ts'
import { credentialVerify, permitVerify, receiptGet, receiptVerify } from './commands/proofs.ts'
import { clock, fork, reset } from './commands/sandbox.ts'
import { trigger } from './commands/trigger.ts'
import { completionOf } from './completion.ts'
import { addressOf, readSettings, requireSafe } from './settings.ts'
import { VERSION } from './version.ts'

const COMMANDS: readonly Command[] = [
  ...[login, logout, whoami, check, verify, lists, listen, trigger, fork, reset, clock, show, plan, apply],
  ...[receiptGet, receiptVerify, credentialVerify, permitVerify, logs, tail, mcp],
  completionOf(() => COMMANDS),
]

/** Runs one command line and says how the program ends. */
async function run(args: string[]): Promise<Exit> {
  if (args[0] === '--version') return write(`sealwright ${VERSION}`)
  const command = longest(args)
  if (!command) {
    const words = args.filter((one) => !one.startsWith('-'))
    if (words.length === 0) return write(overview())
    const near = COMMANDS.filter(({ name }) => name.split(' ')[0] === words[0]).map(({ name }) => `sealwright ${name}`)
    throw new UsageError(
      `There is no command "${words.join(' ')}". ${near.length > 0 ? `There is: ${near.join(', ')}.` : 'All of them: sealwright --help'}`,
    )
  }
  const rest = args.slice(command.name.split(' ').length)
  if (rest.includes('--help')) return write(helpOf(command))
  const given = readArguments(command, rest)
  return command.run(contextOf(given.text('url'), given.flag('json')), given)
}

const longest = (args: string[]): Command | undefined =>
  COMMANDS.filter(({ name }) => name.split(' ').every((word, n) => word === args[n])).toSorted((a, b) => b.name.length - a.name.length)[0]

function contextOf(url: string | undefined, json: boolean): Context {
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      ended.abort()
      // What does not listen ends a moment later, and a second Ctrl-C at once.
      process.once(signal, () => process.exit(130))
    })
  const context: Context = {
    get settings() {
      return readSettings(process.env, url)
    },
    client() {
      const settings = context.settings
      if (!settings.key) throw new UsageError('There is no key: set SEALWRIGHT_KEY, or say sealwright login.')
      requireSafe(addressOf(settings))
      return new Sealwright({ apiKey: settings.key, baseUrl: addressOf(settings) })
    },
    json,
    answer: (value, lines) => void process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines().join('\n')}\n`),
    say: (line) => void process.stderr.write(`${line}\n`),
    signal: ended.signal,
  }
  return context
}

function write(text: string): Exit {
  process.stdout.write(`${text}\n`)
  return EXIT.done
}

const called = ({ name, args }: Command): string => `sealwright ${name}${args ? ` ${args}` : ''}`

function overview(): string {
  const width = Math.max(...COMMANDS.map((one) => called(one).length))
  return [
    `sealwright ${VERSION}: compliance of tokenized assets from the command line`,
    '',
    ...COMMANDS.map((one) => `  ${called(one).padEnd(width)}  ${one.summary}`),
    '',
    'Each has its own --help. SEALWRIGHT_KEY (or SEALWRIGHT_API_KEY) and SEALWRIGHT_URL go before what `sealwright login` keeps.',
    'It ends with 0 done or allowed, 1 refused or unreachable, 2 called wrongly, 3 denied, listed or not believed, 4 undecided.',
  ].join('\n')
}

function helpOf(command: Command): string {
  const options = Object.entries({ ...command.options, ...COMMON }).map(([name, option]) => [signature(name, option), option.help] as const)
  const width = Math.max(...options.map(([left]) => left.length))
  return [
    `${called(command)}: ${command.summary}`,
    ...(command.details ? ['', command.details] : []),
    '',
    ...options.map(([left, help]) => `  ${left.padEnd(width)}  ${help}`),
    ...(command.examples ? ['', ...command.examples.map((one) => `  $ ${one}`)] : []),
  ].join('\n')
}

const signature = (name: string, { type, value, multiple }: Option): string =>
  `--${name}${type === 'string' ? ` ${value ?? 'TEXT'}` : ''}${multiple ? ' …' : ''}`

/** What went wrong, for a person: what happened, which field, and where more about it stands. */
function told(error: unknown): string[] {
  if (error instanceof SealwrightError)
    return [
      error.message,
      ...error.errors.map(({ pointer, detail }) => `  ${pointer}: ${detail}`),
      `  ${[error.code, error.docUrl, error.requestId].filter(Boolean).join('  ')}`,
    ]
  if (error instanceof ConnectionError) return [`${error.message} Is the address right, and does the service run?`]
  return [error instanceof Error ? error.message : String(error)]
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (error instanceof Error && error.name === 'AbortError') process.exitCode = 130
  else {
    for (const line of told(error)) process.stderr.write(`${line}\n`)
    process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.failed
  }
}
