import { expect, test } from 'vitest'
import { hashLeaf } from '#credentials/merkle.ts'
import { canonical } from '#engine/canonical.ts'
import { type AuditRow, auditBody, leafHash, leafText } from './append.ts'

const row: Omit<AuditRow, 'leaf_hash'> = {
  id: 'aud_01m8fqcayhhhbj467cdqyesj6h',
  user_id: null,
  action: 'compliance_decision',
  category: 'system',
  status: 'success',
  details: { outcome: 'allow', check: 'a "quoted" \\ ü € 𝄞 \u0000', deep: { b: [1, null, true], a: {} } },
  timestamp: new Date('2026-11-27T12:00:00.001Z'),
  organization_id: 'org_01m8fqbtgs71yqcddzjcf2vpm8',
  environment: 'sandbox',
  actor_type: 'api_key',
  actor_id: 'key_01m8fqby7d660jtj47k2sgcwt5',
  subject_type: 'decision',
  subject_id: 'dec_01m8fqcawrqhdwyab7ghrgx9qg',
  request_id: null,
}

test('a leaf is the hash of the canonical JSON of its row, of all its fields', () => {
  expect(leafText(row)).toBe(canonical(auditBody(row)))
  expect(leafHash(row)).toEqual(hashLeaf(Buffer.from(canonical(auditBody(row)))))
  for (const name of Object.keys(row) as (keyof typeof row)[])
    expect(leafHash({ ...row, [name]: name === 'timestamp' ? new Date(1) : 'other' }), name).not.toEqual(leafHash(row))
})
