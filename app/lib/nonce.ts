import { createContext, useContext } from 'react'

/** The request's script nonce while the server renders; empty in the browser, where nonces are hidden anyway. */
export const NonceContext = createContext<string | undefined>(undefined)
export const useNonce = () => useContext(NonceContext)
