import {
  capTable,
  examTables,
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
import { csvResponse, readTableState, toCsv } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/export.ts'

const MOST = 50_000

/** Any table of the issuer as CSV: the same filters, order and columns as its page, all rows. With `exam`, as in the exam pack. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const url = new URL(request.url)
  const offering_id = url.searchParams.get('offering') ?? undefined
  const exam = url.searchParams.has('exam')
  const all = (table: { state: Parameters<typeof readTableState>[1] }, more: object = {}) => {
    const { sort, filters } = readTableState(url, table.state)
    return { page: 1, page_size: MOST, sort, ...filters, ...more }
  }
  const file = async (): Promise<string> => {
    switch (params.table) {
      case 'offerings':
        return toCsv(offeringTable.columns, (await verbs.listOfferingRows(all(offeringTable))).rows)
      case 'investors':
        return toCsv(investorTable.columns, (await verbs.listInvestorRows(all(investorTable))).rows)
      case 'investments':
        return toCsv(
          exam ? examTables.investments.columns : investmentTable.columns,
          (await verbs.listInvestmentRows(all(investmentTable, { offering_id }))).rows,
        )
      case 'cap-table':
        return toCsv(
          capTable.columns,
          (await verbs.readCapTable({ ...all(capTable), offering_id: offering_id ?? '', as_of: url.searchParams.get('at') || undefined }))
            .rows,
        )
      case 'fees':
        return toCsv(feeTable.columns, (await verbs.listFeeEntries({ ...all(feeTable), offering_id: offering_id ?? '' })).rows)
      case 'invitations':
        return toCsv(
          invitationTable.columns,
          (
            await verbs.listInvitations(
              invitationQuery({ page: 1, filters: readTableState(url, invitationTable.state).filters }, offering_id ?? '', MOST),
            )
          ).rows,
        )
      case 'issuances':
        return toCsv(
          issuanceTable.columns,
          (
            await verbs.listIssuanceRows({ ...all(issuanceTable), offering_id: offering_id ?? '' } as Parameters<
              typeof verbs.listIssuanceRows
            >[0])
          ).rows,
        )
      case 'transfers':
        return toCsv(
          exam ? examTables.transfers.columns : transferTable.columns,
          (await verbs.listTransactionRows(all(transferTable, { offering_id }))).rows,
        )
      default:
        throw new Response('There is no such table.', { status: 404 })
    }
  }
  return csvResponse(params.table, await readOr404(file()))
}
