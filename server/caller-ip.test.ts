import { expect, test } from 'vitest'
import { callerIp } from './app-deps.ts'
import { readEnv } from './env.ts'

const SOCKET = '10.0.0.9'
const of = (forwarded: string | null, setting?: string) =>
  callerIp(
    { options: { trustProxy: readEnv(setting === undefined ? {} : { TRUST_PROXY: setting }).trustProxy } } as Parameters<
      typeof callerIp
    >[0],
    new Request('http://x/', { headers: forwarded === null ? {} : { 'x-forwarded-for': forwarded } }),
    { incoming: { socket: { remoteAddress: SOCKET } } },
  )

test.each<[string | null, string | undefined, string]>([
  ['198.51.100.4', undefined, SOCKET],
  ['198.51.100.4', '0', SOCKET],
  ['198.51.100.4', '1', '198.51.100.4'],
  // A port changes with each connection: with it, each call would be somebody new.
  ['198.51.100.4:51234', '1', '198.51.100.4'],
  ['203.0.113.1, 198.51.100.4:51234', '1', '198.51.100.4'],
  ['[2001:db8::1]:51234', '1', '2001:db8::1'],
  ['[2001:db8::1]', '1', '2001:db8::1'],
  ['2001:DB8:0:0::1', '1', '2001:db8::1'],
  ['::ffff:198.51.100.4', '1', '198.51.100.4'],
  // What is no address is nobody's.
  ['unknown', '1', SOCKET],
  ['_hidden', '1', SOCKET],
  ['198.51.100.4:x', '1', SOCKET],
  ['[2001:db8::1', '1', SOCKET],
  ['127.1', '1', SOCKET],
  ['0x7f000001', '1', SOCKET],
  ['198.51.100.4, ', '1', SOCKET],
  ['', '1', SOCKET],
  [null, '1', SOCKET],
  // Two proxies: the outer one's word, written by the inner one after it.
  ['203.0.113.66, 198.51.100.4, 10.0.0.8', '2', '198.51.100.4'],
  ['203.0.113.66, garbage, 10.0.0.8', '2', SOCKET],
  // Who comes past the outer proxy is who the inner one saw.
  ['198.51.100.4', '2', '198.51.100.4'],
])('S16 %j with TRUST_PROXY=%s comes from %s', (forwarded, setting, address) => {
  expect(of(forwarded, setting)).toBe(address)
})

test('TRUST_PROXY is a small number of proxies', () => {
  for (const wrong of ['-1', '1.5', 'yes', '11']) expect(() => readEnv({ TRUST_PROXY: wrong }), wrong).toThrow(/TRUST_PROXY is not valid/)
  expect(readEnv({ TRUST_PROXY: 'true' }).trustProxy).toBe(1)
})
