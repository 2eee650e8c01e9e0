import { type ComponentProps, createElement, useMemo } from 'react'
import { Form, useFetcher, useRouteLoaderData } from 'react-router'
import { SHOWN_FIELD } from '../lib/shown-place.ts'

/** Says what an organisation's page is of where its form is sent before scripts run, or without any. One with files waits for them. */
function ShownField() {
  const root = useRouteLoaderData('root') as { shown?: string } | undefined
  return root?.shown ? <input type="hidden" name={SHOWN_FIELD} value={root.shown} /> : null
}

const saying = <P extends ComponentProps<typeof Form>>(plain: React.ComponentType<P>) =>
  function SayingForm(props: P) {
    return createElement(plain, props, props.encType === 'multipart/form-data' ? null : <ShownField />, props.children)
  }

/** A form that acts in the organisation and the environment its page is of. */
export const ShownForm = saying(Form as React.ComponentType<ComponentProps<typeof Form>>)

/** A fetcher whose form does. */
export function useShownFetcher<T = unknown>(...options: Parameters<typeof useFetcher<T>>): ReturnType<typeof useFetcher<T>> {
  const fetcher = useFetcher<T>(...options)
  const Saying = useMemo(() => saying(fetcher.Form as React.ComponentType<ComponentProps<typeof Form>>), [fetcher.Form])
  return useMemo(() => ({ ...fetcher, Form: Saying as typeof fetcher.Form }), [fetcher, Saying])
}
