import type { InquiryView } from '#core/portal/inquiries/inquiry.ts'
import { dateTime } from '../../lib/dates.ts'
import type { TextColumn } from '../../lib/table-state.ts'

/** What the inquiry table and its CSV both show. */
export const inquiryColumns: TextColumn<InquiryView>[] = [
  { key: 'company', label: 'Company', text: (row) => row.company },
  { key: 'name', label: 'Name', text: (row) => row.name },
  { key: 'type', label: 'About', text: (row) => row.type_label },
  { key: 'status', label: 'Status', text: (row) => row.status },
  { key: 'created_at', label: 'Received (UTC)', text: (row) => dateTime(row.created_at), data: (row) => row.created_at },
]

/** More that fits a file but no screen. */
export const inquiryExportColumns: TextColumn<InquiryView>[] = [
  ...inquiryColumns,
  { key: 'email', label: 'E-mail', text: (row) => row.email },
  { key: 'phone', label: 'Phone', text: (row) => row.phone },
  { key: 'message', label: 'Message', text: (row) => row.message },
  { key: 'handled_by', label: 'Handled by', text: (row) => row.handled_by ?? '' },
  { key: 'id', label: 'Reference', text: (row) => row.id },
]

export const inquiryTypes = [
  { value: 'pricing', label: '1% Fee Structure & Pricing' },
  { value: 'api', label: 'API Access & Integration' },
  { value: 'partnership', label: 'Partnership Opportunities' },
  { value: 'licensing', label: 'Patent Licensing' },
  { value: 'technical', label: 'Technical Questions' },
  { value: 'general', label: 'General Inquiry' },
]

interface Query {
  search?: string
  status?: 'new' | 'handled'
  type?: 'pricing' | 'api' | 'partnership' | 'licensing' | 'technical' | 'general'
  sort: 'created_at' | 'company'
  direction: 'asc' | 'desc'
}

/** The verb's input for what the address says; unknown words are left to the verb to refuse. */
export const inquiryQuery = (sort: string, filters: Record<string, string>): Query => ({
  ...(filters.q && { search: filters.q }),
  ...(filters.status && { status: filters.status as 'new' }),
  ...(filters.type && { type: filters.type as 'api' }),
  sort: sort.replace(/^-/, '') as 'created_at',
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

export const inquiryState = { filters: ['q', 'status', 'type'], sort: '-created_at', sorts: ['created_at', 'company'] } as const
