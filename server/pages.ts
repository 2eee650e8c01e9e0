import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { ServerContext } from '#app/server-context.ts'
import { compressed } from './compress.ts'

export interface Pages {
  render(request: Request, context: ServerContext): Promise<Response>
  /** Development only: Vite's own requests (modules, hot reload). */
  middleware: ((req: unknown, res: unknown, next: () => void) => void) | null
}

const buildFile = new URL('../build/server/index.js', import.meta.url)
export const clientFolder = fileURLToPath(new URL('../build/client', import.meta.url))

/** The React Router pages: the built bundle, or Vite's live modules in development. */
export async function loadPages(options: { development: boolean; httpServer: Server }): Promise<Pages> {
  const { createRequestHandler, RouterContextProvider } = await import('react-router')
  const { serverContext } = await import('#app/server-context.ts')
  const provide = (context: ServerContext) => {
    const provider = new RouterContextProvider()
    provider.set(serverContext, context)
    return provider
  }
  if (options.development) {
    const vite = await import('vite')
    const dev = await vite.createServer({ server: { middlewareMode: true, hmr: { server: options.httpServer } }, appType: 'custom' })
    const handler = createRequestHandler(
      async () => (await dev.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild,
      'development',
    )
    return { render: (request, context) => handler(request, provide(context)), middleware: dev.middlewares as never }
  }
  if (!existsSync(buildFile)) throw new Error('The pages are not built. Run "npm start", which builds them.')
  const build = (await import(buildFile.href)) as ServerBuild
  const handler = createRequestHandler(build, 'production')
  return {
    async render(request, context) {
      const answer = await handler(request, provide(context))
      const type = answer.headers.get('content-type') ?? ''
      if (!answer.body || !/^text\/(html|x-script)/.test(type)) return answer
      return compressed(request, answer, await answer.text())
    },
    middleware: null,
  }
}
