import type { ReferenceField } from '../lib/reference.ts'
import { Marked } from './marked.tsx'

/** Fields with type, whether they are required, and what holds for them. */
export const FieldList = ({ fields }: { fields: ReferenceField[] }) => (
  <dl className="mt-2 border-rule border-t">
    {fields.map((field) => (
      <div key={field.name} className="grid gap-x-6 gap-y-0.5 border-rule border-b py-2.5 sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <dt className="min-w-0">
          <code className="break-all text-[0.8438rem]">{field.name}</code>
          <span className="block text-[0.875rem] text-soft">
            {field.type}
            {field.required ? <span className="text-seal"> · required</span> : null}
          </span>
        </dt>
        <dd className="text-[0.9375rem] leading-snug wrap-anywhere">
          <Marked text={field.note} />
        </dd>
      </div>
    ))}
  </dl>
)
