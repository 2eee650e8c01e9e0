import { Form } from 'react-router'
import type { VerifyPage } from '#core/review/identity/verify-page.ts'
import { dateTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'

/**
 * Stands wherever a face is processed: what becomes of it, and the person's own act of agreeing, or of taking it back. `alone`: the way goes on
 * with nothing else.
 */
export function FaceNotice({ page, busy, step, alone }: { page: VerifyPage; busy: boolean; step?: string; alone?: boolean }) {
  const { version, points, agreed_at } = page.face
  return (
    <section aria-label="Your face" className="grid gap-3 border-rule border-l-2 pl-4">
      <p className="font-semibold">What becomes of a picture of your face</p>
      <ul className="grid gap-1.5 text-[0.9375rem]">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className="text-[0.9375rem] text-soft">
        Responsible is {page.organization}. How long everything is kept stands in the{' '}
        <a href="/legal/privacy#pictures-of-faces" target="_blank" rel="noreferrer" className="link">
          retention schedule
        </a>
        . Notice of {version}.
      </p>
      <Form method="post" className="flex flex-wrap items-center gap-3">
        {step ? <input type="hidden" name="step" value={step} /> : null}
        {agreed_at ? (
          <>
            <span className="text-[0.9375rem]">You agreed on {dateTime(agreed_at)} UTC.</span>
            <Button type="submit" name="intent" value="face_take_back" variant="ghost" busy={busy}>
              Withdraw it
            </Button>
          </>
        ) : (
          <>
            <input type="hidden" name="version" value={version} />
            <Button type="submit" name="intent" value="face_agree" variant={alone ? 'primary' : 'outline'} busy={busy}>
              I have read this and agree
            </Button>
          </>
        )}
      </Form>
    </section>
  )
}

const TAKEN_BACK_WHILE = ['open', 'processing', 'in_review']

/**
 * A consent that stands where no way of the page shows it: one that an app of the organisation's stated, or one given here once the person is with a
 * provider. Taken back here like any other.
 */
export function FaceConsent({ page, busy }: { page: VerifyPage; busy: boolean }) {
  const { agreed_at, stated_at } = page.face
  const here = page.status === 'processing' ? agreed_at : null
  if (!TAKEN_BACK_WHILE.includes(page.status) || !(stated_at || here)) return null
  return (
    <section aria-label="Your consent" className="grid gap-3 border-rule border-l-2 pl-4">
      {stated_at ? (
        <p>
          {page.organization} says that on {dateTime(stated_at)} UTC you agreed in its app that a provider measures your face.
        </p>
      ) : null}
      {here ? <p>On {dateTime(here)} UTC you agreed here that your face is processed.</p> : null}
      <p className="text-[0.9375rem] text-soft">
        You can take this back now. Then the provider is neither asked nor heard, and you can choose another way.
      </p>
      <Form method="post">
        <Button type="submit" name="intent" value="face_take_back" variant="ghost" busy={busy}>
          Withdraw it
        </Button>
      </Form>
    </section>
  )
}
