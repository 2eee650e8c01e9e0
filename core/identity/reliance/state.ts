import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { ensureWallet, refuseSuperseded, type WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { walletAddress } from '#core/kernel/fields.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { investors, organizations, persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { canonical, type Json } from '#engine/canonical.ts'
import { presentEvidence } from '../evidence/present.ts'
import { type EvidenceFound, recordEvidence } from '../evidence/record.ts'
import { evidenceAnswer } from '../evidence/shape.ts'
import { ensurePerson, type PersonRow } from '../persons/ensure.ts'
import { bindPerson } from '../wallets/starting-credential.ts'
import { requireRelianceAgreement } from './agreement.ts'
import { readSignedStatement } from './signed.ts'
import { type ProgrammeStatement, statementFields } from './statement.ts'

/** So long a programme's word counts after it was last found right. */
const COUNTS_MS = 365 * 86_400_000

const statementInput = z.strictObject({
  wallet_address: walletAddress.optional(),
  investor_id: z.string().max(100).optional(),
  statement: statementFields.optional().meta({ description: 'As the caller says it, who answers for it' }),
  statement_jws: z.string().max(10_000).optional().meta({
    description:
      'The same as the payload of a JWS by a key of `reliance_keys` (`kid`: the did:key), with `aud`: the address of this service, `sub`: the wallet or investor, and `iat` of the last 24 hours',
  }),
})

/**
 * States that the tenant's own programme identified somebody, for tenants whose programme is relied on (31 CFR 1020.220(a)(6) and its like;
 * Directive (EU) 2015/849 articles 25 to 27). It becomes evidence of the method `reliance`, which every decision that rests on it names. Throws
 * `reliance_not_agreed`, `statement_invalid`, `not_found`, `validation_failed`.
 */
export const stateReliance = defineVerb({
  name: 'reliance.state',
  permission: 'identity.write',
  input: statementInput,
  output: evidenceAnswer,
  run: async ({ ctx, input }) => {
    const { wallet_address, investor_id } = input
    if (Number(investor_id !== undefined) + Number(wallet_address !== undefined) !== 1)
      throw invalidField('/wallet_address', 'required', 'Say whom it is about: a wallet_address or an investor_id, one of them.')
    if (Number(input.statement !== undefined) + Number(input.statement_jws !== undefined) !== 1)
      throw invalidField('/statement', 'required', 'Give a statement or a statement_jws, one of them.')
    return write(ctx, async (tx) => {
      const agreement = await requireRelianceAgreement(tx, ctx)
      const about = investor_id ?? wallet_address!.canonical
      const signed = input.statement_jws === undefined ? null : await readSignedStatement(tx, ctx, input.statement_jws, about)
      const statement = signed?.statement ?? input.statement!
      requireDays(statement, rulesDay(ctx.now))
      const { person, name, subjectId } = await aboutWhom(tx, ctx, input, statement)
      const { programme, method, identified_on, confirmed_on = identified_on, ...read } = statement
      const found: EvidenceFound = {
        ...{ proves: 'identity', method: 'reliance', level: agreement.level, ial: null, eidas: null, rejected: null },
        voucher: { kind: 'tenant', name, id: ctx.organizationId },
        digest: createHash('sha256')
          .update(input.statement_jws ?? canonical({ about, statement } as unknown as Json))
          .digest('hex'),
        read,
        covers: Object.keys(read),
        takenAt: new Date(identified_on),
        expiresAt: new Date(Date.parse(confirmed_on) + COUNTS_MS),
        proof: {
          ...{ programme, method, identified_on, confirmed_on, law: agreement.law, certified_at: agreement.certified_at },
          ...{ stated_by: ctx.actor.id, key: signed?.key ?? null, algorithm: signed?.algorithm ?? null },
        },
      }
      const { row, audit, events } = await recordEvidence(tx, ctx, person, found, [subjectId])
      return {
        result: { success: true as const, ...presentEvidence(row, ctx.now) },
        audit: { ...audit, details: { ...audit.details, programme, law: agreement.law } },
        events,
      }
    })
  },
})

function requireDays({ identified_on, confirmed_on = identified_on }: ProgrammeStatement, today: string): void {
  if (identified_on > today) throw invalidField('/statement/identified_on', 'in_future', 'This day has not come yet.')
  if (confirmed_on > today || confirmed_on < identified_on)
    throw invalidField('/statement/confirmed_on', 'out_of_order', 'It is found right again after it was found out, and not in the future.')
  if (Date.parse(confirmed_on) + COUNTS_MS <= Date.parse(today))
    throw invalidField('/statement/confirmed_on', 'too_old', 'Your programme looked more than a year ago. Look again, then say so.')
}

/** Whom it is about; a wallet of nobody known becomes that of whom the statement names. And what the tenant is called. */
async function aboutWhom(
  tx: Tx,
  ctx: Ctx,
  { wallet_address, investor_id }: z.output<typeof statementInput>,
  statement: ProgrammeStatement,
): Promise<{ person: PersonRow; name: string; subjectId: string }> {
  const [organization] = await tx.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  const investor = investor_id === undefined ? null : await findScoped(tx, investors, ctx, investor_id)
  if (investor_id !== undefined && !investor) throw notFound()
  const wallet = wallet_address ? await ensureWallet(tx, ctx, wallet_address) : null
  if (wallet) refuseSuperseded(wallet)
  const known = investor?.person_id ?? wallet?.person_id
  const person = known ? await findScoped(tx, persons, ctx, known) : await personOf(tx, ctx, wallet!, statement)
  if (!person || person.erased_at) throw notFound()
  if (person.kind !== 'natural') throw new AppError('conflict', 'This is about an organisation. A statement is about a person.')
  return { person, name: organization!.name, subjectId: investor?.id ?? wallet!.id }
}

async function personOf(
  tx: Tx,
  ctx: Ctx,
  wallet: WalletRow,
  { full_name, date_of_birth, country, nationality }: ProgrammeStatement,
): Promise<PersonRow> {
  const { person } = await ensurePerson(tx, ctx, { full_name, date_of_birth, country: country ?? null, nationality: nationality ?? null })
  await bindPerson(tx, ctx, wallet, person)
  return person
}
