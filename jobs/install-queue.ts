import { PgBoss } from 'pg-boss'

/** Makes the job queue's tables, or brings them to the present version. As their owner: the product itself only uses them. */
export async function installQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false, application_name: 'sealwright-owner' })
  // A failure is thrown by the start; without a listener it would end the process besides.
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}
