// The arguments of `npm run load`.
import { BadArguments, parseCommandLine, parseWholeNumber } from '../../command/command-line.ts';
import type { PushLoadSize } from './push-load.ts';

/** The duration, the number of connections and the size of the burst; and what a load on the push channel has instead. */
export interface LoadArguments {
  readonly seconds: number;
  readonly connections: number;
  readonly burst: number;
  /** Present where the push channel is measured instead. */
  readonly push?: PushLoadSize;
  /** Whether attacks by content are measured instead. */
  readonly attacks?: boolean;
}

export const usage = `npm run load -- [--seconds n] [--connections n] [--burst n]
npm run load -- --subscribers n [--changes n] [--per-second n]
npm run load -- --attacks [--seconds n]

  starts a local platform in memory and sends a mix of requests to it
  --seconds n       how long (default 30)
  --connections n   at the same time (default 8)
  --burst n         registrations at once for 30 seats, and four fifths as many calls at a rate limit (default 500)

  --subscribers n   instead, so many connections to the push channel, of one tenant
  --changes n       how many changes each of them must get (default 100)
  --per-second n    how many changes are made in a second (default 1)

  --attacks         instead, what a neighbour notices of content that is made to hold everybody up; --seconds for each`;

/**
 * Reads the arguments.
 * @throws BadArguments
 */
export function readArguments(args: readonly string[]): LoadArguments {
  const { values } = parseCommandLine({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      connections: { type: 'string' },
      burst: { type: 'string' },
      subscribers: { type: 'string' },
      changes: { type: 'string' },
      'per-second': { type: 'string' },
      attacks: { type: 'boolean' },
    },
  });
  if (values.subscribers === undefined && (values.changes ?? values['per-second']) !== undefined)
    throw new BadArguments('--changes and --per-second go with --subscribers.');
  return {
    seconds: parseWholeNumber('seconds', values.seconds, 30, 3600),
    connections: parseWholeNumber('connections', values.connections, 8, 256),
    burst: parseWholeNumber('burst', values.burst, 500, 5000),
    ...(values.attacks && { attacks: true }),
    ...(values.subscribers !== undefined && {
      push: {
        subscribers: parseWholeNumber('subscribers', values.subscribers, 1000, 1000),
        changes: parseWholeNumber('changes', values.changes, 100, 10_000),
        changesPerSecond: parseWholeNumber('per-second', values['per-second'], 1, 100),
      },
    }),
  };
}
