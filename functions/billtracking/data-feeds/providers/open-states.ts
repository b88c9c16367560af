// What both readers of Open States share: jurisdictions and their sessions (API v3, jurisdictions).
import { readObject, readObjects } from '../../../../shared/import/json-object.ts';
import { readText } from '../../../../shared/import/values.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import type { ReaderContext } from './reader.ts';
import { isChosen } from './units.ts';

/** The Open Civic Data id of a legislature. */
export function jurisdictionOf(stateId: number): string {
  const state = stateById(stateId);
  const place =
    state === undefined || state.kind === 'federal'
      ? ''
      : `/${state.kind}:${state.abbreviation.toLowerCase()}`;
  return `ocd-jurisdiction/country:us${place}/government`;
}

/** The sessions of a state that the feed names, or that are not over; when all are, the latest one. */
export async function chooseSessions({ client, feed, now }: ReaderContext, stateId: number) {
  const reply = await client.getJson(`/jurisdictions/${jurisdictionOf(stateId)}`, {
    include: 'legislative_sessions',
  });
  const today = now().toISOString().slice(0, 10);
  const sessions = readObjects(readObject(reply).legislative_sessions)
    .flatMap((entry) => {
      const identifier = readText(entry.identifier);
      return identifier === undefined ? [] : [{ stateId, identifier, entry }];
    })
    .toSorted((a, b) =>
      (readText(b.entry.start_date) ?? '').localeCompare(readText(a.entry.start_date) ?? ''),
    );
  const chosen = sessions.filter(({ identifier, entry }) => {
    const end = readText(entry.end_date);
    return isChosen(feed.sessions, [identifier, readText(entry.name)], end !== undefined && end >= today);
  });
  return chosen.length === 0 && feed.sessions.length === 0 ? sessions.slice(0, 1) : chosen;
}
