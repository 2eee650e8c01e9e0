import { kindWord } from '../../components/admin/case-words.ts'
import { CaseStatus } from '../../components/issuer/case-status.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import { dateTime } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { EmptyState } from '../../ui/states.tsx'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/identity-cases.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Identity checks', description: 'Documents of people that your organisation looks at.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  return { rows: await readOr404(requireSession(context, request, ['issuer']).verbs.listIdentityCases()) }
}

export default function IdentityCases({ loaderData: { rows } }: Route.ComponentProps) {
  const environment = useEnvironment()
  return (
    <IssuerFrame
      title="Identity checks"
      lead="People who sent their documents on the page of a session. One of you looks and decides; two where your facts say so."
    >
      {rows.length === 0 ? (
        <EmptyState title={`Nobody waits in ${environment}`} action={<TextLink to="/developer/api-reference">API reference</TextLink>}>
          A session of the API gives an address where a person sends their documents. What they send waits here. What belongs to{' '}
          {environment === 'sandbox' ? 'production' : 'the sandbox'} is shown once you switch to it.
        </EmptyState>
      ) : (
        <Table label="Identity checks">
          <thead>
            <tr>
              <Th>Case</Th>
              <Th>Status</Th>
              <Th>Sent</Th>
              <Th>Decide by</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <RowTh>
                  <TextLink to={`/issuer/identity/${row.id}`}>
                    {kindWord(row.kind)} <span className="font-mono text-[0.8125rem]">{row.id.slice(-6)}</span>
                  </TextLink>
                </RowTh>
                <Td>
                  <CaseStatus row={row} />
                </Td>
                <Td className="tabular">{dateTime(row.created_at)}</Td>
                <Td className="tabular">{row.status === 'decided' ? '' : dateTime(row.deadline)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </IssuerFrame>
  )
}
