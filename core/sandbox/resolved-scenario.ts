import type { Scenario } from './scenarios.ts'

/** How a verification of a sandbox is to end. */
export type Resolution = { status: 'verified' | 'rejected' | 'pending'; code?: string | undefined }

/** The scenario as it goes on: what the identity provider finds is now what was asked for, everything else is evaluated. */
export function resolvedScenario(played: Scenario | null, to: Resolution): Scenario {
  const { verification: _, credential: __, ...effects } = played?.effects ?? {}
  return {
    code: played?.code ?? '0000',
    name: 'resolved',
    title: 'Resolved',
    market: 'platform',
    effects: {
      ...effects,
      ...(to.status !== 'verified' && {
        verification: { status: to.status, ...(to.status === 'rejected' && { code: to.code ?? 'document_mismatch', retryable: true }) },
      }),
    },
  }
}
