export { DashboardLayout as InvestorFrame } from '../dashboard/layout.tsx'
