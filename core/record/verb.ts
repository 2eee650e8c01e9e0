import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, type ErrorCode, forPerson } from '#core/kernel/errors.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { type PermissionName, requirePermission } from '#core/kernel/permissions.ts'
import { requireAdmin } from './admin-only.ts'
import { isOfAnother, noteRefused } from './log/note-refusal.ts'
import { noteLook } from './support.ts'

/** What the work of a verb is given: the call, and its input as the schema read it. */
export interface Given<I extends z.ZodType = z.ZodType> {
  ctx: Ctx
  input: z.output<I>
  /** The file that came with the call, unread, where the operation takes one. */
  upload?: Upload
}

/** A request body that is not read yet. */
export interface Upload {
  stream: ReadableStream<Uint8Array>
  mediaType: string
}

/** What a verb is called with. Where nothing has to be said, `input` may be left out. */
type Called<I extends z.ZodType> =
  Record<string, never> extends z.input<I> ? { ctx: Ctx; input?: z.input<I> } : { ctx: Ctx; input: z.input<I> }

/** Something that can be done, by the API and by pages alike. Called, it asks for its permission, reads its input and does its work. */
export interface Verb<I extends z.ZodType = z.ZodType, R = unknown> {
  (call: Called<I>): Promise<R>
  /** Such as `wallets.verify`: what the API calls its operation, unless that says otherwise. */
  readonly name: string
  /** Null where it is for anybody. */
  readonly permission: PermissionName | null
  readonly input: I
  /** As the call, with an input of which nothing is known yet: a form, or a body. */
  sent(call: { ctx: Ctx; input: unknown }): Promise<R>
  /** As the call, with an input that `input` has read: for whoever must know it before the work begins. */
  run(given: Given<I>): Promise<R>
}

/** A verb whose answer has a schema, so that the API can show it. */
export interface PublicVerb<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends Verb<I, z.output<O>> {
  readonly permission: PermissionName
  readonly output: O
}

interface Spec<I extends z.ZodType> {
  name: string
  permission: PermissionName | null
  /** For administrators: the attempt of a signed-in person who may not is audited. */
  admin?: boolean
  /** What its work refuses that leaves a word in the log, as the attempt of whoever may not do it at all. */
  noted?: readonly ErrorCode[]
  /** Left out where a verb takes nothing. */
  input?: I
}

const MAY_NOT: readonly ErrorCode[] = ['forbidden', 'insufficient_scope']
const NOT_THERE: readonly ErrorCode[] = ['not_found']
/** What is of an organisation, and not of somebody's own account alone. */
const isOfOrganization = (permission: PermissionName | null) => permission !== null && !permission.startsWith('account.')

const nothing = z.strictObject({})
type Nothing = typeof nothing

/**
 * Makes a verb of its work. Whoever may not is refused before anything of the input is looked at (401, 403); then the input is read,
 * here and nowhere else (422, `validation_failed` or `unknown_field`, with a pointer a field). `output` says what the answer is: the
 * work's type is the schema's, and routes, OpenAPI and SDKs derive from it. What it writes, it writes through `write` or `append`.
 */
export function defineVerb<O extends z.ZodType, I extends z.ZodType = Nothing>(
  spec: Spec<I> & { permission: PermissionName; output: O; run: (given: Given<I>) => Promise<NoInfer<z.input<O>>> },
): PublicVerb<I, O> {
  return Object.assign(verbOf(spec), { output: spec.output }) as unknown as PublicVerb<I, O>
}

/** As `defineVerb`, for what only pages call: nobody outside reads its answer, so that has a type and no schema. */
export function definePageVerb<R, I extends z.ZodType = Nothing>(spec: Spec<I> & { run: (given: Given<I>) => Promise<R> }): Verb<I, R> {
  return verbOf(spec) as unknown as Verb<I, R>
}

/** Whether a refusal is of somebody who is known, and of this kind. */
const isTold = (ctx: Ctx, error: unknown, codes: readonly ErrorCode[]): error is AppError =>
  error instanceof AppError && codes.includes(error.code) && (ctx.actor.type === 'user' || ctx.actor.type === 'api_key')

/** The id of a record that a call names. */
function idIn(said: unknown): string | null {
  const id = (said as { id?: unknown } | undefined)?.id
  return typeof id === 'string' && /^[a-z]{3}_[0-9a-z]{26}$/.test(id) ? id : null
}

function verbOf<I extends z.ZodType>(spec: Spec<I> & { run: (given: Given<I>) => Promise<unknown> }) {
  const { name, permission, admin, noted = [], input = nothing } = spec
  const permit = async (ctx: Ctx): Promise<void> => {
    if (permission && admin) await requireAdmin(ctx, permission)
    else if (permission) requirePermission(ctx, permission)
  }
  /** An attempt of somebody who is known: who, at what, and why it was refused. */
  const note = async (ctx: Ctx, error: unknown, codes: readonly ErrorCode[], said: unknown): Promise<void> => {
    if (!isTold(ctx, error, codes)) return
    const id = idIn(said)
    const details = { verb: name, permission, why: error.code, ...(id && { about: id }) }
    await noteRefused(ctx, 'known', `${ctx.actor.id}:${name}:${error.code}`, { action: 'act_refused', category: 'user', details })
  }
  /** Who looks at another organisation's data by its leave is written down before they see anything of it. */
  const begin = async (ctx: Ctx, said: unknown): Promise<void> => {
    const looks = ctx.actor.type === 'user' && ctx.actor.support
    const look = { verb: name, permission, about: looks ? (said as { id?: unknown } | undefined)?.id : undefined }
    try {
      await permit(ctx)
    } catch (error) {
      if (looks) await noteLook(ctx, { ...look, refused: true })
      else if (!admin && isOfOrganization(permission)) await note(ctx, error, MAY_NOT, said)
      throw error
    }
    if (looks) await noteLook(ctx, look)
  }
  const work = async (given: Given<I>): Promise<unknown> => {
    try {
      return await spec.run(given)
    } catch (error) {
      const { actor } = given.ctx
      if (noted.length) await note(given.ctx, error, noted, given.input)
      // What is another organisation's is answered as what is not there. That somebody knows its id is for their own to know.
      if (permission?.endsWith('.read') && isTold(given.ctx, error, NOT_THERE)) {
        const id = idIn(given.input)
        if (id && (await isOfAnother(given.ctx, id))) await note(given.ctx, error, NOT_THERE, given.input)
      }
      throw actor.type === 'user' && !actor.byKey ? forPerson(error) : error
    }
  }
  const sent = async ({ ctx, input: said }: { ctx: Ctx; input?: unknown }): Promise<unknown> => {
    await begin(ctx, said)
    return work({ ctx, input: parseInput(input, said ?? {}) as z.output<I> })
  }
  const run = async (given: Given<I>): Promise<unknown> => {
    await begin(given.ctx, given.input)
    return work(given)
  }
  const verb = (call: { ctx: Ctx; input?: unknown }) => sent(call)
  Object.defineProperty(verb, 'name', { value: name })
  return Object.assign(verb, { permission, input, sent, run })
}
