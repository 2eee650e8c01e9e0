import type { Ctx } from '#core/kernel/context.ts'
import { findAnything } from '#core/portal/work/find.ts'
import { readInbox, readPlace } from '#core/portal/work/place.ts'
import { bind } from './bind.ts'

/** The frame of a signed-in person's pages: where they work, what is due, and what they look for. */
export const workVerbs = (ctx: Ctx) => bind(ctx, { readPlace, readInbox, findAnything })
