// The command `npm run admin`: tenants, users, clients and keys, for the first administrator and for emergencies.
import { endProcess } from '../command/command-line.ts';
import { runAdmin } from './run-admin.ts';

const code = await runAdmin(process.argv.slice(2), {
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
});
if (code !== 0) await endProcess(code);
