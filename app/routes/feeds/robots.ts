import { originIn } from '../../lib/request-origin.ts'
import type { Route } from './+types/robots.ts'

// Signed-in areas and the API have nothing for a search engine; answers of the API say so in their own headers too.
const closed = [
  '/api/',
  '/functions/',
  '/v1/',
  '/dashboard',
  '/inbox',
  '/find',
  '/issuer/',
  '/admin/',
  '/settings',
  '/verify-mfa',
  '/setup-mfa',
  '/dev/',
]

export const loader = ({ context }: Route.LoaderArgs) =>
  new Response(
    ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), 'Allow: /', '', `Sitemap: ${originIn(context)}/sitemap.xml`, ''].join(
      '\n',
    ),
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  )
