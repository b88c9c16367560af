// The arguments of `npm run load`.
import { parseCommandLine, parseWholeNumber } from '../../command/command-line.ts';

/** The duration, the number of connections and the size of the burst. */
export interface LoadArguments {
  readonly seconds: number;
  readonly connections: number;
  readonly burst: number;
}

export const usage = `npm run load -- [--seconds n] [--connections n] [--burst n]

  starts a local platform in memory and sends a mix of requests to it
  --seconds n       how long (default 30)
  --connections n   at the same time (default 8)
  --burst n         registrations at once for 30 seats, and four fifths as many calls at a rate limit (default 500)`;

/**
 * Reads the arguments; undefined when only the usage is requested.
 * @throws BadArguments
 */
export function readArguments(args: readonly string[]): LoadArguments | undefined {
  const { values } = parseCommandLine({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      connections: { type: 'string' },
      burst: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  return {
    seconds: parseWholeNumber('seconds', values.seconds, 30, 3600),
    connections: parseWholeNumber('connections', values.connections, 8, 256),
    burst: parseWholeNumber('burst', values.burst, 500, 5000),
  };
}
