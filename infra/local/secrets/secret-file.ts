// Stores secrets in one JSON file that only its owner may read.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { getSystemCode, LocalPlatformError } from '../../command/local-platform-error.ts';

/** The values of secrets by name; undefined for a secret that has no value yet. */
export type Secrets = ReadonlyMap<string, string | undefined>;

const FileContent = z.object({
  secrets: z.array(
    z.object({ name: z.string(), current: z.object({ string: z.string().optional() }).optional() }),
  ),
});

/** What to say about a file that does not contain secrets. */
export const describeDamage = (file: string): string =>
  `The file ${file} is damaged: restore it from a copy, or empty the data folder with \`npm run reset\`.`;

/** The secrets of the file; none while it does not exist. @throws LocalPlatformError when it cannot be read */
export async function readSecrets(file: string): Promise<Secrets> {
  try {
    const { secrets } = FileContent.parse(JSON.parse(await readFile(file, 'utf8')));
    return new Map(secrets.map(({ name, current }) => [name, current?.string]));
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return new Map();
    // With no secrets, new signing keys would be created, and every token would become invalid without a message.
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new LocalPlatformError(describeDamage(file));
    throw new LocalPlatformError(
      `The file ${file} cannot be read (${getSystemCode(error)}): it must be a file that this user may read and write.`,
    );
  }
}

/** Replaces the file in one step, by a rename: a kill at any moment leaves the old or the new content, never half. */
export async function writeSecrets(file: string, values: Secrets): Promise<void> {
  const secrets = [...values].map(([name, string]) => ({ name, current: { string } }));
  const part = `${file}.${process.pid}.part`;
  await rm(part, { force: true });
  await writeFile(part, `${JSON.stringify({ secrets }, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(part, file);
}
