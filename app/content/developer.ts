import type { Hero, LinkedBlock, Seo } from './types.ts'

export const DEVELOPER_SEO: Seo = {
  title: 'Developer portal: quick start, reference, playground',
  description: 'From zero to the first successful compliance call in under two minutes. Samples in curl, JavaScript, Python, Go and Ruby.',
}

export const DEVELOPER_HERO: Hero = {
  eyebrow: 'Developers',
  title: 'First answer in two minutes',
  lead: 'The playground works without an account. With one, you get a sandbox key at once: no card, no call, every outcome reachable.',
  actions: [
    { label: 'Get API Key', href: '/developer/api-keys' },
    { label: 'API Reference', href: '/developer/api-reference' },
    { label: 'Try Playground', href: '/developer/api-playground' },
  ],
}

/** The clean, basic sandbox wallet the quick start uses. */
export const QUICK_START_WALLET = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'

export const QUICK_START_BODY = {
  wallet_address: QUICK_START_WALLET,
  kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
} as const

/** There is nothing to install: what each language brings along is enough, and every sample shows it. An SDK saves writing it again. */
export const SDKS: readonly {
  readonly id: 'javascript' | 'python' | 'go' | 'ruby'
  readonly name: string
  readonly note: string
  readonly install: string
  /** The page that begins with it. */
  readonly start: string
}[] = [
  {
    id: 'javascript',
    name: 'JavaScript',
    note: 'Typed, on fetch: Node 20.3 or later, Deno, Bun, workers, browsers. No dependencies.',
    install: 'npm install ./sdks/javascript',
    start: '/documentation/quick-start-typescript',
  },
  {
    id: 'python',
    name: 'Python',
    note: 'Python 3.10 or later, on httpx: for threads and for asyncio, typed for mypy and pyright.',
    install: 'pip install ./sdks/python',
    start: '/documentation/quick-start-python',
  },
  {
    id: 'go',
    name: 'Go',
    note: 'Go 1.24 or later: typed calls, errors and events, contexts throughout.',
    install: 'go mod edit -require github.com/sealwright/sealwright-go@v0.2.0 -replace github.com/sealwright/sealwright-go=./sdks/go',
    start: '/documentation/quick-start-go',
  },
  {
    id: 'ruby',
    name: 'Ruby',
    note: 'Typed, with signatures for RBS. Standard library only; lists are Enumerable.',
    install: 'gem "sealwright", path: "./sdks/ruby"',
    start: '/documentation/quick-start-ruby',
  },
]

export const DEVELOPER_HELP: readonly LinkedBlock[] = [
  { title: 'Support', text: 'Find the answer, or reach a person.', link: { label: 'Support', href: '/support' } },
  { title: 'Community', text: 'Ask in the open.', link: { label: 'Community', href: '/community' } },
  {
    title: 'Templates',
    text: 'Open-source starters for each market, on GitHub.',
    link: { label: 'Template repository', href: 'https://github.com/sealwright/templates' },
  },
]
