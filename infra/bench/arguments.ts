// What `npm run bench` is asked.
import { BadArguments, parseCommandLine, parseWholeNumber } from '../command/command-line.ts';

/** What is measured. */
export interface BenchArguments {
  readonly parts: ReadonlySet<'cold' | 'warm' | 'sizes'>;
  /** Fresh processes per contender. */
  readonly runs: number;
  /** Warm requests per contender. */
  readonly requests: number;
  /** Whether bench/results.md is written. */
  readonly isSaved: boolean;
}

export const usage = `npm run bench -- [cold | warm | sizes | all] [--runs n] [--requests n] [--keep]

  cold      the first answer of a fresh process
  warm      processor and wall time of every further request, and its log
  sizes     the bundles of all functions
  all       all of it (what is done unless told)
  --runs n      fresh processes per contender, 15 unless told
  --requests n  warm requests per contender, 3000 unless told
  --keep        write bench/results.md; only with all of it`;

/**
 * Reads them; undefined when only the usage is asked for.
 * @throws BadArguments
 */
export function readArguments(args: readonly string[]): BenchArguments | undefined {
  const { values, positionals } = parseCommandLine({
    args: [...args],
    allowPositionals: true,
    options: {
      runs: { type: 'string' },
      requests: { type: 'string' },
      keep: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const [part = 'all', ...more] = positionals;
  if (more.length > 0)
    throw new BadArguments(`One part is measured at a time, but ${positionals.length} were named.`);
  const all = ['cold', 'warm', 'sizes'] as const;
  const one = all.find((name) => name === part);
  if (!one && part !== 'all')
    throw new BadArguments(`What to measure must be cold, warm, sizes or all, but was ${part}.`);
  if (values.keep && one)
    throw new BadArguments('--keep writes the results of all of it: leave the part out.');
  return {
    parts: new Set(one ? [one] : all),
    runs: parseWholeNumber('runs', values.runs, 15),
    requests: parseWholeNumber('requests', values.requests, 3000),
    isSaved: values.keep ?? false,
  };
}
