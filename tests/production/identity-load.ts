import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { DOUBLE_KEYS, messageOf, type startProviderDouble } from '../identity-providers/double.ts'
import type { Installation, Reply } from './installation.ts'
import { answerWithPid, type PidIssuer } from './pids.ts'

/** Between the calls of one person. */
const PACE_MS = 100
/** Nobody waits longer for one answer, whatever is killed meanwhile. */
const MOST_MS = 120_000
const BORN = '1980-01-01'
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Syllables that no romanisation spells in two ways: names that only such a spelling tells apart are taken for one person's. */
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'ro', 'su']
const words = (n: number) => String(n).replace(/\d/g, (digit) => SYLLABLES[Number(digit)]!)
/** What a page says in its notices, else how an answer begins. */
const wordsOf = (text: string) => {
  const notices = [...text.matchAll(/role="(?:alert|status)"[^>]*>(.*?)<\/(?:div|p|section)>/gs)]
  const told = notices.map(([, one]) => one!.replaceAll(/<[^>]*>/g, ' ').trim()).filter(Boolean)
  return (told.join(' | ') || text).slice(0, 300)
}
export const walletOf = (n: number) => `0x${(0x1de0_0000_0000n + BigInt(n)).toString(16).padStart(40, '0')}`

/** What somebody was told, of one session. */
export interface Done {
  way: 'document_review' | 'wallet_presentation' | 'provider'
  session: string
  /** Address of the session's page, beneath the installation's. */
  page: string
  /** Pictures that are kept of it. */
  pictures: number
}

interface Tools {
  gate: Installation
  key: string
  pid: PidIssuer
  providers: Awaited<ReturnType<typeof startProviderDouble>>
  /** Where the organisation's provider sends its messages. */
  webhook: string
  /** Cookies of a person of the organisation who looks at documents. */
  reviewer: string
}

/**
 * People who prove who they are, each way at the same time: by pictures on the page that a reviewer accepts, by a wallet, by a provider whose
 * message comes. Each insists until it is answered, as people, wallets and providers do. What was answered is kept.
 */
export function identityWork({ gate, key, pid, providers, webhook, reviewer }: Tools) {
  const done: Done[] = []
  const troubles = new Map<string, number>()
  const base = Math.floor(Math.random() * 1e9)
  let going = true
  let next = 0

  /** Asks until it is answered with success or, where an answer alone shows nothing, until `enough` says that it is done. */
  const insist = async (ask: () => Promise<Reply>, enough?: (reply: Reply | null) => Promise<boolean>): Promise<Reply> => {
    const said: string[] = []
    const trouble = (what: string) => {
      troubles.set(what, (troubles.get(what) ?? 0) + 1)
      if (said.at(-1) !== what) said.push(what)
    }
    for (const until = Date.now() + MOST_MS; ; ) {
      const reply = await ask().catch((error: Error & { code?: string }) => {
        trouble(error.code ?? error.message)
        return null
      })
      await delay(PACE_MS)
      const good = reply !== null && reply.status < 400
      if (good && !enough) return reply
      if (reply && !good) trouble(`${reply.status} ${reply.body?.code ?? reply.headers['x-proxy'] ?? reply.text.slice(0, 60)}`)
      const met = enough && (await enough(reply).catch((error: Error) => error))
      if (met === true) return reply as Reply
      if (good || met instanceof Error)
        trouble(met instanceof Error ? met.message : `${reply?.status} ${reply?.text.slice(0, 200)}, not enough`)
      if (Date.now() > until)
        throw new Error(
          `Not answered in ${MOST_MS / 1_000} s: last ${reply?.status} ${wordsOf(reply?.text ?? '')}; before ${said.slice(0, 5).join(', ')} … ${said.slice(-3).join(', ')}`,
        )
    }
  }
  const under = (id: string, path: string, body: object) =>
    insist(() => gate.send('POST', `/api/v1${path}`, { key, body, headers: { 'idempotency-key': id } }))
  const read = (path: string) => insist(() => gate.send('GET', `/api/v1${path}`, { key }))
  /** Whether a session has come to this; where not, the error tells what it came to instead. */
  const isAt = async (id: string, status: string): Promise<boolean> => {
    const { body } = await read(`/identity/sessions/${id}`)
    if (body.status !== status) throw new Error(`${id} is ${body.status}, ${body.reason_code}`)
    return true
  }

  const open = async (n: number, method: string, more: object = {}) => {
    const wallet_address = walletOf(n)
    const full_name = `Ida Quill${words(n)}`
    const kyc_data = { full_name, date_of_birth: BORN, country: 'US' }
    await under(`id-${n}-verify`, '/wallets/verify', { wallet_address, kyc_data })
    const { body } = await under(`id-${n}`, '/identity/sessions', { wallet_address, methods: [method], ...more })
    return { id: body.id as string, page: new URL(body.url).pathname, full_name }
  }

  const form = (page: string, fields: Record<string, string>, cookie?: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: gate.url, ...(cookie && { cookie }) }
    return gate.send('POST', page, { body: new URLSearchParams(fields).toString(), headers })
  }
  const picture = (page: string, kind: string, n: number) => {
    const boundary = `p${n}`
    const part = (head: string, body: Buffer | string) => [`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`, body, '\r\n']
    const body = Buffer.concat(
      [
        ...part('name="intent"', 'picture'),
        ...part('name="kind"', kind),
        ...part(`name="file"; filename="${kind}.png"\r\ncontent-type: image/png`, Buffer.concat([PNG, Buffer.from(`${kind} ${n}`)])),
        `--${boundary}--\r\n`,
      ].map((one) => Buffer.from(one as string)),
    )
    return gate.send('POST', page, { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, origin: gate.url } })
  }

  /** A form that was taken leads on; one that was refused comes back. */
  const taken = async (reply: Reply | null) => reply?.status === 303 || reply?.status === 302

  const byPictures = async (n: number) => {
    const { id, page, full_name } = await open(n, 'document_review')
    const paper = { kind: 'passport', full_name, date_of_birth: BORN, number: `P${n}`, issuing_country: 'US', expires_on: '2034-04-15' }
    await insist(() => form(page, { intent: 'document', ...paper }), taken)
    const { text } = await insist(() => gate.send('GET', `${page}?step=pictures`))
    const version = /name="version" value="([^"]+)"/.exec(text)![1]!
    await insist(() => form(page, { intent: 'face_agree', version }), taken)
    for (const kind of ['front', 'portrait']) await insist(() => picture(page, kind, n), taken)
    await insist(
      () => form(page, { intent: 'submit' }),
      () => isAt(id, 'in_review'),
    )
    const { body } = await read(`/cases?subject_id=${id}`)
    const word = { intent: 'identity', outcome: 'release', note: 'I read the passport: it is theirs.' }
    await insist(
      () => form(`/desk/reviews/${body.data[0].id}`, word, reviewer),
      () => isAt(id, 'verified'),
    )
    // The face is destroyed once the check is decided.
    done.push({ way: 'document_review', session: id, page, pictures: 1 })
  }
  const byWallet = async (n: number) => {
    const { id, page, full_name } = await open(n, 'wallet_presentation')
    const { body } = await under(`id-${n}-ask`, `/identity/sessions/${id}/presentation`, {})
    let send: (() => Promise<Reply>) | null = null
    await insist(
      async () => {
        send ??= await answerWithPid(gate, body.request_uri, pid, { full_name, date_of_birth: BORN })
        return send()
      },
      () => isAt(id, 'verified'),
    )
    done.push({ way: 'wallet_presentation', session: id, page, pictures: 0 })
  }
  const byProvider = async (n: number) => {
    const { id, page, full_name } = await open(n, 'provider', { provider: 'veriff' })
    const { body } = await under(`id-${n}-start`, `/identity/sessions/${id}/provider`, {
      face_consent: { notice_version: '1', notice_sha256: 'a'.repeat(64), agreed_at: new Date().toISOString() },
    })
    const external = body.provider_url.split('/').at(-1)
    const [first_name, last_name] = full_name.split(' ')
    providers.played.set(external, { decision: 'approved', first_name, last_name, date_of_birth: BORN, liveness: true })
    const message = messageOf('veriff', external)
    await insist(() =>
      gate.send('POST', webhook, { body: message.body, headers: { ...message.headers } as unknown as Record<string, string> }),
    )
    done.push({ way: 'provider', session: id, page, pictures: 0 })
  }
  const people = [byPictures, byPictures, byWallet, byWallet, byProvider, byProvider].map(async (way) => {
    while (going) await way(base + next++)
  })

  return {
    done,
    troubles,
    async goesOn(more: number): Promise<void> {
      const goal = done.length + more
      const enough = expect.poll(() => done.length, { timeout: 90_000, interval: 50 }).toBeGreaterThanOrEqual(goal)
      await Promise.race([enough, ...people.map((one) => one.then(() => enough))])
    },
    async stop(): Promise<void> {
      going = false
      await Promise.all(people)
    },
  }
}

/** The organisation's account with a provider, which the double knows. */
export async function setProvider(gate: Installation, key: string): Promise<string> {
  const set = await gate.call('POST', '/identity/providers/veriff', { key, body: DOUBLE_KEYS.veriff })
  return new URL(set.webhook_url).pathname
}
