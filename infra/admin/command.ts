// What a command of `npm run admin` is, and what it works with.
import type { PlatformStore } from '../../shared/data/store.ts';
import { BadArguments } from '../command/command-line.ts';
import type { AdminArguments } from './arguments.ts';
import type { Place } from './place.ts';

/** What a command works with. */
export interface Session {
  readonly platform: PlatformStore;
  readonly place: Place;
  readonly names: readonly string[];
  readonly options: AdminArguments['options'];
  readonly now: Date;
  readonly say: (line: string) => void;
}

/** A command: what stands after its name, what it does, and the doing. */
export interface Command {
  readonly takes: string;
  readonly does: string;
  readonly run: (session: Session) => Promise<void>;
}

/** The name at a place of the command line. @throws BadArguments when it is missing */
export function named({ names }: Session, place: number, what: string): string {
  const name = names[place];
  if (name === undefined || name.trim() === '')
    throw new BadArguments(`Which ${what}? Put it after the command.`);
  return name;
}

/** The tenant of the option. @throws BadArguments when it is missing */
export function tenantOption({ options }: Session): string {
  if (!options.tenant) throw new BadArguments('Which tenant? Say so with --tenant <code>.');
  return options.tenant;
}
