import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { plainConnections } from './plain-connections.ts'

const found = (source: Record<string, string>) => plainConnections(readEnv(source))

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:secret@db.example/x' }, 'add sslmode=verify-full'],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:secret@10.0.0.7/x?sslmode=prefer' }, 'add sslmode=verify-full'],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:secret@db.example/x?sslmode=no-verify' }, 'add sslmode=verify-full'],
  ['KEYS_DATABASE_URL', { KEYS_DATABASE_URL: 'postgresql:///x?host=keys.example' }, 'add sslmode=verify-full'],
  ['REDIS_URL', { REDIS_URL: 'redis://:secret@limits.example:6379' }, 'use rediss://'],
  ['SMTP_URL', { SMTP_URL: 'smtp://u:secret@mail.example:587' }, 'use smtps://, or add requireTLS=true'],
  ['SOLANA_RPC_URL', { SOLANA_RPC_URL: 'http://node.example/secret' }, 'use https://'],
  ['EVM_RPC_URLS 1', { EVM_RPC_URLS: '1=http://node.example/secret,137=https://node.example' }, 'use https://'],
])('%s to another machine without TLS is told, with what to write', (name, source, remedy) => {
  const [sentence, ...more] = found(source)
  expect(more).toEqual([])
  expect(sentence).toMatch(new RegExp(`^${name} goes to `))
  expect(sentence).toContain(remedy)
  expect(sentence).not.toContain('secret')
})

test('sockets, this machine and connections with TLS are nothing to tell', () => {
  expect(
    found({
      DATABASE_URL: 'postgresql://u@localhost/x?host=%2Fvar%2Frun%2Fpostgresql',
      DATABASE_OWNER_URL: 'postgresql://o@db.example/x?sslmode=verify-full',
      KEYS_DATABASE_URL: 'postgresql://u@127.0.0.1:5433/keys',
      REDIS_URL: 'rediss://limits.example',
      SMTP_URL: 'smtp://mail.example:587?requireTLS=true',
      EVM_RPC_URLS: '1=http://[::1]:8545',
    }),
  ).toEqual([])
  expect(found({ SMTP_URL: 'smtps://mail.example', REDIS_URL: 'redis://localhost' })).toEqual([])
  expect(found({})).toEqual([])
})
