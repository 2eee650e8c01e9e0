import type { Persona } from './source.ts'

/** How a verification of a sandbox is to end. */
export type Resolution = { status: 'verified' | 'rejected' | 'pending'; code?: string | undefined }

/** The persona as it goes on: what the identity provider finds is now what was asked for, everything else is evaluated. */
export function resolvedPersona(played: Persona | null, to: Resolution): Persona {
  const { verification: _, credential: __, ...effects } = played?.effects ?? {}
  return {
    code: played?.code ?? '0000',
    effects: {
      ...effects,
      ...(to.status !== 'verified' && {
        verification: { status: to.status, ...(to.status === 'rejected' && { code: to.code ?? 'document_mismatch', retryable: true }) },
      }),
    },
  }
}
