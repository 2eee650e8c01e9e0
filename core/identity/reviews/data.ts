import { z } from 'zod'
import { country, dateOfBirth, partyName } from '#core/kernel/fields.ts'
import { isDocumentNumber, printedNumber } from '../evidence/document-number.ts'

/** What shows who somebody is, and whether its back is asked for as well. */
export const IDENTITY_DOCUMENTS = { passport: false, id_card: true, drivers_license: true, residence_permit: true } as const
export type IdentityDocument = keyof typeof IDENTITY_DOCUMENTS

const day = z.iso.date('Use a date such as 2031-05-17.')

/** Who somebody says they are and where they live, where nobody told us. The address is asked for where the proof has to go further. */
export const personSaid = z.strictObject({
  full_name: partyName(),
  date_of_birth: dateOfBirth,
  country,
  line1: z.string().trim().max(200).optional(),
  city: z.string().trim().max(100).optional(),
  state: z.string().trim().max(100).optional(),
  postal_code: z.string().trim().max(20).optional(),
  /** Of a taxpayer of the United States. */
  tax_number: z
    .string()
    .trim()
    .transform((text) => text.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{9}$/, 'Nine digits, such as 123-45-6789'))
    .optional(),
})
export type PersonSaid = z.output<typeof personSaid>

/** What is printed on a document, as its holder typed it. */
export const documentSaid = z.strictObject({
  kind: z.enum(Object.keys(IDENTITY_DOCUMENTS) as [IdentityDocument, ...IdentityDocument[]], 'Choose what kind of document it is.'),
  full_name: partyName(),
  date_of_birth: dateOfBirth,
  number: z
    .string()
    .trim()
    .min(3, 'At least 3 characters')
    .max(40, 'At most 40 characters')
    .transform(printedNumber)
    .refine(isDocumentNumber, 'Write it with the letters A to Z and the digits 0 to 9, as the machine-readable lines have it.'),
  issuing_country: country,
  nationality: country.optional(),
  /** Some cards of older people have no last day. */
  expires_on: day.optional(),
  /** The lines of its machine-readable zone, where it has one. */
  mrz: z.string().trim().max(400).optional(),
  /** Where the holder lives, for a proof of address. */
  address: z.string().trim().min(5, 'Write the whole address').max(300, 'At most 300 characters').optional(),
})
export type DocumentSaid = z.output<typeof documentSaid>

/** Why a reviewer refuses, as a closed list. `person`: it shows that somebody is not who they say; the others say only that this try failed. */
export const REVIEW_REFUSALS = {
  document_unreadable: {
    about: 'try',
    label: 'Cannot be read',
    words: 'The pictures of your document could not be read. Take them in good light, sharp and with all four corners.',
  },
  document_expired: {
    about: 'try',
    label: 'Has expired',
    words: 'Your document has expired. Use one that is still valid.',
  },
  document_not_accepted: {
    about: 'try',
    label: 'Is of no accepted kind',
    words: 'A document of this kind is not accepted here. Use a passport, identity card, driver’s licence or residence permit.',
  },
  pictures_incomplete: {
    about: 'try',
    label: 'Pictures are missing',
    words: 'Not every side of the document that is needed could be seen. Send all of them.',
  },
  address_not_proven: {
    about: 'try',
    label: 'Does not prove the address',
    words: 'Your proof of address does not show your name and this address, or is older than three months.',
  },
  data_mismatch: {
    about: 'person',
    label: 'Names somebody else',
    words:
      'The name or the birth date on your document is not the one that was given. Check what was given, or use a document in that name.',
  },
  face_mismatch: {
    about: 'person',
    label: 'Shows somebody else',
    words: 'The person in your picture could not be recognised as the person on the document.',
  },
  document_altered: {
    about: 'person',
    label: 'Was altered or made up',
    words: 'Your document could not be accepted as genuine.',
  },
} as const satisfies Record<string, { about: 'try' | 'person'; label: string; words: string }>
export type ReviewRefusal = keyof typeof REVIEW_REFUSALS

/** Why what was shown counts no more, through no fault of whoever showed it. */
const TAKEN_BACK = {
  issuer_certificate_revoked:
    'The issuer of what you showed has revoked the certificate that signed it, so it proves nothing any more. Show something that was issued newly, or take another way.',
  issuer_not_trusted: 'Whoever issued what you showed is not trusted here any more. Show something else, or take another way.',
} as const

/** Why what was shown was taken back, in words for whoever goes on; null where they are told nothing. */
export const takenBackWords = (code: string | null): string | null =>
  code && Object.hasOwn(TAKEN_BACK, code) ? TAKEN_BACK[code as keyof typeof TAKEN_BACK] : null

/** The words for whom a refusal is about; what other ways end with is told in general. */
export const refusalWords = (code: string | null): string =>
  code && Object.hasOwn(REVIEW_REFUSALS, code)
    ? REVIEW_REFUSALS[code as ReviewRefusal].words
    : (takenBackWords(code) ?? 'What was shown did not prove that you are who you say. Try again with another document or another way.')

/** What a reviewer says to have done, with an acceptance. Nothing of it is taken for granted. */
export const reviewedFields = {
  identity: z
    .strictObject({
      differences_seen: z.boolean().default(false).meta({
        description:
          'The document, what was typed and what was known differ, and it is the same person: another spelling, a name before a marriage',
      }),
      other_holder_compared: z.boolean().default(false).meta({
        description:
          'The document was shown for somebody else before, whom the file of the case names: both were compared, and it belongs to this person. What it proved for the other one is withdrawn with `POST /v1/identity/evidence/{id}/withdraw`, where it was not theirs',
      }),
      face_compared: z.boolean().default(false).meta({
        description:
          'The picture of the person was compared with the one on the document. It does not show a living person: the level stays IAL1',
      }),
      address_proven: z.boolean().default(false).meta({ description: 'The proof of address shows the name and the address' }),
      revocation_checked: z.boolean().default(false).meta({
        description:
          'Of evidence with `revocation_unknown`: you found out in another way that its issuer did not revoke the certificate, and say in the note how',
      }),
    })
    .optional()
    .meta({
      description:
        'Of cases of kind `identity_review`, `identity_evidence` and `verification_identity`: what was looked at. Only with `release`',
    }),
}
export type Reviewed = NonNullable<z.output<z.ZodObject<typeof reviewedFields>>['identity']>

/** What a document shows, as a reviewer read it. Nothing of it is taken from what was typed. */
export const documentShownFields = {
  document: z
    .strictObject({
      full_name: partyName().optional(),
      date_of_birth: dateOfBirth.optional(),
      issuing_country: country.optional(),
      number: documentSaid.shape.number.nullable().optional().meta({
        description:
          'Its number, by which one document shown for two people is found. Of a case of kind `verification_identity` null where none can be read, which is kept with the evidence: then nothing was compared',
      }),
      expires_on: day.nullable().optional().meta({ description: 'Its last day; null where none is printed' }),
    })
    .optional()
    .meta({
      description:
        'With `release`: what the document shows. Of a case of kind `verification_identity` whole, with `issuing_country`, `number` and `expires_on`; of kind `identity_review` where it is not what was typed. It counts, and what was typed does not; where they differ, `identity.differences_seen` says that it is one person',
    }),
}
export type DocumentShown = NonNullable<z.output<z.ZodObject<typeof documentShownFields>>['document']>
