import { startTestServer } from '#db/test-database.ts'

/** One database server for the whole run; each test file copies its own database from the template. */
export default async function setup() {
  const server = await startTestServer()
  return server.stop
}
