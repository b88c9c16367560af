// Claims a database folder in a separate process, for tests of several at once: `<claim file> <folder>`. It prints
// `claimed`, or why not, and keeps the claim until its input ends.
import { claimDatabase } from '../../infra/local/database/database-claim.ts';

const [file = '', dbPath = ''] = process.argv.slice(2);
process.stdout.write('ready\n');
process.stdin.once('data', async () => {
  const outcome = await claimDatabase(file, dbPath).then(
    () => 'claimed',
    (error: Error) => error.message,
  );
  process.stdout.write(`${outcome}\n`);
  process.stdin.once('end', () => process.exit(0));
});
