// Every table of the issuer: its columns (words on screen, plain data in the CSV), its filters, and how the address becomes a question.

import type { TransactionRow } from '#core/markets/transactions/list-rows.ts'
import type { InvitationView } from '#core/portal/invitations/invite.ts'
import type { FeeRow } from '#core/securities/fees/list-entries.ts'
import type { CapTableRow } from '#core/securities/holdings/cap-table.ts'
import type { InvestmentRow } from '#core/securities/investments/list-rows.ts'
import type { InvestorRowView } from '#core/securities/investors/list-rows.ts'
import type { OfferingRowView } from '#core/securities/offerings/list-rows.ts'
import type { IssuanceRow } from '#core/securities/tokens/list-rows.ts'
import { dateTime, shortDate } from '../../lib/dates.ts'
import { reasonWords } from '../../lib/decision-words.ts'
import { amount, count, countryName, money, percent, REGULATIONS, words } from '../../lib/format.ts'
import type { TableState, TextColumn } from '../../lib/table-state.ts'
import type { Column } from '../dashboard/data-table.tsx'

export const PAGE_SIZE = 25
const options = (values: readonly string[], label: (value: string) => string = words) =>
  values.map((value) => ({ value, label: label(value) }))

/** The query of a verb from the table's address. */
export const query = (state: TableState, more: Record<string, unknown> = {}) => ({
  page: state.page,
  page_size: PAGE_SIZE,
  sort: state.sort,
  ...state.filters,
  ...more,
})

export const offeringTable = {
  state: {
    filters: ['q', 'status', 'regulation'],
    sort: '-created_at',
    sorts: ['created_at', 'name', 'amount_raised', 'investor_count', 'status'],
  },
  filters: [
    { name: 'status', label: 'Status', options: options(['draft', 'open', 'paused', 'closed', 'needs_contact', 'cancelled']) },
    {
      name: 'regulation',
      label: 'Regulation',
      options: options(['reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s'], (value) => REGULATIONS[value]!),
    },
  ],
  columns: [
    { key: 'name', label: 'Offering', text: (row) => row.name },
    { key: 'status', label: 'Status', text: (row) => words(row.status), data: (row) => row.status },
    { key: 'regulation', label: 'Regulation', text: (row) => REGULATIONS[row.regulation] ?? row.regulation, data: (row) => row.regulation },
    { key: 'amount_raised', label: 'Raised', text: (row) => money(row.amount_raised, row.currency), data: (row) => row.amount_raised },
    { key: 'maximum', label: 'Maximum', text: (row) => money(row.maximum_raise, row.currency), data: (row) => row.maximum_raise },
    {
      key: 'progress',
      label: 'Progress',
      text: (row) => `${percent(row.amount_raised, row.maximum_raise)} %`,
      data: (row) => percent(row.amount_raised, row.maximum_raise),
    },
    { key: 'investor_count', label: 'Investors', text: (row) => count(row.investor_count), data: (row) => row.investor_count },
    { key: 'pending', label: 'Waiting', text: (row) => count(row.pending), data: (row) => row.pending },
    { key: 'created_at', label: 'Created', text: (row) => shortDate(row.created_at), data: (row) => row.created_at },
  ] satisfies TextColumn<OfferingRowView>[],
}

export const investmentTable = {
  state: {
    filters: ['q', 'status', 'country', 'accredited'],
    sort: '-created_at',
    sorts: ['created_at', 'amount', 'token_quantity', 'status', 'country'],
  },
  columns: [
    { key: 'investor', label: 'Investor', text: (row) => row.investor_name },
    { key: 'status', label: 'Status', text: (row) => row.status },
    { key: 'country', label: 'Country', text: (row) => countryName(row.country), data: (row) => row.country },
    { key: 'accredited', label: 'Accredited', text: (row) => (row.accredited ? 'yes' : 'no') },
    { key: 'amount', label: 'Amount', text: (row) => money(row.amount, row.currency), data: (row) => row.amount },
    { key: 'token_quantity', label: 'Tokens', text: (row) => amount(row.token_quantity), data: (row) => row.token_quantity },
    { key: 'issued', label: 'Issued', text: (row) => amount(row.issued_quantity), data: (row) => row.issued_quantity },
    {
      key: 'reasons',
      label: 'Reasons',
      text: (row) => (row.status === 'accepted' ? '' : [...new Set(row.reason_codes.map(reasonWords))].join(', ')),
      data: (row) => (row.status === 'accepted' ? '' : [...new Set(row.reason_codes)].join(' ')),
    },
    { key: 'created_at', label: 'Date', text: (row) => shortDate(row.created_at), data: (row) => row.created_at },
  ] satisfies TextColumn<InvestmentRow>[],
}

export const investorTable = {
  state: {
    filters: ['q', 'status', 'accreditation', 'country'],
    sort: '-created_at',
    sorts: ['created_at', 'status', 'country', 'letter'],
  },
  filters: [
    { name: 'status', label: 'Identity', options: options(['incomplete', 'pending', 'verified', 'rejected']) },
    { name: 'accreditation', label: 'Accreditation', options: options(['incomplete', 'pending', 'verified', 'rejected']) },
  ],
  columns: [
    { key: 'name', label: 'Investor', text: (row) => row.name },
    { key: 'status', label: 'Identity', text: (row) => row.status },
    { key: 'country', label: 'Country', text: (row) => countryName(row.country), data: (row) => row.country },
    { key: 'accreditation', label: 'Accreditation', text: (row) => (row.accreditation_ended ? 'ended' : row.accreditation_status) },
    {
      key: 'letter',
      label: 'Letter until',
      text: (row) =>
        row.accreditation_expires_at && (row.accreditation_status === 'verified' || row.accreditation_ended)
          ? shortDate(row.accreditation_expires_at)
          : '',
      data: (row) => (row.accreditation_status === 'verified' || row.accreditation_ended ? row.accreditation_expires_at : null),
    },
    { key: 'invested', label: 'Invested', text: (row) => (row.investments ? amount(row.invested) : ''), data: (row) => row.invested },
    { key: 'investments', label: 'Investments', text: (row) => count(row.investments), data: (row) => row.investments },
    { key: 'wallet', label: 'Wallet', text: (row) => row.wallet_address ?? '' },
    { key: 'created_at', label: 'Since', text: (row) => shortDate(row.created_at), data: (row) => row.created_at },
  ] satisfies TextColumn<InvestorRowView>[],
}

export const capTable = {
  state: { filters: ['country'], sort: '-quantity', sorts: ['quantity', 'country', 'acquired'] },
  columns: [
    { key: 'name', label: 'Holder', text: (row) => row.name },
    { key: 'country', label: 'Country', text: (row) => countryName(row.country), data: (row) => row.country },
    { key: 'quantity', label: 'Tokens', text: (row) => amount(row.quantity), data: (row) => row.quantity },
    {
      key: 'share',
      label: 'Share',
      text: (row) => `${(row.share_bps / 100).toFixed(2)} %`,
      data: (row) => (row.share_bps / 100).toFixed(2),
    },
    { key: 'locked', label: 'Locked', text: (row) => amount(row.locked), data: (row) => row.locked },
    {
      key: 'locked_until',
      label: 'Free from',
      text: (row) => (row.locked_until ? shortDate(row.locked_until) : ''),
      data: (row) => row.locked_until,
    },
    { key: 'frozen', label: 'Frozen', text: (row) => (row.frozen === '0' ? '' : amount(row.frozen)), data: (row) => row.frozen },
    { key: 'lots', label: 'Lots', text: (row) => count(row.lots), data: (row) => row.lots },
    { key: 'acquired', label: 'First acquired', text: (row) => shortDate(row.first_acquired_at), data: (row) => row.first_acquired_at },
    { key: 'wallets', label: 'Wallets', text: (row) => row.wallets.join(' ') },
    {
      key: 'pending',
      label: 'Not minted yet',
      text: (row) => (row.pending === '0' ? '' : amount(row.pending)),
      data: (row) => row.pending,
    },
  ] satisfies TextColumn<CapTableRow>[],
}

export const feeTable = {
  state: { filters: [], sort: '-created_at', sorts: ['created_at'] },
  columns: [
    { key: 'date', label: 'Accepted (UTC)', text: (row) => dateTime(row.created_at), data: (row) => row.created_at },
    { key: 'investor', label: 'Investor', text: (row) => row.investor_name },
    { key: 'investment', label: 'Investment', text: (row) => amount(row.investment), data: (row) => row.investment },
    { key: 'fee', label: 'Fee', text: (row) => amount(row.amount, 'cents'), data: (row) => row.amount },
    { key: 'raised', label: 'Raised after', text: (row) => amount(row.raised_after), data: (row) => row.raised_after },
    { key: 'accrued', label: 'Fee total after', text: (row) => amount(row.accrued_after, 'cents'), data: (row) => row.accrued_after },
  ] satisfies TextColumn<FeeRow>[],
}

export const invitationTable = {
  state: { filters: ['status'], sort: '-created_at', sorts: ['created_at'] },
  filters: [{ name: 'status', label: 'Status', options: options(['sent', 'accepted', 'declined', 'withdrawn']) }],
  columns: [
    { key: 'email', label: 'Address', text: (row) => row.email },
    { key: 'status', label: 'Status', text: (row) => row.status },
    { key: 'sent', label: 'Sent', text: (row) => shortDate(row.created_at), data: (row) => row.created_at },
    {
      key: 'answered',
      label: 'Answered',
      text: (row) => (row.answered_at ? shortDate(row.answered_at) : ''),
      data: (row) => row.answered_at,
    },
  ] satisfies TextColumn<InvitationView>[],
}

export const transferTable = {
  state: { filters: ['status'], sort: '-created_at', sorts: ['created_at', 'amount', 'status'] },
  filters: [
    {
      name: 'status',
      label: 'Status',
      options: options(['waiting', 'review', 'approved', 'submitted', 'settled', 'denied', 'failed', 'expired']),
    },
  ],
  columns: [
    { key: 'created_at', label: 'Checked (UTC)', text: (row) => dateTime(row.created_at), data: (row) => row.created_at },
    { key: 'status', label: 'Status', text: (row) => words(row.status), data: (row) => row.status },
    { key: 'amount', label: 'Tokens', text: (row) => amount(row.amount), data: (row) => row.amount },
    { key: 'from', label: 'From', text: (row) => row.from_address ?? '' },
    { key: 'to', label: 'To', text: (row) => row.to_address ?? '' },
    { key: 'code', label: 'Code', text: (row) => String(row.restriction_code) },
    { key: 'detail', label: 'Why', text: (row) => row.detail ?? '' },
  ] satisfies TextColumn<TransactionRow>[],
}

const MINT_STATUSES: Record<string, string> = { authorized: 'to be signed', submitted: 'waits for its chain' }

export const issuanceTable = {
  state: { filters: ['status'], sort: '-created_at', sorts: ['created_at', 'quantity', 'status'] },
  filters: [
    {
      name: 'status',
      label: 'Status',
      options: options(
        ['waiting', 'authorized', 'submitted', 'confirmed', 'failed', 'denied'],
        (value) => MINT_STATUSES[value] ?? words(value),
      ),
    },
  ],
  columns: [
    { key: 'created_at', label: 'Authorised (UTC)', text: (row) => dateTime(row.created_at), data: (row) => row.created_at },
    { key: 'holder', label: 'Holder', text: (row) => row.holder ?? '' },
    { key: 'wallet', label: 'Wallet', text: (row) => row.wallet_address },
    { key: 'quantity', label: 'Tokens', text: (row) => amount(row.quantity), data: (row) => row.quantity },
    { key: 'reason', label: 'For', text: (row) => words(row.reason), data: (row) => row.reason },
    { key: 'status', label: 'Status', text: (row) => MINT_STATUSES[row.status] ?? words(row.status), data: (row) => row.status },
    {
      key: 'until',
      label: 'Report by (UTC)',
      text: (row) => (row.expires_at ? dateTime(row.expires_at) : ''),
      data: (row) => row.expires_at,
    },
    { key: 'hash', label: 'Mint', text: (row) => row.transaction_hash ?? '' },
    { key: 'failure', label: 'Why it failed', text: (row) => row.failure?.detail ?? '' },
  ] satisfies TextColumn<IssuanceRow>[],
}

const currency = { key: 'currency', label: 'Currency', text: (row: { currency: string }) => row.currency }
const id = { key: 'id', label: 'Id', text: (row: { id: string }) => row.id }
/** Who ended an investment besides the rules. */
const refusal: TextColumn<InvestmentRow> = {
  key: 'refusal',
  label: 'Refusal',
  text: (row) => row.refusal?.detail ?? '',
  data: (row) => row.refusal?.code ?? '',
}

/** What a file has beside the columns of the screen. */
export const exportColumns = {
  offerings: [...offeringTable.columns, currency, id],
  investments: [...investmentTable.columns, currency, id, refusal],
  investors: [...investorTable.columns, id],
  issuances: [...issuanceTable.columns, id],
  transfers: [...transferTable.columns, id],
  fees: [...feeTable.columns, { key: 'investment_id', label: 'Investment id', text: (row: FeeRow) => row.investment_id }, id],
}

const decision = { key: 'decision', label: 'Decision', text: (row: { decision_id: string }) => row.decision_id }

/** The tables of an exam pack, on paper and as the files handed over with it: what was decided names its decision. */
export const examTables = {
  investments: { label: 'Investments', columns: [...investmentTable.columns, decision, refusal] },
  'cap-table': { label: 'Holders', columns: capTable.columns },
  fees: { label: 'Fee ledger', columns: feeTable.columns },
  transfers: { label: 'Transfers', columns: [...transferTable.columns, decision] },
}

/** Invitations come newest first; there is no other order. */
export const invitationQuery = (state: Pick<TableState, 'page' | 'filters'>, offering_id: string, page_size = PAGE_SIZE) => ({
  offering_id,
  page: state.page,
  page_size,
  ...(state.filters.status && { status: state.filters.status as InvitationView['status'] }),
})

const RIGHT = new Set(
  'amount_raised maximum progress investor_count pending amount token_quantity issued invested investments quantity share locked frozen lots investment fee raised accrued code'.split(
    ' ',
  ),
)

/** The columns with how some of them look; figures stand at the right. */
export const withLooks = <Row>(
  columns: readonly TextColumn<Row>[],
  sorts: readonly string[],
  looks: Record<string, Partial<Column<Row>>> = {},
): Column<Row>[] =>
  columns.map((column) => ({
    ...column,
    ...(RIGHT.has(column.key) && { align: 'right' as const }),
    sortable: sorts.includes(column.key),
    ...looks[column.key],
  }))
