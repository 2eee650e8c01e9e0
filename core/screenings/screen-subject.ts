import type { ListStamp } from '#screening/entity.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { presentMatch, type WireMatch } from './present.ts'

export interface SubjectToScreen {
  wallet_address?: string | undefined
  full_name?: string | undefined
  country?: string | undefined
  date_of_birth?: string | undefined
  entity_type?: 'person' | 'organization' | 'vessel' | 'aircraft' | 'any' | undefined
}

export interface Screened {
  status: 'clear' | 'hit' | 'possible_match'
  matches: WireMatch[]
  lists: ListStamp[]
  /** Age of the oldest list the answer rests on, in seconds. */
  ageSeconds: number
  checkedAt: string
}

/** Score at and above which a name is at least a possible match. */
export const REVIEW_SCORE = 0.85

/**
 * Looks one subject up in the lists in force. Throws `screening_unavailable` when nothing is loaded: an empty list clears nobody.
 */
export function screenSubject(
  ctx: Ctx,
  subject: SubjectToScreen,
  options: { threshold?: number | undefined; lists?: readonly string[] | undefined } = {},
): Screened {
  const { screening } = ctx.services
  // A sandbox whose clock was moved has its lists refreshed with it: time travel tests deadlines, not the age of our data.
  const shift = ctx.environment === 'sandbox' ? Math.round((ctx.now - Date.now()) / 1000) * 1000 : 0
  const stamps = screening.stamps(ctx.environment, options.lists).map((stamp) => {
    const loaded = Math.min(Date.parse(stamp.loaded_at) + shift, ctx.now)
    return { ...stamp, loaded_at: new Date(loaded).toISOString() }
  })
  if (ctx.scenario === 'screening_unavailable' || !stamps.length)
    throw new AppError(
      'screening_unavailable',
      'No sanctions list is loaded, so nothing can be cleared. It is retried in the background; try again shortly.',
    )
  const threshold = options.threshold ?? REVIEW_SCORE
  const addressMatches = subject.wallet_address
    ? screening
        .address(ctx.environment, subject.wallet_address, options.lists)
        .map((hit) => presentMatch({ kind: 'address', entity: hit.entity, address: hit.address }))
    : []
  const nameMatches = subject.full_name
    ? screening
        .names(
          ctx.environment,
          {
            full_name: subject.full_name,
            ...(subject.date_of_birth && { date_of_birth: subject.date_of_birth }),
            ...(subject.country && { country: subject.country }),
            ...(subject.entity_type && subject.entity_type !== 'any' && { entity_type: subject.entity_type }),
          },
          { threshold, limit: 25, ...(options.lists && { lists: options.lists }) },
        )
        .map((match) => presentMatch({ kind: 'name', match }))
    : []
  const matches = [...addressMatches, ...nameMatches].map((match, i) => ({ ...match, rank: i + 1 }))
  const strong = matches.some(
    (m) =>
      m.match_type === 'address_exact' || (m.score >= 0.97 && m.agree.length > 0 && m.conflict.length === 0 && !m.weak_alias && !m.pep),
  )
  return {
    status: strong ? 'hit' : matches.length ? 'possible_match' : 'clear',
    matches,
    lists: stamps,
    ageSeconds: Math.max(...stamps.map((s) => Math.max(0, Math.round((ctx.now - Date.parse(s.loaded_at)) / 1000)))),
    checkedAt: new Date(ctx.now).toISOString(),
  }
}
