// Writes the small invented files that the readers' tests read.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with what a test writes into it. */
export interface FixtureFolder {
  readonly path: string;
  /** Writes a file and returns its path. */
  file(name: string, content: string | Buffer): Promise<string>;
}

/** Makes a folder for a test and removes it when the test is done. */
export async function withFixtureFolder<T>(test: (folder: FixtureFolder) => Promise<T>): Promise<T> {
  const path = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    return await test({
      path,
      async file(name, content) {
        const file = join(path, name);
        await writeFile(file, content);
        return file;
      },
    });
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}
