import type { ListedEntity, ListSource, SanctionsList } from './entity.ts'

export type EntityChange = { before: ListedEntity; after: ListedEntity; fields: (keyof ListedEntity)[] }

export type ListDelta = {
  source: ListSource
  /** Version compared with; null when there was none, so that everything is added. */
  from: string | null
  to: string
  added: ListedEntity[]
  changed: EntityChange[]
  removed: ListedEntity[]
}

/**
 * What a new version of a list changes, by entry id, in the order of the ids.
 * An entry counts as changed when any field differs; the order of names, programmes and the like does not matter.
 */
export function listDelta({ before, after }: { before: SanctionsList | null; after: SanctionsList }): ListDelta {
  const old = new Map((before?.entries ?? []).map((entity) => [entity.id, entity]))
  const added: ListedEntity[] = []
  const changed: EntityChange[] = []
  for (const entity of after.entries) {
    const previous = old.get(entity.id)
    old.delete(entity.id)
    if (!previous) {
      added.push(entity)
      continue
    }
    const fields = changedFields(previous, entity)
    if (fields.length > 0) changed.push({ before: previous, after: entity, fields })
  }
  return {
    source: after.source,
    from: before?.version ?? null,
    to: after.version,
    added: added.sort(byId),
    changed: changed.sort((a, b) => byId(a.after, b.after)),
    removed: [...old.values()].sort(byId),
  }
}

/** The entries after a delta, from those before it, in the order of the ids. */
export function applyDelta({ entries, delta }: { entries: readonly ListedEntity[]; delta: ListDelta }): ListedEntity[] {
  const byKey = new Map(entries.map((entity) => [entity.id, entity]))
  for (const entity of delta.removed) byKey.delete(entity.id)
  for (const entity of delta.added) byKey.set(entity.id, entity)
  for (const { after } of delta.changed) byKey.set(after.id, after)
  return [...byKey.values()].sort(byId)
}

export function isEmptyDelta(delta: ListDelta): boolean {
  return delta.added.length === 0 && delta.changed.length === 0 && delta.removed.length === 0
}

function changedFields(a: ListedEntity, b: ListedEntity): (keyof ListedEntity)[] {
  return (Object.keys(a) as (keyof ListedEntity)[]).filter((key) => canonical(a[key]) !== canonical(b[key]))
}

/** Order-free text of a field: lists are compared as sets, objects by sorted keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join(',')}]`
  if (value !== null && typeof value === 'object') {
    const pairs = Object.entries(value).filter(([, v]) => v !== undefined)
    return `{${pairs
      .map(([k, v]) => `${k}:${canonical(v)}`)
      .sort()
      .join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

function byId(a: ListedEntity, b: ListedEntity): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
