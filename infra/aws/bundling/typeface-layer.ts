// The typefaces as a Lambda layer: 24 MB once, not in each function that prints.
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listTypefaceFiles } from './package-files.ts';

/** The layer's folder among the bundles. */
export const typefaceLayerName = 'typefaces.layer';

/** Where Lambda's Node finds packages of layers (Lambda Developer Guide, "Packaging layer content": NODE_PATH). */
const packagesFolder = 'nodejs';

/**
 * Writes the layer below `target` unless it is there.
 * @param version changes when the installed packages do
 * @returns its folder
 */
export async function writeTypefaceLayer(target: string, version: string): Promise<string> {
  const folder = join(target, typefaceLayerName);
  const written = await readFile(`${folder}.json`, 'utf8').catch(() => undefined);
  if (written === JSON.stringify({ version })) return folder;
  const draft = `${folder}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  for (const { from, to } of await listTypefaceFiles()) {
    const file = join(draft, packagesFolder, to);
    await mkdir(dirname(file), { recursive: true });
    await copyFile(from, file);
  }
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  await writeFile(`${folder}.json`, JSON.stringify({ version }));
  return folder;
}
