import { CaseStatus } from '../../components/issuer/case-status.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import { dateTime } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { EmptyState } from '../../ui/states.tsx'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/accreditations.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Accreditations', description: 'Accreditation files that your organisation reads.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  return { rows: await readOr404(requireSession(context, request, ['issuer']).verbs.listAccreditationCases()) }
}

const words = (value: unknown) => String(value ?? '').replaceAll('_', ' ')

export default function Accreditations({ loaderData: { rows } }: Route.ComponentProps) {
  const environment = useEnvironment()
  return (
    <IssuerFrame
      title="Accreditations"
      lead="Figures and documents of investors, as the rules left them to a person. Whoever sent a file does not confirm it; two confirm it where your facts say so."
    >
      {rows.length === 0 ? (
        <EmptyState title={`Nothing waits in ${environment}`} action={<TextLink to="/developer/api-reference">API reference</TextLink>}>
          Files of your investors that the rules leave to a person wait here. What belongs to{' '}
          {environment === 'sandbox' ? 'production' : 'the sandbox'} is shown once you switch to it.
        </EmptyState>
      ) : (
        <Table label="Accreditations" className="row-cards">
          <thead>
            <tr>
              <Th>File</Th>
              <Th>Shown by</Th>
              <Th>Status</Th>
              <Th>Sent</Th>
              <Th>Decide by</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <RowTh>
                  <TextLink to={`/issuer/accreditations/${row.id}`} className="inline-block first-letter:uppercase">
                    {words(row.details.basis)} <span className="font-mono text-[0.8125rem]">{row.id.slice(-6)}</span>
                  </TextLink>
                </RowTh>
                <Td data-label="Shown by">{words(row.details.method)}</Td>
                <Td data-label="Status">
                  <CaseStatus row={row} />
                </Td>
                <Td data-label="Sent" className="tabular">
                  {dateTime(row.created_at)}
                </Td>
                <Td data-label="Decide by" className="tabular">
                  {row.status === 'decided' ? '' : dateTime(row.deadline)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </IssuerFrame>
  )
}
