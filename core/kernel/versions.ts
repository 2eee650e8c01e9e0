/** Dated versions of the public API, newest first. A key is pinned to the newest one when it is made. */
export const API_VERSIONS = ['2026-11-01'] as const
export const CURRENT_VERSION = API_VERSIONS[0]
