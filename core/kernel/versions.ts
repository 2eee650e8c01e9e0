/** Dated versions of the public API, newest first, each with the day it ends: none does yet. A key is pinned to the newest one when it is made. */
export const VERSIONS: readonly { version: string; ends: string | null }[] = [
  { version: '2026-11-27', ends: null },
  { version: '2026-11-01', ends: null },
]
export const API_VERSIONS: readonly string[] = VERSIONS.map(({ version }) => version)
export const CURRENT_VERSION = '2026-11-27'
/** What was written before versions were noted with it. */
export const FIRST_VERSION = '2026-11-01'
