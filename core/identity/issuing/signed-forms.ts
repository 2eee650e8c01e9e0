import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { byId } from '#core/kernel/fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import { issuerDid } from '#credentials/keys.ts'
import { issueSdJwt } from '#credentials/sd-jwt.ts'
import { type IssuerContext, issueVc } from '#credentials/vc.ts'
import { credentialInUse, formatHead, formatHeadOf } from '../credentials/formats.ts'
import { recordOf } from '../credentials/forms.ts'
import { assuranceOf } from './assurance.ts'

/** By whom and with which key credentials of an environment are signed. */
export function issuerOf({ services, environment }: Pick<Ctx, 'services' | 'environment'>): IssuerContext {
  const { publicUrl } = services.config
  return { signer: services.keyring.keys.issuer[environment], did: issuerDid(publicUrl, environment), publicUrl }
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
    return { ...formatHeadOf(ctx, row, 'vc+jwt'), credential: await issueVc(issuerOf(ctx), recordOf(row, wallet), { evidence }) }
  },
})

/** The credential as SD-JWT VC: its holder shows of it only what is asked. Bound to the wallet in `sub`. Throws `credential_invalid`. */
export const credentialAsSdJwt = defineVerb({
  name: 'credentials.sd_jwt',
  permission: 'credentials.read',
  input: byId(),
  output: formatHead.extend({ credential: z.string() }),
  run: async ({ ctx, input }) => {
    const { row, wallet } = await credentialInUse(ctx, input.id)
    const { claims } = await assuranceOf(ctx.db, ctx, row, wallet)
    return { ...formatHeadOf(ctx, row, 'dc+sd-jwt'), credential: await issueSdJwt(issuerOf(ctx), recordOf(row, wallet), { claims }) }
  },
})
