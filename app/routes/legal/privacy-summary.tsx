import { LegalPage } from '../../components/legal-page.tsx'
import { legalText } from '../../content/legal.server.ts'
import { pageMeta } from '../../lib/meta.ts'
import type { Route } from './+types/privacy-summary.ts'

export const loader = () => legalText('privacy-summary')

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: args.loaderData?.title ?? '', description: args.loaderData?.description ?? '' })

export default function Summary({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
