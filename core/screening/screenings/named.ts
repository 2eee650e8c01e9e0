import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { partyFacts } from '#core/record/decisions/party-facts.ts'
import type { Tx } from '#db/connect.ts'
import { type Screened, type SubjectToScreen, screenSubject } from '../matching/screen-subject.ts'

/**
 * Looks up further names that are said of a side, and adds what is found to the facts that the rules read of it. Its own screening
 * stays as it is. Throws `screening_unavailable`.
 */
export async function lookUpNames(tx: Tx, ctx: Ctx, side: MarketSubject, names: readonly SubjectToScreen[]): Promise<Screened[]> {
  const all: Screened[] = []
  for (const asked of names) {
    const screened = await screenSubject(tx, ctx, asked)
    const found = partyFacts({ kind: 'natural', address: null, places: [], screened })
    const own = side.facts
    const demoted = [...(own.screen.demoted ?? []), ...(found.screen.demoted ?? [])]
    own.screen = { ...own.screen, names: [...own.screen.names, ...found.screen.names], ...(demoted.length && { demoted }) }
    if (!found.pep) delete own.pep
    else if (found.pep !== 'none' && own.pep) own.pep = found.pep
    all.push(screened)
  }
  return all
}
