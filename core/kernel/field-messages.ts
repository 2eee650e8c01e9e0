import { z } from 'zod'

// What a field's schema says when it does not say it itself: words of people instead of the validator's.

/** By the pattern; one that has words of its own where it is used needs none here. */
const PATTERNS: Record<string, string> = {
  '^[0-9a-f]{64}$': 'Use a SHA-256 in 64 small hex digits.',
  '^[a-z][a-z0-9_]{1,60}$': 'Use small letters, digits and underscores, beginning with a letter, such as documents_seen.',
  '^\\d{1,16}$': 'Use a whole number of at most 16 digits, such as 1000.',
  '^[1-9]\\d{0,15}$': 'Use a whole number above 0 of at most 16 digits, such as 1000.',
  '^\\d{1,30}$': 'Use a whole number of at most 30 digits, such as 1000.',
  '^\\d{4}$': 'Use four digits.',
  '^\\d{4}-\\d{2}$': 'Use a month such as 2026-10.',
  '@': 'Use a whole email address.',
  '^[a-z_]+(\\.[A-Za-z0-9_]+)*$': 'Use the path of a fact, such as investment.amount.amount.',
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  email: 'Use an email address such as ada@example.com.',
  url: 'Use a whole address such as https://example.com/page.',
  date: 'Use a date such as 2026-11-21.',
  datetime: 'Use a date and a time such as 2026-11-21T00:00:00Z.',
}

const THINGS: Record<string, [string, string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
}

function limit(issue: { origin: string; inclusive?: boolean | undefined }, bound: number | bigint, most: boolean): string {
  const things = THINGS[issue.origin]
  if (things) return `${most ? 'At most' : 'At least'} ${bound} ${things[Number(bound) === 1 ? 0 : 1]}.`
  if (issue.inclusive === false) return `This must be ${most ? 'less' : 'more'} than ${bound}.`
  return `This must be at ${most ? 'most' : 'least'} ${bound}.`
}

/** The sentence for what a schema found and has no words for. Undefined where something is missing: that is told as such. */
function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || !TYPES[issue.expected] ? undefined : `This must be ${TYPES[issue.expected]}.`
    case 'invalid_value':
      return issue.values.length === 1 ? `This must be ${JSON.stringify(issue.values[0])}.` : `Use one of ${issue.values.join(', ')}.`
    case 'invalid_format':
      if (issue.format === 'regex') return PATTERNS[String(issue.pattern).slice(1, -1)] ?? 'This does not have the form it needs.'
      return FORMATS[issue.format]
    case 'too_big':
      return limit(issue, issue.maximum, true)
    case 'too_small':
      return limit(issue, issue.minimum, false)
    default:
      return undefined
  }
}

/** Has every schema of this process speak so. */
export const speakPlainly = (): void => {
  z.config({ customError: inWords })
}
