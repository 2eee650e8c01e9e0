import { twin, type VersionChange } from './change.ts'

const everywhere = (operations: string[], place = ''): Record<string, string> => Object.fromEntries(operations.map((id) => [id, place]))
const decided = (...names: string[]) => names.map((name) => `investment.${name}`)
const moved = (...names: string[]) => names.map((name) => `transaction.${name}`)

/** What `2026-11-27` says otherwise than `2026-11-01`. Each thing has one name, and money is money. */
export const CHANGES_OF_2026_11_27: readonly VersionChange[] = [
  twin({
    title: 'Units of an investment are `quantity`',
    description:
      '`token_quantity` is gone from answers, events and the input of investments. Read and send `quantity`, which said the same beside it.',
    field: 'token_quantity',
    after: 'quantity',
    answers: {
      ...everywhere([
        'investments.approve',
        'investments.cancel',
        'investments.create',
        'investments.decline',
        'investments.get',
        'investments.refund',
        'investments.report_payment',
      ]),
      'investments.list': 'data[]',
      'offerings.investors': 'data[].in_offering',
    },
    events: decided('accepted', 'pending', 'rejected', 'payment_failed', 'refunded', 'cancelled'),
    inEvents: 'stored',
    inputs: ['investments.create', 'investments.readiness_before'],
  }),
  twin({
    title: 'An offering names its `regulation` once',
    description:
      '`regulation_type` is gone from answers and events. Read `regulation`. `POST /offerings` takes the regulation by either name, as before.',
    field: 'regulation_type',
    after: 'regulation',
    answers: {
      ...everywhere([
        'offerings.cancel',
        'offerings.close',
        'offerings.create',
        'offerings.form_d',
        'offerings.get',
        'offerings.open',
        'offerings.pause',
        'offerings.token_link',
        'offerings.update',
      ]),
      'offerings.list': 'data[]',
    },
    events: ['created', 'updated', 'opened', 'paused', 'closed'].map((name) => `offering.${name}`),
    inEvents: 'stored',
    inputs: [],
  }),
  twin({
    title: 'The second person is `countersigned_by`',
    description:
      '`sealwrighted_by` is gone from answers about holdings and from events. Read `countersigned_by`, which said the same beside it.',
    field: 'sealwrighted_by',
    after: 'countersigned_by',
    answers: {
      ...everywhere([
        'holdings.acts_approve',
        'holdings.acts_get',
        'holdings.acts_refuse',
        'holdings.force_transfer',
        'holdings.freeze',
        'holdings.unfreeze',
      ]),
      'holdings.acts_list': 'data[]',
      'credentials.supersede': 'move',
    },
    events: '*',
    inEvents: 'last',
    inputs: [],
  }),
  {
    title: 'The `amount` of a transaction is money',
    description:
      'Where units of an offering move, `amount` is null, in answers and events, as `currency` is: how many move is in `quantity`. It was their number, which a reader took for money. Requests may say it by either name, as before.',
    field: 'amount',
    was: ({ amount, quantity }) => (amount === null && quantity !== null ? quantity : undefined),
    schemaWas: ({ type, anyOf, description }) => ({
      ...(type ? { type: 'string' } : (anyOf as object[])[0]),
      ...(description !== undefined && {
        description: 'In `currency`. Of units of an offering their number, which is deprecated: read `quantity`',
      }),
    }),
    now: (object) =>
      object.currency === null && typeof object.quantity === 'string' && object.amount !== null ? { ...object, amount: null } : object,
    answers: {
      ...everywhere(['transactions.approve', 'transactions.create', 'transactions.deny', 'transactions.get', 'transactions.submit']),
      'transactions.list': 'data[]',
    },
    events: moved('approved', 'denied', 'review', 'submitted', 'settled', 'failed', 'reorganized', 'expired'),
    inEvents: 'stored',
    inputs: [],
  },
]
