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
import { membersOf } from './json-members.ts'
import { readShared, sharedText } from './result.ts'

interface ToSeal {
  /** JSON. */
  sealed: string
  /** Without which the sealed facts cannot be read. */
  parts: readonly Part[]
}

/**
 * The facts as they are sealed: without the versions of lists, which the row names beside them; with each statement once; and with what
 * is the same in most decisions of a check, their sources and the facts of a statement, as the id of the part that holds it, drawn from
 * what it says.
 */
export function factsToSeal(connection: Connection, { lists, said, sources, ...facts }: Facts): ToSeal {
  const parts: Part[] = []
  const shared = (kind: 'sources' | 'paths', text: string): string => {
    const part = sharedText(connection, kind, text)
    if (!part) return text
    parts.push(part)
    return `"${part.id}"`
  }
  let text = `{${membersOf(lists && !lists.length ? { ...facts, lists } : facts)}`
  if (said !== undefined) {
    const runs = runsOf(said as Said).map(({ word, paths, many }) => `[${word},${many ? shared('paths', paths) : paths}]`)
    text += `,"said":[${runs.join()}]`
  }
  if (sources) text += `,"sources":${shared('sources', textOf(sources))}`
  return { sealed: `${text}}`, parts }
}

/** Sources are worked out once for many decisions. */
const textOf = onceFor((sources: Readonly<Record<string, string>>) => JSON.stringify(sources))

/** A statement with the facts it is about, in their order, or the part that holds those. */
type Run = [said: Said[string], paths: readonly string[] | string]

/** Fewer facts than this are not worth a part. */
const MANY = 4

/** The statements as JSON, each with the facts it is about. */
const runsOf = onceFor((said: Said): { word: string; paths: string; many: boolean }[] => {
  const runs: [Said[string], string[]][] = []
  for (const [path, word] of Object.entries(said)) {
    const last = runs.at(-1)
    if (last && last[0]?.by === word?.by && last[0]?.at === word?.at) last[1].push(path)
    else runs.push([word, [path]])
  }
  return runs.map(([word, paths]) => ({ word: JSON.stringify(word), paths: JSON.stringify(paths), many: paths.length >= MANY }))
})

async function saidOf(ctx: Pick<Ctx, 'db'>, runs: readonly Run[]): Promise<Said> {
  const said: [string, Said[string]][] = []
  for (const [word, paths] of runs)
    for (const path of typeof paths === 'string' ? await sharedJson<string[]>(ctx, paths) : paths) said.push([path, word])
  return Object.fromEntries(said)
}

type Row = Pick<typeof decisions.$inferSelect, 'id' | 'subject_key_id' | 'facts_sealed' | 'lists'>

/** One room of stored facts, as the builders of today write it; what an older decision wrote otherwise is read as it stands. */
export const storedRoom = <R extends keyof Rooms>(room: R, facts: Facts): Room<R> | undefined => facts[room] as Room<R> | undefined

/** The facts a stored decision was made from. Throws Erased, or SealError when they or what they name were altered. */
export async function openFacts(ctx: Pick<Ctx, 'db' | 'services'>, row: Row): Promise<Facts> {
  const kept = await ctx.services.keyring.open<Facts>(ctx.db, row.subject_key_id, `decisions.facts:${row.id}`, row.facts_sealed)
  const facts: Facts = {
    ...kept,
    // Of decisions from before, as they were said.
    ...(Array.isArray(kept.said) && { said: await saidOf(ctx, kept.said as Run[]) }),
    ...(typeof kept.sources === 'string' && { sources: await sharedJson<Sources>(ctx, kept.sources) }),
  }
  return facts.lists === undefined && row.lists.length ? { ...facts, lists: row.lists as Facts['lists'] } : facts
}

/** The facts of a decision for rules of today: one from before there was a setting was made without it. */
export function withSettings(facts: Facts): Facts {
  const tenant = facts.tenant as Readonly<Record<string, Json>> | undefined
  return tenant ? { ...facts, tenant: { ...SETTINGS_UNSAID, ...tenant } } : facts
}

async function sharedJson<T>({ db }: Pick<Ctx, 'db'>, part: string): Promise<T> {
  const text = await readShared(db, part)
  if (text === null) throw new SealError()
  return JSON.parse(text) as T
}
