import { hash } from 'node:crypto'

/** What of a token is kept. */
export const hashOfClientToken = (token: string): string => hash('sha256', token)

export const CLIENT_TOKEN = /^swc_(sandbox|production)_[0-9a-f]{64}$/
