import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

// Makes .env on the first start. Where it has no key and Sealwright's sandbox gives throw-away ones, it takes one: it ends after a day.

const fail = (text: string): never => {
  console.error(text)
  process.exit(1)
}

if (!process.env.SEALWRIGHT_KEY) {
  if (!existsSync('.env')) copyFileSync('.env.example', '.env')
  // A copy takes over who may read it; keys stand in this one.
  chmodSync('.env', 0o600)
  const text = readFileSync('.env', 'utf8')
  const read = (name: string) => process.env[name] || new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]?.trim()
  if (!read('SEALWRIGHT_KEY')) {
    const baseUrl = read('SEALWRIGHT_URL') || 'http://localhost:3000'
    const answer = await fetch(new URL('/api/playground/session', baseUrl), { method: 'POST' }).catch(() => null)
    if (!answer) fail(`Nothing answers at ${baseUrl}. Start Sealwright there, or name another address as SEALWRIGHT_URL in .env.`)
    if (!answer!.ok) fail(`${baseUrl} gives no throw-away key (${answer!.status}). Put a key of yours into .env as SEALWRIGHT_KEY.`)
    const { key } = (await answer!.json()) as { key: string }
    writeFileSync(
      '.env',
      text.replace(/^SEALWRIGHT_KEY=.*$/m, `SEALWRIGHT_KEY=${key}`).replace(/^SEALWRIGHT_URL=.*$/m, `SEALWRIGHT_URL=${baseUrl}`),
    )
    console.log('A throw-away sandbox key stands in .env now; it ends after a day. Put your own there.')
  }
}
