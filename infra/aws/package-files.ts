// Files of packages that a bundle contains besides its modules: typefaces, and the library that shapes their text.
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { families } from '../../shared/pdf/families.ts';
import { loadSlices, packageFolder, packageName } from '../../shared/pdf/slices.ts';

/** Packages that are copied instead of bundled: this one finds its WebAssembly next to its module. */
export const externalPackages = ['harfbuzzjs'];

/** A file to copy into a bundle. */
export interface PackageFile {
  readonly from: string;
  /** The path in the bundle's folder. */
  readonly to: string;
  readonly bytes: number;
}

/** The files of the library that a function needs, which are half of it. */
const shaperFiles = ['package.json', 'LICENSE', 'dist/index.mjs', 'dist/harfbuzz.js', 'dist/harfbuzz.wasm'];

/** The folder of the installed library. */
function findShaperFolder(): string {
  const entry = createRequire(import.meta.url).resolve('harfbuzzjs');
  return dirname(dirname(entry));
}

/**
 * The files that a bundle of these sources needs, below `node_modules`, where its code finds packages; none unless a
 * source reads typefaces. Licenses are copied with what they cover.
 */
export async function listPackageFiles(sources: readonly string[]): Promise<readonly PackageFile[]> {
  if (!sources.includes('shared/pdf/slices.ts')) return [];
  const packages = await Promise.all(
    families.map(async (family) => ({
      name: packageName(family),
      folder: packageFolder(family),
      files: [
        'package.json',
        'LICENSE',
        'unicode.json',
        ...(await loadSlices(family)).map(({ file }) => file),
      ],
    })),
  );
  return Promise.all(
    [...packages, { name: 'harfbuzzjs', folder: findShaperFolder(), files: shaperFiles }].flatMap(
      ({ name, folder, files }) =>
        files.map(async (file) => {
          const from = join(folder, file);
          return { from, to: join('node_modules', name, file), bytes: (await stat(from)).size };
        }),
    ),
  );
}
