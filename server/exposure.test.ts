import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { refuseExposure } from './exposure.ts'

const SECRET = 'x'.repeat(32)
const start = (source: Record<string, string>) => () => refuseExposure(readEnv(source))

test.each<[Record<string, string>, RegExp]>([
  [{ HOST: '0.0.0.0' }, /HOST=0\.0\.0\.0 can be reached by others: set NODE_ENV=production/],
  [{ HOST: '::' }, /can be reached/],
  [{ HOST: '192.168.0.7', NODE_ENV: 'production', SEALWRIGHT_LOCAL: '1' }, /can be reached/],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://seal.example' }, /can be reached/],
  [{ HOST: 'seal.example', NODE_ENV: 'development' }, /can be reached/],
  [{ PUBLIC_URL: 'https://seal.example' }, /PUBLIC_URL=https:\/\/seal\.example is for others/],
  [{ PUBLIC_URL: 'http://10.0.0.5:3000' }, /is for others/],
  [{ PUBLIC_URL: 'https://localhost:8443' }, /is for others/],
  [{ PUBLIC_URL: 'https://seal.example', ROLE: 'worker' }, /is for others/],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'http://seal.example' }, /must begin with https/],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1.nip.example' }, /must begin with https/],
  [{ NODE_ENV: 'production', HOST: '0.0.0.0' }, /set PUBLIC_URL to the https address/],
  [{ NODE_ENV: 'production', HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, /set PUBLIC_URL to the https address/],
  [{ NODE_ENV: 'production', DATABASE_URL: 'postgresql://x/y', PUBLIC_URL: 'https://seal.example' }, /APP_SECRET/],
  [{ PUBLIC_URL: 'seal.example' }, /PUBLIC_URL is not valid/],
  [{ PUBLIC_URL: 'ftp://seal.example' }, /PUBLIC_URL is not valid/],
  [{ PUBLIC_URL: 'https://seal.example/app' }, /PUBLIC_URL is not valid/],
  [{ PUBLIC_URL: 'https://a:b@seal.example' }, /PUBLIC_URL is not valid/],
])('S10 it does not start with %j', (source, sentence) => {
  expect(start(source)).toThrow(sentence)
})

test.each<[Record<string, string>]>([
  [{}],
  [{ HOST: '' }],
  [{ HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:4000/' }],
  [{ HOST: '::1', PORT: '4000' }],
  [{ ROLE: 'worker', HOST: '0.0.0.0' }],
  [{ NODE_ENV: 'production' }],
  [{ NODE_ENV: 'production', PORT: '4000', DATABASE_URL: 'postgresql://x/y', APP_SECRET: SECRET }],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:4000' }],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'https://seal.example' }],
  [{ NODE_ENV: 'production', HOST: '0.0.0.0', PUBLIC_URL: 'https://seal.example', DATABASE_URL: 'postgresql://x/y', APP_SECRET: SECRET }],
])('S10 it starts with %j', (source) => {
  expect(start(source)).not.toThrow()
})
