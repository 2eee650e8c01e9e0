import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkFile, checkTree } from './check-imports.ts'

const rules = (file: string, source: string) => checkFile(file, source).map((each) => each.rule)

describe('the boundaries of the house', () => {
  it('are kept by every file', () => {
    expect(checkTree(resolve(import.meta.dirname, '..'))).toEqual([])
  })
})

describe('checkFile', () => {
  it('keeps the engine to itself', () => {
    expect(rules('engine/decide.ts', `import { readFileSync } from 'node:fs'`)).toHaveLength(1)
    expect(rules('engine/decide.ts', `import { z } from 'zod'`)).toHaveLength(1)
    expect(rules('engine/decide.ts', `import { AppError } from '#core/errors.ts'`)).toHaveLength(1)
    expect(rules('engine/decide.ts', `import { add } from '../core/money.ts'`)).toHaveLength(1)
    expect(rules('engine/rules/a.ts', `import type { Facts } from '../facts.ts'`)).toEqual([])
    expect(rules('engine/decide.test.ts', `import { it } from 'vitest'`)).toEqual([])
  })

  it('lets verbs use the pure rooms and the database, and nothing above them', () => {
    expect(
      rules(
        'core/wallets/verify.ts',
        `import { decide } from '#engine/decide.ts'\nimport { users } from '#db/schema.ts'\nimport pg from 'pg'`,
      ),
    ).toEqual([])
    expect(rules('core/wallets/verify.ts', `import { app } from '#server/app.ts'`)).toHaveLength(1)
    expect(rules('core/wallets/verify.ts', `export { loop } from '#jobs/loop.ts'`)).toHaveLength(1)
  })

  it('keeps the database to the verbs and the composition root', () => {
    expect(rules('server/api/v1/wallets/verify.ts', `import { users } from '#db/schema.ts'`)).toHaveLength(1)
    expect(rules('server/api/v1/wallets/verify.ts', `const db = await import('#db/connect.ts')`)).toHaveLength(1)
    expect(rules('server/compose.ts', `import { connect } from '#db/connect.ts'`)).toEqual([])
  })

  it('gives pages types of the verbs, but never the verbs', () => {
    expect(rules('app/routes/a.tsx', `import type { Wallet } from '#core/wallets/verify.ts'`)).toEqual([])
    expect(rules('app/routes/a.tsx', `type W = import('#core/wallets/verify.ts').Wallet`)).toEqual([])
    expect(rules('app/routes/a.tsx', `import { verifyWallet } from '#core/wallets/verify.ts'`)).toHaveLength(1)
    expect(rules('app/routes/a.tsx', `import { type Wallet, verifyWallet } from '#core/wallets/verify.ts'`)).toHaveLength(1)
    expect(rules('app/routes/a.tsx', `import { addDays } from '#engine/dates.ts'`)).toEqual([])
    expect(rules('app/routes/a.tsx', `import { rosette } from '#credentials/rosette.ts'`)).toEqual([])
  })

  it('keeps what pages share with the server free of the server', () => {
    expect(rules('app/routes/a.tsx', `import { signUpSchema } from '#core/accounts/schemas.ts'`)).toEqual([])
    expect(rules('core/accounts/schemas.ts', `import { COUNTRIES } from './choices.ts'`)).toEqual([])
    expect(rules('core/accounts/choices.ts', `import { users } from '#db/schema.ts'`)).toHaveLength(1)
    expect(rules('core/accounts/schemas.ts', `import { z } from 'zod'`)).toEqual([])
    expect(rules('core/accounts/schemas.ts', `import { users } from '#db/schema.ts'`)).toHaveLength(1)
  })

  it('keeps .tsx out of what Node runs', () => {
    expect(rules('server/mail.ts', `import { Mail } from './mail.tsx'`)).toHaveLength(1)
  })

  it('reads the environment in one place', () => {
    expect(rules('core/a.ts', 'const x = process.env.PORT')).toHaveLength(1)
    expect(rules('server/env.ts', 'const x = process.env.PORT')).toEqual([])
    expect(rules('core/a.ts', '// process.env.PORT is read elsewhere')).toEqual([])
  })

  it('sends every change through the audit', () => {
    expect(rules('core/a/b.ts', 'await db.transaction(async (tx) => {})')).toHaveLength(1)
    expect(rules('core/a/b.ts', '// no audit: it only reads.\nawait db.transaction(async (tx) => {})')).toEqual([])
    expect(rules('core/transaction.ts', 'await db.transaction(async (tx) => {})')).toEqual([])
  })

  it('asks each writing verb for its event, or for the reason why there is none', () => {
    expect(rules('core/a/b.ts', 'return write(ctx, async (tx) => ({ result, audit }))')).toHaveLength(1)
    expect(rules('core/a/b.ts', 'return write(ctx, async (tx) => ({ result, audit, events: [made] }))')).toEqual([])
    expect(rules('core/a/b.ts', '// no event: nobody listens yet.\nreturn write(ctx, async (tx) => ({ result, audit }))')).toEqual([])
  })

  it('names the line', () => {
    expect(checkFile('engine/a.ts', `\n\nimport 'zod'\n`)[0]!.line).toBe(3)
  })
})
