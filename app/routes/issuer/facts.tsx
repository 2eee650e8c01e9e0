import { AsApiCall } from '../../components/dashboard/as-api-call.tsx'
import { FactRows } from '../../components/facts/fact-rows.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import { withAuthors } from '../../lib/authors.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/facts.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Issuer facts', description: 'What your organisation said of itself as an issuer.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  return withAuthors(verbs, await readOr404(verbs.listIssuerFacts()))
}

export default function IssuerFacts({ loaderData: { rows, names } }: Route.ComponentProps) {
  return (
    <IssuerFrame
      title="Issuer facts"
      lead="What your organisation said of itself as an issuer. It counts in every decision about its offerings, with who said it and when."
    >
      <FactRows rows={rows} names={names} label="Issuer facts" />
      <div className="mt-8 max-w-3xl">
        <AsApiCall
          environment={useEnvironment()}
          label="State a fact"
          call={{ method: 'PATCH', path: '/v1/issuer', body: { compliance_facts: { domicile: 'US' } } }}
        />
      </div>
    </IssuerFrame>
  )
}
