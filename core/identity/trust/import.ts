import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { bindUpload, write } from '#core/record/transaction.ts'
import { receiveUpload } from '#core/record/upload.ts'
import { defineVerb } from '#core/record/verb.ts'
import { assurance, why } from './add.ts'
import { type AuthorityCertificate, readAuthority, thumbprintOf, type Unfit } from './certificates.ts'
import { BadMasterList, type MasterList, readMasterList } from './master-list.ts'
import { issuersKnown, type Proposed, proposeIssuers } from './propose.ts'
import { importedIssuersAnswer, revocationField } from './shape.ts'
import { readVical } from './vical.ts'

const MAX_BYTES = 4 * 1024 * 1024
const MAX_CERTIFICATES = 2_000
const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

const importInput = z.strictObject({
  kind: z.enum(['csca', 'iaca']).meta({ description: '`csca`: authorities of passports. `iaca`: authorities of mobile documents' }),
  provider: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .meta({ description: 'Of a VICAL: SHA-256 of the certificate in it that its provider publishes as its own' }),
  ...assurance,
  revocation: revocationField.optional(),
  note: why,
})

/**
 * Lets in many authorities at once, as one case: a CSCA master list as states sign it (ICAO Doc 9303-12), a VICAL (ISO/IEC 18013-5), or certificates in PEM. Those
 * that are no authority's, have run out or have weak keys are left out and counted. Throws `validation_failed` for a list whose
 * signature does not hold or that brings nothing new, `body_too_large`.
 */
export const importTrustedIssuers = defineVerb({
  name: 'trusted_issuers.add_list',
  permission: 'identity.write',
  input: importInput,
  output: importedIssuersAnswer,
  run: async ({ ctx, input, upload }) => {
    if (!upload) throw new AppError('unsupported_media_type', 'Send the file itself.')
    const bytes = await receiveUpload(upload, MAX_BYTES, 'A list of certificates has at most 4 MB.')
    const { list, given } = open(input, bytes, ctx.now)
    const { fit, refused } = sort(given, ctx.now)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    bindUpload(ctx, sha256, input)
    return write(ctx, async (tx) => {
      const before = new Set(
        (await issuersKnown(tx, ctx, [...fit.keys()])).flatMap((row) => (row.kind === input.kind ? row.identifier : [])),
      )
      const fresh = [...fit.values()].filter(({ identifier }) => !before.has(identifier))
      if (!fresh.length)
        throw invalidField(
          '/file',
          'nothing_new',
          `Nothing of this file is new: ${before.size} known, ${given.length - fit.size} not taken.`,
        )
      const from = { sha256, signer: list?.signer ?? null, authority: list?.authority ?? null }
      const { rows, waits, audit, events } = await proposeIssuers(
        tx,
        ctx,
        fresh.map((one) => proposed(input, one)),
        {
          note: input.note,
          details: { list: from },
        },
      )
      return {
        result: {
          success: true as const,
          object: 'trusted_issuer_import' as const,
          kind: input.kind,
          format: !list ? ('pem' as const) : input.kind === 'csca' ? ('master_list' as const) : ('vical' as const),
          ...from,
          added: rows.length,
          known: before.size,
          refused,
          second_person: waits,
        },
        audit,
        events,
      }
    })
  },
})

/** The certificates of a file, and of a signed list who signed it. */
function open(
  asked: z.output<typeof importInput>,
  bytes: Uint8Array,
  now: number,
): { list: MasterList | null; given: (string | Uint8Array)[] } {
  const pem = Buffer.from(bytes).toString('latin1').match(PEM)
  const list = pem ? null : signedList(asked, bytes, now)
  const given = pem ?? list!.certificates
  if (given.length > MAX_CERTIFICATES) throw invalidField('/file', 'too_large', `At most ${MAX_CERTIFICATES} certificates at once.`)
  return { list, given }
}

function signedList({ kind, provider }: z.output<typeof importInput>, bytes: Uint8Array, now: number): MasterList {
  if (kind === 'iaca' && !provider)
    throw invalidField(
      '/provider',
      'required',
      'Name the provider of a VICAL by the thumbprint of its certificate, or send certificates in PEM.',
    )
  try {
    return kind === 'csca' ? readMasterList(bytes, now) : readVical(bytes, provider!, now)
  } catch (error) {
    if (error instanceof BadMasterList)
      throw invalidField('/file', kind === 'csca' ? 'invalid_master_list' : 'invalid_vical', error.message)
    throw error
  }
}

/** Those that can be let in, each once, and why the others cannot. */
function sort(
  given: readonly (string | Uint8Array)[],
  now: number,
): { fit: Map<string, AuthorityCertificate>; refused: { reason: Unfit; count: number }[] } {
  const fit = new Map<string, AuthorityCertificate>()
  const unfit: Unfit[] = []
  for (const one of given) {
    const read = readAuthority(one, now)
    if (typeof read === 'string') unfit.push(read)
    else fit.set(thumbprintOf(read.certificate.raw), read)
  }
  const refused = [...Map.groupBy(unfit, (reason) => reason)].map(([reason, all]) => ({ reason, count: all.length }))
  return { fit, refused }
}

const proposed = (
  { kind, level, ial, eidas, revocation = 'review' }: z.output<typeof importInput>,
  { identifier, pem, country, subject }: AuthorityCertificate,
): Proposed => ({
  ...{ kind, level, ial: ial ?? null, eidas: eidas ?? null, identifier, country, material: pem },
  ...{ name: subject.slice(0, 200), chain_id: null, claims: {}, revocation },
})
