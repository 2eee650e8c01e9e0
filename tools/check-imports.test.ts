import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkFile, checkTree, coreFiles, rings } from './check-imports.ts'

const rules = (file: string, source: string) => checkFile(file, source).map((each) => each.rule)

describe('the boundaries of the house', () => {
  it('are kept by every file', () => {
    expect(checkTree(resolve(import.meta.dirname, '..'))).toEqual([])
  })

  it('leave no ring of rooms in core', () => {
    expect(rings(coreFiles(resolve(import.meta.dirname, '..')))).toEqual([])
  })
})

describe('checkFile', () => {
  it('keeps the engine to itself', () => {
    expect(rules('engine/decide.ts', `import { readFileSync } from 'node:fs'`)).toHaveLength(1)
    expect(rules('engine/decide.ts', `import { z } from 'zod'`)).toHaveLength(1)
    expect(rules('engine/decide.ts', `import { AppError } from '#core/kernel/errors.ts'`)).toHaveLength(1)
    expect(rules('engine/decide.ts', `import { add } from '../core/money.ts'`)).toHaveLength(1)
    expect(rules('engine/rules/a.ts', `import type { Facts } from '../facts.ts'`)).toEqual([])
    expect(rules('engine/decide.test.ts', `import { it } from 'vitest'`)).toEqual([])
  })

  it('lets verbs use the pure rooms and the database, and nothing above them', () => {
    expect(
      rules(
        'core/identity/wallets/verify.ts',
        `import { decide } from '#engine/decide.ts'\nimport { users } from '#db/schema.ts'\nimport pg from 'pg'`,
      ),
    ).toEqual([])
    expect(rules('core/identity/wallets/verify.ts', `import { app } from '#server/app.ts'`)).toHaveLength(1)
    expect(rules('core/identity/wallets/verify.ts', `export { loop } from '#jobs/loop.ts'`)).toHaveLength(1)
  })

  it('lets a storey of core import what stands below it, and types from anywhere in core', () => {
    expect(rules('core/markets/transactions/a.ts', `import { b } from '#core/identity/wallets/b.ts'`)).toEqual([])
    expect(rules('core/identity/wallets/b.ts', `import type { A } from '#core/markets/transactions/a.ts'`)).toEqual([])
    expect(rules('core/identity/wallets/b.ts', `import { a } from '#core/markets/transactions/a.ts'`)).toHaveLength(1)
    expect(rules('core/identity/wallets/b.ts', `const a = await import('../../markets/a.ts')`)).toHaveLength(1)
    expect(rules('core/attic/b.ts', `import { AppError } from '#core/kernel/errors.ts'`)).toHaveLength(1)
  })

  it('finds rooms of core that import each other', () => {
    const a = ['core/identity/a/one.ts', `import { b } from '../b/two.ts'`] as const
    const b = ['core/identity/b/two.ts', `import { a } from '../a/three.ts'`] as const
    expect(rings(new Map([a, b]))).toEqual(['identity/a → identity/b → identity/a'])
    expect(rings(new Map([a]))).toEqual([])
  })

  it('keeps the database to the verbs and the composition root', () => {
    expect(rules('server/api/v1/wallets/verify.ts', `import { users } from '#db/schema.ts'`)).toHaveLength(1)
    expect(rules('server/api/v1/wallets/verify.ts', `const db = await import('#db/connect.ts')`)).toHaveLength(1)
    expect(rules('server/compose.ts', `import { connect } from '#db/connect.ts'`)).toEqual([])
  })

  it('gives pages types of the verbs, but never the verbs', () => {
    expect(rules('app/routes/a.tsx', `import type { Wallet } from '#core/identity/wallets/verify.ts'`)).toEqual([])
    expect(rules('app/routes/a.tsx', `type W = import('#core/identity/wallets/verify.ts').Wallet`)).toEqual([])
    expect(rules('app/routes/a.tsx', `import { verifyWallet } from '#core/identity/wallets/verify.ts'`)).toHaveLength(1)
    expect(rules('app/routes/a.tsx', `import { type Wallet, verifyWallet } from '#core/identity/wallets/verify.ts'`)).toHaveLength(1)
    expect(rules('app/routes/a.tsx', `import { addDays } from '#engine/dates.ts'`)).toEqual([])
    expect(rules('app/routes/a.tsx', `import { rosette } from '#credentials/rosette.ts'`)).toEqual([])
  })

  it('keeps what pages share with the server free of the server', () => {
    expect(rules('app/routes/a.tsx', `import { signUpSchema } from '#core/access/accounts/schemas.ts'`)).toEqual([])
    expect(rules('core/access/accounts/schemas.ts', `import { COUNTRIES } from './choices.ts'`)).toEqual([])
    expect(rules('core/access/accounts/choices.ts', `import { users } from '#db/schema.ts'`)).toHaveLength(1)
    expect(rules('core/access/accounts/schemas.ts', `import { z } from 'zod'`)).toEqual([])
    expect(rules('core/access/accounts/schemas.ts', `import { users } from '#db/schema.ts'`)).toHaveLength(1)
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
    expect(rules('core/record/transaction.ts', 'await db.transaction(async (tx) => {})')).toEqual([])
  })

  it('asks each writing verb for its event, or for the reason why there is none', () => {
    expect(rules('core/a/b.ts', 'return write(ctx, async (tx) => ({ result, audit }))')).toHaveLength(1)
    expect(rules('core/a/b.ts', 'return write(ctx, async (tx) => ({ result, audit, events: [made] }))')).toEqual([])
    expect(rules('core/a/b.ts', '// no event: nobody listens yet.\nreturn write(ctx, async (tx) => ({ result, audit }))')).toEqual([])
  })

  it('H2 asks for its world in one place', () => {
    const asking = [
      `if (ctx.environment === 'sandbox') return`,
      `if ('production' !== environment) return`,
      `if (env == 'sandbox') return`,
      `switch (environment) { case 'sandbox': return }`,
      'const scenario = played(ctx)',
      `import { isSandbox } from '#core/kernel/environments.ts'`,
    ]
    for (const one of asking)
      for (const file of ['core/identity/wallets/new.ts', 'server/api/new.ts', 'jobs/new.ts'])
        expect(rules(file, one).length, `${file}: ${one}`).toBeGreaterThan(0)
    expect(rules('core/identity/wallets/new.ts', 'const same = row.environment === ctx.environment')).toEqual([])
    expect(rules('core/sources/world.ts', `environment === 'production'`)).toEqual([])
    // Keys and recorded facts are judged below the sources, where no world can be asked.
    expect(rules('core/record/facts/new.ts', `import { isSandbox } from '#core/kernel/environments.ts'`)).toEqual([])
    expect(rules('core/record/facts/new.ts', `if (environment === 'sandbox') return`)).toHaveLength(1)
  })

  it('H1 lets nobody but the engine and the record write an outcome', () => {
    const code = [`return { outcome: ok ? 'allow' : 'deny' }`, `const outcome = 'review'`, `return { ...decided, outcome }`]
    for (const one of code) {
      expect(rules('core/markets/payments/pay.ts', one), one).toHaveLength(1)
      expect(rules('core/record/decisions/decide.ts', one), one).toEqual([])
    }
    const free = [`if (said.outcome === 'deny') return`, `type T = { outcome: 'allow' | 'deny' }`, `return { outcome: decided.outcome }`]
    for (const one of free) expect(rules('core/markets/payments/pay.ts', one), one).toEqual([])
  })

  it('names the line', () => {
    expect(checkFile('engine/a.ts', `\n\nimport 'zod'\n`)[0]!.line).toBe(3)
  })
})
