import type { RouterContextProvider } from 'react-router'
import { serverContext } from '../server-context.ts'
import { originToken } from './origin.ts'

/** The public address, or its token while pages are written at build time. */
export const originIn = (context: Readonly<RouterContextProvider>) => context.get(serverContext)?.publicUrl ?? originToken
