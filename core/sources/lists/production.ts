import type { Lists } from './source.ts'

/** The official lists, each as old as its last confirmation. */
export const officialLists: Lists = {
  standIn: async () => null,
  standInAt: async () => null,
  movedBy: () => 0,
  confirmedAt: (checkedAt, at) => Math.min(checkedAt, at),
}
