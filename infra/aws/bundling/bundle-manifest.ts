// What a bundle was made of, so that it is made again only where something has changed.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { projectFolder } from '../../contracts/registry.ts';
import type { StartupSize } from './startup-size.ts';

/** What is stored beside a bundle. */
export interface Manifest {
  /** Checksum of what the bundle depends on besides its inputs. */
  readonly recipe: string;
  /** Checksum of every file that was read, by path. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly sources: readonly string[];
  readonly bytes: number;
  readonly startup: StartupSize;
  readonly hashesPasswords: boolean;
}

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url');

/** Computes checksums of files, each read once per run. */
export function createFileHasher(): (path: string) => Promise<string | undefined> {
  const known = new Map<string, Promise<string | undefined>>();
  return (path) => {
    const found = known.get(path) ?? readFile(resolve(projectFolder, path)).then(sha256, () => undefined);
    known.set(path, found);
    return found;
  };
}

export type FileHasher = ReturnType<typeof createFileHasher>;

export const readManifest = (path: string): Promise<Manifest | undefined> =>
  readFile(path, 'utf8').then(
    (text): Manifest => JSON.parse(text),
    () => undefined,
  );

/** Whether the bundle in a folder is what its sources make now. */
export async function isFresh(
  manifest: Manifest,
  recipe: string,
  folder: string,
  hashOf: FileHasher,
): Promise<boolean> {
  if (manifest.recipe !== recipe || !(await stat(join(folder, 'index.mjs')).catch(() => undefined)))
    return false;
  const same = await Promise.all(
    Object.entries(manifest.inputs).map(async ([path, hash]) => (await hashOf(path)) === hash),
  );
  return same.every(Boolean);
}
