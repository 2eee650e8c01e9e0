import { llmsFullTxt, llmsTxt, markdownAt } from '../../content/markdown.server.ts'
import { originIn } from '../../lib/request-origin.ts'
import type { Route } from './+types/markdown.ts'

/** The texts without their pages: `llms.txt`, `llms-full.txt` and each page's `.md`. */
export function loader({ request, context }: Route.LoaderArgs) {
  const origin = originIn(context)
  // Written out at build time, the page asks for its data beside itself.
  const path = new URL(request.url).pathname.replace(/\.data$/, '')
  if (path === '/llms.txt') return answer(llmsTxt(origin), 'text/plain')
  if (path === '/llms-full.txt') return answer(llmsFullTxt(origin), 'text/plain')
  return answer(markdownAt(path, origin), 'text/markdown')
}

const answer = (text: string, type: string) => new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } })
