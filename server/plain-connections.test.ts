import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { plainConnections } from './plain-connections.ts'

const lookup = async (host: string) => [
  { address: /^[\d.]+$/.test(host) ? host : /public/.test(host) ? '93.184.216.34' : '10.0.0.7', family: 4 },
]
const found = (source: Record<string, string>) => plainConnections(readEnv(source), lookup)

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:secret@db.example/x' }, 'add sslmode=verify-full'],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:secret@10.0.0.7/x?sslmode=prefer' }, 'add sslmode=verify-full'],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:secret@db.example/x?sslmode=no-verify' }, 'add sslmode=verify-full'],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://u:secret@db.example/x?sslmode=require&uselibpqcompat=true' }, 'add sslmode=verify-full'],
  ['KEYS_DATABASE_URL', { KEYS_DATABASE_URL: 'postgresql:///x?host=keys.example' }, 'add sslmode=verify-full'],
  ['REDIS_URL', { REDIS_URL: 'redis://:secret@limits.example:6379' }, 'use rediss://'],
  ['ANTIVIRUS_URL', { ANTIVIRUS_URL: 'tcp://10.0.0.7:3310' }, 'use tls://'],
  ['SMTP_URL', { SMTP_URL: 'smtp://u:secret@mail.example:587' }, 'use smtps://, or add requireTLS=true'],
  ['SOLANA_RPC_URL', { SOLANA_RPC_URL: 'http://node.example/secret' }, 'use https://'],
  ['EVM_RPC_URLS 1', { EVM_RPC_URLS: '1=http://node.example/secret,137=https://node.example' }, 'use https://'],
  ['VAULT_ADDR', { KEY_SERVICE: 'vault', VAULT_ADDR: 'http://vault.example:8200/secret' }, 'use https://'],
  ['AWS_KMS_ENDPOINT', { KEY_SERVICE: 'aws-kms', AWS_KMS_ENDPOINT: 'http://kms.example/secret' }, 'use https://'],
  ['LOG_OTLP_URL', { LOG_OTLP_URL: 'http://logs.example:4318/secret' }, 'use https://'],
  ['LOG_HEADS_MIRRORS', { LOG_HEADS_MIRRORS: 'http://store.example/secret/' }, 'use https://'],
])(
  'V12.3 %s of a private network without TLS is refused with what to write, and told where the operator lets it',
  async (name, source, remedy) => {
    await expect(found(source)).rejects.toThrow(/^(?!.*secret).* set PLAIN_CONNECTIONS=private/)
    const [sentence, ...more] = await found({ ...source, PLAIN_CONNECTIONS: 'private' })
    expect(more).toEqual([])
    expect(sentence).toMatch(new RegExp(`^${name} goes to `))
    expect(sentence).toContain(remedy)
    expect(sentence).not.toContain('secret')
  },
)

test('sockets, this machine and connections with TLS are nothing to tell', async () => {
  expect(
    await found({
      DATABASE_URL: 'postgresql://u@localhost/x?host=%2Fvar%2Frun%2Fpostgresql',
      DATABASE_OWNER_URL: 'postgresql://o@db.example/x?sslmode=verify-full',
      KEYS_DATABASE_URL: 'postgresql://u@127.0.0.1:5433/keys',
      REDIS_URL: 'rediss://limits.example',
      SMTP_URL: 'smtp://mail.example:587?requireTLS=true',
      EVM_RPC_URLS: '1=http://[::1]:8545',
    }),
  ).toEqual([])
  expect(
    await found({
      SMTP_URL: 'smtps://mail.example',
      REDIS_URL: 'redis://localhost',
      ANTIVIRUS_URL: 'unix:///run/clamav/clamd.ctl',
      VAULT_ADDR: 'http://unused.example',
    }),
  ).toEqual([])
  expect(await found({})).toEqual([])
})

test.each<Record<string, string>>([
  { DATABASE_URL: 'postgresql://u:secret@db.public.example/x?sslmode=prefer' },
  { DATABASE_URL: 'postgresql://u:secret@93.184.216.34/x' },
  { REDIS_URL: 'redis://:secret@limits.public.example' },
  { SMTP_URL: 'smtp://u:secret@mail.public.example:587' },
  { EVM_RPC_URLS: '1=http://node.public.example/secret' },
])('V12.3 nothing goes to a machine of others without TLS, whatever is set: %o', async (source) => {
  const told = /^[A-Z_ 1]+ goes to \S+ without TLS: (?!.*secret).* Only this machine may go without/
  for (const setting of ['', 'private']) await expect(found({ ...source, PLAIN_CONNECTIONS: setting })).rejects.toThrow(told)
  // A name that is not known now may be anybody's.
  const env = readEnv({ ...source, PLAIN_CONNECTIONS: 'private' })
  await expect(plainConnections(env, () => Promise.reject(new Error('ENOTFOUND')))).rejects.toThrow('without TLS')
})
