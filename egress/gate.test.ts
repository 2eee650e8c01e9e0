import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openGate } from './gate.ts'
import { PURPOSES } from './purposes.ts'

// A name server that says what a test wants, and a server on this machine that nobody should reach.

let server: Server
let port: number
let asked: string[]
let answer: (request: IncomingMessage, response: ServerResponse) => void
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!)
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((done) => server.close(done))
})
beforeEach(() => {
  asked = []
  answer = (_, response) => void response.end('reached')
})

const addresses = (...all: string[]) => all.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
/** Answers with each of these in turn, the last one for ever. */
const namesLead = (...turns: string[][]) => {
  let turn = 0
  return openGate({ lookup: async () => addresses(...turns[Math.min(turn++, turns.length - 1)]!) })
}
const check = (text: string) => openGate().check('webhook', text)

describe('addresses that a tenant writes', () => {
  it.each([
    ...['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/', 'https://0x7f.1/', 'https://127.1/'],
    ...[
      'https://127.0.0.1./',
      'https://localhost/',
      'https://localhost./',
      'https://LOCALHOST/',
      'https://a.localhost/',
      'https://0.0.0.0/',
    ],
    ...['https://10.0.0.8/', 'https://172.16.4.1/', 'https://192.168.1.1:8443/', 'https://100.64.0.1/', 'https://224.0.0.1/', 'https://0/'],
    ...[
      'https://169.254.169.254/latest/meta-data',
      'https://2852039166/',
      'https://0xa9fea9fe/',
      'https://168.63.129.16/',
      'https://0xA83F8110/',
    ],
    ...[
      'https://[::1]/',
      'https://[::]/',
      'https://[::7f00:1]/',
      'https://[::127.0.0.1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:a9fe:a9fe]/',
    ],
    ...['https://[64:ff9b::7f00:1]/', 'https://[64:ff9b::169.254.169.254]/', 'https://[2002:7f00:1::]/', 'https://[2001:0:7f00:1::]/'],
    ...[
      'https://[fc00::1]/',
      'https://[fd00:ec2::254]/',
      'https://[fe80::1]/',
      'https://[fec0::1]/',
      'https://[ff02::1]/',
      'https://[::ffff:0:7f00:1]/',
    ],
    // Full-width digits and dots are folded by the parser of addresses.
    ...['https://１２７.０.０.１/', 'https://127。0。0。1/', 'https://ⓛocalhost/'],
  ])('S18 %s is refused as not public', async (text) => {
    await expect(check(text)).rejects.toMatchObject({ name: 'EgressError', code: 'not_public' })
  })

  it.each([
    ...['http://8.8.8.8/', 'https://user:pw@8.8.8.8/', 'https://user@8.8.8.8/', 'https://8.8.8.8@127.0.0.1/', 'https://8.8.8.8/#part'],
    ...['ftp://8.8.8.8/', 'javascript:alert(1)', 'file:///etc/passwd', 'data:text/plain,x', '//8.8.8.8/', 'https://[fe80::1%25eth0]/'],
    ...['https://[fe80::1%eth0]/', 'https://256.1.1.1/', 'https://', 'https://8.8.8.8:99999/', 'https://1.2.3.4.5/', ''],
  ])('S18 %s is refused for its form', async (text) => {
    await expect(check(text)).rejects.toMatchObject({ code: 'address' })
  })

  it('S18 a number is checked once more where the connection is opened', async () => {
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:7f00:1]', '[::1]'])
      await expect(openGate().fetch('webhook')(`https://${host}:${port}/`)).rejects.toMatchObject({ code: 'not_public' })
    expect(asked).toEqual([])
  })

  it.each(['8.8.8.8', '[2001:4860:4860::8888]', '[64:ff9b::808:808]', '[::ffff:8.8.8.8]'])('%s is let through', async (host) => {
    await expect(check(`https://${host}/hook`)).resolves.toBeUndefined()
  })
})

describe('names', () => {
  it('S18 one address that is not public refuses the name, whatever stands beside it', async () => {
    for (const [first, second] of [
      ['8.8.8.8', '127.0.0.1'],
      ['127.0.0.1', '8.8.8.8'],
      ['2001:4860:4860::8888', '::7f00:1'],
      ['8.8.8.8', '168.63.129.16'],
    ]) {
      const gate = namesLead([first!, second!])
      await expect(gate.check('webhook', 'https://mixed.example/')).rejects.toMatchObject({ code: 'not_public' })
      await expect(gate.fetch('webhook')('https://mixed.example/')).rejects.toMatchObject({ code: 'not_public' })
    }
    await expect(namesLead([]).check('webhook', 'https://nowhere.example/')).rejects.toMatchObject({ code: 'unresolved' })
  })

  it('S18 a name that leads elsewhere after it was saved leads nowhere', async () => {
    const gate = namesLead(['8.8.8.8'], ['127.0.0.1'])
    await expect(gate.check('webhook', `https://rebound.example:${port}/`)).resolves.toBeUndefined()
    await expect(gate.fetch('webhook')(`https://rebound.example:${port}/`)).rejects.toMatchObject({ code: 'not_public' })
    expect(asked).toEqual([])
  })

  it('the connection goes to the address that was looked up for it, and says which; there is no second look-up', async () => {
    let lookups = 0
    const gate = openGate({ lookup: async () => addresses(++lookups === 1 ? '127.0.0.1' : '127.0.0.9') })
    const reached: string[] = []
    answer = (request, response) => void response.end(request.headers.host)
    const fetch = gate.fetch('webhook', { allowPrivate: true, onConnect: (address) => reached.push(address) })
    const response = await fetch(`http://own.example:${port}/a`, { method: 'POST', body: '{}' })
    expect([await response.text(), reached, lookups]).toEqual([`own.example:${port}`, ['127.0.0.1'], 1])
  })

  it('what the operator wrote may be private, but not the cloud’s own service', async () => {
    const operator = namesLead(['127.0.0.1']).fetch('chain')
    expect(await (await operator(`http://node.internal:${port}/`)).text()).toBe('reached')
    for (const address of ['169.254.169.254', 'fd00:ec2::254', '168.63.129.16', 'fe80::1'])
      for (const fetch of [namesLead([address]).fetch('chain'), namesLead([address]).fetch('webhook', { allowPrivate: true })])
        await expect(fetch('http://node.internal/')).rejects.toMatchObject({ code: 'not_public' })
  })

  it('what is fixed in the product is public and https', async () => {
    for (const purpose of ['list', 'rate'] as const) {
      await expect(namesLead(['10.0.0.1']).fetch(purpose)('https://lists.example/')).rejects.toMatchObject({ code: 'not_public' })
      await expect(namesLead(['8.8.8.8']).fetch(purpose)('http://lists.example/')).rejects.toMatchObject({ code: 'address' })
    }
  })
})

describe('redirects', () => {
  const to =
    (location: string, status = 302) =>
    (request: IncomingMessage, response: ServerResponse) =>
      request.url === '/a' ? void response.writeHead(status, { location }).end() : void response.end('arrived')
  const list = (lookup?: (host: string) => string) =>
    openGate(lookup && { lookup: async (host) => addresses(lookup(host)) }).fetch('list', { allowPrivate: true })

  it('are answers like any other, except for the lists', async () => {
    answer = to('/b')
    for (const purpose of ['webhook', 'chain', 'rate'] as const) {
      const response = await openGate().fetch(purpose, { allowPrivate: true })(`http://127.0.0.1:${port}/a`)
      expect([response.status, response.headers.get('location')]).toEqual([302, '/b'])
    }
    expect(asked).toEqual(['/a', '/a', '/a'])
    expect(await (await list()(`http://127.0.0.1:${port}/a`)).text()).toBe('arrived')
  })

  it('each is checked as the first, and there is an end to them', async () => {
    const hosts = (host: string) => (host === 'first.example' ? '127.0.0.1' : '169.254.169.254')
    answer = to(`http://second.example:${port}/b`)
    await expect(list(hosts)(`http://first.example:${port}/a`)).rejects.toMatchObject({ code: 'not_public' })
    for (const location of [`https://127.0.0.1:${port}/b`, 'ftp://8.8.8.8/', 'http://u:p@127.0.0.1/', 'http://[']) {
      answer = to(location)
      await expect(list()(`http://127.0.0.1:${port}/a`)).rejects.toMatchObject({ name: 'EgressError' })
    }
    expect(asked).not.toContain('/b')
    asked = []
    answer = (_, response) => void response.writeHead(301, { location: '/a' }).end()
    await expect(list()(`http://127.0.0.1:${port}/a`)).rejects.toMatchObject({ code: 'redirect' })
    expect(asked.length).toBe(PURPOSES.list.redirects + 1)
  })
})

describe('answers', () => {
  const webhook = openGate().fetch('webhook', { allowPrivate: true })
  const rate = openGate().fetch('rate', { allowPrivate: true })
  const url = () => `http://127.0.0.1:${port}/`

  it('are cut off in size, also when they grow as they are unpacked', async () => {
    const large = Buffer.alloc(2_000_000)
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      answer = (_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(pack(large))
      await expect((await rate(url())).text()).rejects.toMatchObject({ code: 'too_large' })
    }
    let written = 0
    answer = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(large.subarray(0, 65_536))) written += 65_536
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    await expect((await rate(url())).text()).rejects.toMatchObject({ code: 'too_large' })
    expect(written).toBeLessThan(10_000_000)
  })

  it('are cut off in time: no headers, or a body that never ends', async () => {
    answer = () => {}
    await expect(webhook(url(), { timeoutMs: 60 })).rejects.toMatchObject({ code: 'timeout', message: 'no answer within 0.06 s' })
    answer = (_, response) => void response.writeHead(200).write('x')
    const response = await webhook(url(), { timeoutMs: 600 })
    await expect(response.text()).rejects.toMatchObject({ code: 'timeout' })
  })

  it('a name server that never answers is not waited for either', async () => {
    const gate = openGate({ lookup: () => new Promise(() => {}) })
    await expect(gate.fetch('webhook')('https://slow.example/', { timeoutMs: 60 })).rejects.toMatchObject({ code: 'timeout' })
  })

  it('say in one sentence why there is none', async () => {
    const dead = await new Promise<number>((done) => {
      const one = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = one.address() as AddressInfo
        one.close(() => done(free))
      })
    })
    await expect(webhook(`http://127.0.0.1:${dead}/`)).rejects.toMatchObject({
      code: 'network',
      message: expect.stringContaining('ECONNREFUSED'),
    })
    answer = (request) => request.socket.destroy()
    await expect(webhook(url())).rejects.toMatchObject({ code: 'network', message: expect.stringMatching(/\w/) })
    // Ports that speak something else than HTTP.
    await expect(webhook('http://127.0.0.1:25/')).rejects.toMatchObject({ code: 'network', message: 'bad port' })
    const abort = new AbortController()
    answer = () => abort.abort()
    await expect(webhook(url(), { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})
