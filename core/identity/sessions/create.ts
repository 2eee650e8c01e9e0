import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { ensureWallet, refuseSuperseded } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { walletAddress } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { IDENTITY_PROVIDERS, identityProviders, identitySessions, investors, persons, SESSION_CLAIMS, SESSION_METHODS } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { presentSession } from './present.ts'
import { createdSession } from './shape.ts'
import { closedWays } from './ways.ts'

export const createSessionInput = z.strictObject({
  wallet_address: walletAddress.optional(),
  investor_id: z.string().max(100).optional(),
  person_id: z.string().max(100).optional().meta({ description: 'Somebody who owns or controls an entity, as its file names them' }),
  level: z
    .enum(['basic', 'enhanced'])
    .optional()
    .meta({ description: 'How far the proof of who they are has to go: `enhanced` when left out. Not with `claims`' }),
  claims: z.array(z.enum(SESSION_CLAIMS)).length(1, 'One of them: a session is about one thing.').optional().meta({
    description:
      'In place of who they are: only this is asked of a digital identity wallet, kept and verified. Left out, it is about who they are',
  }),
  methods: z
    .array(z.enum(SESSION_METHODS))
    .min(1)
    .max(SESSION_METHODS.length)
    .transform((methods) => [...new Set(methods)])
    .optional()
    .meta({
      description:
        'The ways that are taken, in this order. All of them when left out. The page offers those that lead somewhere: a provider that is set up, an issuer that you trust',
    }),
  provider: z.enum(IDENTITY_PROVIDERS).optional().meta({ description: 'Which provider is offered, where `methods` has `provider`' }),
  return_url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional()
    .meta({ description: 'Where the person goes on afterwards. In production `https`' }),
  expires_in: z.number().int().min(300).max(2_592_000).default(604_800).meta({ description: 'For how many seconds the page is open' }),
})

/**
 * Opens a session in which a person proves who they are: on a page of ours that you open or embed, or in an app of yours. What it comes
 * to is told by `identity.session.*`, and what waits for it is judged anew by itself. Throws `not_found`, `validation_failed`, `conflict`.
 */
export const createIdentitySession = defineVerb({
  name: 'identity_sessions.create',
  permission: 'identity.write',
  input: createSessionInput,
  output: createdSession,
  run: ({ ctx, input }) => openSessionAbout(ctx, input, { by: ctx.actor.id }),
})

/**
 * The work of `createIdentitySession`, for whoever has made sure that the caller may. `by` answers for it: they judge nothing of what is shown.
 * Through a client session that is the key that gave it out.
 */
export async function openSessionAbout(
  ctx: Ctx,
  input: Asked,
  { by, client_session_id }: { by: string; client_session_id?: string },
): Promise<z.input<typeof createdSession>> {
  if ([input.investor_id, input.person_id, input.wallet_address].filter((one) => one !== undefined).length !== 1)
    throw invalidField(
      '/wallet_address',
      'required',
      'Say whose identity it is about: a wallet_address, an investor_id or a person_id, one of them.',
    )
  if (input.claims) await refuseBeside(ctx, input)
  if (input.return_url && !isReturnable(ctx, input.return_url))
    throw invalidField('/return_url', 'invalid_url', 'In production this has to be an address with https.')
  if (input.provider || onlyProvider(input.methods)) await requireProvider(ctx, input.provider, input.methods)
  // no event: whoever opened it knows.
  return write(ctx, async (tx) => {
    const about = await aboutWhom(tx, ctx, input)
    const id = newId('identity_session', ctx.now)
    const secret = randomBytes(32).toString('base64url')
    const at = new Date(ctx.now)
    const [row] = await tx
      .insert(identitySessions)
      .values({
        id,
        organization_id: ctx.organizationId,
        environment: ctx.environment,
        // A claim alone goes no further.
        level: input.level ?? (input.claims ? 'basic' : 'enhanced'),
        methods: input.methods ?? (input.claims ? ['wallet_presentation'] : [...SESSION_METHODS]),
        claims: input.claims ?? null,
        ...about,
        provider: input.provider ?? null,
        provider_named: input.provider !== undefined,
        token_hash: hashOfToken(secret),
        return_url: input.return_url ?? null,
        created_by: by,
        expires_at: new Date(ctx.now + input.expires_in * 1_000),
        created_at: at,
        updated_at: at,
      })
      .returning()
    const [closed] = await closedWays(ctx, [row!], tx)
    return {
      result: {
        success: true as const,
        ...presentSession(row!, ctx.now),
        closed: closed!,
        url: `${ctx.services.config.publicUrl}/verify/${secret}`,
      },
      audit: {
        action: 'identity_session_opened',
        category: 'user',
        subject: { type: 'identity_session', id },
        details: {
          level: row!.level,
          methods: row!.methods,
          claims: row!.claims,
          person_id: about.person_id,
          ...(client_session_id && { client_session_id }),
        },
      },
    }
  })
}

/** A claim alone is shown by wallets, and at no level; an accreditation is an investor’s. Throws `conflicting_fields`, `issuer_not_trusted`. */
async function refuseBeside(ctx: Ctx, { claims, investor_id, level, methods, provider }: Asked): Promise<void> {
  const wrong = (pointer: string, detail: string) =>
    new AppError('conflicting_fields', detail, { fields: [{ pointer, code: 'conflicting_fields', detail }] })
  if (level) throw wrong('/level', 'A session about a claim alone has no level: leave it out.')
  if (provider) throw wrong('/provider', 'A claim alone is shown by digital identity wallets, not by a provider: leave it out.')
  if (methods?.some((one) => one !== 'wallet_presentation'))
    throw wrong('/methods', 'A claim alone is shown by digital identity wallets: leave this out, or name wallet_presentation.')
  if (!claims?.includes('accreditation')) return
  if (investor_id === undefined) throw invalidField('/investor_id', 'required', 'An accreditation is an investor’s: name the investor_id.')
  if (!(await ctx.world.issuers.of(ctx.db, ctx, 'accreditation')).length)
    throw new AppError(
      'issuer_not_trusted',
      'You trust nobody yet to say who is accredited. Let an issuer in: POST /v1/identity/trusted-issuers with kind accreditation.',
    )
}

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const isReturnable = (ctx: Ctx, url: string): boolean => new URL(url).protocol === 'https:' || ctx.world.identity.endsOnRequest

const onlyProvider = (methods: Asked['methods']): boolean => methods?.length === 1 && methods[0] === 'provider'

/** Refuses a session with a provider that is not set up, or whose way is not offered, and one that nothing but a provider could end while none is. */
async function requireProvider(ctx: Ctx, provider: Asked['provider'], methods: Asked['methods']): Promise<void> {
  if (methods && !methods.includes('provider'))
    throw new AppError('conflicting_fields', 'A provider is named, and methods does not have provider.', {
      fields: [{ pointer: '/provider', code: 'conflicting_fields', detail: 'Leave it out, or add provider to methods.' }],
    })
  const [known] = await ctx.db
    .select({ id: identityProviders.id })
    .from(identityProviders)
    .where(inScope(identityProviders, ctx, provider && eq(identityProviders.provider, provider)))
    .limit(1)
  if (known) return
  const what = provider ? 'This provider is not set up here. Set it up first' : 'No provider is set up here. Set one up first'
  throw new AppError('provider_not_configured', `${what} (POST /v1/identity/providers/{provider}), or offer another way.`)
}

type Asked = z.output<typeof createSessionInput>

/** Whom it is about: the person behind the wallet or investor, while one is known, and whose key seals what is kept. */
async function aboutWhom(tx: Tx, ctx: Ctx, { wallet_address, investor_id, person_id }: Asked) {
  const investor = investor_id === undefined ? null : await findScoped(tx, investors, ctx, investor_id)
  if (investor_id !== undefined && !investor) throw notFound()
  const wallet = wallet_address ? await ensureWallet(tx, ctx, wallet_address) : null
  if (wallet) refuseSuperseded(wallet)
  const personId = person_id ?? investor?.person_id ?? wallet?.person_id ?? null
  const person = personId ? await findScoped(tx, persons, ctx, personId) : null
  if (person?.erased_at || (person_id !== undefined && !person)) throw notFound()
  if (person?.kind === 'entity')
    throw invalidField(
      person_id !== undefined ? '/person_id' : investor_id !== undefined ? '/investor_id' : '/wallet_address',
      'not_a_person',
      'This is a company, and only people prove who they are here. Open a session for each of its people that is `required` (GET /v1/investors/{id}/entity), by person_id.',
    )
  return {
    person_id: person?.id ?? null,
    wallet_id: wallet?.id ?? investor?.wallet_id ?? null,
    investor_id: investor?.id ?? null,
    subject_key_id: person?.subject_key_id ?? tenantKeyId(ctx),
  }
}
