import { eq, or } from 'drizzle-orm'
import { z } from 'zod'
import { ensureWallet } from '#core/chain/wallets/find.ts'
import { ensurePerson, type PersonData } from '#core/identity/persons/ensure.ts'
import { refuseRegionElsewhere, refuseUnknownState, stateOfPerson } from '#core/identity/persons/places.ts'
import { ageAt } from '#core/identity/wallets/market-subject.ts'
import { bindPerson } from '#core/identity/wallets/starting-credential.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, requireFields } from '#core/kernel/errors.ts'
import {
  addressLines,
  country,
  dateOfBirth,
  metadata,
  name,
  partyName,
  phone,
  regionFields,
  regionOf,
  walletAddress,
} from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { keyedHash } from '#credentials/keys.ts'
import type { Tx } from '#db/connect.ts'
import { investors } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { AFFILIATIONS, affiliationAfter } from '../holdings/holder-facts.ts'
import { type InvestorView, investorAnswer, presentInvestor } from './present.ts'

export type InvestorRow = typeof investors.$inferSelect

/** The issuer's word on who controls it, which the resale rules for affiliates rest on (17 CFR 230.144(a)(1)). */
export const affiliationField = z.enum(AFFILIATIONS).meta({
  description:
    'Whether this holder controls the issuer: `control`, `officer_or_director`, or `none`. While it is not said, rules on resale ask for it in production',
})

export const investorFields = {
  type: z.enum(['individual', 'entity']).default('individual'),
  full_name: partyName(200).optional(),
  first_name: name(100).optional(),
  last_name: partyName(100).optional(),
  email: z.email().max(255).optional(),
  wallet_address: walletAddress.optional(),
  date_of_birth: dateOfBirth.optional(),
  country: country.optional(),
  ...regionFields,
  address: z.strictObject(addressLines).optional(),
  phone: phone.optional(),
  accreditation_type: z.enum(['income', 'net_worth', 'professional', 'entity']).optional(),
  national_id_last4: z
    .string()
    .regex(/^\d{4}$/, 'Four digits')
    .optional(),
  affiliation: affiliationField.optional(),
  external_id: z.string().min(1).max(100).optional(),
  metadata: metadata.default({}),
}
export const createInvestorInput = z.strictObject(investorFields)
export type CreateInvestorInput = z.output<typeof createInvestorInput>

/** A keyed hash by which an e-mail address is found again without being readable. */
export const emailHash = (ctx: Ctx, email: string) =>
  keyedHash(
    Buffer.from(ctx.services.keyring.derive('email-lookup'), 'hex'),
    `${ctx.organizationId}|${ctx.environment}|${email.toLowerCase()}`,
  )

/** Records an investor. Names and contacts are sealed with the person's own key. */
export const createInvestor = defineVerb({
  name: 'investors.create',
  permission: 'investors.write',
  input: createInvestorInput,
  output: investorAnswer,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const { row, view } = await insertInvestor(tx, ctx, input)
      return {
        result: view,
        audit: {
          action: 'investor_created',
          category: 'investment',
          subject: { type: 'investor', id: row.id },
          details: { type: row.type, has_wallet: row.wallet_id !== null },
        },
        events: [{ type: 'investor.created', resource: { type: 'investor', id: row.id }, object: statusObject(row) }],
      }
    })
  },
})

/** The event's picture of an investor: status, no person. */
export const statusObject = (row: InvestorRow) => ({
  id: row.id,
  status: row.status,
  verification: {
    identity_status: row.identity_status,
    accreditation_status: row.accreditation_status,
    documents_status: row.documents_status,
  },
  country: row.country,
})

/** What is written in two scripts cannot be compared: the whole name is the one that is looked up. */
const LATIN = /\p{Script=Latin}/u
const wordsOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[\s,.'’-]+/)
    .filter(Boolean)

/** Two names for one person are two persons: the one that is not screened could be anybody. Middle names may be left out. */
function refuseOtherName({ full_name, first_name, last_name }: CreateInvestorInput): void {
  if (!full_name) return
  const whole = wordsOf(full_name)
  const other = (
    [
      ['/first_name', first_name],
      ['/last_name', last_name],
    ] as const
  ).filter(([, part]) => part && LATIN.test(part) === LATIN.test(full_name) && !wordsOf(part).every((word) => whole.includes(word)))
  if (other.length)
    throw new AppError('conflicting_fields', 'full_name and first_name with last_name name two people.', {
      fields: other.map(([pointer]) => ({
        pointer,
        code: 'conflicting_fields',
        detail: 'This is not part of full_name. Send one of the two.',
      })),
    })
}

export async function insertInvestor(tx: Tx, ctx: Ctx, input: CreateInvestorInput): Promise<{ row: InvestorRow; view: InvestorView }> {
  const fullName = input.full_name ?? (input.first_name && input.last_name ? `${input.first_name} ${input.last_name}` : undefined)
  refuseOtherName(input)
  requireFields({
    full_name: !fullName && 'Give full_name, or first_name and last_name.',
    email: !input.email && !input.wallet_address && 'Give an email, a wallet_address, or both.',
  })
  if (input.type === 'individual' && input.date_of_birth && ageAt(input.date_of_birth, ctx.now) < 18)
    throw new AppError('under_age', 'Investors must be 18 or older.', {
      fields: [{ pointer: '/date_of_birth', code: 'under_age', detail: 'The person is younger than 18.' }],
    })
  refuseRegionElsewhere('/region', input, [input.country])
  refuseUnknownState('/address/state', input.address?.state, input.country)
  await refuseKnown(tx, ctx, input)
  const data: PersonData = {
    full_name: fullName!,
    date_of_birth: input.date_of_birth ?? null,
    country: input.country ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    address: input.address ?? null,
    ...regionOf(input),
    national_id_last4: input.national_id_last4 ?? null,
  }
  let wallet = input.wallet_address ? await ensureWallet(tx, ctx, input.wallet_address) : null
  const { person } = await ensurePerson(tx, ctx, data, input.type === 'entity' ? 'entity' : 'natural')
  if (wallet) wallet = await bindPerson(tx, ctx, wallet, person)
  const at = new Date(ctx.now)
  const [row] = await tx
    .insert(investors)
    .values({
      id: ctx.fixedId ?? newId('investor', ctx.now),
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      type: input.type,
      person_id: person.id,
      wallet_id: wallet?.id ?? null,
      email_hash: input.email ? emailHash(ctx, input.email) : null,
      country: input.country ?? null,
      us_state: stateOfPerson(data),
      accreditation: input.accreditation_type ? { type: input.accreditation_type } : null,
      affiliation: input.affiliation ? affiliationAfter(null, input.affiliation, rulesDay(ctx.now)) : null,
      external_id: input.external_id ?? null,
      metadata: input.metadata,
      created_at: at,
      updated_at: at,
    })
    .returning()
  return { row: row!, view: presentInvestor(row!, data, wallet, null, ctx.now) }
}

async function refuseKnown(tx: Tx, ctx: Ctx, input: CreateInvestorInput): Promise<void> {
  const played = ctx.world.personas.withEmail(input.email)
  if (played)
    throw new AppError('investor_exists', 'The sandbox answers like this for addresses at exists.example.', {
      extra: { existing_id: played },
    })
  const same = [
    ...(input.email ? [eq(investors.email_hash, emailHash(ctx, input.email))] : []),
    ...(input.external_id ? [eq(investors.external_id, input.external_id)] : []),
  ]
  if (!same.length) return
  const [known] = await tx
    .select({ id: investors.id })
    .from(investors)
    .where(inScope(investors, ctx, or(...same)))
    .limit(1)
  if (known)
    throw new AppError('investor_exists', 'An investor with this email or external_id exists.', { extra: { existing_id: known.id } })
}
