// The arguments of `npm run cost`.
import { BadArguments, parseCommandLine } from '../../command/command-line.ts';
import type { GrownKind } from './growth-data.ts';

/** What to compute. */
export type CostArguments =
  | { readonly what: 'bill'; readonly as: 'table' | 'json' | 'csv' }
  | {
      readonly what: 'growth';
      readonly sizes: readonly number[];
      readonly kind: GrownKind;
      readonly isSaved: boolean;
    }
  | { readonly what: 'background'; readonly isSaved: boolean };

export const usage = `npm run cost -- [--json | --csv] | --background [--keep] | --growth [--people | --bills] [--sizes 1000,10000] [--keep]

  the cost of a million calls of every endpoint, and of a month of tenants of three sizes
  --json, --csv     the endpoints' lines for another program
  --background      what runs by the clock, what follows a write, an idle tenant, and the source of every price
  --growth          what pages, lookups, searches and registrations cost the database as a tenant grows
  --sizes n,n       with --growth: how many awards, people, bills and registrations (default 1000,10000);
                    100000 takes hours
  --people          with --growth: only people, which grow faster, requests for them, and the
                    memory of their exports and of broadcasts to them (up to 20,000)
  --bills           with --growth: only bills, and requests for them
  --keep            with --growth: also write the table to docs/performance, after each size; with
                    --background: also write docs/performance/cost.md`;

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
      background: { type: 'boolean' },
      growth: { type: 'boolean' },
      sizes: { type: 'string' },
      people: { type: 'boolean' },
      bills: { type: 'boolean' },
      keep: { type: 'boolean' },
    },
  });
  const { json, csv, background, growth, sizes, people, bills, keep = false } = values;
  if (json && csv) throw new BadArguments('Use either --json or --csv, not both.');
  if (growth && (json || csv)) throw new BadArguments('--growth shows a table: leave --json and --csv out.');
  if (sizes !== undefined && !growth) throw new BadArguments('--sizes goes with --growth.');
  if (people && !growth) throw new BadArguments('--people goes with --growth.');
  if (bills && !growth) throw new BadArguments('--bills goes with --growth.');
  if (people && bills) throw new BadArguments('Use either --people or --bills, not both.');
  if (keep && !growth && !background)
    throw new BadArguments('--keep goes with --growth or with --background.');
  if (background && (growth || json || csv))
    throw new BadArguments('--background shows a page of its own: leave the other options out.');
  if (background) return { what: 'background', isSaved: keep };
  if (growth)
    return {
      what: 'growth',
      sizes: parseSizes(sizes ?? '1000,10000'),
      kind: people ? 'people' : bills ? 'bills' : 'all',
      isSaved: keep,
    };
  return { what: 'bill', as: json ? 'json' : csv ? 'csv' : 'table' };
}
