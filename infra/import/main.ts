// The command `npm run import`: loads people, organizations, committees, and what legislatures publish into a tenant.
import { endProcess } from '../command/command-line.ts';
import { runImportCommand } from './run-command.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.stderr.write('\nStopped. What was written stays; run the same command again to go on.\n');
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

const code = await runImportCommand(process.argv.slice(2), process);
if (code !== 0) await endProcess(code);
