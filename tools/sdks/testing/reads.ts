import { parseAddress } from '#chains/address.ts'
import { summarise } from '#core/identity/credentials/live.ts'
import { usableMarkets } from '#core/identity/wallets/markets.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField, notFound } from '#core/kernel/errors.ts'
import { presentTransaction } from '#core/markets/transactions/present.ts'
import { RESTRICTIONS } from '#core/markets/transactions/restrictions.ts'
import { clockAnswer } from './clock.ts'
import { bestCredential, type Memory } from './memory.ts'
import { NotAnswered } from './not-answered.ts'
import type { Sandbox } from './sandbox.ts'
import { scenarios } from './scenarios.ts'

const credentialAnswer = (box: Sandbox, row: Memory['credentials'][number]) => {
  const wallet = [...box.memory.wallets.values()].find((one) => one.id === row.wallet_id)!
  return {
    success: true,
    object: 'credential',
    ...summarise(row, wallet, box.now, false),
    wallet_id: wallet.id,
    wallet_address: wallet.address,
  }
}

const walletAnswer = async (box: Sandbox, ctx: Ctx, text: string) => {
  const parsed = parseAddress(text)
  if (!parsed.ok) throw invalidField('/address', parsed.code, 'This is not a wallet address.')
  const wallet = box.memory.wallets.get(parsed.canonical)
  if (!wallet) throw notFound()
  const best = await bestCredential(box.memory, ctx, wallet)
  const credential = best && summarise(best, wallet, box.now, false)
  const checked = box.memory.screenings.findLast((one) => one.wallet_address === wallet.address)
  const decided = checked?.decision_id ? box.memory.decisions.get(checked.decision_id)?.row : undefined
  const held = decided !== undefined && decided.outcome !== 'allow' && decided.reason_codes.some((code) => /^sanctions_/i.test(code))
  const cleared = checked?.status === 'clear' && !held
  return {
    ...{ success: true, object: 'wallet', wallet_id: wallet.id, wallet_address: wallet.address },
    ...{ verification_status: wallet.verification_status, verified_at: wallet.verified_at?.toISOString() ?? null },
    ...{ control: wallet.control, control_method: wallet.control_method, status: wallet.status, superseded_by: null, freezes: [] },
    sanctions_cleared: cleared,
    checked_at: checked?.created_at.toISOString() ?? null,
    data_age_seconds: checked ? Math.max(0, Math.round((box.now - checked.created_at.getTime()) / 1000)) : null,
    credential,
    markets: usableMarkets(credential, cleared, false),
    ...{ created_at: wallet.created_at.toISOString(), updated_at: wallet.updated_at.toISOString() },
  }
}

const statusAnswer = async (box: Sandbox, ctx: Ctx, address: string) => {
  const wallet = await walletAnswer(box, ctx, address)
  const lapsed = ['basic', 'enhanced'].includes(wallet.verification_status) && wallet.credential?.state !== 'active'
  const { wallet_id, wallet_address, sanctions_cleared, markets, credential, checked_at, data_age_seconds } = wallet
  return {
    ...{ success: true, object: 'wallet_status', wallet_id, wallet_address },
    verification_status: lapsed ? 'none' : wallet.verification_status,
    ...{ sanctions_cleared, markets, credential, checked_at, data_age_seconds },
  }
}

const transactionAnswer = (box: Sandbox, ctx: Ctx, id: string) => {
  const row = box.memory.transactions.find((one) => one.id === id)
  const decided = row && box.memory.decisions.get(row.decision_id!)
  if (!row || !decided) throw notFound()
  return presentTransaction(ctx, row, decided.decision, RESTRICTIONS[row.restriction_code] ?? '', null)
}

/** What is read, by its path. */
export function read(box: Sandbox, ctx: Ctx, path: string): unknown {
  const [, room, id = '', part] = path.split('/').map(decodeURIComponent)
  if (part === undefined || (room === 'wallets' && part === 'status'))
    switch (room) {
      case 'wallets':
        if (id) return part ? statusAnswer(box, ctx, id) : walletAnswer(box, ctx, id)
        break
      case 'transactions':
        if (id) return transactionAnswer(box, ctx, id)
        break
      case 'credentials': {
        const row = box.memory.credentials.find((one) => one.id === id)
        if (id && !row) throw notFound()
        if (row) return credentialAnswer(box, row)
        break
      }
      case 'decisions': {
        const known = box.memory.decisions.get(id)
        if (id && !known) throw notFound()
        if (known) return { success: true, object: 'decision', ...known.decision }
        break
      }
      case 'sandbox':
        if (id === 'clock') return clockAnswer(box)
        if (id === 'scenarios') return { success: true, data: scenarios }
    }
  throw new NotAnswered(`GET ${path}`)
}
