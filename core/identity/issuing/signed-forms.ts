import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { byId } from '#core/kernel/fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import { issuerDid } from '#credentials/keys.ts'
import { issueSdJwt } from '#credentials/sd-jwt.ts'
import { type IssuerContext, issueVc } from '#credentials/vc.ts'
import { credentialInUse, formatHead, formatHeadOf } from '../credentials/formats.ts'
import { recordOf } from '../credentials/forms.ts'
import { CREDENTIAL_ALGORITHMS, type CredentialAlgorithm, issuerSigner } from '../credentials/issuer-keys.ts'
import { assuranceOf } from './assurance.ts'

/** By whom and with which key credentials of an environment are signed. */
export async function issuerOf(
  { services, environment }: Pick<Ctx, 'services' | 'environment'>,
  alg: CredentialAlgorithm,
): Promise<IssuerContext> {
  const { publicUrl } = services.config
  return { signer: await issuerSigner(services, environment, alg), did: issuerDid(publicUrl, environment), publicUrl }
}

/** The credential as a W3C Verifiable Credential (VC 2.0 in a JWT), while it is in use; afterwards its status list says so. */
export const credentialAsVc = defineVerb({
  name: 'credentials.vc',
  permission: 'credentials.read',
  input: byId(),
  output: formatHead.extend({ credential: z.string() }),
  run: async ({ ctx, input }) => {
    const { row, wallet } = await credentialInUse(ctx, input.id)
    const { evidence } = await assuranceOf(ctx.db, ctx, row, wallet)
    return {
      ...formatHeadOf(ctx, row, 'vc+jwt'),
      credential: await issueVc(await issuerOf(ctx, 'EdDSA'), recordOf(row, wallet), { evidence }),
    }
  },
})

const sdJwtQuery = z.strictObject({
  alg: z.enum(CREDENTIAL_ALGORITHMS).default('ES256').meta({
    description: 'By certificate or by DID',
  }),
})

/** The credential as SD-JWT VC: its holder shows of it only what is asked. Bound to the wallet in `sub`. Throws `credential_invalid`. */
export const credentialAsSdJwt = defineVerb({
  name: 'credentials.sd_jwt',
  permission: 'credentials.read',
  input: byId().extend(sdJwtQuery.shape),
  output: formatHead.extend({ credential: z.string() }),
  run: async ({ ctx, input }) => {
    const { row, wallet } = await credentialInUse(ctx, input.id)
    const { claims, identity } = await assuranceOf(ctx.db, ctx, row, wallet)
    return {
      ...formatHeadOf(ctx, row, 'dc+sd-jwt'),
      credential: await issueSdJwt(await issuerOf(ctx, input.alg), recordOf(row, wallet), { claims, identity }),
    }
  },
})
