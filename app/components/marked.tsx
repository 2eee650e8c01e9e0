import { Fragment } from 'react'

/** A sentence of the API's description, in which backticks mark code. */
export const Marked = ({ text }: { text: string }) => (
  <>
    {text.split('`').map((part, n) =>
      n % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
        <code key={n} className="break-words text-[0.9em]">
          {part}
        </code>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
        <Fragment key={n}>{part}</Fragment>
      ),
    )}
  </>
)
