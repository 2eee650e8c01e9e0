import { startInstallation } from './start-installation.ts'

/** One installation for all files. */
export default () => startInstallation()
