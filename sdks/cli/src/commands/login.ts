import { createInterface } from 'node:readline'
import { Sealwright } from '../../../javascript/index.js'
import { type Command, EXIT, UsageError } from '../command.ts'
import { facts } from '../output.ts'
import { folderOf, forgetLogin, keepLogin, requireSafe } from '../settings.ts'

export const login: Command = {
  name: 'login',
  summary: 'keep an API key in your own settings',
  details:
    'Reads the key from standard input, so that it stands in no history and no list of processes, tries it, and keeps it in a file that only you may read. SEALWRIGHT_KEY and SEALWRIGHT_URL go before what is kept.',
  examples: ['sealwright login --url https://seal.example', 'sealwright login --url http://localhost:3000 < key.txt'],
  run: async (context, given) => {
    const url = given.text('url') ?? process.env.SEALWRIGHT_URL
    if (!url) throw new UsageError('Say where the service runs: sealwright login --url https://seal.example')
    requireSafe(url)
    const apiKey = (await readSecret('API key: ')).trim()
    if (!/^sw_(sandbox|production)_\S+$/.test(apiKey))
      throw new UsageError('That is no key of Sealwright: it begins with sw_sandbox_ or sw_production_.')
    const self = await new Sealwright({ apiKey, baseUrl: url }).keys.self({ signal: context.signal })
    keepLogin(folderOf(process.env), { url, key: apiKey })
    context.answer({ logged_in: true, url, key: shown(self) }, () => [
      `Logged in at ${url} with the ${self.environment} key "${self.name}".`,
    ])
    return EXIT.done
  },
}

export const logout: Command = {
  name: 'logout',
  summary: 'forget the key that is kept',
  details: 'The key itself stays good: end it on the page of API keys.',
  run: async (context) => {
    forgetLogin(folderOf(process.env))
    context.answer({ logged_in: false }, () => ['The key is forgotten. It stays good until you end it.'])
    return EXIT.done
  },
}

export const whoami: Command = {
  name: 'whoami',
  summary: 'say which key is used, and what it may',
  run: async (context) => {
    const self = await context.client().keys.self({ signal: context.signal })
    const { url, from } = context.settings
    context.answer({ url, from, key: shown(self) }, () => facts({ service: url, 'key from': from, ...shown(self) }))
    return EXIT.done
  },
}

const shown = (self: { id: string; name: string; environment: string; scopes: string[]; expires_at: string | null }) => ({
  ...{ id: self.id, name: self.name, environment: self.environment, scopes: self.scopes, expires_at: self.expires_at },
})

/** One line of standard input; typed at a terminal it is not shown. */
async function readSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write(question)
  // Without an output nothing that is typed is shown.
  const lines = createInterface({ input: stdin, terminal: stdin.isTTY, ...(stdin.isTTY && { output: undefined }) })
  lines.on('SIGINT', () => process.exit(130))
  for await (const line of lines) {
    lines.close()
    if (stdin.isTTY) stderr.write('\n')
    return line
  }
  throw new UsageError('No key came on standard input.')
}
