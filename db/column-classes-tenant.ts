import type { ColumnClass } from './column-classes.ts'

/** What the columns hold in which an organisation keeps its settings: see `column-classes.ts`. */
export const TENANT_CLASSES: Record<string, Partial<Record<ColumnClass, string>>> = {
  tenant_facts: {
    id: 'id organization_id stated_by',
    business: 'value note',
    operational: 'environment fact stated_as at effective_at',
  },
  policy_plans: {
    id: 'id organization_id planned_by applied_by case_id',
    business: 'policy changes flips note',
    operational: 'environment base status effective_at planned_at expires_at applied_at',
  },
}
