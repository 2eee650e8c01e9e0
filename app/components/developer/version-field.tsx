import { useId } from 'react'
import { Select } from '../../ui/input.tsx'

/** Which version of the API something is to be in, the newest first. Stands inside a dialog's paragraph, so it is made of spans. */
export function VersionField({
  value,
  versions,
  onChange,
}: {
  value: string
  versions: readonly string[]
  onChange: (version: string) => void
}) {
  const id = useId()
  return (
    <span className="mb-4 block text-ink">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-[0.9375rem]">
        API version
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {versions.map((version, at) => (
          <option key={version} value={version}>
            {version}
            {at === 0 ? ', the newest' : ''}
          </option>
        ))}
      </Select>
    </span>
  )
}
