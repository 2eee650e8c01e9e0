import { expect, test } from 'vitest'
import { isLoopback, ownAddress } from './own-address.ts'

test('S1 a request behind TLS has the address people use, whatever Host and the target name', () => {
  const of = ownAddress('https://seal.example')
  for (const host of [
    'seal.example',
    'seal.example:3000',
    '10.0.0.4:3000',
    'evil.example',
    'localhost',
    '127.0.0.1:3000',
    'a b',
    undefined,
  ])
    expect(of({ url: '/login.data?next=%2F', headers: { host } }), String(host)).toBe('https://seal.example/login.data?next=%2F')
  expect(ownAddress('https://localhost:8443')({ url: '/', headers: { host: 'localhost:8443' } })).toBe('https://localhost:8443/')
  expect(of({ url: '//evil.example/x', headers: {} })).toBe('https://seal.example//evil.example/x')
  expect(of({ url: 'http://evil.example/contact?a=1', headers: { host: 'evil.example' } })).toBe('https://seal.example/contact?a=1')
  for (const url of ['*', '', 'evil.example:443', 'ftp://evil.example/']) expect(of({ url, headers: {} })).toBe(url)
})

test('on this machine Host may name it otherwise, and nothing else', () => {
  const of = ownAddress('http://localhost:3000')
  for (const host of ['127.0.0.1:3000', 'localhost:8080', '[::1]:3000']) expect(of({ url: '/', headers: { host } })).toBe(`http://${host}/`)
  for (const host of ['evil.example', '192.168.0.7:3000', 'localhost.evil.example', 'localhost:3000/', 'user@localhost', undefined])
    expect(of({ url: '/', headers: { host } }), String(host)).toBe('http://localhost:3000/')
})

test('loopback is this machine and no other', () => {
  for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1']) expect(isLoopback(host), host).toBe(true)
  for (const host of ['0.0.0.0', '::', '10.0.0.1', 'localhost.example', '', '127.0.0.1.example', '169.254.169.254'])
    expect(isLoopback(host), host).toBe(false)
})
