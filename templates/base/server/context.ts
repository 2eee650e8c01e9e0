import type { Sealwright } from '@sealwright/sdk'
import type { Config } from './config.ts'
import type { Database } from './database.ts'

/** What every route works with, put together once in main.ts. */
export interface App {
  config: Config
  db: Database
  client: Sealwright
}

/** Whose request it is; set by `signedIn`. */
export interface Signed {
  Variables: { wallet: string; session: string }
}
