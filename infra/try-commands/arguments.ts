// The arguments of `npm run try-commands`.
import { BadArguments, parseCommandLine } from '../command/command-line.ts';
import { type Attempt, attempts } from './attempts.ts';

const scripts = [...new Set(attempts.map(({ script }) => script))];

export const usage = `npm run try-commands -- [script ...] [--quick] [--clone] [--keep]

  tries every command once, or those of the scripts that are named: ${scripts.join(', ')}
  --quick   only what .ci/run tries
  --clone   in a new clone of the last commit, which has no packages yet
  --keep    write docs/commands.md`;

/** What to try, and where. */
export interface TryRequest {
  readonly chosen: readonly Attempt[];
  readonly isCloned: boolean;
  readonly isSaved: boolean;
}

/** @throws BadArguments */
export function parseRequest(args: readonly string[]): TryRequest {
  const { values, positionals } = parseCommandLine({
    args: [...args],
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, clone: { type: 'boolean' }, keep: { type: 'boolean' } },
  });
  const unknown = positionals.find((name) => !scripts.includes(name));
  if (unknown !== undefined)
    throw new BadArguments(`A script must be one of ${scripts.join(', ')}, but was ${unknown}.`);
  const chosen = attempts.filter(
    ({ script, isQuick }) =>
      (positionals.length === 0 || positionals.includes(script)) && (isQuick || !values.quick),
  );
  return { chosen, isCloned: values.clone ?? false, isSaved: values.keep ?? false };
}
