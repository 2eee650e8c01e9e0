// Records one or two real decisions a market for the solution pages: sends each request to a running sandbox and keeps the
// whole answer. Usage: node tools/record-decisions.ts [address]; a market whose operations do not answer is left as it was.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Step {
  title?: string
  note?: string
  method?: 'GET' | 'POST'
  path: string
  body: (earlier: Record<string, unknown>[]) => unknown
}

const base = process.argv[2] ?? 'http://localhost:3000'
const folder = join(import.meta.dirname, '..', 'app', 'content', 'decisions')
const wallet = (code: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${code}`
const id = (answers: Record<string, unknown>[], index: number) => String(answers[index]?.id ?? '')

/** Steps with a title are kept; the others only prepare. */
const markets: Record<string, Step[]> = {
  securities: [
    {
      path: '/v1/offerings',
      body: () => ({
        name: 'Acme Series A',
        type: 'equity',
        regulation: 'reg_d_506c',
        total_supply: 1_000_000,
        price_per_token: '10.00',
        minimum_investment: '5000',
        maximum_raise: '10000000',
        description: 'Ordinary shares of Acme, offered to accredited investors.',
      }),
    },
    {
      title: 'An investor who is not accredited is refused',
      note: 'Rule 506(c): every purchaser is accredited, and the issuer has verified it.',
      path: '/v1/investments',
      body: (earlier) => ({ offering_id: id(earlier, 0), wallet_address: wallet('3002'), amount: '25000', currency: 'USD' }),
    },
    {
      title: 'A verified accredited investor is accepted',
      path: '/v1/investments',
      body: (earlier) => ({ offering_id: id(earlier, 0), wallet_address: wallet('3001'), amount: '25000', currency: 'USD' }),
    },
  ],
  stablecoins: [
    {
      title: 'A listed address is refused',
      note: 'Exact address matches are never fuzzy and never lifted by an exception.',
      path: '/v1/sanctions/check',
      body: () => ({ wallet_address: wallet('2001'), country: 'US' }),
    },
    {
      title: 'A payment still lacks travel-rule data',
      note: 'From $3,000 the originator and beneficiary travel with the payment.',
      path: '/v1/transactions',
      body: () => ({
        type: 'payment',
        market: 'stablecoins',
        from_address: wallet('0001'),
        to_address: wallet('7001'),
        amount: '3000',
        currency: 'USDC',
        dry_run: true,
      }),
    },
  ],
  nfts: [
    {
      title: 'A creator reaches the premium tier',
      path: '/v1/nfts/verify-creator',
      body: () => ({
        wallet_address: wallet('0001'),
        creator_name: 'Ada Draws',
        social_links: { twitter: '@adadraws', instagram: 'adadraws', website: 'https://ada.example' },
      }),
    },
    {
      title: 'A name like a verified creator’s goes to review',
      path: '/v1/nfts/verify-creator',
      body: () => ({ wallet_address: wallet('4004'), creator_name: 'Ada Drews', social_links: { twitter: '@adadrews' } }),
    },
  ],
  defi: [
    {
      title: 'A verified wallet is granted access',
      path: '/v1/defi/verify-wallet',
      body: () => ({ wallet_address: wallet('0002'), protocol_name: 'Example Lend', verification_type: 'kyc' }),
    },
    {
      title: 'Exposure to a mixer is looked at by a person',
      path: '/v1/defi/verify-wallet',
      body: () => ({ wallet_address: wallet('5003'), protocol_name: 'Example Lend', verification_type: 'kyc' }),
    },
  ],
  gaming: [
    {
      title: 'Old enough here, for this game',
      path: '/v1/gaming/verify-age',
      body: () => ({ wallet_address: wallet('0002'), date_of_birth: '2000-01-01', jurisdiction: 'US-NV', required_age_tier: '18+' }),
    },
    {
      title: 'A self-excluded player stays excluded with a new wallet',
      path: '/v1/gaming/verify-age',
      body: () => ({ wallet_address: wallet('6090'), date_of_birth: '1990-05-17', jurisdiction: 'US-NV', activity: 'gambling' }),
    },
  ],
}

const session = await fetch(`${base}/api/playground/session`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
})
if (!session.ok) throw new Error(`The sandbox answered ${session.status}`)
const { key } = (await session.json()) as { key: string }

for (const [market, steps] of Object.entries(markets)) {
  const answers: Record<string, unknown>[] = []
  const kept: unknown[] = []
  for (const step of steps) {
    const body = step.body(answers)
    const response = await fetch(`${base}/api${step.path}`, {
      method: step.method ?? 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, unknown>
    answers.push(answer)
    if (!response.ok) console.warn(`${market}: ${step.path} answered ${response.status} ${String(answer.code ?? '')}`)
    else if (step.title) {
      const decision = answer.decision as { id?: string } | undefined
      // The check lists the rules that did not hold; the decision itself lists all of them.
      const whole = decision?.id
        ? await fetch(`${base}/api/v1/decisions/${decision.id}`, { headers: { authorization: `Bearer ${key}` } })
        : null
      const rules = whole?.ok ? ((await whole.json()) as { rules?: unknown[] }).rules : undefined
      kept.push({
        title: step.title,
        ...(step.note ? { note: step.note } : {}),
        request: { method: step.method ?? 'POST', path: step.path, body },
        status: response.status,
        answer,
        ...(rules ? { rules } : {}),
      })
    }
  }
  const file = join(folder, `${market}.json`)
  if (kept.length === 0) {
    console.warn(`${market}: nothing recorded${existsSync(file) ? ', the earlier recording stays' : ''}`)
    continue
  }
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
  console.log(`${market}: ${kept.length} recorded`)
}
