/** Calls the API of a sandbox and returns its answer. Throws on a refusal. A text is sent as it is, under its type. */
export type Call = (method: string, path: string, body?: unknown, type?: string) => Promise<Record<string, any>>

let fresh = 0
const letters = () => String.fromCharCode(65 + (fresh % 26), 65 + ((fresh / 26) | 0))

/** A new person in a new wallet, so that acts on a credential never meet. */
async function newCredential(call: Call) {
  fresh++
  const wallet = `0x${fresh.toString(16).padStart(8, '0')}${'c0de'.repeat(8)}`
  const kyc_data = { full_name: `Sample Person${letters()}`, date_of_birth: '1990-05-17', country: 'US' }
  const verified = await call('POST', '/wallets/verify', { wallet_address: wallet, kyc_data })
  return { credential: verified.credential.id as string, decision: verified.decision.id as string, wallet }
}

const newOffering = async (call: Call): Promise<string> =>
  (
    await call('POST', '/offerings', {
      name: 'Sample',
      regulation: 'reg_d_506c',
      total_supply: 1_000_000,
      price_per_token: '10',
      maximum_raise: '1000000',
    })
  ).id
const newInvestor = async (call: Call): Promise<string> => {
  fresh++
  const person = {
    full_name: `Sample Investor${letters()}`,
    email: `sample${fresh}@example.com`,
    date_of_birth: '1980-02-29',
    country: 'US',
  }
  return (await call('POST', '/investors', person)).id
}
/** Somebody of whom a law keeps something. */
const keptPerson = async (call: Call): Promise<string> =>
  (await call('POST', '/erasures', { investor_id: await newInvestor(call), duties: [{ kind: 'identity', from: '2026-01-15' }] })).id
/** One for each exception: a match is set aside once. More of them than a run of all languages needs. */
const countries = 'NZ IE PT NO DK FI SE AT CZ EE LV LT MT CY IS LU BE NL FR IT ES GR HR SI SK HU RO BG JP AU CA KR CL UY CR'.split(' ')
let aside = 0

const magic = (code: string) => `0x${'5ea1'.repeat(8)}0000${code}`

/** An investment that waits: for the identity of its investor (1001), or for a possible match (2003). */
async function waitingInvestment(call: Call, code: '1001' | '2003'): Promise<string> {
  const terms = { name: 'Waits', regulation: 'reg_d_506b', total_supply: 1_000, price_per_token: '10', maximum_raise: '10000' }
  const { id: offering_id } = await call('POST', '/offerings', terms)
  return (await call('POST', '/investments', { offering_id, wallet_address: magic(code), amount: '500' })).id
}

/** A transaction that waits for a person: its recipient may be on a list. */
const heldTransaction = async (call: Call): Promise<string> =>
  (
    await call('POST', '/transactions', {
      type: 'payment',
      from_address: magic('0001'),
      to_address: magic('2003'),
      amount: '5',
      currency: 'USDC',
    })
  ).id

/** A case of its own: that of a transaction which waits. */
async function heldCase(call: Call): Promise<string> {
  const subject = await heldTransaction(call)
  return (await call('GET', `/cases?subject_id=${subject}`)).data[0].id
}

/** An investor who was checked, and what was brought or played besides. */
const checkedInvestor = async (call: Call, more: object): Promise<string> => {
  fresh++
  const person = {
    full_name: `Sample Checked${letters()}`,
    email: `sample${fresh}@example.com`,
    date_of_birth: '1980-02-29',
    country: 'US',
  }
  const address = { line1: '1 Main Street', city: 'Reno', state: 'NV', postal_code: '89501' }
  return (await call('POST', '/investors/verify', { ...person, address, ...more })).investor_id
}

const newEntity = async (call: Call): Promise<string> => {
  fresh++
  const named = { type: 'entity', full_name: `Sample Works ${letters()}`, email: `works${fresh}@example.com`, country: 'GB' }
  return (await call('POST', '/investors', named)).id
}

const filedEntity = async (call: Call): Promise<string> => {
  const id = await newEntity(call)
  const registration = { country: 'GB', number: '01234567' }
  await call('POST', `/investors/${id}/entity`, { entity_type: 'company', formation_date: '2015-03-02', registration, owners_doubt: false })
  return id
}

/** What stands for the id in a path, by the collection before it: made for each sample anew. */
const things: Record<string, (call: Call, origin: string) => Promise<string>> = {
  credentials: async (call) => (await newCredential(call)).credential,
  decisions: async (call) => (await newCredential(call)).decision,
  wallets: async (call) => (await newCredential(call)).wallet,
  offerings: newOffering,
  investors: newInvestor,
  transactions: async (call) =>
    (
      await call('POST', '/transactions', {
        type: 'payment',
        from_address: `0x${'5ea1'.repeat(8)}00000001`,
        to_address: `0x${'5ea1'.repeat(8)}00000002`,
        amount: '5',
        currency: 'USDC',
      })
    ).id,
  invitations: async (call) =>
    (await call('POST', '/invitations', { offering_id: await newOffering(call), email: `guest${++fresh}@example.com` })).id,
  investments: async (call) =>
    (await call('POST', '/investments', { offering_id: await newOffering(call), wallet_address: magic('3001'), amount: '500' })).id,
  issue: async (call) =>
    (
      await call('POST', '/tokens/issue', {
        offering_id: await newOffering(call),
        wallet_address: `0x${'5ea1'.repeat(8)}00003001`,
        quantity: 5,
      })
    ).id,
  'webhook-endpoints': async (call, origin) =>
    (await call('POST', '/webhook-endpoints', { url: `${origin.replace('127.0.0.1', 'localhost')}/healthz` })).id,
  venues: async () => 'ven_sandbox_ats',
  domains: async (call) => (await call('POST', '/domains', { domain: `sample${++fresh}.example.com` })).id,
  events: async (call) => {
    await newCredential(call)
    return (await call('GET', '/events')).data[0].id
  },
  keys: async (call) => (await call('GET', '/keys/self')).id,
  monitored: async (call) => {
    fresh++
    return (await call('POST', '/sanctions/check', { full_name: `Watched Person${letters()}`, monitor: true })).monitored_subject_id
  },
  checks: async (call) => (await call('POST', '/sanctions/check', { full_name: 'Malory Sanctiond', country: 'PL' })).id,
  bulk: async (call) => (await call('POST', '/sanctions/bulk', 'reference,full_name\nc1,Ada Example\n', 'text/csv')).id,
  'due-diligence': async (call) => {
    const { id: investor_id } = await call('POST', '/investors', {
      full_name: 'Huong Sample',
      email: `huong-${Date.now()}@example.com`,
      country: 'VN',
    })
    const findings = 'Employed by a bank in Hanoi since 2016; payslips of three months seen.'
    return (await call('POST', '/due-diligence', { investor_id, covers: ['country'], findings })).id
  },
  exceptions: async (call) => {
    const check = await call('POST', '/sanctions/check', { full_name: 'Malory Sanctiond', country: countries[++aside % countries.length] })
    const { entity_id } = check.matches[0]
    return (await call('POST', '/exceptions', { check_id: check.id, entity_id, reason: 'Another birth year than the listed person.' })).id
  },
  acts: async (call) => {
    const ground = { legal_basis: 'court_order', document_sha256: 'e3'.repeat(32) }
    const { wallet } = await newCredential(call)
    const held = { offering_id: await newOffering(call), wallet_address: wallet, whole: true, ...ground }
    const { id: freeze_id } = await call('POST', '/holdings/freeze', held)
    return (await call('POST', '/holdings/unfreeze', { freeze_id, ...ground })).id
  },
  cases: async (call) => {
    const kyc_data = { full_name: 'Cleo Candidate', date_of_birth: '1990-05-17', country: 'US' }
    await call('POST', '/wallets/verify', { wallet_address: magic('2003'), kyc_data, force_new: true })
    return (await call('GET', '/cases')).data[0].id
  },
  erasures: async (call) => (await call('POST', '/erasures', { investor_id: await newInvestor(call) })).id,
  snapshots: async (call) => (await call('POST', '/sandbox/snapshot', {})).id,
  verifications: async (call) => {
    const person = { full_name: 'Penn Ding', email: `sample${++fresh}@example.com`, date_of_birth: '1985-06-01', country: 'US' }
    return (await call('POST', '/investors/verify', person)).verification_id
  },
}

/** Operations that need more than a fresh object before they can be done. */
const prepared: typeof things = {
  'offerings.open': async (call) => {
    const id = await newOffering(call)
    await call('POST', `/offerings/${id}/pause`, {})
    return id
  },
  'investments.decline': (call) => waitingInvestment(call, '2003'),
  'investments.approve': async (call) => {
    const id = await waitingInvestment(call, '1001')
    const { investor_id } = await call('GET', `/investments/${id}`)
    const { verification_id } = await call('POST', `/investors/${investor_id}/verify`, { force: true })
    await call('POST', `/sandbox/verifications/${verification_id}/resolve`, { status: 'verified' })
    return id
  },
  'erasures.hold': keptPerson,
  'erasures.carry_out': keptPerson,
  'erasures.open_file': keptPerson,
  'erasures.read_file': async (call) => {
    const id = await keptPerson(call)
    const why = {
      authority: 'FinCEN, request 2026-0417',
      opened_for: 'bsa_authority',
      reason_code: 'examination',
      note: 'The examiner asks for these records.',
    }
    await call('POST', `/erasures/${id}/open-file`, why)
    return id
  },
  'erasures.release_hold': async (call) => {
    const id = await keptPerson(call)
    await call('POST', `/erasures/${id}/hold`, { legal_hold: 'S.D.N.Y. 26-cv-1234', hold_reason: 'legal_claim', reason_code: 'litigation' })
    return id
  },
  'cases.ask': heldCase,
  'cases.answer': async (call) => {
    const id = await heldCase(call)
    await call('POST', `/cases/${id}/ask`, { question: 'What is this payment for?' })
    return id
  },
  'investors.entity.file': newEntity,
  'investors.entity.get': filedEntity,
  'investors.entity.look_up': filedEntity,
  'investors.entity.review': async (call) => {
    const id = await filedEntity(call)
    await call('POST', `/investors/${id}/documents?kind=register_extract`, '%PDF-1.4\n%%EOF\n', 'application/pdf')
    return id
  },
  'investors.appeal': (call) => checkedInvestor(call, { full_name: 'Rhea Reject' }),
  'investors.revoke': (call) => checkedInvestor(call, {}),
  'investors.contrary_knowledge': (call) => checkedInvestor(call, { wallet_address: magic('3001') }),
  'investors.documents_false': (call) =>
    checkedInvestor(call, { documents: [{ kind: 'proof_of_address', sha256: 'd0'.repeat(32), country: 'US' }] }),
  'transactions.approve': heldTransaction,
  'transactions.deny': heldTransaction,
  'credentials.resume': async (call) => {
    const { credential } = await newCredential(call)
    await call('POST', `/credentials/${credential}/suspend`, { reason_code: 'under_review' })
    return credential
  },
}

/** Operations that no sample can show alone. */
export const notAlone: Record<string, string> = {
  'members.invite': 'a visitor’s sandbox has no members',
  'members.create_role': 'a visitor’s sandbox has no members',
  'service_accounts.create': 'a visitor’s sandbox has no members',
  'support.grant': 'a visitor’s sandbox has nobody to let look',
  'policy.apply': 'names a plan that was made before',
  'events.stream': 'waits for an event',
  'sandbox.reset': 'empties the sandbox of the others',
  'webhook_endpoints.create': 'names a receiver on the internet',
  'sanctions.bulk.create': 'takes a file',
  'investors.documents.upload': 'takes a file',
  'revocation_lists.add': 'takes a file',
  'sanctions.bulk.results': 'waits for a worker',
  'erasures.create': 'names a person',
  'credentials.wallets': 'takes another wallet',
  'domains.verify': 'asks a name server',
  'credentials.claim': 'needs a chain with an identity on it',
  'credentials.identities': 'needs a chain with an identity on it',
  'sandbox.restore': 'names a snapshot',
  'transactions.submit': 'its ten minutes are over when another sample moves the clock',
  'offerings.integration': 'needs another one beside it',
  'offerings.reopen': 'needs a closed one, with no later one of the other samples',
  'offerings.token_deactivate': 'no contract is linked',
  'offerings.token_pause': 'no contract is linked',
  'offerings.token_resume': 'no contract is linked',
  'tokens.confirm': 'its day is over when another sample moves the clock',
  'foreign_credentials.present': 'needs an attester that is trusted',
  'investors.accreditation.get': 'names a file that is there',
  'investors.accreditation.withdraw': 'names a file that is there',
  'reliance.state': 'takes an agreement of two administrators',
  'exceptions.approve': 'takes another person',
  'due_diligence.approve': 'takes another person',
  'holdings.acts_approve': 'takes another person',
  'holdings.force_transfer': 'moves units that another sample issues',
}

/** Makes what an operation's path names and returns its id; null where the path names nothing that can be made. */
export async function pathValue(operation: { id: string; path: string }, call: Call, origin: string): Promise<string | null> {
  const collection = operation.path.split('/{')[0]!.split('/').at(-1)!
  const make = prepared[operation.id] ?? things[collection]
  return make ? make(call, origin) : null
}
export const canMake = (operation: { id: string; path: string }) =>
  operation.id in prepared || operation.path.split('/{')[0]!.split('/').at(-1)! in things
