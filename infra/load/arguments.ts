// What `npm run load` is asked.
import { parseCommandLine, parseWholeNumber } from '../command/command-line.ts';

/** How long, and with how many connections. */
export interface LoadArguments {
  readonly seconds: number;
  readonly connections: number;
}

export const usage = `npm run load -- [--seconds n] [--connections n]

  starts a platform of its own in memory and sends a mix of requests to it
  --seconds n       how long, 30 unless told
  --connections n   at once, 8 unless told`;

/**
 * Reads them; undefined when only the usage is asked for.
 * @throws BadArguments
 */
export function readArguments(args: readonly string[]): LoadArguments | undefined {
  const { values } = parseCommandLine({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      connections: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  return {
    seconds: parseWholeNumber('seconds', values.seconds, 30, 3600),
    connections: parseWholeNumber('connections', values.connections, 8, 256),
  };
}
