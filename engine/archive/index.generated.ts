// Made by tools/archive-ruleset.ts. Do not edit.
import type { RulesetData } from '../ruleset.ts'
import a0 from './ruleset-2026-11-1.generated.ts'
import a1 from './ruleset-2026-11-10.generated.ts'
import a2 from './ruleset-2026-11-2.generated.ts'
import a3 from './ruleset-2026-11-3.generated.ts'
import a4 from './ruleset-2026-11-4.generated.ts'
import a5 from './ruleset-2026-11-5.generated.ts'
import a6 from './ruleset-2026-11-6.generated.ts'
import a7 from './ruleset-2026-11-7.generated.ts'
import a8 from './ruleset-2026-11-8.generated.ts'
import a9 from './ruleset-2026-11-9.generated.ts'

export const ARCHIVE: readonly RulesetData[] = [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9]
