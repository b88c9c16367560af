// An import of people in a separate process, for tests that kill it: `<file> <folder for refused rows>`. It prints how many
// rows are done each time some are.
import { runImport } from '../../infra/import/run.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';

const [path = '', importsFolder = ''] = process.argv.slice(2);
const tenant = parseTenantCode('demo');
if (!tenant) throw new Error('demo is a tenant code');
let done = 0;
const progress = {
  begin: () => undefined,
  add(rows: number) {
    done += rows;
    process.stdout.write(`${done}\n`);
  },
  end: () => undefined,
};
await runImport(
  { kind: 'people', path, tenant, source: undefined, dryRun: false, aws: undefined },
  { importsFolder, now: new Date(), progress, say: () => undefined },
);
