import { X509Certificate } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx, Tenant } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { listVerb } from '#core/record/list-verb.ts'
import { bindUpload, write } from '#core/record/transaction.ts'
import { receiveUpload } from '#core/record/upload.ts'
import { defineVerb } from '#core/record/verb.ts'
import { partsOfCertificate } from '#credentials/revocation/certificate-parts.ts'
import { BadCrl } from '#credentials/revocation/crl.ts'
import type { Queryable } from '#db/connect.ts'
import { revocationLists, trustedIssuers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { followList, keepList, openList } from './lists.ts'
import { importedListAnswer, presentList, revocationListShape } from './shape.ts'

const MAX_BYTES = 2 * 1024 * 1024
const WITH_CERTIFICATES = ['csca', 'iaca', 'pid', 'accreditation'] as const

/** Certificates (DER) of all issuers that a tenant trusts now and that have one. */
export async function trustedCertificates(db: Queryable, scope: Tenant): Promise<Uint8Array[]> {
  const active = and(eq(trustedIssuers.state, 'active'), inArray(trustedIssuers.kind, WITH_CERTIFICATES))
  const rows = await db
    .select({ material: trustedIssuers.material })
    .from(trustedIssuers)
    .where(inScope(trustedIssuers, scope, active))
    .orderBy(trustedIssuers.id)
  return rows.flatMap(({ material }) => (material?.startsWith('-----BEGIN CERTIFICATE') ? [new X509Certificate(material).raw] : []))
}

/** The same, with those of states that a sandbox makes up. */
export const knownCertificates = async (db: Queryable, ctx: Ctx): Promise<Uint8Array[]> => [
  ...(await trustedCertificates(db, ctx)),
  ...ctx.world.states.flatMap(({ material }) => (material ? [new X509Certificate(material).raw] : [])),
]

/**
 * Takes a list of revoked certificates (CRL) from a file: of issuers that publish theirs elsewhere than over HTTP, and for installations
 * that reach nobody. It has to be signed by an issuer that is trusted, and be newer than the one that is kept. Takes one person: it is the
 * issuer's own word, and what waits for it counts by that. Throws `validation_failed` with the reason, `body_too_large`.
 */
export const importRevocationList = defineVerb({
  name: 'revocation_lists.add',
  permission: 'identity.write',
  input: z.strictObject({}),
  output: importedListAnswer,
  run: async ({ ctx, input, upload }) => {
    if (!upload) throw new AppError('unsupported_media_type', 'Send the file itself.')
    const bytes = await receiveUpload(upload, MAX_BYTES, 'A list of revoked certificates has at most 2 MB.')
    const trusted = await knownCertificates(ctx.db, ctx)
    const { crl, signer } = await opened(bytes, trusted)
    if (crl.nextUpdate <= Date.now()) throw invalidField('/file', 'overdue', 'A newer list was due by now. Get the newest one.')
    bindUpload(ctx, crl.digest, input)
    const issuer = partsOfCertificate(signer).thumbprint
    // no event: what becomes of evidence is told one by one.
    return write(ctx, async (tx) => {
      const before = await findImported(tx, ctx, issuer)
      if (before?.digest === crl.digest) throw invalidField('/file', 'nothing_new', 'This list is kept already.')
      if (!(await keepList(tx, ctx, { issuer: signer, anchor: issuer, url: null }, { crl, bytes, importedBy: ctx.actor.id })))
        throw invalidField('/file', 'older', `A newer list of this issuer is kept: number ${before?.number ?? 'unknown'}.`)
      const { taken, waits } = await followList(tx, ctx, { issuer: signer, trusted, crl })
      const row = (await findImported(tx, ctx, issuer))!
      return {
        result: { success: true as const, ...presentList(row), evidence_withdrawn: taken },
        audit: {
          action: 'revocation_list_imported',
          category: 'system',
          subject: { type: 'revocation_list', id: row.id },
          details: {
            ...{ issuer, number: crl.number, digest: crl.digest, revoked: crl.revoked.size },
            ...{ evidence_withdrawn: taken, evidence_waiting: waits },
          },
        },
      }
    })
  },
})

async function opened(bytes: Uint8Array, signers: readonly Uint8Array[]) {
  try {
    return await openList(bytes, signers)
  } catch (error) {
    if (!(error instanceof BadCrl)) throw error
    const words = error.problem === 'wrong_signer' ? 'Nobody whom your organisation trusts has signed this list.' : error.message
    throw invalidField('/file', error.problem, words)
  }
}

async function findImported(db: Queryable, ctx: Ctx, issuer: string) {
  const [row] = await db
    .select()
    .from(revocationLists)
    .where(inScope(revocationLists, ctx, and(eq(revocationLists.issuer, issuer), isNull(revocationLists.url))))
    .limit(1)
  return row ?? null
}

/** Lists that certificates are looked for in, the newest known first. */
export const listRevocationLists = listVerb({
  name: 'revocation_lists.list',
  permission: 'identity.read',
  table: revocationLists,
  list: 'revocation_lists',
  filters: {
    issuer: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .meta({ description: 'Thumbprint of the certificate whose lists are wanted' }),
  },
  item: revocationListShape,
  wanted: ({ input }) => (input.issuer ? eq(revocationLists.issuer, input.issuer) : undefined),
  present: (_, rows) => rows.map(presentList),
})
