import type { Tx } from '#db/connect.ts'
import {
  bulkScreenings,
  cases,
  credentials,
  exceptions,
  holdingActs,
  investments,
  investors,
  issuances,
  monitoredSubjects,
  offerings,
  transactions,
  webhookEndpoints,
} from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import type { Ctx } from './context.ts'
import { ID_PREFIXES } from './ids.ts'

const TABLES: Record<string, unknown> = {
  [ID_PREFIXES.offering]: offerings,
  [ID_PREFIXES.investor]: investors,
  [ID_PREFIXES.investment]: investments,
  [ID_PREFIXES.issuance]: issuances,
  [ID_PREFIXES.transaction]: transactions,
  [ID_PREFIXES.credential]: credentials,
  [ID_PREFIXES.case]: cases,
  [ID_PREFIXES.exception]: exceptions,
  [ID_PREFIXES.holding_act]: holdingActs,
  [ID_PREFIXES.monitored_subject]: monitoredSubjects,
  [ID_PREFIXES.bulk_screening]: bulkScreenings,
  [ID_PREFIXES.webhook_endpoint]: webhookEndpoints,
}

/** Holds an object of the caller, known by its id alone, as it is until the transaction ends. Does nothing when there is none. */
export async function lockObject(tx: Tx, ctx: Ctx, id: string): Promise<void> {
  const table = TABLES[id.slice(0, id.indexOf('_'))]
  if (table) await lockScoped(tx, table as typeof offerings, ctx, id)
}
