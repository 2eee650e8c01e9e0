import {
  capTable,
  examTables,
  exportColumns,
  feeTable,
  investmentTable,
  investorTable,
  invitationQuery,
  invitationTable,
  issuanceTable,
  offeringTable,
  transferTable,
} from '../../components/issuer/tables.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, everyPage, readTableState, type TextColumn } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/export.ts'

const PAGE = 5_000

/** Any table of the issuer as CSV: the same filters and order as its page, as data, all rows. With `exam`, as in the exam pack. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const url = new URL(request.url)
  const offering_id = url.searchParams.get('offering') ?? ''
  const exam = url.searchParams.has('exam')
  const query = (table: { state: Parameters<typeof readTableState>[1] }) => {
    const { sort, filters } = readTableState(url, table.state)
    return { page_size: PAGE, sort, ...filters }
  }
  const file = <Row>(columns: readonly TextColumn<Row>[], read: (page: number) => Promise<{ rows: readonly Row[] }>) =>
    csvResponse(
      params.table,
      columns,
      everyPage(PAGE, async (page) => (await readOr404(read(page))).rows),
    )
  switch (params.table) {
    case 'offerings':
      return file(exportColumns.offerings, (page) => verbs.listOfferingRows({ ...query(offeringTable), page }))
    case 'investors':
      return file(exportColumns.investors, (page) => verbs.listInvestorRows({ ...query(investorTable), page }))
    case 'investments':
      return file(exam ? examTables.investments.columns : exportColumns.investments, (page) =>
        verbs.listInvestmentRows({ ...query(investmentTable), offering_id: offering_id || undefined, page }),
      )
    case 'cap-table':
      return file(capTable.columns, (page) =>
        verbs.readCapTable({ ...query(capTable), offering_id, as_of: url.searchParams.get('at') || undefined, page }),
      )
    case 'fees':
      return file(exam ? examTables.fees.columns : exportColumns.fees, (page) =>
        verbs.listFeeEntries({ ...query(feeTable), offering_id, page }),
      )
    case 'invitations':
      return file(invitationTable.columns, (page) =>
        verbs.listInvitationRows(invitationQuery({ page, filters: readTableState(url, invitationTable.state).filters }, offering_id, PAGE)),
      )
    case 'issuances':
      return file(exportColumns.issuances, (page) =>
        verbs.listIssuanceRows({ ...query(issuanceTable), offering_id, page } as Parameters<typeof verbs.listIssuanceRows>[0]),
      )
    case 'transfers':
      return file(exam ? examTables.transfers.columns : exportColumns.transfers, (page) =>
        verbs.listTransactionRows({ ...query(transferTable), offering_id: offering_id || undefined, page }),
      )
    default:
      throw new Response('There is no such table.', { status: 404 })
  }
}
