// The arguments of `npm run bench`.
import { BadArguments, parseCommandLine, parseWholeNumber } from '../../command/command-line.ts';

/** What to measure, or to simulate. */
export interface BenchArguments {
  readonly isSimulation: boolean;
  /** Whether imports are measured, which `all` leaves out. */
  readonly isImport: boolean;
  readonly parts: ReadonlySet<'cold' | 'warm' | 'sign-in' | 'sandbox' | 'sizes'>;
  /** The number of fresh processes per contender. */
  readonly runs: number;
  /** The number of warm requests per contender. */
  readonly requests: number;
  /** The number of people to import. */
  readonly rows: number;
  /** Whether docs/performance/speed.md is written. */
  readonly isSaved: boolean;
}

export const usage = `npm run bench -- [cold | warm | sign-in | sandbox | sizes | all | import | contention]
              [--runs n] [--requests n] [--rows n] [--keep]

  cold      the first reply of a fresh process
  warm      processor and wall time of further requests, and the size of their log
  sign-in   what each step of signing in costs
  sandbox   what a call of a sandbox costs
  sizes     the bundles of all functions
  all       all of these (default)
  import    imports of people, by the command and over HTTP
  contention    people who register at once, simulated
  --runs n      fresh processes per contender (default 15)
  --requests n  warm requests per contender (default 3000)
  --rows n      people to import (default 10000)
  --keep        write docs/performance/speed.md, only with all; or that of import or contention`;

/**
 * Reads the arguments.
 * @throws BadArguments
 */
export function readArguments(args: readonly string[]): BenchArguments {
  const { values, positionals } = parseCommandLine({
    args: [...args],
    allowPositionals: true,
    options: {
      runs: { type: 'string' },
      requests: { type: 'string' },
      rows: { type: 'string' },
      keep: { type: 'boolean' },
    },
  });
  const [part = 'all', ...more] = positionals;
  if (more.length > 0) throw new BadArguments(`One part is measured at a time: leave out ${more.join(' ')}.`);
  const all = ['cold', 'warm', 'sign-in', 'sandbox', 'sizes'] as const;
  const found = all.find((name) => name === part);
  const [isSimulation, isImport] = [part === 'contention', part === 'import'];
  if (!found && part !== 'all' && !isSimulation && !isImport)
    throw new BadArguments(
      `What to measure must be cold, warm, sign-in, sandbox, sizes, all, import or contention, but was ${part}.`,
    );
  if (values.keep && found)
    throw new BadArguments('--keep writes the results of all parts: leave the part out.');
  return {
    isSimulation,
    isImport,
    parts: new Set(found ? [found] : all),
    runs: parseWholeNumber('runs', values.runs, 15, 1000),
    requests: parseWholeNumber('requests', values.requests, 3000, 1_000_000),
    rows: parseWholeNumber('rows', values.rows, 10_000, 100_000),
    isSaved: values.keep ?? false,
  };
}
