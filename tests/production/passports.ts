import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'vitest'
import {
  answerChallenge,
  buildCertificate,
  buildCrl,
  buildDg1,
  buildDg15,
  buildSecurityObject,
  buildZone,
  type CertificateAsked,
  type ChipSigner,
  type ZoneAsked,
} from '#credentials/passport/build.ts'
import type { Installation } from './installation.ts'
import { agree, type Person } from './people.ts'

const DAY = 86_400_000
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** What is wrong with a passport. */
export interface Flaw {
  zone?: Partial<ZoneAsked>
  /** Of its office. */
  certificate?: Partial<CertificateAsked>
  /** Who signs in the place of the office. */
  by?: ChipSigner
  /** What was written on it after it was signed. */
  written?: Partial<ZoneAsked>
  /** How many bytes are missing at its end. */
  cut?: number
}

/** A signer of data who is no office of any state. */
export const signerOn = (namedCurve: string): ChipSigner => ({
  ...{ key: generateKeyPairSync('ec', { namedCurve }).privateKey, kind: 'ecdsa', hash: 'sha256' },
})

/** A state that was made up, which signs passports as states do. */
export function madeUpState() {
  const [authority, office] = ['secp384r1', 'prime256v1'].map(
    (namedCurve): ChipSigner => ({ key: generateKeyPairSync('ec', { namedCurve }).privateKey, kind: 'ecdsa', hash: 'sha256' }),
  ) as [ChipSigner, ChipSigner]
  const issuer = { country: 'US', name: 'A state that was made up' }
  const dates = { issuer, notBefore: Date.now() - 365 * DAY, notAfter: Date.now() + 4_000 * DAY }
  const csca = buildCertificate({ ...dates, subject: issuer, key: authority.key, serial: 1, ca: true }, authority)
  const officeOf = (more: Partial<CertificateAsked> = {}) =>
    buildCertificate({ ...dates, subject: { ...issuer, name: 'Office' }, key: office.key, serial: 2, ...more }, authority)
  // Of all its passports, because keys are slow to make.
  const chip = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
  let issued = 0
  /** The passport of somebody, and its chip. */
  const passport = (full_name: string, date_of_birth: string, flaw: Flaw = {}) => {
    const names = full_name.split(' ')
    const zoneOf = (more: Flaw['zone']) =>
      buildZone({
        ...{ issuing_state: 'USA', nationality: 'USA', family_name: names.pop()!, given_names: names.join(' '), date_of_birth, sex: '<' },
        ...{
          document_number: `P${String(++issued).padStart(8, '0')}`,
          expires_on: new Date(Date.now() + 1_500 * DAY).toISOString().slice(0, 10),
          ...more,
        },
      })
    const dg1 = buildDg1(zoneOf(flaw.zone))
    const dg15 = buildDg15(chip)
    const by = flaw.by ?? office
    const sod = buildSecurityObject({ 1: dg1, 15: dg15 }, { certificate: officeOf(flaw.certificate), by, hash: 'sha256' })
    const shown = flaw.written ? buildDg1(zoneOf({ ...flaw.zone, ...flaw.written })) : dg1
    return {
      files: { dg1: base64(shown), dg15: base64(dg15), sod: base64(flaw.cut ? sod.subarray(0, -flaw.cut) : sod) },
      answer: (challenge: string) => base64(answerChallenge(chip, Buffer.from(challenge, 'hex'))),
    }
  }
  /** The list in which the state says that it revoked the certificates of its offices with these numbers. */
  const revokes = (...serials: number[]) => {
    const revoked = serials.map((serial) => officeOf({ serial }))
    const list = { issuer: csca, number: 1, thisUpdate: Date.now() - 60_000, nextUpdate: Date.now() + DAY, revoked }
    return `-----BEGIN X509 CRL-----\n${base64(buildCrl(list, authority))}\n-----END X509 CRL-----\n`
  }
  return { csca: `-----BEGIN CERTIFICATE-----\n${base64(csca)}\n-----END CERTIFICATE-----\n`, passport, revokes }
}
export type Passport = ReturnType<ReturnType<typeof madeUpState>['passport']>

/** An organisation asks for an issuer to be trusted, and another of its people agrees, at a browser, whose second factor is fresh. */
export async function trustByTwo(gate: Installation, key: string, colleague: Person, issuer: object) {
  const body = { level: 'enhanced', ial: 'IAL2', eidas: 'high', note: 'Published by the authority itself.', ...issuer }
  const asked = await gate.call('POST', '/identity/trusted-issuers', { key, body })
  expect(asked).toMatchObject({ state: 'proposed', approved_by: null, second_person: { status: 'awaiting_second' } })
  await agree(colleague, asked.second_person.case_id, 'I compared the thumbprint with the one that was published.')
  const trusted = await gate.call('GET', `/identity/trusted-issuers/${asked.id}`, { key })
  expect(trusted).toMatchObject({ state: 'active', approved_by: colleague.id })
  return trusted
}

/** Somebody proves who they are with their passport, in a session of their own, as a reader app does. Answers with the session. */
export async function showPassport(gate: Installation, key: string, about: object, { files, answer }: Passport) {
  const session = await gate.call('POST', '/identity/sessions', { key, body: about })
  const path = `/identity/sessions/${session.id}/passport-chip`
  const { challenge } = await gate.call('GET', path, { key })
  const shown = await gate.call('POST', path, { key, body: { ...files, active_authentication: answer(challenge) } })
  expect(shown, JSON.stringify(shown)).toMatchObject({ status: 'verified', evidence_id: expect.stringMatching(/^evd_/) })
  return shown
}
