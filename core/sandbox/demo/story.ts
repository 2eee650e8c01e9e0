import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { parseAddress } from '#chains/address.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { findByEmail } from '#core/kernel/people.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { createTransaction, createTransactionInput } from '#core/markets/transactions/create.ts'
import { inviteInvestor } from '#core/portal/invitations/invite.ts'
import { createInvestment, createInvestmentInput } from '#core/securities/investments/create.ts'
import { createInvestor, createInvestorInput } from '#core/securities/investors/create.ts'
import { verifyInvestor } from '#core/securities/investors/verify.ts'
import { verifyInvestorInput } from '#core/securities/investors/verify-input.ts'
import { changeOfferingStatus } from '#core/securities/offerings/change-status.ts'
import { createOffering, createOfferingInput } from '#core/securities/offerings/create.ts'
import { recordFormD } from '#core/securities/offerings/record-form-d.ts'
import { confirmIssuance } from '#core/securities/tokens/confirm.ts'
import { issueInput, issueTokens } from '#core/securities/tokens/issue.ts'
import { investments, investors, offerings, settings, transactions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { CHAPTERS, CHARACTERS, type Chapter, type Character, TRANSFERS } from './story-data.ts'

const DAY_MS = 86_400_000
const DONE = 'demo_story'
const ISSUER = 'issuer@demo.sealwright.example'
const INVESTOR = 'investor@demo.sealwright.example'

/**
 * Tells the demo issuer's story through the verbs, each at its own time: every row was decided by the engine and is in the log.
 * Told once; after a start that was cut short it goes on where it stopped. Returns false when there was nothing to tell.
 */
export async function tellDemoStory(services: Services, now = Date.now()): Promise<boolean> {
  const { db } = services.connection
  const [told] = await db.select().from(settings).where(eq(settings.key, DONE)).limit(1)
  if (told) return false
  const issuer = await findByEmail(db, services, ISSUER)
  if (!issuer) return false
  const ctx = systemCtx(services, { id: 'demo', organizationId: issuer.organization_id, environment: 'sandbox', now })
  const teller = new Teller(ctx)
  // In the order of their days: nobody is judged by what came later.
  const steps = [...teller.people(), ...CHAPTERS.flatMap((chapter) => teller.chapter(chapter))]
  for (const { step } of steps.toSorted((a, b) => b.daysAgo - a.daysAgo)) await step()
  await teller.transfers()
  await teller.invitations()
  await db.insert(settings).values({ key: DONE, value: true, updated_at: new Date() }).onConflictDoNothing()
  return true
}

/** The wallet of a character: always the same, and nobody's. */
function walletOf(character: Pick<Character, 'name'>): string {
  const parsed = parseAddress(`0x${createHash('sha256').update(`demo:${character.name}`).digest('hex').slice(0, 40)}`)
  return parsed.ok ? parsed.canonical : ''
}

const slug = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-')
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Something of the story, so many days before now. */
interface Step {
  daysAgo: number
  step: () => Promise<void>
}

class Teller {
  readonly #ctx: Ctx
  readonly #investors = new Map<number, string>()
  readonly #offerings = new Map<string, string>()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  /** The same call made some days ago. */
  #ago(days: number): Ctx {
    return { ...this.#ctx, now: this.#ctx.now - Math.round(days * DAY_MS) }
  }

  people(): Step[] {
    return CHARACTERS.flatMap((character, index) => {
      const joined = character.joined ?? 265 - index / 5
      const { letter } = character
      const joins = { daysAgo: joined, step: () => this.#join(character, index, joined) }
      return letter === undefined ? [joins] : [joins, { daysAgo: letter - 1, step: () => this.#accredit(index, letter) }]
    })
  }

  async #join(character: Character, index: number, joined: number): Promise<void> {
    const known = await this.#find(investors, eq(investors.external_id, `demo-${slug(character.name)}`))
    if (known) {
      this.#investors.set(index, known)
      return
    }
    const made = await createInvestor.run({
      ctx: this.#ago(joined),
      input: createInvestorInput.parse({
        full_name: character.name,
        type: character.entity ? 'entity' : 'individual',
        email: `${slug(character.name)}@people.example`,
        country: character.country,
        wallet_address: walletOf(character),
        external_id: `demo-${slug(character.name)}`,
        ...(!character.entity && { date_of_birth: character.born ?? `19${55 + (index % 40)}-0${1 + (index % 9)}-1${index % 9}` }),
        ...(character.state && { address: { line1: `${index + 1} Example Street`, city: 'Exampleton', state: character.state } }),
      }),
    })
    this.#investors.set(index, made.id)
    if (!character.stopped) await this.#verify(made.id, joined - 0.02)
  }

  async #accredit(index: number, letter: number): Promise<void> {
    const id = this.#investors.get(index)!
    const [row] = await this.#ctx.db.select({ accredited: investors.accreditation_status }).from(investors).where(eq(investors.id, id))
    if (row?.accredited !== 'verified') await this.#verify(id, letter - 1, letter)
  }

  async #verify(id: string, daysAgo: number, letter?: number): Promise<void> {
    const ctx = this.#ago(daysAgo)
    await verifyInvestor.run({
      ctx,
      input: {
        id,
        ...verifyInvestorInput.parse({
          accepted_terms: true,
          ...(letter !== undefined && {
            checks: ['accreditation'],
            accreditation: {
              type: 'net_worth',
              method: 'third_party_letter',
              verifier: 'attorney',
              dated: day(this.#ctx.now - letter * DAY_MS),
              evidence_sha256: createHash('sha256').update(`letter of ${id}`).digest('hex'),
            },
          }),
        }),
      },
    })
  }

  chapter(chapter: Chapter): Step[] {
    const { created, formD, closed, paused } = chapter
    const id = () => this.#offerings.get(chapter.key)!
    const begin = async () => {
      const known = await this.#find(offerings, eq(offerings.external_id, `demo-${chapter.key}`))
      this.#offerings.set(chapter.key, known ?? (await this.#create(chapter)))
    }
    const file = async (daysAgo: number) => {
      const filed = (await this.#offering(id())).facts.form_d as { filed_at?: string } | undefined
      if (!filed?.filed_at)
        await recordFormD.run({ ctx: this.#ago(daysAgo), input: { id: id(), filed_at: day(this.#ctx.now - daysAgo * DAY_MS) } })
    }
    const end = async (to: 'closed' | 'paused', daysAgo: number) => {
      if ((await this.#offering(id())).status === 'open')
        await changeOfferingStatus.run({ ctx: this.#ago(daysAgo), input: { id: id(), to } })
    }
    return [
      { daysAgo: created, step: begin },
      ...chapter.purchases.map(([who, amount, daysAgo]) => ({ daysAgo, step: () => this.#buy(chapter, id(), { who, amount, daysAgo }) })),
      ...(formD ? [{ daysAgo: formD, step: () => file(formD) }] : []),
      ...(closed ? [{ daysAgo: closed, step: () => end('closed', closed) }] : []),
      ...(paused ? [{ daysAgo: paused, step: () => end('paused', paused) }] : []),
    ]
  }

  async #offering(id: string): Promise<typeof offerings.$inferSelect> {
    const [row] = await this.#ctx.db
      .select()
      .from(offerings)
      .where(inScope(offerings, this.#ctx, eq(offerings.id, id)))
      .limit(1)
    return row!
  }

  async #create(chapter: Chapter): Promise<string> {
    const draft = await createOffering.run({
      ctx: this.#ago(chapter.created),
      input: createOfferingInput.parse({ ...chapter.terms, status: 'draft', external_id: `demo-${chapter.key}` }),
    })
    if (chapter.opened) await changeOfferingStatus.run({ ctx: this.#ago(chapter.opened), input: { id: draft.id, to: 'open' } })
    return draft.id
  }

  async #buy(chapter: Chapter, offeringId: string, bought: { who: number; amount: string; daysAgo: number }): Promise<void> {
    const investor = this.#investors.get(bought.who)!
    const reference = `demo-${chapter.key}-${bought.who}-${bought.daysAgo}`
    const known = await this.#find(investments, eq(investments.payment_reference, reference))
    const id: string =
      known ??
      (await createInvestment
        .run({
          ctx: this.#ago(bought.daysAgo),
          input: createInvestmentInput.parse({
            offering_id: offeringId,
            investor_id: investor,
            amount: bought.amount,
            payment_method: bought.who % 3 === 0 ? 'wire' : 'ach',
            payment_reference: reference,
            ...(chapter.terms.regulation === 'reg_a_plus' && { annual_income: '240000', net_worth: '180000' }),
          }),
        })
        .then((made) => made.id!))
    if (chapter.issueOlderThan === undefined || bought.daysAgo < chapter.issueOlderThan) return
    const [row] = await this.#ctx.db
      .select()
      .from(investments)
      .where(inScope(investments, this.#ctx, eq(investments.id, id)))
      .limit(1)
    if (row?.status !== 'accepted' || row.issued_quantity !== '0') return
    const issued = await issueTokens.run({
      ctx: this.#ago(bought.daysAgo - 0.5),
      input: issueInput.parse({ offering_id: offeringId, investor_id: investor, investment_id: id, quantity: row.token_quantity }),
    })
    if (issued.status === 'authorized')
      await confirmIssuance.run({
        ctx: this.#ago(bought.daysAgo - 0.45),
        input: { id: issued.id, transaction_hash: `0x${createHash('sha256').update(`mint of ${reference}`).digest('hex')}` },
      })
  }

  async transfers(): Promise<void> {
    for (const [index, transfer] of TRANSFERS.entries()) {
      const label = `demo-transfer-${index}`
      const known = await this.#ctx.db
        .select({ metadata: transactions.metadata })
        .from(transactions)
        .where(inScope(transactions, this.#ctx, eq(transactions.offering_id, this.#offerings.get(transfer.chapter)!)))
      if (known.some((row) => row.metadata.demo === label)) continue
      await createTransaction.run({
        ctx: this.#ago(transfer.daysAgo),
        input: createTransactionInput.parse({
          offering_id: this.#offerings.get(transfer.chapter)!,
          from_address: walletOf(CHARACTERS[transfer.from]!),
          to_address: walletOf(CHARACTERS[transfer.to]!),
          amount: transfer.units,
          metadata: { demo: label },
          ...(transfer.settled && { transaction_hash: `0x${createHash('sha256').update(label).digest('hex')}` }),
        }),
      })
    }
  }

  /** The demo investor finds two invitations on their dashboard. */
  async invitations(): Promise<void> {
    for (const [key, daysAgo] of [
      ['harbour', 6],
      ['meadow', 2],
    ] as const) {
      try {
        await inviteInvestor({ ctx: this.#ago(daysAgo), input: { offering_id: this.#offerings.get(key)!, email: INVESTOR } })
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'already_exists')) throw error
      }
    }
  }

  async #find(table: typeof offerings | typeof investors | typeof investments, condition: SQL): Promise<string | null> {
    const [row] = await this.#ctx.db
      .select({ id: sql<string>`${table.id}` })
      .from(table as typeof offerings)
      .where(inScope(table, this.#ctx, condition))
      .limit(1)
    return row?.id ?? null
  }
}
