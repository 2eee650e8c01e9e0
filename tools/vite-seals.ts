import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { staticPaths } from '../app/content/static-paths.ts'
import { sealNameOf } from '../app/lib/seal-name.ts'
import { rosetteSvg } from '../credentials/rosette.ts'

/** The seal of a public page: drawn from the hash of its address, as a credential's is drawn from its own. */
const draw = (path: string) => rosetteSvg(createHash('sha256').update(path).digest('hex'), { detail: 'fine', color: '#000' })

/** Writes /seals/NAME.svg for every public page when the site is built, and answers for them in development. */
export function pageSeals(): Plugin {
  const paths = [...staticPaths, '/api-status', '/developer']
  return {
    name: 'sealwright-page-seals',
    configureServer(server) {
      server.middlewares.use('/seals/', (request, response, next) => {
        const path = paths.find((candidate) => request.url === `/${sealNameOf(candidate)}.svg`)
        if (!path) return next()
        response.setHeader('content-type', 'image/svg+xml')
        response.end(draw(path))
      })
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const path of paths) this.emitFile({ type: 'asset', fileName: `seals/${sealNameOf(path)}.svg`, source: draw(path) })
    },
  }
}
