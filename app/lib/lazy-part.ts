import { type ComponentType, lazy } from 'react'
import { tellNoNetwork } from './connection.ts'

/**
 * A part of a page that is loaded when it is needed. When its file does not arrive that is said, and the rest of the page goes on;
 * the part itself stays empty until the page is loaded anew.
 */
// biome-ignore lint/suspicious/noExplicitAny: what `lazy` itself asks for
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) =>
  lazy(() =>
    load().catch(() => {
      tellNoNetwork()
      return { default: (() => null) as unknown as C }
    }),
  )
