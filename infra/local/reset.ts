// npm run reset: empties the data folder, so that the next start creates it again.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCommandLine, runCommand } from '../command/command-line.ts';
import { LocalPlatformError } from '../command/local-platform-error.ts';
import { dataDirPaths, isDataDir } from './data-dir.ts';
import { assertNotInUse } from './database/database-claim.ts';

/**
 * Empties the data folder except for its marker. Deletes nothing outside a data folder.
 * @returns the sentence to print
 * @throws LocalPlatformError when it is not a data folder, or another process uses it
 */
async function reset(): Promise<string> {
  const data = dataDirPaths();
  if (!existsSync(data.root)) return `There is nothing to reset: ${data.root} does not exist.`;
  if (!(await isDataDir(data))) {
    throw new LocalPlatformError(
      `${data.root} is not a data folder of Rostrum, so nothing in it was deleted: set DATA_DIR to the one you mean.`,
    );
  }
  await assertNotInUse(data.dynamodbProcess, data.root);
  const entries = (await readdir(data.root)).map((name) => join(data.root, name));
  await Promise.all(
    entries.filter((path) => path !== data.marker).map((path) => rm(path, { recursive: true, force: true })),
  );
  return `${data.root} is empty: the next npm start creates it again.`;
}

const usage = `npm run reset
  Empties the data folder. It has no options; DATA_DIR names the folder, .data by default.`;

async function main(args: readonly string[]): Promise<void> {
  parseCommandLine({ args: [...args], options: {} });
  console.log(await reset());
}

await runCommand(main, { what: 'The reset', usage });
