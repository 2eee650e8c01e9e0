import { Check, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { FileField } from '../../../components/dashboard/file-field.tsx'
import { errorAt } from '../../../lib/act.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FaceNotice } from '../face-notice.tsx'
import type { WayProps } from './way.ts'

type Page = WayProps['page']

export const SHOWN = {
  front: {
    label: 'Front of the document',
    hint: 'Of a passport the page with your picture. All four corners, sharp, without reflections.',
  },
  back: { label: 'Back of the document', hint: 'All four corners, sharp, without reflections.' },
  portrait: {
    label: 'A picture of you, with the document in your hand',
    hint: 'Your face as it is now, beside the document. It shows that the document is yours.',
  },
  proof_of_address: {
    label: 'Proof of your address',
    hint: 'A bill or a bank statement of the last three months, with your name and this address. A PDF is fine.',
  },
} as const
type PictureKind = keyof typeof SHOWN

/** The pictures that are asked for, and whether it goes on without. */
export const picturesAsked = ({ document, back }: Page['review']): [PictureKind, boolean][] => [
  ['front', true],
  ...(back ? ([['back', true]] as [PictureKind, boolean][]) : []),
  ['portrait', false],
  ...(document?.address ? ([['proof_of_address', true]] as [PictureKind, boolean][]) : []),
]

/** The pictures, one form each, so that each is kept once it is there. */
export function Pictures({ page, base, refusal, values, busy }: WayProps) {
  const { review } = page
  const list = usePlaceKept(review.pictures)
  // The one that is on its way. The others wait for it, and so does the next step: going there would call it back.
  const travelling = useNavigation().formData?.get('kind')
  const asked = picturesAsked(review)
  const isSent = (kind: PictureKind) => review.pictures.some((one) => one.kind === kind)
  // One button is the next step. Of a face there are two, and neither is pressed on anybody.
  const next = asked.find(([kind, needed]) => needed && !isSent(kind))?.[0]
  const faceOpen = !next && !page.face.agreed_at && !isSent('portrait')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-soft">
        PNG, JPEG or PDF, at most 10 MB each. They are sealed under a key of your own; only who decides opens them, and each opening is
        recorded.
      </p>
      <ul ref={list} className="border-rule border-t">
        {asked.map(([kind, needed]) => {
          const sent = review.pictures.find((one) => one.kind === kind)
          const failed =
            values.kind === kind
              ? (errorAt(refusal, 'file') ?? (refusal && !refusal.fields.length ? refusal.message : undefined))
              : undefined
          const face = kind === 'portrait'
          // A picture of a face is taken once its person agreed, by an act of its own.
          const upload =
            face && !page.face.agreed_at ? null : (
              <Upload kind={kind} needed={needed} next={kind === next} failed={failed} busy={busy} travels={travelling === kind} />
            )
          return (
            <li key={kind} data-kind={kind} className="grid grid-cols-[minmax(0,1fr)] gap-3 border-rule border-b py-5">
              {face && !page.face.agreed_at ? <p className="font-semibold text-[0.9375rem]">{`${SHOWN[kind].label} (optional)`}</p> : null}
              {face ? <FaceNotice page={page} busy={busy} step="pictures" /> : null}
              {sent ? (
                <div tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Check className="size-5 shrink-0 text-verdigris" aria-hidden />
                  <span className="min-w-0 flex-1 basis-52">
                    <span className="font-semibold">{SHOWN[kind].label}</span>
                    <span className="block truncate text-[0.9375rem] text-soft">
                      {sent.file_name}, {Math.ceil(sent.size / 1024)} KB
                    </span>
                  </span>
                  {page.status === 'open' ? <Remove kind={kind} busy={busy} /> : null}
                </div>
              ) : null}
              {sent ? (
                <details open={failed !== undefined}>
                  <summary className="link inline-flex min-h-8 items-center">Send another one in its place</summary>
                  {upload}
                </details>
              ) : (
                upload
              )}
            </li>
          )
        })}
      </ul>
      <div>
        {travelling ? (
          <Button disabled>Continue</Button>
        ) : (
          <ButtonLink to={`${base}step=send`} preventScrollReset variant={next || faceOpen ? 'outline' : 'primary'}>
            {faceOpen ? 'Continue without a picture of you' : 'Continue'}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Who sent or removed a picture by the keyboard goes on where it stands now: the button that did it is gone. */
function usePlaceKept(pictures: Page['review']['pictures']) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(pictures)
  useEffect(() => {
    const was = before.current
    before.current = pictures
    const isIn = (some: typeof pictures, { kind, file_name, size }: (typeof pictures)[number]) =>
      some.some((one) => one.kind === kind && one.file_name === file_name && one.size === size)
    const changed = pictures.find((one) => !isIn(was, one)) ?? was.find((one) => !isIn(pictures, one))
    const at = document.activeElement
    if (!changed || !document.hasFocus() || (at !== document.body && !list.current?.contains(at))) return
    list.current?.querySelector<HTMLElement>(`[data-kind="${changed.kind}"] :is(div[tabindex], input[type="file"])`)?.focus()
  }, [pictures])
  return list
}

function Upload(props: { kind: PictureKind; needed: boolean; next: boolean; failed: string | undefined; busy: boolean; travels: boolean }) {
  const { kind, needed, next, failed, busy, travels } = props
  const { label, hint } = SHOWN[kind]
  return (
    <Form method="post" encType="multipart/form-data" className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <input type="hidden" name="intent" value="picture" />
      <input type="hidden" name="kind" value={kind} />
      <FileField label={`${label}${needed ? '' : ' (optional)'}`} hint={hint} error={failed} />
      <Button
        type="submit"
        variant={next ? 'primary' : 'outline'}
        className="sm:mt-7"
        busy={busy && travels}
        disabled={busy}
        busyLabel="Sealing…"
      >
        Upload
      </Button>
    </Form>
  )
}

function Remove({ kind, busy }: { kind: PictureKind; busy: boolean }) {
  return (
    <Form method="post" className="contents">
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="kind" value={kind} />
      <Button type="submit" variant="ghost" size="icon" disabled={busy} aria-label={`Remove: ${SHOWN[kind].label}`}>
        <Trash2 className="size-4" aria-hidden />
      </Button>
    </Form>
  )
}
