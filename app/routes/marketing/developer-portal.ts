import { redirect } from 'react-router'

/** The portal's other name. */
export const loader = () => redirect('/developer', 301)
