// What both readers of LegiScan share: its questions, and the sessions of a state.
import { isObject, type JsonObject, readObject, readObjects } from '../../../../shared/import/json-object.ts';
import { readText } from '../../../../shared/import/values.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import type { ProviderClient, Query } from './client.ts';
import type { ReaderContext } from './reader.ts';

/**
 * Asks LegiScan, which answers 200 also when it refuses.
 * @throws ProviderRefusal with what it says
 */
export async function askLegiscan(client: ProviderClient, op: string, query: Query): Promise<JsonObject> {
  const reply = await client.getJson('/', { op, ...query });
  if (isObject(reply) && readText(reply.status) === 'OK') return reply;
  const said = isObject(reply) ? readText(readObject(reply.alert).message) : undefined;
  throw client.refuse(`LegiScan refuses ${op}.`, said ?? '');
}

/** A list of a reply; LegiScan writes some as objects with numbers for names. */
export const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? readObjects(value) : isObject(value) ? Object.values(value).filter(isObject) : [];

/** The replies of one question for each state of the feed. */
export async function askForStates(
  { feed, client }: ReaderContext,
  op: string,
  member: string,
): Promise<{ readonly stateId: number; readonly entry: JsonObject }[]> {
  const found: { readonly stateId: number; readonly entry: JsonObject }[] = [];
  for (const stateId of feed.stateIds) {
    const reply = await askLegiscan(client, op, { state: stateById(stateId)?.abbreviation ?? '' });
    found.push(...listOf(reply[member]).map((entry) => ({ stateId, entry })));
  }
  return found;
}

/** The names by which a feed may choose a session. */
export const namesOfSession = (session: JsonObject): readonly (string | undefined)[] => [
  readText(session.session_id),
  readText(session.session_name),
  readText(session.session_title),
];

/** Whether LegiScan calls a session current. */
export const isCurrent = (session: JsonObject): boolean =>
  readText(session.prior) === '0' && readText(session.sine_die) !== '1';
