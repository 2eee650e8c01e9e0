import { createHash } from 'node:crypto'
import type { ListedEntity, ListedName, SanctionsList } from './entity.ts'
import { newEntity } from './lists/build.ts'

/**
 * The small made-up list the sandbox screens against. Every name in it is invented and says so; the addresses are the sandbox's
 * magic ones, which nobody can hold a key for. It is never loaded in production.
 */
const SAMPLE_URL = 'https://sealwright.example/sandbox/list'

/** The magic EVM wallet of a four-digit scenario code. */
export function magicWallet(code: string): string {
  return `0x${'5ea1'.repeat(8)}0000${code}`
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The magic Solana wallet: base58 of 28 bytes `5ea1…`, `0000` and the code. */
export function magicSolanaWallet(code: string): string {
  let number = BigInt(`0x${'5ea1'.repeat(14)}0000${code}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = BASE58[Number(number % 58n)] + text
  return text
}

/** Who holds the magic wallets whose scenario is about the holder's name, so that the name is really screened. */
export const MAGIC_HOLDERS: Readonly<Record<string, { full_name: string; date_of_birth: string | null }>> = {
  '2002': { full_name: 'Mallory Sanctioned', date_of_birth: '1970-01-01' },
  // Alike in name and year of birth: 0.86.
  '2003': { full_name: 'Mallorie Anne Sencioned', date_of_birth: '1971-03-14' },
  '2004': { full_name: 'Petra Exposed', date_of_birth: '1965-06-15' },
  '2007': { full_name: 'Wade Alias', date_of_birth: '1972-09-09' },
}

type Sample = { id: string; type: ListedEntity['type']; names: ListedName[]; listed_on: string } & Partial<ListedEntity>

const primary = (full: string, parts?: ListedName['parts']): ListedName => ({
  full,
  strength: 'strong',
  kind: 'primary',
  ...(parts && { parts }),
})
const aka = (full: string): ListedName => ({ full, strength: 'strong', kind: 'aka' })
const weak = (full: string): ListedName => ({ full, strength: 'weak', kind: 'aka' })
const born = (day: string) => [{ from: day, to: day, circa: false, text: day }]

/** The addresses of one scenario on both chain families. */
const wallets = (code: string): ListedEntity['addresses'] => [
  { chain: 'evm', address: magicWallet(code), ticker: 'ETH' },
  { chain: 'solana', address: magicSolanaWallet(code), ticker: 'SOL' },
]

const SAMPLES: Sample[] = [
  {
    id: 'SBX-0001',
    type: 'person',
    names: [primary('Mallory Sanctioned', { family: 'Sanctioned', given: 'Mallory' }), aka('Mallory Q. Sanctioned-Fictional')],
    dates_of_birth: born('1970-01-01'),
    programs: ['SANDBOX-EXACT'],
    addresses: wallets('2001'),
    identifiers: [{ type: 'passport', value: 'SBX0000001' }],
    listed_on: '2026-01-15',
    remarks: 'Fictional. Exact name and birth date give a hit; wallet 2001 gives an exact address hit.',
  },
  {
    id: 'SBX-0002',
    type: 'person',
    names: [primary('Wadsworth Pseudonymous-Sample', { family: 'Pseudonymous-Sample', given: 'Wadsworth' }), weak('Wade Alias')],
    dates_of_birth: born('1972-09-09'),
    programs: ['SANDBOX-WEAK'],
    listed_on: '2026-01-15',
    remarks: 'Fictional. The weak alias with the birth date makes a review, never a hit; the weak alias alone is noted only.',
  },
  {
    id: 'SBX-0003',
    type: 'person',
    topic: 'pep',
    names: [primary('Petra Exposed', { family: 'Exposed', given: 'Petra' })],
    dates_of_birth: born('1965-06-15'),
    programs: ['SANDBOX-PEP'],
    titles: ['Minister of Imaginary Affairs'],
    listed_on: '2026-01-15',
    remarks: 'Fictional. Politically exposed, not sanctioned.',
  },
  {
    id: 'SBX-0004',
    type: 'organization',
    names: [
      primary('Fictitious Front Trading Company Limited'),
      aka('FFTC Sandbox Holdings'),
      { ...aka('Imaginary Exports Ltd'), kind: 'fka' },
    ],
    programs: ['SANDBOX-ORG'],
    identifiers: [{ type: 'registration', value: 'SBX-ORG-0004' }],
    listed_on: '2026-02-02',
    remarks: 'Fictional company.',
  },
  {
    id: 'SBX-0005',
    type: 'vessel',
    names: [primary('SANDBOX STAR'), aka('MAKE BELIEVE')],
    programs: ['SANDBOX-VESSEL'],
    identifiers: [{ type: 'imo', value: '0000000' }],
    vessel: { imo: '0000000', call_sign: 'SBX5', vessel_type: 'Crude Oil Tanker' },
    listed_on: '2026-02-02',
    remarks: 'Fictional ship; no ship has this IMO number.',
  },
  {
    id: 'SBX-0006',
    type: 'person',
    names: [
      primary('Ivan Vydumannyi-Primer', { family: 'Vydumannyi-Primer', given: 'Ivan' }),
      { ...aka('Иван Выдуманный-Пример'), script: 'Cyrl', lang: 'ru' },
    ],
    dates_of_birth: [{ from: '1958-01-01', to: '1958-12-31', circa: true, text: 'circa 1958' }],
    programs: ['SANDBOX-SCRIPT'],
    listed_on: '2026-02-02',
    remarks: 'Fictional. For trying names in another script and an approximate birth year.',
  },
]

/** On the first version of the sample list and removed from the second: scenario 2005, delisted. */
const DELISTED: Sample = {
  id: 'SBX-0007',
  type: 'person',
  names: [primary('Delia Delisted', { family: 'Delisted', given: 'Delia' })],
  programs: ['SANDBOX-DELISTED'],
  addresses: wallets('2005'),
  listed_on: '2026-01-15',
  remarks: 'Fictional. Removed from the list in its second version.',
}

function toEntity({ id, type, ...fields }: Sample): ListedEntity {
  return { ...newEntity({ list: 'sandbox_sample', id, type }), url: SAMPLE_URL, ...fields, id: `sandbox_sample:${id}`, list_entry_id: id }
}

function sampleVersion({ samples, day, loadedAt }: { samples: Sample[]; day: string; loadedAt: string }): SanctionsList {
  const entries = samples.map(toEntity)
  const sha256 = createHash('sha256').update(JSON.stringify(entries)).digest('hex')
  return {
    source: 'sandbox_sample',
    version: `${day}-${sha256.slice(0, 12)}`,
    sha256,
    published_at: `${day}T00:00:00.000Z`,
    loaded_at: loadedAt,
    entries,
  }
}

/** The sample list in force. Same bytes every time but for `loaded_at`. */
export function sandboxSample({ loadedAt }: { loadedAt: string }): SanctionsList {
  return sampleVersion({ samples: SAMPLES, day: '2026-11-14', loadedAt })
}

/** The version before it, which still had the delisted entry. */
export function sandboxSamplePrevious({ loadedAt }: { loadedAt: string }): SanctionsList {
  return sampleVersion({ samples: [...SAMPLES, DELISTED], day: '2026-11-07', loadedAt })
}
