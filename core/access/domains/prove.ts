import { isSameText } from '#core/kernel/same-text.ts'
import { EgressError } from '#egress/error.ts'
import { egress, type Fetch } from '#egress/gate.ts'
import { textRecords } from '#egress/lookup.ts'

export interface Looks {
  textRecords: (name: string) => Promise<string[]>
  fetch: Fetch
}
const outside: Looks = { textRecords, fetch: egress.fetch('domain') }

/** Where the proof of a domain is looked for, and what it says. */
export const proofOf = (domain: string, token: string) => ({
  dns: { name: `_sealwright.${domain}`, type: 'TXT' as const, value: `sealwright-domain=${token}` },
  well_known: { url: `https://${domain}/.well-known/sealwright-domain.txt`, content: `sealwright-domain=${token}` },
})

/** By which of the two a domain is proven now; else why not, in words for whoever registered it. Throws nothing. */
export async function proveDomain(
  domain: string,
  token: string,
  looks: Looks = outside,
): Promise<{ method: 'dns' | 'well_known'; problem: null } | { method: null; problem: string }> {
  const { dns, well_known } = proofOf(domain, token)
  if ((await looks.textRecords(dns.name)).some((text) => isSameText(text.trim(), dns.value))) return { method: 'dns', problem: null }
  const file = await readFile(well_known.url, looks.fetch)
  if (file.text !== null && file.text.split(/\r?\n/).some((line) => isSameText(line.trim(), well_known.content)))
    return { method: 'well_known', problem: null }
  const problem = file.text !== null ? 'the file says something else' : file.problem
  return { method: null, problem: `No TXT record at ${dns.name} says it, and ${problem}.` }
}

async function readFile(url: string, ask: Fetch): Promise<{ text: string; problem: null } | { text: null; problem: string }> {
  try {
    const answer = await ask(url)
    if (answer.status === 200) return { text: await answer.text(), problem: null }
    await answer.body?.cancel()
    return { text: null, problem: `the file was answered with ${answer.status}` }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    return { text: null, problem: `the file could not be read: ${error.message.replace(/\.$/, '')}` }
  }
}
