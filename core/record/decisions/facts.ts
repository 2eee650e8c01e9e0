import type { Ctx } from '#core/kernel/context.ts'
import { onceFor } from '#core/kernel/once-for.ts'
import { SealError } from '#credentials/seal.ts'
import type { Connection } from '#db/connect.ts'
import type { decisions } from '#db/schema.ts'
import type { Json } from '#engine/canonical.ts'
import type { Part } from '#engine/compact.ts'
import type { Rooms } from '#engine/facts/of-checks.generated.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import type { Facts } from '#engine/facts.ts'
import type { Said, Sources } from '../facts/sources.ts'
import { SETTINGS_UNSAID } from '../facts/table.ts'
import { readShared, sharedText } from './result.ts'

interface ToSeal {
  /** JSON. */
  sealed: string
  /** Without which the sealed facts cannot be read. */
  parts: readonly Part[]
}

/**
 * The facts as they are sealed: without the versions of lists, which the row names beside them; with each statement once; and with the
 * sources, which are the same in most decisions of a check, as the id of the part that holds them, drawn from what it says.
 */
export function factsToSeal(connection: Connection, { lists, said, sources, ...facts }: Facts): ToSeal {
  const part = sources ? sharedText(connection, textOf(sources)) : null
  // Whoever said what is the same for many decisions too, so its text is at hand.
  const shared = [
    ...(said !== undefined ? [`,"said":${runsText(said as Said)}`] : []),
    ...(sources ? [`,"sources":${JSON.stringify(part?.id ?? sources)}`] : []),
  ]
  const own = JSON.stringify(lists && !lists.length ? { ...facts, lists } : facts)
  return { sealed: `${own.slice(0, -1)}${shared.join('')}}`, parts: part ? [part] : [] }
}

/** Sources are worked out once for many decisions. */
const textOf = onceFor((sources: Readonly<Record<string, string>>) => JSON.stringify(sources))

/** A statement with the facts it is about, in their order. */
type Run = [said: Said[string], paths: string[]]

function runsOf(said: Said): Run[] {
  const runs: Run[] = []
  for (const [path, word] of Object.entries(said)) {
    const last = runs.at(-1)
    if (last && last[0]?.by === word?.by && last[0]?.at === word?.at) last[1].push(path)
    else runs.push([word, [path]])
  }
  return runs
}

const runsText = onceFor((said: Said): string => JSON.stringify(runsOf(said)))

const saidOf = (runs: readonly Run[]): Said => Object.fromEntries(runs.flatMap(([word, paths]) => paths.map((path) => [path, word])))

type Row = Pick<typeof decisions.$inferSelect, 'id' | 'subject_key_id' | 'facts_sealed' | 'lists'>

/** One room of stored facts, as the builders of today write it; what an older decision wrote otherwise is read as it stands. */
export const storedRoom = <R extends keyof Rooms>(room: R, facts: Facts): Room<R> | undefined => facts[room] as Room<R> | undefined

/** The facts a stored decision was made from. Throws Erased, or SealError when they or what they name were altered. */
export async function openFacts(ctx: Pick<Ctx, 'db' | 'services'>, row: Row): Promise<Facts> {
  const kept = await ctx.services.keyring.open<Facts>(ctx.db, row.subject_key_id, `decisions.facts:${row.id}`, row.facts_sealed)
  const facts: Facts = {
    ...kept,
    // Of decisions from before, as they were said.
    ...(Array.isArray(kept.said) && { said: saidOf(kept.said as Run[]) }),
    ...(typeof kept.sources === 'string' && { sources: await sourcesOf(ctx, kept.sources) }),
  }
  return facts.lists === undefined && row.lists.length ? { ...facts, lists: row.lists as Facts['lists'] } : facts
}

/** The facts of a decision for rules of today: one from before there was a setting was made without it. */
export function withSettings(facts: Facts): Facts {
  const tenant = facts.tenant as Readonly<Record<string, Json>> | undefined
  return tenant ? { ...facts, tenant: { ...SETTINGS_UNSAID, ...tenant } } : facts
}

async function sourcesOf({ db }: Pick<Ctx, 'db'>, part: string): Promise<Sources> {
  const text = await readShared(db, part)
  if (text === null) throw new SealError()
  return JSON.parse(text) as Sources
}
