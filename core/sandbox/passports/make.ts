import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { challengeOf } from '#core/identity/chips/challenge.ts'
import { notFound } from '#core/kernel/errors.ts'
import { dateOfBirth, name } from '#core/kernel/fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import { NAME_OF_UTOPIA, REVOKED_OFFICE, signerForUtopia, utopiaCrlUri } from '#core/sources/states/sandbox.ts'
import {
  answerChallenge,
  buildCertificate,
  buildDg1,
  buildDg14,
  buildDg15,
  buildSecurityObject,
  buildZone,
  type ChipSigner,
  type ZoneAsked,
} from '#credentials/passport/build.ts'
import { identitySessions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'

/** What can be wrong with a passport, so that each refusal can be seen. */
const PASSPORT_FLAWS = [
  'unknown_issuer',
  'other_state',
  'forged_signer',
  'wrong_signer',
  'expired_signer',
  'revoked_signer',
  'unchecked_signer',
  'weak_algorithm',
  'altered',
  'expired',
  'copied',
] as const
type Flaw = (typeof PASSPORT_FLAWS)[number]

const passportInput = z.strictObject({
  given_names: name(60).default('Anna Maria'),
  family_name: name(60).default('Eriksson'),
  date_of_birth: dateOfBirth.default('1974-08-12'),
  document_number: z
    .string()
    .regex(/^[A-Z0-9]{1,9}$/, 'Up to nine letters A to Z and digits, such as U6194FCC9.')
    .optional()
    .meta({ description: 'Made up when left out' }),
  session_id: z.string().max(100).optional().meta({ description: 'The chip answers the challenge of this session' }),
  flaw: z.enum(PASSPORT_FLAWS).optional().meta({
    description: 'What is wrong with it. Of `unchecked_signer` nobody can tell whether it was revoked: a person has to look',
  }),
})
type Asked = z.output<typeof passportInput>

const base64 = z.string().meta({ description: 'Base64' })

/**
 * Makes the chip of a passport of a state that does not exist, signed as real ones are. Only sandboxes trust that state. Throws `not_found`
 * for a session that is not there.
 */
export const makePassport = defineVerb({
  name: 'sandbox.make_passport',
  permission: 'sandbox.manage',
  input: passportInput,
  output: z.object({
    success: z.literal(true),
    object: z.literal('sandbox_passport'),
    machine_readable_zone: z.string(),
    dg1: base64,
    dg14: base64,
    dg15: base64,
    sod: base64,
    active_authentication: base64.nullable(),
  }),
  run: async ({ ctx, input }) => {
    const session = input.session_id === undefined ? null : await findScoped(ctx.db, identitySessions, ctx, input.session_id)
    if (input.session_id !== undefined && !session) throw notFound()
    const { zone, key, ...files } = chipFor(input, ctx.now, ctx.services.config.publicUrl)
    const signed = session ? answerChallenge(key, input.flaw === 'copied' ? randomBytes(8) : challengeOf(session)) : null
    const [dg1, dg14, dg15, sod] = [files.dg1, files.dg14, files.dg15, files.sod].map((bytes) => Buffer.from(bytes).toString('base64'))
    return {
      success: true as const,
      object: 'sandbox_passport' as const,
      machine_readable_zone: zone,
      ...{ dg1: dg1!, dg14: dg14!, dg15: dg15!, sod: sod! },
      active_authentication: signed && Buffer.from(signed).toString('base64'),
    }
  },
})

const YEAR_MS = 365 * 86_400_000
const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey
const signs = (key: KeyObject): ChipSigner => ({ key, kind: 'ecdsa', hash: 'sha256' })

function chipFor(asked: Asked, now: number, publicUrl: string) {
  const { flaw } = asked
  const zone = buildZone(zoneOf(asked, now))
  const key = curve('prime256v1')
  const [dg1, dg14, dg15] = [buildDg1(zone), buildDg14(), buildDg15(key)]
  const signer = signs(curve(flaw === 'weak_algorithm' ? 'secp256k1' : 'prime256v1'))
  const sod = buildSecurityObject(
    { 1: dg1, 14: dg14, 15: dg15 },
    { certificate: signerOf(signer, flaw, now, publicUrl), by: signer, hash: 'sha256', signedAt: now },
  )
  return { zone, key, dg1: flaw === 'altered' ? buildDg1(buildZone(zoneOf({ ...asked, given_names: 'Eve' }, now))) : dg1, dg14, dg15, sod }
}

const zoneOf = ({ given_names, family_name, date_of_birth, document_number, flaw }: Asked, now: number): ZoneAsked => ({
  ...{ given_names, family_name, date_of_birth, sex: '<' as const, nationality: 'UTO' },
  issuing_state: flaw === 'other_state' ? 'CHE' : 'UTO',
  document_number:
    document_number ??
    `U${createHash('sha256').update(`${given_names}|${family_name}|${date_of_birth}`).digest('hex').slice(0, 7).toUpperCase()}`,
  expires_on: new Date(now + (flaw === 'expired' ? -86_400_000 : 5 * YEAR_MS)).toISOString().slice(0, 10),
})

/** The certificate of who signs passports for Utopia. */
function signerOf(signer: ChipSigner, flaw: Flaw | undefined, now: number, publicUrl: string): Uint8Array {
  const stranger = flaw === 'unknown_issuer' || flaw === 'forged_signer'
  return buildCertificate(
    {
      issuer: flaw === 'unknown_issuer' ? { country: 'UT', name: 'Nobody whom anybody trusts' } : NAME_OF_UTOPIA,
      subject: { country: 'UT', name: 'Passport office of Utopia' },
      key: signer.key,
      notBefore: now - YEAR_MS,
      notAfter: flaw === 'expired_signer' ? now - 86_400_000 : now + 10 * YEAR_MS,
      serial: flaw === 'revoked_signer' ? REVOKED_OFFICE : REVOKED_OFFICE - 1,
      crl: flaw === 'unchecked_signer' ? 'https://issuer.sandbox.invalid/crl' : utopiaCrlUri(publicUrl),
      ca: flaw === 'wrong_signer',
    },
    stranger ? signs(curve('prime256v1')) : signerForUtopia(),
  )
}
