// The arguments of `npm run openapi`.
import { parseAddress, parseCommandLine } from '../command/command-line.ts';

export const usage = `npm run openapi -- [--out <folder>] [--base <address>]
  --out   the folder to write to; openapi by default
  --base  where the areas are served, such as https://api.example.org; relative addresses by default`;

/** Where to write, and the address that the documents name. @throws BadArguments */
export function parseOptions(args: readonly string[]): { readonly out: string; readonly base: string } {
  const { values } = parseCommandLine({
    args: [...args],
    options: { out: { type: 'string', default: 'openapi' }, base: { type: 'string', default: '' } },
  });
  const { out, base } = values;
  return { out, base: base === '' ? base : parseAddress('base', base) };
}
