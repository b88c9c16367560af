// The arguments of `npm run client:python`.
import { join } from 'node:path';
import { BadArguments, parseAddress, parseCommandLine } from '../../infra/command/command-line.ts';
import { type Area, areaNames } from '../../shared/http/areas.ts';

export const usage = `npm run client:python -- [--out <folder>] [--base <address>] [--area <area>]...
  --out   the folder to write to; clients/python/dist by default
  --base  where the areas are served, such as https://api.example.org; http://localhost:3000 by default
  --area  an area, as often as you like; all of them by default`;

/** Which clients to generate, where to, and the address that they call by default. */
export interface PythonArguments {
  readonly out: string;
  readonly base: string;
  readonly areas: readonly Area[];
}

/** @throws BadArguments */
export function parseArguments(args: readonly string[]): PythonArguments {
  const { values } = parseCommandLine({
    args: [...args],
    options: {
      out: { type: 'string', default: join(import.meta.dirname, 'dist') },
      base: { type: 'string', default: 'http://localhost:3000' },
      area: { type: 'string', multiple: true },
    },
  });
  const unknown = (values.area ?? []).find((area) => !areaNames.some((known) => known === area));
  if (unknown !== undefined)
    throw new BadArguments(`--area must be one of ${areaNames.join(', ')}, but was ${unknown}.`);
  const areas = areaNames.filter((area) => values.area?.includes(area) ?? true);
  return { out: values.out, base: parseAddress('base', values.base), areas };
}
