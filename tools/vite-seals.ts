import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { allMarkets } from '../app/content/markets.ts'
import { staticPaths } from '../app/content/static-paths.ts'
import { sealNameOf } from '../app/lib/seal-name.ts'
import { rosetteSvg } from '../credentials/rosette.ts'
import { renderPicture, type SocialPicture } from './social-pictures.ts'

/** The seal of a public page: drawn from the hash of its address, as a credential's is drawn from its own. */
const draw = (path: string) => rosetteSvg(createHash('sha256').update(path).digest('hex'), { detail: 'fine', color: '#000' })

/** The seals of the recorded decisions, by the hash of their result. */
function decisionSeals(folder = join(import.meta.dirname, '..', 'app', 'content', 'decisions')): Map<string, string> {
  const seals = new Map<string, string>()
  if (!existsSync(folder)) return seals
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    for (const entry of JSON.parse(readFileSync(join(folder, file), 'utf8')) as { answer: { decision?: { result_hash?: string } } }[]) {
      const hash = entry.answer.decision?.result_hash?.replace(/^sha256:/, '')
      if (hash) seals.set(`decision-${hash.slice(0, 16)}`, hash)
    }
  }
  return seals
}

/** The social pictures: one for the site, one a market, one an article. */
function pictures(folder = join(import.meta.dirname, '..', 'app', 'content', 'blog')): SocialPicture[] {
  const field = (head: string, name: string) => head.match(new RegExp(`^${name}:\\s*['"]?(.+?)['"]?\\s*$`, 'm'))?.[1]
  const articles = readdirSync(folder)
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => {
      const head = readFileSync(join(folder, name), 'utf8').split(/^---$/m)[1] ?? ''
      const slug = field(head, 'slug') ?? name.replace(/\.mdx$/, '')
      return { name: `blog-${slug}`, path: `/blog/${slug}`, kind: field(head, 'category') ?? 'Blog', title: field(head, 'title') ?? slug }
    })
  return [
    {
      name: 'default',
      path: '/',
      kind: 'Compliance API for tokenized assets',
      title: 'One check. Sealed to the wallet. Good in every market.',
    },
    ...allMarkets.map((market) => ({ name: `solutions-${market.id}`, path: market.path, kind: market.name, title: market.tagline })),
    ...articles,
  ]
}

/** Writes /seals/NAME.svg for every public page and every recorded decision when the site is built, with the social pictures, and answers for the seals in development. */
export function pageSeals(): Plugin {
  const paths = [...staticPaths, '/api-status']
  return {
    name: 'sealwright-page-seals',
    configureServer(server) {
      server.middlewares.use('/seals/', (request, response, next) => {
        const name = request.url?.replace(/^\/|\.svg$/g, '') ?? ''
        const path = paths.find((candidate) => sealNameOf(candidate) === name)
        const hash = decisionSeals().get(name)
        if (!path && !hash) return next()
        response.setHeader('content-type', 'image/svg+xml')
        response.end(path ? draw(path) : rosetteSvg(hash!, { detail: 'fine', color: '#000' }))
      })
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const path of paths) this.emitFile({ type: 'asset', fileName: `seals/${sealNameOf(path)}.svg`, source: draw(path) })
      for (const [name, hash] of decisionSeals())
        this.emitFile({ type: 'asset', fileName: `seals/${name}.svg`, source: rosetteSvg(hash, { detail: 'fine', color: '#000' }) })
      for (const picture of pictures())
        this.emitFile({ type: 'asset', fileName: `social/${picture.name}.png`, source: await renderPicture(picture) })
    },
  }
}
