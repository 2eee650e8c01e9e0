import type { Config } from './config.ts'

/** What has to be there before the server starts. Nothing here; a template may replace this file. */
export async function prepare(_config: Config): Promise<void> {}
