/** The pictures of a session in which somebody proves who they are, by what they show. */
export const PICTURES = ['front', 'back', 'portrait', 'proof_of_address'] as const
export type Picture = (typeof PICTURES)[number]
