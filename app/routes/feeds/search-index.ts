import { searchIndex } from '../../content/search.server.ts'

/** Written out at build time; the search dialog reads it when it is first opened. */
export const loader = () => new Response(searchIndex(), { headers: { 'content-type': 'application/json; charset=utf-8' } })
