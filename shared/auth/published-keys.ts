// The verification keys this process knows: read from the table once, again when a token names an unknown one.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { forPlatform } from '../data/store.ts';
import { publicKeys } from './records.ts';

/** How long keys are trusted without reading them again, in milliseconds. */
const freshFor = 5 * 60_000;
/** The least time between two reads that unknown key ids cause, so that nonsense tokens cost nothing. */
const patience = 2_000;

let known = new Map<string, { readonly key: KeyObject; readonly notAfter: number | undefined }>();
let readAt = Number.NEGATIVE_INFINITY;

async function read(moment: number): Promise<void> {
  const platform = forPlatform();
  const { items } = await platform.query(publicKeys(platform), { consistent: true });
  known = new Map(
    items.map(({ id, jwk, notAfter }) => [
      id,
      { key: createPublicKey({ key: jwk, format: 'jwk' }), notAfter },
    ]),
  );
  readAt = moment;
}

/** The public key with this id, or undefined when there is none or it has retired. `now` is the present moment. */
export async function publishedKey(kid: string, now: Date): Promise<KeyObject | undefined> {
  const moment = performance.now();
  const age = moment - readAt;
  if (age > freshFor || (!known.has(kid) && age > patience)) await read(moment);
  const found = known.get(kid);
  return found && (found.notAfter === undefined || found.notAfter * 1000 > now.getTime())
    ? found.key
    : undefined;
}

/** Forgets the keys. For commands and tests that change the table under a running process. */
export function forgetPublishedKeys(): void {
  known = new Map();
  readAt = Number.NEGATIVE_INFINITY;
}
