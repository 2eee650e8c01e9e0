import { ERRORS, MOST_FIELDS } from '#core/kernel/errors.ts'
import type { JsonSchema } from './openapi-schemas.ts'

const problemSchema: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The page about `code`' },
    title: { type: 'string', description: 'What `code` means' },
    status: { type: 'integer', description: 'The HTTP status' },
    code: { $ref: '#/components/schemas/ErrorCode', description: 'What is wrong, in a word: go by this' },
    detail: { type: 'string', description: 'What happened and what to do, for people' },
    request_id: { type: 'string', description: 'Names the request in logs and support' },
    doc_url: { type: 'string', description: 'The page about `code`' },
    errors: {
      type: 'array',
      maxItems: MOST_FIELDS,
      items: { $ref: '#/components/schemas/FieldProblem' },
      description: 'What is wrong, field by field',
    },
    more_errors: { type: 'integer', description: 'How many more fields need attention than `errors` names' },
  },
}

const fieldProblemSchema: JsonSchema = {
  type: 'object',
  description: 'What is wrong with one field',
  required: ['pointer', 'code', 'detail'],
  properties: {
    pointer: { type: 'string', description: 'JSON pointer to the field' },
    code: { type: 'string', description: 'In a word what is wrong' },
    detail: { type: 'string', description: 'What to do, for people' },
    suggestion: { type: 'string', description: 'What was probably meant' },
  },
}

/** Words of parameters that many calls share stand beside it: a generator makes one type of each, and not one a call. */
export const SHARED_SCHEMAS: JsonSchema = {
  Problem: problemSchema,
  FieldProblem: fieldProblemSchema,
  ErrorCode: { type: 'string', enum: Object.keys(ERRORS) },
  ExpandedRules: { type: 'string', enum: ['decision.rules'] },
  OnDeny: { type: 'string', enum: ['error'] },
}
