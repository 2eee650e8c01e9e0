import { spawn, spawnSync } from 'node:child_process'

// Pages are built anew when they change, and the server starts anew.

const node = process.execPath
if (spawnSync(node, ['scripts/setup.ts'], { stdio: 'inherit' }).status !== 0) process.exit(1)
const children = [
  spawn(node, ['node_modules/vite/bin/vite.js', 'build', '--watch'], { stdio: 'inherit' }),
  spawn(node, ['--env-file-if-exists=.env', '--watch', 'server/main.ts'], { stdio: 'inherit' }),
]
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    for (const child of children) child.kill()
  })
