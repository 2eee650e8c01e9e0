import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { account, passkey, signInWallets } from '#db/schema.ts'

/** Whether an account has a password. */
export const hasPassword = (authId: PgColumn | string): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${account} where ${and(eq(account.userId, authId), isNotNull(account.password))})`

/** Whether an account has a wallet that stands in for a password. */
const hasSignInWallet = (authId: PgColumn | string): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${signInWallets} where ${eq(signInWallets.userId, authId)})`

/** Whether an account has a passkey. */
export const hasPasskey = (authId: PgColumn | string): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${passkey} where ${eq(passkey.userId, authId)})`

/** Whether somebody opens their account by themselves: then no provider that vouches for them stands for that. */
export const hasOwnProof = (authId: PgColumn | string): SQL<boolean> =>
  sql<boolean>`(${hasPassword(authId)} or ${hasSignInWallet(authId)} or ${hasPasskey(authId)})`
