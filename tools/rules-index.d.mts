export function rulesIndex(): string
export function writtenIndex(): string
