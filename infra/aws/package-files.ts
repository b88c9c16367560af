// What a bundle carries beside its modules: the typefaces of other scripts, and the library that shapes their letters.
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { families } from '../../shared/pdf/families.ts';
import { loadSlices, packageFolder, packageName } from '../../shared/pdf/slices.ts';

/** Packages that are carried as they are: this one finds its WebAssembly beside its module. */
export const externalPackages = ['harfbuzzjs'];

/** A file to be copied into a bundle. */
export interface PackageFile {
  readonly from: string;
  /** In the bundle's folder. */
  readonly to: string;
  readonly bytes: number;
}

/** What the library has beside what a function needs of it is as large again. */
const shaperFiles = ['package.json', 'LICENSE', 'dist/index.mjs', 'dist/harfbuzz.js', 'dist/harfbuzz.wasm'];

/** Where an installed package lies. */
function findShaperFolder(): string {
  const entry = createRequire(import.meta.url).resolve('harfbuzzjs');
  return dirname(dirname(entry));
}

/**
 * The files that a bundle of some sources carries, where its code finds packages: below `node_modules`. None where no
 * source reads typefaces. Licenses go with what they are for.
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
