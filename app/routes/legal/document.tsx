import { LegalPage } from '../../components/legal-page.tsx'
import { legalText } from '../../content/legal.server.ts'
import { pageMeta } from '../../lib/meta.ts'
import type { Route } from './+types/document.ts'

const names = ['privacy', 'terms', 'api-terms', 'securities-disclaimer']

export function loader({ params }: Route.LoaderArgs) {
  if (!names.includes(params.document)) throw new Response(null, { status: 404 })
  return legalText(params.document)
}

const crumbs = (title: string) => [{ label: 'Home', path: '/' }, { label: 'Legal', path: '/terms' }, { label: title }]

export const meta: Route.MetaFunction = (args) =>
  args.loaderData
    ? pageMeta(args, { title: args.loaderData.title, description: args.loaderData.description, crumbs: crumbs(args.loaderData.title) })
    : pageMeta(args, { title: 'Document not found', description: 'There is no such legal text.', noindex: true })

export default function LegalDocument({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} crumbs={crumbs(loaderData.title)} />
}
