import { Search as Icon } from 'lucide-react'
import type { KeyboardEvent } from 'react'

/** The field of a search that offers a list: the focus stays in it, and it says which option is chosen. */
export function SearchField({
  label,
  placeholder,
  list,
  query,
  chosen,
  onType,
  onKeyDown,
  onClose,
}: {
  label: string
  placeholder: string
  /** The id of the list. */
  list: string
  query: string
  /** The id of the chosen option. */
  chosen: string | undefined
  onType: (typed: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
}) {
  return (
    <label className="flex shrink-0 items-center gap-3 border-rule border-b px-4">
      <Icon className="size-4 shrink-0 text-soft" aria-hidden />
      <span className="sr-only">{label}</span>
      <input
        // biome-ignore lint/a11y/noAutofocus: a dialog opened to type into
        autoFocus
        type="text"
        role="combobox"
        aria-expanded={chosen !== undefined}
        aria-controls={list}
        aria-activedescendant={chosen}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={placeholder}
        className="h-13 min-w-0 flex-1 bg-transparent outline-none placeholder:text-soft"
        value={query}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" onClick={onClose} className="rounded-sm border border-rule px-1.5 py-0.5 font-mono text-[0.75rem] text-soft">
        Esc
      </button>
    </label>
  )
}
