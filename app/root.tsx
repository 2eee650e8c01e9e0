import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root.ts'
import { Failure } from './components/failure.tsx'
import { Offline } from './components/offline.tsx'
import { RouteAnnouncer } from './components/route-announcer.tsx'
import displayFont from './fonts/playfair-display.woff2?url'
import textFont from './fonts/source-sans.woff2?url'
import { firstPaint, pageIsLive } from './lib/first-paint.ts'
import { defaultDescription, pageMeta, tagline } from './lib/meta.ts'
import { useNonce } from './lib/nonce.ts'
import { originToken } from './lib/origin.ts'
import { SessionProvider } from './lib/session.tsx'
import { documentIsOf } from './lib/shown-place.ts'
import { serverContext } from './server-context.ts'
import './styles/app.css'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', as: 'font', type: 'font/woff2', href: textFont, crossOrigin: 'anonymous' },
  { rel: 'preload', as: 'font', type: 'font/woff2', href: displayFont, crossOrigin: 'anonymous' },
  { rel: 'icon', sizes: '32x32', href: '/favicon.ico' },
  { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'alternate', type: 'application/rss+xml', title: 'Sealwright blog', href: '/blog/feed.xml' },
  { rel: 'alternate', type: 'application/atom+xml', title: 'Sealwright API changelog', href: '/documentation/changelog.xml' },
]

/** Of a page without words of its own, which a page that failed is. */
export const meta: Route.MetaFunction = (args) =>
  args.error
    ? pageMeta(args, {
        title: isRouteErrorResponse(args.error) && args.error.status === 404 ? 'Page not found' : 'Something went wrong',
        description: defaultDescription,
        noindex: true,
      })
    : pageMeta(args, { title: `Sealwright: ${tagline}`, description: defaultDescription })

/** Pages written at build time know neither the public address nor the visitor: a token and `undefined` stand for them. */
export function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const organization = server?.place?.organization_id
  return {
    origin: server?.publicUrl ?? originToken,
    session: server ? server.session : undefined,
    ...(organization && { shown: `${organization}/${server.environment}` }),
  }
}

export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf9f3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c121e" media="(prefers-color-scheme: dark)" />
        {/* It has run when the page's scripts come: they need not carry it again. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script nonce={useNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? firstPaint() : '' }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    documentIsOf(loaderData.shown)
    pageIsLive()
  }, [loaderData.shown])
  return (
    <SessionProvider initial={loaderData.session}>
      <Outlet />
      <RouteAnnouncer />
      <Offline />
    </SessionProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Failure error={error} />
}
