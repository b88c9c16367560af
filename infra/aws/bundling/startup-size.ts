// What a function loads at its start (its entry and the chunks the entry imports statically), and the budget for it.
import type { Metafile } from 'esbuild';

/** The bytes that are loaded at start: in total, and by package or folder of the project. */
export interface StartupSize {
  readonly bytes: number;
  readonly byPart: Readonly<Record<string, number>>;
}

/** `node_modules/@aws-sdk/core/dist-es/x.js` -> `@aws-sdk/core`; `shared/http/x.ts` -> `shared/http`. */
const getPartName = (source: string): string =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? source.split('/').slice(0, 2).join('/');

/**
 * Computes it from esbuild's metafile of a build with this entry.
 * @param bannerBytes what each file begins with, which the metafile does not count
 */
export function measureStartup(
  { outputs }: Pick<Metafile, 'outputs'>,
  entry: string,
  bannerBytes = 0,
): StartupSize {
  const seen = new Set<string>();
  const of: Record<string, number> = {};
  let bytes = 0;
  const visit = (path: string): void => {
    const output = outputs[path];
    if (!output || seen.has(path)) return;
    seen.add(path);
    bytes += output.bytes + bannerBytes;
    for (const [source, { bytesInOutput }] of Object.entries(output.inputs))
      if (bytesInOutput > 0) of[getPartName(source)] = (of[getPartName(source)] ?? 0) + bytesInOutput;
    for (const { path: next, kind, external } of output.imports)
      if (kind === 'import-statement' && !external) visit(next);
  };
  visit(entry);
  return { bytes, byPart: of };
}

/**
 * What each function may load at its start, by the name of its bundle; the first match counts. Of a typical one the SDK
 * takes 120 KB, the middleware chain 90 KB, and zod 100 KB where its requests have no plans; the rest is its own code.
 */
const budgets: readonly (readonly [name: RegExp, kibibytes: number])[] = [
  // The paths of its area, the most of which area A has.
  [/-unrouted$/, 44],
  [/-authorizer$/, 160],
  [/./, 435],
];

/** The budget of half of the functions, in bytes. */
export const medianStartupBudget = 1024 * 300;

/** The budget of a function, in bytes. */
export const getStartupBudget = (name: string): number =>
  1024 * (budgets.find(([fits]) => fits.test(name))?.[1] ?? 0);
