import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { deriveP256, makeCertificate } from '#credentials/certificate.ts'
import { readCertifiedKey } from './certified-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'sealwright-reader-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the certificate of an operator is taken with its key and without its authority, or refused in a plain sentence', async () => {
  const [top, own, other] = ['top', 'own', 'other'].map((name) => deriveP256('s'.repeat(40), name)) as [P256, P256, P256]
  const dates = { issuer: 'CN=Registrar', signer: top, from: new Date(Date.now() - 1_000), until: new Date(Date.now() + 60_000) }
  const authority = await makeCertificate({ ...dates, subject: 'CN=Registrar', key: top, authorities: 0 })
  const mine = await makeCertificate({ ...dates, subject: 'CN=Operator', key: own })
  const late = await makeCertificate({ ...dates, subject: 'CN=Operator', key: own, until: new Date(Date.now() - 500) })
  const pem = (der: Buffer) => new X509Certificate(der).toString()
  const keyOf = (of: P256) => of.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const path = join(folder, 'reader.pem')
  const read = (...parts: string[]) => {
    writeFileSync(path, parts.join('\n'))
    return readCertifiedKey('WALLET_READER_FILE', path)
  }
  expect(read(keyOf(own), pem(mine), pem(authority))).toEqual({ key: keyOf(own).trim(), certificates: [mine.toString('base64')] })
  expect(readCertifiedKey('WALLET_READER_FILE', undefined)).toBeNull()
  expect(() => readCertifiedKey('WALLET_READER_FILE', join(folder, 'none'))).toThrow('WALLET_READER_FILE names a file that cannot be read')
  expect(() => read(pem(mine))).toThrow('no private key')
  expect(() => read(keyOf(other), pem(mine))).toThrow('another key')
  expect(() => read(keyOf(own), pem(late))).toThrow('expired')
  expect(() => read(keyOf(top), pem(authority))).toThrow('signed itself')

  const named = await makeCertificate({ ...dates, subject: 'CN=Operator', key: own, dns: 'seal.example' })
  writeFileSync(path, [keyOf(own), pem(named)].join('\n'))
  expect(readCertifiedKey('CREDENTIAL_SIGNER_FILE', path, 'seal.example')?.certificates).toEqual([named.toString('base64')])
  expect(() => readCertifiedKey('CREDENTIAL_SIGNER_FILE', path, 'other.example')).toThrow('does not name other.example')
})
type P256 = ReturnType<typeof deriveP256>
