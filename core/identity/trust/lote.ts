import { compactVerify, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { thumbprintOf } from './certificates.ts'
import { BadMasterList } from './master-list.ts'
import { issueNumber, listTime, operatorsSigner, type ProviderList, requireCurrent, type SignedProviderList } from './provider-list.ts'

const names = z.array(z.looseObject({ lang: z.string(), value: z.string().max(500) })).min(1)
const body = z.looseObject({
  ListAndSchemeInformation: z.looseObject({
    LoTEVersionIdentifier: z.literal(1),
    LoTESequenceNumber: z.number(),
    LoTEType: z.string().max(300),
    SchemeOperatorName: names,
    SchemeName: names.optional(),
    SchemeTerritory: z.string().max(10),
    ListIssueDateTime: z.string(),
    NextUpdate: z.string(),
  }),
  TrustedEntitiesList: z
    .array(
      z.looseObject({
        TrustedEntityServices: z.array(
          z.looseObject({
            ServiceInformation: z.looseObject({
              ServiceTypeIdentifier: z.string(),
              ServiceStatus: z.string().optional(),
              ServiceDigitalIdentity: z
                .looseObject({ X509Certificates: z.array(z.looseObject({ val: z.base64() })).optional() })
                .optional(),
            }),
          }),
        ),
      }),
    )
    .max(5_000),
})

const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512', 'EdDSA']

/**
 * Reads a list of trusted entities (ETSI TS 119 602, JSON signed as compact JAdES), and checks it: its signature, by the operator whose
 * certificate has this thumbprint, and that a newer list is not due at `now` (ms). Throws `BadMasterList`.
 */
export async function readLote(text: string, provider: string, now: number): Promise<SignedProviderList> {
  const { chain, digest } = headerOf(text)
  const signer = operatorsSigner(chain, provider, now)
  if (digest !== null && Buffer.from(digest, 'base64url').toString('hex') !== thumbprintOf(signer.raw))
    throw new BadMasterList('The signature of this list names another certificate than it carries.')
  const payload = await compactVerify(text, signer.publicKey, { algorithms: ALGORITHMS, crit: { sigT: true } }).then(
    (verified) => verified.payload,
    () => {
      throw new BadMasterList('This list was changed after it was signed, or is signed in a way that does not count.')
    },
  )
  const list = contentOf(payload)
  requireCurrent(list, now)
  return { list, by: { signer: thumbprintOf(signer.raw), authority: provider } }
}

function headerOf(text: string): { chain: Uint8Array[]; digest: string | null } {
  try {
    const { x5c, 'x5t#S256': digest } = decodeProtectedHeader(text)
    if (!x5c?.length) throw new BadMasterList('The signature of this list does not carry the certificate of its signer.')
    return { chain: x5c.map((one) => Buffer.from(one, 'base64')), digest: typeof digest === 'string' ? digest : null }
  } catch (error) {
    if (error instanceof BadMasterList) throw error
    throw new BadMasterList('This is no signed list of trusted entities (compact JWS).')
  }
}

function contentOf(payload: Uint8Array): ProviderList {
  let read: z.output<typeof body>
  try {
    const whole = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) as { LoTE?: unknown }
    read = body.parse(whole.LoTE ?? whole)
  } catch {
    throw new BadMasterList('What is signed here is no list of trusted entities (ETSI TS 119 602, version 1).')
  }
  const said = read.ListAndSchemeInformation
  const operator = inEnglish(said.SchemeOperatorName)
  return {
    format: 'ts_119_602',
    scheme: JSON.stringify([said.LoTEType, said.SchemeTerritory, operator, said.SchemeName ? inEnglish(said.SchemeName) : '']),
    operator,
    territory: said.SchemeTerritory,
    sequence: issueNumber(said.LoTESequenceNumber),
    issued: listTime(said.ListIssueDateTime),
    nextUpdate: listTime(said.NextUpdate),
    services: read.TrustedEntitiesList.flatMap(({ TrustedEntityServices }) =>
      TrustedEntityServices.map(({ ServiceInformation: one }) => ({
        type: one.ServiceTypeIdentifier,
        status: one.ServiceStatus ?? null,
        certificates: (one.ServiceDigitalIdentity?.X509Certificates ?? []).map(({ val }) => Buffer.from(val, 'base64')),
      })),
    ),
  }
}

const inEnglish = (said: { lang: string; value: string }[]): string => (said.find(({ lang }) => lang === 'en') ?? said[0]!).value
