// What `npm run cost` is asked.
import { BadArguments, parseCommandLine } from '../command/command-line.ts';

/** What is wanted. */
export type CostArguments =
  | { readonly what: 'bill'; readonly as: 'table' | 'json' | 'csv' }
  | { readonly what: 'growth'; readonly sizes: readonly number[]; readonly isKept: boolean }
  | { readonly what: 'help' };

export const usage = `npm run cost -- [--json | --csv] | --growth [--sizes 1000,10000] [--keep]

  dollars for a million calls of every endpoint, and for a month of three sizes of tenant
  --json, --csv     the endpoints' lines for another program
  --growth          what pages, lookups, searches and registrations cost the database as a tenant grows
  --sizes n,n       with --growth: how many awards, people, bills and registrations; 1000,10000 unless told,
                    100000 takes hours on a laptop
  --keep            with --growth: writes bench/growth.md too, after each size`;

function parseSizes(text: string): readonly number[] {
  const sizes = text.split(',').map(Number);
  if (sizes.some((size, at) => !Number.isInteger(size) || size < 100 || size <= (sizes[at - 1] ?? 0)))
    throw new BadArguments(
      `--sizes must be whole numbers from 100 on, each larger than the last, but was ${text}.`,
    );
  return sizes;
}

/**
 * Reads them.
 * @throws BadArguments
 */
export function readArguments(args: readonly string[]): CostArguments {
  const { values } = parseCommandLine({
    args: [...args],
    options: {
      json: { type: 'boolean' },
      csv: { type: 'boolean' },
      growth: { type: 'boolean' },
      sizes: { type: 'string' },
      keep: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { json, csv, growth, sizes, keep = false, help } = values;
  if (help) return { what: 'help' };
  if (json && csv) throw new BadArguments('Either --json or --csv, not both.');
  if (growth && (json || csv)) throw new BadArguments('--growth shows a table: leave --json and --csv out.');
  if (sizes !== undefined && !growth) throw new BadArguments('--sizes goes with --growth.');
  if (keep && !growth) throw new BadArguments('--keep goes with --growth.');
  if (growth) return { what: 'growth', sizes: parseSizes(sizes ?? '1000,10000'), isKept: keep };
  return { what: 'bill', as: json ? 'json' : csv ? 'csv' : 'table' };
}
