/** Who said something: by name where the page knows it, else by id. */
export function SaidBy({ id, names }: { id: string; names: Record<string, string> }) {
  return names[id] ? <span title={id}>{names[id]}</span> : <code>{id}</code>
}
