import { useEffect, useLayoutEffect, useState } from 'react'
import { data, redirect, useNavigation } from 'react-router'
import { AsApiCall } from '../../components/dashboard/as-api-call.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import {
  OfferingFields,
  OfferingFormLayout,
  RefusedNote,
  type RefusedTerms,
  useOfferingForm,
} from '../../components/issuer/offering-form.tsx'
import { bodyOf, type Terms, termsOf } from '../../components/issuer/offering-terms.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { useTypedTerms } from '../../lib/use-typed-terms.ts'
import { attempt, readOr404 } from '../../lib/verb-errors.ts'
import { Button } from '../../ui/button.tsx'
import { ShownForm } from '../../ui/shown-form.tsx'
import type { Route } from './+types/new-offering.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'New offering', description: 'Describe the terms; the rules answer while you type.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const id = new URL(request.url).searchParams.get('draft')
  // Named before anything is typed: what is kept while the form is on its way goes with it.
  return { draft: id ? await readOr404(verbs.readFormDraft({ id })) : null, draftId: id ?? `drf_${crypto.randomUUID()}` }
}

/** What was typed lives in the draft; the frame around the form need not be read again while typing. */
export const shouldRevalidate = () => false

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const form = await request.formData()
  const values = termsOf(form)
  const draftId = String(form.get('draft') ?? '') || undefined
  switch (form.get('intent')) {
    case 'discard':
      if (draftId) await verbs.discardFormDraft({ id: draftId })
      return redirect('/issuer/offerings')
    default: {
      const made = await attempt(() =>
        verbs.createOffering({ ...bodyOf(values), status: form.get('intent') === 'open' ? 'open' : 'draft' }),
      )
      if (!made.ok) return data<RefusedTerms>({ refusal: made.refusal, values }, { status: 422 })
      if (draftId) await verbs.discardFormDraft({ id: draftId })
      return redirect(`/issuer/offerings/${made.result.id}`)
    }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

const defaults: Terms = { type: 'equity', currency: 'USD' }

export default function NewOffering({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && 'refusal' in actionData ? actionData : null
  const state = useOfferingForm({ ...defaults, ...loaderData.draft?.content }, refused)
  const { values, changed } = state
  const [draftId] = useState(loaderData.draftId)
  const saver = useTypedTerms<{ id: string }>()
  const navigation = useNavigation()
  const environment = useEnvironment()
  const [sent, setSent] = useState<Terms | null>(null)

  // What was typed is kept a moment after the rules were asked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a value changes, with whatever else is current then
  useEffect(() => {
    // What is on its way to become an offering, or to go, is kept no more.
    if (!changed.current || sent === values || navigation.state !== 'idle') return
    const keep = setTimeout(() => {
      setSent(values)
      saver.send({ ...values, intent: 'autosave', draft: draftId })
    }, 1_200)
    return () => clearTimeout(keep)
  }, [values, navigation.state])
  const [saved, setSaved] = useState(loaderData.draft !== null)
  useEffect(() => {
    if (saver.answer) setSaved(true)
  }, [saver.answer])
  // The address names the draft, for a reload, before anybody reads that it is saved. Without a navigation, which would end a submit or
  // wipe out its refusal.
  useLayoutEffect(() => {
    if (!saved || navigation.state !== 'idle') return
    const here = new URL(window.location.href)
    if (here.searchParams.get('draft') === draftId) return
    here.searchParams.set('draft', draftId)
    window.history.replaceState(window.history.state, '', here)
  }, [saved, draftId, navigation.state])

  const busy = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const unsaved = saver.busy || (changed.current && sent !== values)
  const saveWord = unsaved
    ? 'Saving…'
    : saver.failed
      ? 'Not saved: the server was not reached. Go on typing to try again.'
      : saved
        ? 'Everything typed is saved.'
        : 'Typing saves by itself.'

  return (
    <IssuerFrame
      title="New offering"
      lead="The rules that would open it answer while you type, each with its citation. Nothing is binding until you create it."
      crumbs={[{ label: 'Issuer', path: '/issuer/dashboard' }, { label: 'Offerings', path: '/issuer/offerings' }, { label: 'New' }]}
    >
      <OfferingFormLayout state={state}>
        <ShownForm ref={state.form} method="post" noValidate className="grid gap-9">
          <input type="hidden" name="draft" value={draftId} />
          <RefusedNote refused={refused} again="create it again" />
          <OfferingFields state={state} />
          <div className="flex flex-wrap items-center gap-3 border-rule border-t pt-5">
            <Button type="submit" name="intent" value="open" busy={busy && navigation.formData?.get('intent') === 'open'}>
              Create and open
            </Button>
            <Button
              type="submit"
              name="intent"
              value="draft"
              variant="outline"
              busy={busy && navigation.formData?.get('intent') === 'draft'}
            >
              Create as draft
            </Button>
            {saved ? (
              <Button type="submit" name="intent" value="discard" variant="ghost">
                Discard
              </Button>
            ) : null}
            <span role="status" className="text-[0.9375rem] text-soft">
              {saveWord}
            </span>
          </div>
          <AsApiCall call={{ method: 'POST', path: '/v1/offerings', body: bodyOf(values) }} environment={environment} />
        </ShownForm>
      </OfferingFormLayout>
    </IssuerFrame>
  )
}
