import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { callBackEnd } from './back-end.ts'

export const passkeysSupported = () => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** What a person is told when the browser's own dialog was closed or timed out. */
class NotUsed extends Error {
  constructor() {
    super('The passkey was not used. Try again when you are ready.')
    this.name = 'PasskeyNotUsed'
  }
}
const told = (error: unknown) => (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name) ? new NotUsed() : error)

/** Lets the browser ask for a passkey and returns its answer. */
export async function askPasskey(optionsPath: string, purpose: 'sign-in' | 'second-factor' | 'step-up') {
  const { options } = await callBackEnd<{ options: PublicKeyCredentialRequestOptionsJSON }>(optionsPath, { purpose })
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    return await startAuthentication({ optionsJSON: options })
  } catch (error) {
    throw told(error)
  }
}

/** Lets the browser make a passkey for the signed-in person and hands it to the server. */
export async function makePasskey(name: string) {
  const { options } = await callBackEnd<{ options: PublicKeyCredentialCreationOptionsJSON }>('/api/accounts/passkeys/options', {
    purpose: 'register',
  })
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const response = await startRegistration({ optionsJSON: options })
    return await callBackEnd('/api/accounts/passkeys', { name, response })
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidStateError')
      throw new Error('This device already holds a passkey for your account.')
    throw told(error)
  }
}
