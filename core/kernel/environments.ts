/**
 * Whether what is kept under an environment is made up: keys, and the facts of decisions, which are judged by what they were kept as
 * wherever they are read. Only what stands below the sources asks this; everybody else asks `ctx.world`.
 */
export const isSandbox = (environment: string): boolean => environment === 'sandbox'
