// Files of packages that a function needs besides its modules: typefaces, the library that shapes their text, the one
// that makes the HTML of mails, and the one that browsers read QR codes with.
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { families } from '../../../shared/pdf/faces/families.ts';
import { loadSlices, packageFolder, packageName } from '../../../shared/pdf/faces/slices.ts';

/** Packages that are copied instead of bundled: these find their WebAssembly next to their module. */
export const externalPackages = ['harfbuzzjs', 'mrml'];

/** A file to copy into a bundle. */
export interface PackageFile {
  readonly from: string;
  /** The path in the bundle's folder. */
  readonly to: string;
  readonly bytes: number;
}

/** What a bundle copies of a package. */
interface CopiedPackage {
  readonly name: string;
  readonly folder: string;
  readonly files: readonly string[];
}

/** The files of the shaping library that a function needs, which are half of it. */
const shaperFiles = ['package.json', 'LICENSE', 'dist/index.mjs', 'dist/harfbuzz.js', 'dist/harfbuzz.wasm'];
const decoderFiles = ['package.json', 'LICENSE', 'dist/jsQR.js'];
const mailFiles = ['package.json', 'LICENSE', 'nodejs/mrml_wasm.js', 'nodejs/mrml_wasm_bg.wasm'];

/** The folder of an installed library whose module is one folder below. */
const findPackage = (name: string): string => dirname(dirname(createRequire(import.meta.url).resolve(name)));

const listTypefaces = (): Promise<CopiedPackage[]> =>
  Promise.all(
    families.map(async (family) => ({
      name: packageName(family),
      folder: packageFolder(family),
      files: [
        ...['package.json', 'LICENSE', 'unicode.json'],
        ...(await loadSlices(family)).map(({ file }) => file),
      ],
    })),
  );

/** The packages that a source needs next to its module, by the source. */
const packagesBySource: Readonly<Record<string, () => readonly CopiedPackage[]>> = {
  'shared/pdf/faces/slices.ts': () => [
    { name: 'harfbuzzjs', folder: findPackage('harfbuzzjs'), files: shaperFiles },
  ],
  'functions/training/desk/qr-decoder.ts': () => [
    { name: 'jsqr', folder: findPackage('jsqr'), files: decoderFiles },
  ],
  'functions/crm/communication/message-templates/render-message.ts': () => [
    { name: 'mrml', folder: findPackage('mrml'), files: mailFiles },
  ],
};

const listFiles = (packages: readonly CopiedPackage[]): Promise<readonly PackageFile[]> =>
  Promise.all(
    packages.flatMap(({ name, folder, files }) =>
      files.map(async (file) => {
        const from = join(folder, file);
        return { from, to: join('node_modules', name, file), bytes: (await stat(from)).size };
      }),
    ),
  );

/**
 * The files that a bundle of these sources needs, below `node_modules`, where its code finds packages; none unless a
 * source shapes text or writes mails. Licenses are copied with what they cover.
 */
export const listPackageFiles = (sources: readonly string[]): Promise<readonly PackageFile[]> =>
  listFiles(
    Object.entries(packagesBySource).flatMap(([source, list]) => (sources.includes(source) ? list() : [])),
  );

/** Whether a bundle of these sources reads typefaces, which are not in it but in a layer. */
export const readsTypefaces = (sources: ReadonlySet<string>): boolean =>
  sources.has('shared/pdf/faces/slices.ts');

/** The files of all typefaces, with their licenses. */
export const listTypefaceFiles = async (): Promise<readonly PackageFile[]> =>
  listFiles(await listTypefaces());
