import type { Context } from 'hono'
import { knownVersion } from '#core/kernel/versions/convert.ts'
import { CURRENT_VERSION } from '#core/kernel/versions.ts'

/** The version of the API that somebody without a key asks about: `?version=`, else the header, else the current one. Throws 400. */
export const askedVersion = ({ req }: Context): string =>
  knownVersion(req.query('version') ?? req.header('sealwright-version') ?? CURRENT_VERSION)
