// The arguments of `npm run cost`.
import { BadArguments, parseCommandLine } from '../../command/command-line.ts';

/** What to compute. */
export type CostArguments =
  | { readonly what: 'bill'; readonly as: 'table' | 'json' | 'csv' }
  | {
      readonly what: 'growth';
      readonly sizes: readonly number[];
      readonly isPeople: boolean;
      readonly isSaved: boolean;
    }
  | { readonly what: 'help' };

export const usage = `npm run cost -- [--json | --csv] | --growth [--people] [--sizes 1000,10000] [--keep]

  the cost of a million calls of every endpoint, and of a month of tenants of three sizes
  --json, --csv     the endpoints' lines for another program
  --growth          what pages, lookups, searches and registrations cost the database as a tenant grows
  --sizes n,n       with --growth: how many awards, people, bills and registrations (default 1000,10000);
                    100000 takes hours
  --people          with --growth: only people, which grow faster, requests for them, and the memory of their exports
  --keep            with --growth: also write docs/performance/growth.md, after each size`;

function parseSizes(text: string): readonly number[] {
  const sizes = text.split(',').map(Number);
  if (sizes.some((size, index) => !Number.isInteger(size) || size < 100 || size <= (sizes[index - 1] ?? 0)))
    throw new BadArguments(
      `--sizes must be whole numbers from 100 on, each larger than the last, but was ${text}.`,
    );
  return sizes;
}

/**
 * Reads the arguments.
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
      people: { type: 'boolean' },
      keep: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { json, csv, growth, sizes, people = false, keep = false, help } = values;
  if (help) return { what: 'help' };
  if (json && csv) throw new BadArguments('Use either --json or --csv, not both.');
  if (growth && (json || csv)) throw new BadArguments('--growth shows a table: leave --json and --csv out.');
  if (sizes !== undefined && !growth) throw new BadArguments('--sizes goes with --growth.');
  if (people && !growth) throw new BadArguments('--people goes with --growth.');
  if (keep && !growth) throw new BadArguments('--keep goes with --growth.');
  if (growth)
    return { what: 'growth', sizes: parseSizes(sizes ?? '1000,10000'), isPeople: people, isSaved: keep };
  return { what: 'bill', as: json ? 'json' : csv ? 'csv' : 'table' };
}
