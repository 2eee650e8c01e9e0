/** What can be set, read once. Throws a sentence that says what is wrong. */
export interface Config {
  apiKey: string
  baseUrl: string
  webhookSecret: string | null
  /** Where people reach this application. */
  publicUrl: string
  /** In whose name wallets are asked to sign. */
  domain: string
  port: number
  host: string
  /** How many proxies stand in front: that many addresses of X-Forwarded-For are believed. */
  proxies: number
  dataDir: string
  rpcUrl: string | null
  environment: 'sandbox' | 'production'
}

export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const apiKey = env.SEALWRIGHT_KEY || ''
  const environment = /^sw_(sandbox|production)_/.exec(apiKey)?.[1]
  if (environment !== 'sandbox' && environment !== 'production')
    throw new Error('Set SEALWRIGHT_KEY in .env to a key of Sealwright (sw_sandbox_… or sw_production_…), or run npm run setup.')
  const port = Number(env.PORT || 4000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('PORT is a number from 0 to 65535.')
  const proxies = Number(env.PROXIES || 0)
  if (!Number.isInteger(proxies) || proxies < 0) throw new Error('PROXIES is how many proxies stand in front of this application: 0, 1, …')
  const publicUrl = addressOf('PUBLIC_URL', env.PUBLIC_URL || `http://localhost:${port}`)
  if (publicUrl.protocol !== 'https:' && publicUrl.hostname !== 'localhost')
    throw new Error('PUBLIC_URL begins with https://, except on localhost: wallets and cookies need it.')
  return {
    apiKey,
    environment,
    baseUrl: addressOf('SEALWRIGHT_URL', env.SEALWRIGHT_URL || 'http://localhost:3000').href,
    webhookSecret: env.SEALWRIGHT_WEBHOOK_SECRET || null,
    publicUrl: publicUrl.origin,
    domain: publicUrl.host,
    port,
    host: env.HOST || '127.0.0.1',
    proxies,
    dataDir: env.DATA_DIR || 'data',
    rpcUrl: env.RPC_URL ? addressOf('RPC_URL', env.RPC_URL).href : null,
  }
}

function addressOf(name: string, text: string): URL {
  if (!URL.canParse(text)) throw new Error(`${name} is an address such as https://app.example.com.`)
  return new URL(text)
}
