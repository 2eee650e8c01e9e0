import type { CreateTransactionInput } from '#core/markets/transactions/create.ts'
import type { Rate } from '#core/sources/rates/store.ts'
import type { transactions } from '#db/schema.ts'

export type TransactionRow = typeof transactions.$inferSelect
export type AtWallet = { id: string; person_id: string | null }
export type PastOf = { rates: readonly Rate[]; input?: CreateTransactionInput }
