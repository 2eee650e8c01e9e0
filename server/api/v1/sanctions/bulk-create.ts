import { createBulkScreening } from '#core/screening/screenings/bulk/create.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createBulkScreening,
  method: 'post',
  path: '/sanctions/bulk',
  market: 'stablecoins',
  summary: 'Screen a file of names',
  description:
    'Takes up to a million records (256 MB) as CSV or JSONL and screens them in the background. Columns or fields: `full_name` or `wallet_address`, and `reference`, `date_of_birth`, `country`, `entity_type`, `other_names` (several with `|` between), `gender`, `birth_place`, `nationality`, `address`, and numbers by type: `passport`, `national_id`, `tax`, `lei`, `bic`, `imo`, `mmsi`, `registration`, each with a column such as `passport_country` beside it. JSONL takes `other_names`, `addresses` and `identifiers` also as a check does. Records that cannot be read are reported with their line and reason; the others are screened.',
  upload: { types: ['text/csv', 'application/x-ndjson', 'application/jsonl'] },
  status: 202,
  errors: ['body_too_large', 'unsupported_media_type'],
  examples: [
    {
      name: 'two_names',
      summary: 'Two names as CSV',
      request: 'full_name,country\nAda Example,US\nMallory Sanctioned,KP\n',
      response: { success: true },
    },
  ],
})
