// Requests that name a record that was merged into another one (docs/interface/crm.md#removed-ids).
//
// The id is looked for only when a rule has refused the request, so that other requests cost no more.
import type { TenantStore } from '../data/store.ts';
import { Failure } from '../errors/failure.ts';
import { findRemainingIds } from '../merges/former-ids.ts';
import type { RequestState } from './middleware/request-state.ts';

const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** Of so many ids of a request it is looked up what became of them. */
const MAX_IDS = 50;

const listIds = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(uuid) ?? []).map((id) => id.toLowerCase())),
];

/** So deep in a request are ids; what nothing reads may have any depth, and no stack is as deep. */
const MAX_DEPTH = 50;

/** The value with every text in it replaced. */
function mapTexts(value: unknown, map: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return map(value);
  if (depth === MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map, depth + 1));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapTexts(each, map, depth + 1)]),
  );
}

/** Whether an id without a record, or one of another person than the caller, may be why a request was refused. */
const isAboutAnId = ({ code, details }: Failure): boolean =>
  code === 'RESOURCE_NOT_FOUND' ||
  code === 'PERMISSION_DENIED' ||
  details.some((detail) => detail.code === 'UNKNOWN_VALUE');

/** Runs a rule that only reads; again with the ids of the records that remain, where it was refused for those of removed ones. */
export async function runWithRemainingIds<T>(
  state: RequestState,
  run: (state: RequestState) => Promise<T>,
): Promise<T> {
  try {
    return await run(state);
  } catch (error) {
    const tenant = state.admission?.tenant;
    if (!tenant || !(error instanceof Failure) || !isAboutAnId(error)) throw error;
    const { params, query, body } = state.parts;
    const named: string[] = [];
    mapTexts([params, query, body], (text) => {
      named.push(text);
      return text;
    });
    const remaining = await findRemainingIds(tenant, listIds(named).slice(0, MAX_IDS));
    if (remaining.size === 0) throw error;
    const replace = (part: unknown): unknown =>
      mapTexts(part, (text) => text.replaceAll(uuid, (id) => remaining.get(id.toLowerCase()) ?? id));
    return run({
      ...state,
      parts: { ...state.parts, params: replace(params), query: replace(query), body: replace(body) },
    });
  }
}

const withoutRecord = /(There is no .+ with the id )([0-9a-f-]{36})\./gi;

/** What a refusal says about ids without a record, with the ids of those that remain after merges. */
async function explainIds(tenant: TenantStore, failure: Failure): Promise<Failure> {
  const { code, message, target, details, headers, permission } = failure;
  const texts = [message, ...details.map((detail) => detail.message)];
  const unknown = listIds(texts.flatMap((text) => text.match(withoutRecord) ?? [])).slice(0, MAX_IDS);
  const remaining = await findRemainingIds(tenant, unknown);
  if (remaining.size === 0) return failure;
  const explain = (text: string): string =>
    text.replaceAll(withoutRecord, (found: string, start: string, id: string) => {
      const into = remaining.get(id.toLowerCase());
      return into === undefined ? found : `${start}${id} any more: it was merged into ${into}.`;
    });
  return new Failure(code, explain(message), {
    ...{
      target,
      headers,
      cause: failure,
      details: details.map((each) => ({ ...each, message: explain(each.message) })),
    },
    ...(permission !== undefined && { permission }),
  });
}

/** Runs a rule that writes; where it is refused for the id of a removed record, the refusal names the one that remains. */
export async function explainFormerIds<T>(state: RequestState, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const tenant = state.admission?.tenant;
    throw tenant && error instanceof Failure ? await explainIds(tenant, error) : error;
  }
}
