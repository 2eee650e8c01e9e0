import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkEgress, doorsIn, withTable } from './check-egress.ts'

const root = resolve(import.meta.dirname, '..')

describe('what leaves the process', () => {
  it('S18 leaves through the gate, from every file of the product', () => {
    expect(checkEgress(root)).toEqual([])
  })

  it('is what the operator’s guide says: run tools/check-egress.ts after a change', () => {
    const document = readFileSync(join(root, 'docs/operating/running.md'), 'utf8')
    expect(withTable(document)).toBe(document)
  })

  it.each([
    `import { request } from 'node:https'`,
    `import http from 'http'`,
    `import { connect } from 'node:net'`,
    `import tls from 'node:tls'`,
    `import { Resolver } from 'dns/promises'`,
    `import { Agent } from 'undici'`,
    `const { request } = await import('node:http')`,
    `export * from 'node:http2'`,
    `import { createPublicClient, http } from 'viem'`,
    `import {\n  parseAbi,\n  webSocket,\n} from 'viem'`,
    `import { createRemoteJWKSet } from 'jose'`,
    `import nodemailer from 'nodemailer'`,
    `import { execFile } from 'node:child_process'`,
    `const answer = await fetch(url)`,
    `const answer = await fetch('https://a.example')`,
    `const answer = await fetch('//a.example')`,
    'const answer = await fetch(`${base}/x`)',
    `const ask = globalThis.fetch`,
    `const ask = globalThis['fetch']`,
    `const line = new WebSocket(url)`,
    `const line = new EventSource(url)`,
    `navigator.sendBeacon(url)`,
    `const { connect } = process.getBuiltinModule('node:net')`,
    `const net = createRequire(import.meta.url); require('node:net')`,
  ])('a door is seen: %s', (source) => {
    expect(doorsIn(source)).not.toEqual([])
  })

  it.each([
    `import type { Socket } from 'node:net'`,
    `import { parseAbi, type PublicClient } from 'viem'`,
    `import { jwtVerify } from 'jose'`,
    `// await fetch(url)`,
    `const answer = await input.fetch(url)`,
    `const answer = await fetch('/api/session')`,
    `const ask = egress.fetch('chain')`,
  ])('and nothing is taken for one that is none: %s', (source) => {
    expect(doorsIn(source)).toEqual([])
  })
})
