/** Listed wallets found among the labelled development addresses, wrong finds and look-ups per second, beside plain exact look-ups. */
import { buildWalletIndex, listedWallet } from '#screening/addresses.ts'
import { newEntity } from '#screening/lists/build.ts'
import { sharedData } from '#screening/lists/shared-data.ts'

type Row = { query: string; expected_uid: string | null }
type Source = { addresses: { address: string; entity_id: number; ofac_tickers: string[] }[] }

const LOOKUPS = 1_000_000
const rows = sharedData('screening/crypto.dev.jsonl.gz')
const source = sharedData('lists/crypto/ofac_all_addresses_2026-08-08.json.gz')
if (!rows || !source) {
  console.log('The shared data folder is not there (SHARED_DIR); nothing to measure.')
  process.exit(0)
}
const queries: Row[] = rows
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const { addresses }: Source = JSON.parse(source.toString('utf8'))

const ours = buildWalletIndex(
  addresses.map(({ address, entity_id, ofac_tickers }) => {
    const entity = newEntity({ list: 'us_ofac_sdn', id: String(entity_id), type: 'unknown' })
    entity.addresses = ofac_tickers.map((ticker) => listedWallet({ ticker, address }))
    return entity
  }),
)
const exact = new Set(addresses.map(({ address }) => address))
const lower = new Set(addresses.map(({ address }) => address.toLowerCase()))

const engines: { name: string; finds: (address: string) => boolean }[] = [
  { name: 'sealwright', finds: (address) => ours.lookup(address).length > 0 },
  { name: 'exact text', finds: (address) => exact.has(address) },
  { name: 'lower case', finds: (address) => lower.has(address.toLowerCase()) },
]

console.log(`${addresses.length} listed addresses, ${queries.length} labelled ones`)
console.table(
  engines.map(({ name, finds }) => {
    const share = (of: Row[]) => Number(((100 * of.filter(({ query }) => finds(query)).length) / of.length).toFixed(2))
    const cpu = process.cpuUsage()
    for (let i = 0; i < LOOKUPS; i++) finds(queries[i % queries.length]!.query)
    const { user, system } = process.cpuUsage(cpu)
    return {
      engine: name,
      'found %': share(queries.filter((q) => q.expected_uid)),
      'wrongly found %': share(queries.filter((q) => !q.expected_uid)),
      'look-ups/s on one core': Math.round(LOOKUPS / ((user + system) / 1e6)),
    }
  }),
)
