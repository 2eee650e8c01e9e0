import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { FactSource } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { may } from '#core/kernel/permissions.ts'
import { getDecision } from '#core/record/decision-views/get.ts'
import { decisionReceipt, receiptOf } from '#core/record/decision-views/receipt.ts'
import { type Again, makeAgain } from '#core/record/decision-views/replay.ts'
import { hasParties, mayKnow, partiesOfCaller } from '#core/record/decisions/about-caller.ts'
import { withSettings } from '#core/record/decisions/facts.ts'
import { factsIn } from '#core/record/decisions/facts-in.ts'
import { toldOutcome, type WireDecision } from '#core/record/decisions/present.ts'
import { readResult } from '#core/record/decisions/result.ts'
import { rulesetFor } from '#core/record/decisions/rulesets.ts'
import { runSimulation } from '#core/record/simulations/simulate.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { inQueue } from '#core/review/cases/case.ts'
import { cases, decisions, evidence } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { canonical, type Json } from '#engine/canonical.ts'
import type { Decision } from '#engine/decide.ts'
import { factName } from '#engine/fact-names.ts'
import { redactFor } from '#engine/visibility.ts'
import type { WordsFor } from '#engine/words/remedies.ts'
import { accessTo, type DecisionAccess, type DecisionRow, isShared } from './access.ts'
import { type Move, movesOf, type WayOut } from './moves.ts'
import { type DecisionSeen, decisionSeen, shownValue, type ToldOutcome } from './view.ts'

/** A fact with where it is from: who said or showed it, when, and until when it counts. */
export interface FactSeen {
  path: string
  name: string
  /** Null where it is personal: that it was there is all a decision says. */
  value: string | null
  source: FactSource
  by: string | null
  at: string
  until: string | null
}

/** What a member of the organisation sees besides. */
export interface DecisionInside {
  subject: { type: string; id: string } | null
  wallet: string | null
  request: string | null
  cases: { id: string; kind: string; status: string; opened_at: string; decided_at: string | null }[]
  /** The newest other decisions about the same. */
  others: { id: string; check: string; outcome: ToldOutcome; evaluated_at: string }[]
  /** Where whom or what it is about is shown. */
  subject_href: string | null
  facts: FactSeen[]
  missing: { name: string; path: string; from: string; how: string | null }[]
  ages: NonNullable<WireDecision['data_age']>
  moves: Move[]
  ways: WayOut[]
  /** Why nothing can be moved, where nothing can. */
  still: 'erased' | 'not_permitted' | null
  /** Where others see what is public of it; null where nothing is. */
  share: string | null
}

export interface DecisionPage {
  seen: DecisionSeen
  inside: DecisionInside | null
  /** Its place in the public log. */
  log: { index: number; size: number } | null
  url: string
}

const asked = z.strictObject({ id: z.string().max(100), entry: z.string().max(100).optional() })

/** In whose words a member of the organisation reads it. */
function readerOf({ actor }: Ctx): WordsFor {
  const role = actor.type === 'user' ? actor.member?.role : undefined
  if (role === 'developer') return 'developer'
  return role === 'reviewer' || role === 'compliance_officer' || role === 'auditor' ? 'reviewer' : 'issuer'
}

/** A decision for whoever may see it, each as much of it as they may know. Throws `not_found` for everybody else. */
export const readDecisionPage = definePageVerb({
  name: 'decisions.page',
  permission: null,
  input: asked,
  run: async ({ ctx, input }): Promise<DecisionPage> => {
    const access = await accessTo(ctx, input.id, input.entry)
    const { row, as, there } = access
    const wire = as === 'tenant' ? await getDecision({ ctx: there, input: { id: row.id } }) : null
    const result = await readResult(ctx.db, row)
    const ruleset = await rulesetFor(ctx, row.ruleset_version, row.ruleset_sha256)
    const reader = as === 'tenant' ? readerOf(ctx) : 'holder'
    const seats = as === 'holder' && hasParties(row.check) ? await partiesOfCaller(there, row) : new Set<string>()
    return {
      seen: decisionSeen(row, result, { as, reader, ruleset, seats }),
      inside: wire && (await insideOf(access, wire, result)),
      log: wire?.receipt ? { index: wire.receipt.log_index, size: wire.receipt.tree_size } : null,
      url: `${ctx.services.config.publicUrl}/d/${row.id}`,
    }
  },
})

async function insideOf({ row, there }: DecisionAccess, wire: WireDecision, result: Decision): Promise<DecisionInside> {
  const [facts, others] = await Promise.all([factsIn(there, row), othersAbout(there, row)])
  const mayTry = may(there.actor, 'simulations.run')
  const nothing = { moves: [], ways: [] }
  return {
    subject: row.subject_id ? { type: row.subject_type!, id: row.subject_id } : null,
    wallet: row.wallet_address,
    request: row.request_id,
    cases: may(there.actor, 'cases.read') ? await casesOf(there, row) : [],
    others,
    subject_href: hrefOf(row),
    facts: await factsSeen(there, row, wire),
    // What one message lacks in five places is one thing to bring.
    missing: [
      ...new Map(
        wire.supply.map(({ fact, from, how }) => [`${factName(fact)} ${how}`, { name: factName(fact), path: fact, from, how }]),
      ).values(),
    ],
    ages: wire.data_age ?? [],
    ...(facts && mayTry ? movesOf(row.id, withSettings(facts), result) : nothing),
    still: facts ? (mayTry ? null : 'not_permitted') : 'erased',
    share: isShared(row) ? `${there.services.config.publicUrl}/d/${row.id}?entry=${row.audit_id}` : null,
  }
}

async function casesOf(there: Ctx, row: DecisionRow): Promise<DecisionInside['cases']> {
  const rows = await there.db
    .select()
    .from(cases)
    .where(inQueue(there, eq(cases.decision_id, row.id)))
    .orderBy(cases.created_at)
    .limit(5)
  return rows.map(({ id, kind, status, created_at, decided_at }) => ({
    ...{ id, kind, status },
    opened_at: created_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  }))
}

const MOST_OTHERS = 5

async function othersAbout(there: Ctx, row: DecisionRow): Promise<DecisionInside['others']> {
  // The index of decisions by whom they are about leaves the many checks against lists out.
  if (!row.subject_id || row.subject_type === 'sanctions_check') return []
  const rows = await there.db
    .select({ id: decisions.id, check: decisions.check, outcome: decisions.outcome, evaluated_at: decisions.evaluated_at })
    .from(decisions)
    .where(
      inScope(
        decisions,
        there,
        mayKnow(there),
        and(eq(decisions.subject_id, row.subject_id), ne(decisions.subject_type, 'sanctions_check'), ne(decisions.id, row.id)),
      ),
    )
    .orderBy(desc(decisions.evaluated_at))
    .limit(MOST_OTHERS)
  return rows.map(({ outcome, evaluated_at, ...other }) => ({
    ...other,
    outcome: toldOutcome(outcome),
    evaluated_at: evaluated_at.toISOString(),
  }))
}

/** Where whom or what it is about is shown in the organisation's pages; null where no page shows it. */
function hrefOf({ subject_type: type, subject_id: id }: DecisionRow): string | null {
  if (type === 'wallet' || type === 'person') return `/desk/subjects?q=${id}`
  if (type === 'investor') return `/issuer/investors?q=${id}`
  return type === 'offering' ? `/issuer/offerings/${id}` : null
}

/** Each fact once, with the last day of the evidence it rests on. */
async function factsSeen(there: Ctx, row: DecisionRow, wire: WireDecision): Promise<FactSeen[]> {
  const used = wire.facts_used ?? []
  const values = new Map(wire.rules.flatMap((rule) => rule.facts.map((fact) => [fact.name, fact.value] as const)))
  const ids = [...new Set(used.flatMap((fact) => fact.id ?? []))]
  const shown = ids.length
    ? await there.db
        .select({ id: evidence.id, until: evidence.expires_at })
        .from(evidence)
        .where(and(inScope(evidence, there, inArray(evidence.id, ids))))
    : []
  const until = new Map(shown.map((one) => [one.id, one.until?.toISOString() ?? null]))
  return used.map(({ path, source, id, as_of }) => {
    const value = values.get(path)
    return {
      path,
      name: factName(path),
      value: value === 'held' || value === undefined || value === null ? null : shownValue(value),
      source,
      by: source === 'listed' ? null : id,
      at: as_of,
      until: (id && until.get(id)) ?? (source === 'configured' ? null : (row.expires_at?.toISOString() ?? null)),
    }
  })
}

/** One rule of a decision, made once more. */
interface ReplayStep {
  code: string
  party: string | null
  then: string
  now: string
  facts: number
  bytes: number
  same: boolean
}

export interface ReplaySeen {
  status: Again['status']
  steps: ReplayStep[]
  /** The canonical bytes of both, and their hashes. */
  then: { bytes: number; hash: string }
  now: { bytes: number; hash: string } | null
  /** Rules only officers may read ran besides: they are in the bytes and in the hash. */
  more: boolean
}

/** A decision made once more, rule by rule, for a member of its organisation. */
export const replayDecisionPage = definePageVerb({
  name: 'decisions.page_replay',
  permission: 'decisions.read',
  input: z.strictObject({ id: z.string().max(100) }),
  run: async ({ ctx, input }): Promise<ReplaySeen> => {
    const { as, row, there } = await accessTo(ctx, input.id, undefined)
    if (as !== 'tenant') throw notFound()
    const made = await makeAgain(there, row)
    const text = (value: unknown): string => canonical(value as Json)
    const bare = ({ result_hash: _, ...evaluation }: { result_hash: string }) => Buffer.byteLength(text(evaluation))
    const recorded = 'recorded' in made ? made.recorded : await readResult(there.db, row)
    const then = { bytes: bare(recorded), hash: row.result_hash }
    if (!('again' in made)) return { status: made.status, steps: [], then, now: null, more: false }
    const { again } = made
    const visible = redactFor(recorded, 'tenant')
    const steps = recorded.rules.flatMap((rule, i) => {
      if (!visible.rules.includes(rule)) return []
      const other = again.rules[i]
      const bytes = text(rule)
      return [
        {
          ...{ code: rule.code, party: rule.subject, then: rule.result, now: other?.result ?? 'none' },
          ...{ facts: rule.facts.length, bytes: Buffer.byteLength(bytes), same: other !== undefined && bytes === text(other) },
        },
      ]
    })
    return {
      status: made.status,
      steps,
      then,
      now: { bytes: bare(again), hash: again.result_hash },
      more: steps.length < recorded.rules.length,
    }
  },
})

/** A decision made with other facts, by the engine, for a member of its organisation; nothing is stored. */
export const tryDecision = definePageVerb({
  name: 'decisions.page_try',
  permission: 'simulations.run',
  input: z.strictObject({ id: z.string().max(100), changes: z.unknown() }),
  run: async ({ ctx, input: { id, changes } }) => {
    const { as, there } = await accessTo(ctx, id, undefined)
    if (as !== 'tenant') throw notFound()
    return runSimulation.sent({ ctx: there, input: { decision_id: id, changes } })
  },
})

/**
 * The receipt of a decision, for its organisation and for whoever has its entry; its documents are for the organisation alone. Whom it is about
 * gets none: the entry in it opens the public form, which names every rule, those on the other party too. Throws `not_found`.
 */
export const readDecisionReceipt = definePageVerb({
  name: 'decisions.page_receipt',
  permission: null,
  input: asked,
  run: async ({ ctx, input }) => {
    const { as, row, there } = await accessTo(ctx, input.id, input.entry)
    if (as === 'tenant') return decisionReceipt({ ctx: there, input: { id: row.id } })
    if (input.entry !== row.audit_id) throw notFound()
    const made = await receiptOf(there, row.id, input.entry)
    return { ...made, receipt: { ...made.receipt, documents: {} } }
  },
})
