// What `npm run load` is asked.
import { parseArgs } from 'node:util';

/** How long, and with how many connections. */
export interface LoadArguments {
  readonly seconds: number;
  readonly connections: number;
}

/** Tells what is wrong with the arguments, in a sentence. */
export class BadArguments extends Error {}

export const usage = `npm run load -- [--seconds n] [--connections n]

  starts a platform of its own in memory and sends a mix of requests to it
  --seconds n       how long, 30 unless told
  --connections n   at once, 8 unless told`;

function numberOf(name: string, text: string | undefined, otherwise: number, most: number): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new BadArguments(`--${name} must be a whole number from 1 to ${most}, but was ${text}.`);
  return number;
}

/**
 * Reads them; undefined when only the usage is asked for.
 * @throws BadArguments
 */
export function readArguments(args: readonly string[]): LoadArguments | undefined {
  const { values } = (() => {
    try {
      return parseArgs({
        args: [...args],
        options: {
          seconds: { type: 'string' },
          connections: { type: 'string' },
          help: { type: 'boolean', short: 'h' },
        },
      });
    } catch (error) {
      throw new BadArguments(error instanceof Error ? error.message : String(error));
    }
  })();
  if (values.help) return undefined;
  return {
    seconds: numberOf('seconds', values.seconds, 30, 3600),
    connections: numberOf('connections', values.connections, 8, 256),
  };
}
