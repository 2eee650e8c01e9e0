/** The six services of the status page, with what is measured for each. */
export const STATUS_SERVICES = [
  'Core API',
  'Authentication Service',
  'Compliance Engine',
  'Blockchain Integration',
  'Payment Processing',
  'Webhooks',
] as const
export type StatusService = (typeof STATUS_SERVICES)[number]
export type ServiceState = 'operational' | 'degraded' | 'outage' | 'maintenance'
