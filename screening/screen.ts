import type { EntityType, ListedEntity, ListedName, ListSource, SanctionsList } from './entity.ts'
import { compareFacts, compareIdentifier, evidenceOf, type FactCompared, type Relation, type SubjectFacts } from './evidence.ts'
import { explainFact, explainHeld, type MatchFeature } from './explain.ts'
import { identifierKey, identifierKeyOf, identifierKeys, identifierKind, identifiersOf } from './identifiers.ts'
import { buildIndex, type NameIndex } from './index.ts'
import { imoNumbersIn, readingsOf, shipNamesIn } from './names/readings.ts'
import { type NameHit, NameSearch } from './search.ts'

/** Whom to look for. A name or a number is needed; every further fact sharpens the answer. */
export type ScreenSubject = SubjectFacts & {
  /** Empty where only numbers are looked for. */
  full_name: string
  /** Other names of the same subject; the best counts. */
  other_names?: readonly string[] | undefined
  entity_type?: EntityType | 'any' | undefined
}

export type ScreenOptions = {
  /** Lowest score returned, 0 to 1; 0.85 by default. */
  threshold?: number | undefined
  /** Only entries of these lists; all by default. */
  lists?: readonly ListSource[] | undefined
  /** Most matches returned, 25 by default. */
  limit?: number | undefined
  /** false leaves `features` empty, for callers that show none. */
  explain?: boolean | undefined
  /** Also those whose name alone reached the threshold while further facts took the score below it, with `demoted: true`. */
  demoted?: boolean | undefined
}

export type ScreenMatch = {
  entity: ListedEntity
  /** 0 to 1. 1 is the listed name letter for letter (or an identifier), 0.85 the point of review, 0.97 that of a strong match. */
  score: number
  /** Score of the name alone, before other facts; null where the name decided nothing. */
  name_score: number | null
  /** Other facts would have taken the score below review; the name alone reaches it, and nobody verified those facts. */
  held: boolean
  /** The name alone reached the threshold, other facts took the score below it. Only on asking. */
  demoted: boolean
  /** 0 to 1: how far facts beside the name agree; 0.5 where none could be compared. */
  evidence: number
  match_type: 'name' | 'identifier'
  /** The listed name that is most like one of the subject's, and which of those; null where only a number was found. */
  matched_name: ListedName | null
  asked_name: string | null
  /** The listed number that is the subject's, as its list writes it; null where none is. */
  matched_number: string | null
  /** Pieces of the score: `score` × `weight` of all of them add up to it. */
  features: MatchFeature[]
  /** Only names the publisher itself calls weak reached the threshold, or the score of a strong match: never more than a review. */
  weak_alias: boolean
  /** Facts by name: equal on both sides, close without being equal, in contradiction. */
  agree: string[]
  near: string[]
  conflict: string[]
  /** From 1. */
  rank: number
}

export type Screener = {
  /** Listed parties like the subject, best first, in a total order: score, then evidence, then entity id. Never throws on any text. */
  screen(subject: ScreenSubject, options?: ScreenOptions): ScreenMatch[]
  /** The same screener with some entries added, changed or removed, in time proportional to those. */
  withChanges(changes: { added: readonly ListedEntity[]; removed: readonly string[] }): Screener
  readonly size: { entities: number; names: number }
}

export const REVIEW_SCORE = 0.85
export const STRONG_SCORE = 0.97
/**
 * From here on a name alone is strong: no threshold goes above it, so it is at least a review.
 * Of the development half 0.2 % of the names of other people reach it, and 90 % of the listed ones (docs/methodology/screening.md).
 */
export const STRONG_NAME = 0.9
/** Facts beside the name can lift a near match, never make it a strong one. */
const LIFTED_MAX = 0.9699
const LIMIT = 25
/** Names this far below the threshold are still looked at: facts can lift them. */
const LIFT = 0.07

/**
 * Prepares lists for screening. Building takes about a second for 90,000 names; pass `index` (see index-file.ts) to skip it. The result is
 * for one thread.
 */
export function createScreener(lists: readonly SanctionsList[], { index }: { index?: NameIndex } = {}): Screener {
  const entities = lists.flatMap((list) => list.entries)
  return screenerOf([segmentOf(entities, index ?? buildIndex(entities))], new Map())
}

/** A set of entries with an index of its own. Changes come as a small further segment, so that nothing large is rebuilt. */
type Segment = { entities: readonly ListedEntity[]; search: NameSearch; byIdentifier: () => ReadonlyMap<string, number[]> }

function segmentOf(entities: readonly ListedEntity[], index: NameIndex): Segment {
  let identifiers: Map<string, number[]> | null = null
  return {
    entities,
    search: new NameSearch(index),
    byIdentifier() {
      identifiers ??= indexIdentifiers(entities)
      return identifiers
    },
  }
}

function indexIdentifiers(entities: readonly ListedEntity[]): Map<string, number[]> {
  const holders = new Map<string, number[]>()
  entities.forEach((entity, e) => {
    const keys = new Set(
      identifiersOf(entity).flatMap(({ type, value }) => [identifierKey(value), identifierKeyOf(identifierKind(type), value)]),
    )
    for (const key of keys) {
      if (!key) continue
      const others = holders.get(key)
      if (others) others.push(e)
      else holders.set(key, [e])
    }
  })
  return holders
}

/** `replaced` says of an entry that was changed or removed which segment is the first it could still be in. */
function screenerOf(segments: readonly Segment[], replaced: ReadonlyMap<string, number>): Screener {
  const isGone = (id: string, segment: number) => segment < (replaced.get(id) ?? 0)
  return {
    get size() {
      return {
        entities: segments.reduce((n, { entities }, s) => n + entities.filter(({ id }) => !isGone(id, s)).length, 0),
        names: segments.reduce((n, { search }) => n + search.size, 0),
      }
    },
    screen(subject, options = {}) {
      const found = segments.flatMap((segment, s) => screenSegment({ segment, subject, options, isGone: (id) => isGone(id, s) }))
      found.sort(bestFirst)
      return found.slice(0, options.limit ?? LIMIT).map((one, i) => told(one, i + 1, options.explain ?? true))
    },
    withChanges({ added, removed }) {
      const next = new Map(replaced)
      for (const id of [...removed, ...added.map((entity) => entity.id)]) next.set(id, segments.length)
      return screenerOf([...segments, segmentOf(added, buildIndex(added))], next)
    },
  }
}

/** A match before it is told: explaining is left to those returned. */
type Found = Omit<ScreenMatch, 'features' | 'rank'> & { explain(): MatchFeature[] }

function told({ explain, ...match }: Found, rank: number, explained: boolean): ScreenMatch {
  return { ...match, features: explained ? explain() : [], rank }
}

function bestFirst(a: Found, b: Found): number {
  return b.score - a.score || b.evidence - a.evidence || (a.entity.id < b.entity.id ? -1 : a.entity.id > b.entity.id ? 1 : 0)
}

type SegmentScreen = { segment: Segment; subject: ScreenSubject; options: ScreenOptions; isGone: (id: string) => boolean }

function screenSegment({ segment, subject, options, isGone }: SegmentScreen): Found[] {
  const { lists, demoted = false } = options
  const threshold = appliedThreshold(options.threshold)
  const wanted = (entity: ListedEntity) => (!lists || lists.includes(entity.list) || entity.list === 'sandbox_sample') && !isGone(entity.id)
  const texts = [subject.full_name, ...(subject.other_names ?? [])].filter((text) => text !== '')
  const numbers = texts.flatMap(imoNumbersIn).map((value) => ({ type: 'imo' as const, value }))
  const shared = new Map<number, FactCompared>()
  for (const asked of [...(subject.identifiers ?? []), ...numbers]) {
    for (const e of identifierKeys(asked.value).flatMap((key) => segment.byIdentifier().get(key) ?? [])) {
      if (shared.get(e)?.relation === 'same' || !wanted(segment.entities[e]!)) continue
      const found = compareIdentifier(asked, segment.entities[e]!)
      if (found) shared.set(e, found)
    }
  }
  const hits = new Map<number, AskedHit[]>()
  const look = (asked: string, text: string, wants: (entity: ListedEntity) => boolean) => {
    for (const hit of segment.search.find(text, threshold - LIFT)) {
      if (!wants(segment.entities[hit.entity]!)) continue
      const others = hits.get(hit.entity)
      const found = { ...hit, asked }
      if (others) others.push(found)
      else hits.set(hit.entity, [found])
    }
  }
  for (const asked of texts) for (const text of readingsOf(asked)) look(asked, text, wanted)
  // Two letters before a name may be somebody's initials, so this finds ships alone.
  const isShip = subject.entity_type === 'vessel'
  const wantedShip = (entity: ListedEntity) => entity.type === 'vessel' && wanted(entity)
  for (const asked of texts) for (const text of shipNamesIn(asked, isShip)) look(asked, text, wantedShip)
  const matches: Found[] = []
  for (const [e, number] of shared) matches.push(identifierMatch(subject, segment.entities[e]!, number, hits.get(e) ?? [], threshold))
  for (const [e, found] of hits) {
    if (shared.has(e)) continue
    const match = nameMatch(segment.entities[e]!, found, compareFacts(subject, segment.entities[e]!), { threshold, demoted })
    if (match) matches.push(match)
  }
  return matches
}

/** A listed name that was hit, and which of the subject's names hit it. */
type AskedHit = NameHit & { asked: string }

/** An entry with a number of the subject: at least a review, whatever its name. The name counts where it says more. */
function identifierMatch(
  subject: ScreenSubject,
  entity: ListedEntity,
  number: FactCompared,
  hits: readonly AskedHit[],
  threshold: number,
): Found {
  const others = compareFacts(subject, entity)
  const relations = byRelation([number, ...others])
  const named = hits.length ? nameMatch(entity, hits, others, { threshold, demoted: true }) : null
  const evidence = evidenceOf([number, ...others])
  if (named && !named.weak_alias && named.score > number.effect)
    return {
      ...named,
      ...relations,
      matched_number: number.candidate,
      evidence,
      explain: () => [...named.explain(), explainFact(number, 0)],
    }
  return {
    entity,
    score: number.effect,
    name_score: null,
    held: false,
    demoted: false,
    evidence,
    match_type: 'identifier',
    matched_name: named?.matched_name ?? null,
    asked_name: named?.asked_name ?? null,
    matched_number: number.candidate,
    // The number alone makes the score; the other facts are told with no weight.
    explain: () => [explainFact(number, number.effect), ...others.map((fact) => explainFact(fact, 0))],
    weak_alias: false,
    ...relations,
  }
}

function byRelation(facts: readonly FactCompared[]): Pick<ScreenMatch, 'agree' | 'near' | 'conflict'> {
  const those = (relation: Relation) => facts.filter((fact) => fact.relation === relation).map((fact) => fact.name)
  return { agree: those('same'), near: those('near'), conflict: those('differs') }
}

/** What a caller's threshold comes to: it may ask for more matches than the product shows, and for fewer only up to a strong name. */
export const appliedThreshold = (asked: number = REVIEW_SCORE): number => Math.min(asked, STRONG_NAME)

type NameOptions = { threshold: number; demoted: boolean }

/** The best of an entity's names that were hit, with the other facts; null below the threshold. */
function nameMatch(entity: ListedEntity, hits: readonly AskedHit[], facts: readonly FactCompared[], options: NameOptions): Found | null {
  const isWeak = (hit: NameHit) => entity.names[hit.ordinal]!.strength === 'weak'
  const best = hits.reduce((a, b) => (b.score > a.score || (b.score === a.score && isWeak(a) && !isWeak(b)) ? b : a))
  let score = best.score
  const pieces: MatchFeature[] = []
  for (const fact of facts) {
    const lifted = fact.effect > 0 ? Math.max(score, Math.min(LIFTED_MAX, score + fact.effect)) : Math.max(0, score + fact.effect)
    pieces.push(explainFact(fact, lifted - score))
    score = lifted
  }
  const { threshold } = options
  // What is said of a subject is nobody's proof that it is another party: a name that is looked at by itself stays so.
  const looked = best.score >= Math.max(threshold, REVIEW_SCORE)
  const held = looked && score < REVIEW_SCORE
  if (held) {
    pieces.push(explainHeld(REVIEW_SCORE - score, best.asked, entity.names[best.ordinal]!.full))
    score = REVIEW_SCORE
  }
  const below = score < threshold && !looked
  if (below && !(options.demoted && best.score >= threshold)) return null
  // A name in full standing that is merely alike does not make a weak one a hit.
  const inFull = (hit: NameHit) => {
    const own = hit.score + (score - best.score)
    return score >= STRONG_SCORE ? own >= STRONG_SCORE : own >= threshold || hit.score >= Math.max(threshold, REVIEW_SCORE)
  }
  const strong = hits.some((hit) => !isWeak(hit) && inFull(hit))
  return {
    entity,
    score,
    name_score: best.score,
    held,
    demoted: below,
    evidence: evidenceOf(facts),
    match_type: 'name',
    matched_name: entity.names[best.ordinal]!,
    asked_name: best.asked,
    matched_number: null,
    explain: () => [...best.explain(entity.names[best.ordinal]!.full), ...pieces],
    weak_alias: !strong,
    ...byRelation(facts),
  }
}
