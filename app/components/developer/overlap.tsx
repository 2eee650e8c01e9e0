import { useId } from 'react'
import { Select } from '../../ui/input.tsx'

/** How long the old secret works beside the new one. Stands inside a dialog's paragraph, so it is made of spans. */
export function Overlap({ value, old, onChange }: { value: string; old: 'key' | 'secret'; onChange: (hours: string) => void }) {
  const id = useId()
  return (
    <span className="mt-4 block text-ink">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-[0.9375rem]">
        Overlap
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="0">None: the old {old} ends at once</option>
        <option value="1">1 hour</option>
        <option value="24">24 hours</option>
        <option value="72">3 days</option>
        <option value="168">7 days</option>
      </Select>
    </span>
  )
}
