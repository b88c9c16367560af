// Every field that takes a day or a moment, in every endpoint, with dates that are none and dates at the edge of the
// calendar: refused or accepted, and never a 5xx (docs/interface/requests.md#days-and-moments).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoTenant } from '../../infra/contracts/demo-tenants.ts';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { buildExampleAddress, fillPlaceholders } from '../../infra/openapi/examples.ts';
import { isTenantScoped } from '../../shared/auth/permissions/access-requirement.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { listExamplePermissions } from '../contract/example-request.ts';
import { invokeHandler } from '../harness/invoke-handler.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { shareTokens } from '../harness/share-tokens.ts';
import type { JsonSchema } from './from-schema.ts';
import { toJsonSchema } from './requests.ts';

/** No days, the edges of the calendar, other spellings; times that are none, leap seconds, and offsets that change the year. */
const oddDates = [
  ...['2027-02-30', '2027-13-01', '0000-01-01', '9999-12-31', '10000-01-01', '02-30-2027', '12-31-9999'],
  ...['2027-02-30T10:00', '2027-02-30T10:00:00Z', '2027-12-31T23:59:60Z', '2027-12-31T24:00:00Z'],
  ...['2027-12-31T10:00+24:00', '2027-12-31T23:59-12:00', '2027-12-31T10:00'],
  ...['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:00-12:00', '9999-12-31T23:59'],
];

/** A day that `Date.parse` takes, and moments in another year than they say. */
const treacherousDates = ['2027-02-30T10:00', '0000-01-01T00:00:00+14:00', '9999-12-31T23:59:00-12:00'];

type Path = readonly (string | number)[];

/** Names of values that are days or moments, where the schema reads several spellings and so names no format. */
const nameOfDate =
  /date|day|since|until|from|openedOn|closedOn|fillBy|birth|remainderEnds|sendAt|timestamp|moment|(starts?|ends?|closes?|opens?)(At|On)?$/i;

/** Where a schema takes a day or a moment; of a list, its first entry. */
function* findDates(schema: JsonSchema, root: JsonSchema, path: Path = [], depth = 0): Generator<Path> {
  if (depth > 8) return;
  if (schema.$ref !== undefined) {
    const target = root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    if (target) yield* findDates(target, root, path, depth + 1);
    return;
  }
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const branch of branches) yield* findDates(branch, root, path, depth + 1);
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    yield* findDates(inner, root, [...path, name], depth + 1);
  if (schema.items) yield* findDates(schema.items, root, [...path, 0], depth + 1);
  const isLeaf = !schema.properties && !schema.items && branches.length === 0;
  const isNamed = nameOfDate.test(String(path.at(-1))) && (schema.type ?? 'string') === 'string';
  if (isLeaf && (schema.format?.startsWith('date') || isNamed)) yield path;
}

/** A copy of the value with another at the place. */
function withValue(value: unknown, [first, ...rest]: Path, other: unknown): unknown {
  if (first === undefined) return other;
  if (typeof first === 'number') {
    const list = Array.isArray(value) ? value : [];
    return [withValue(list[first], rest, other), ...list.slice(1)];
  }
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...entries, [first]: withValue((entries as Record<string, unknown>)[first], rest, other) };
}

const parts = ['params', 'query', 'body'] as const;

/** Every place of a request that takes a day or a moment, by the part of the request. */
const listPlaces = (contract: EndpointConfig): Path[] =>
  parts.flatMap((part) => {
    const schema = contract[part];
    if (!schema) return [];
    const json = toJsonSchema(schema);
    const paths = [...findDates(json, json)].map((path) => JSON.stringify([part, ...path]));
    return [...new Set(paths)].map((text) => JSON.parse(text) as Path);
  });

let platform: TestPlatform;
let findToken: ReturnType<typeof shareTokens>;
beforeAll(async () => {
  platform = await startPlatform();
  findToken = shareTokens(platform);
});
afterAll(() => platform.stop());

const withDates = (await listEndpoints()).flatMap((registered) => {
  const places = listPlaces(registered.contract);
  return places.length === 0 ? [] : [{ ...registered, registered, places, area: registered.contract.area }];
});

it('dates are found in all areas, in paths, queries and bodies', () => {
  expect(new Set(withDates.map(({ area }) => area)).size).toBe(4);
  const found = new Set(withDates.flatMap(({ places }) => places.map(([part]) => part)));
  expect([...found].sort()).toEqual([...parts].sort());
  expect(withDates.length).toBeGreaterThan(100);
});

describe.each(withDates)('$area $name', ({ registered, places }) => {
  const { contract } = registered;
  it('fails at no odd date', async () => {
    const { values } = platform.demo;
    const { access, example } = contract;
    const subject = fillPlaceholders(example.user, values);
    const others = isTenantScoped(access) ? [access.others, access.some] : [];
    const token = await findToken({
      tenant: demoTenant,
      permissions: [...listExamplePermissions(contract), ...others.filter((name) => name !== undefined)],
      ...(typeof subject === 'string' && { subject }),
      ...(isTenantScoped(access) && access.permission === 'own' && { personId: values.personId }),
    });
    // All places with the same date, and each one alone with those that schemas have let pass.
    const alone = places.length > 1 ? places.map((place) => [place]) : [];
    for (const group of [places, ...alone])
      for (const date of group === places ? oddDates : treacherousDates) {
        const sent = group.reduce<unknown>((request, place) => withValue(request, place, date), example);
        const { body: declared, ...rest } = sent as typeof example;
        const body = fillPlaceholders(declared, values);
        const address = buildExampleAddress({ ...contract, example: rest }, values);
        const reply = await invokeHandler(registered, address, {
          ...{ tenant: demoTenant, token, headers: { 'api-version': '1.0' } },
          ...(body !== undefined && {
            body: contract.bodyType === 'form' ? new URLSearchParams(body as Record<string, string>) : body,
          }),
        });
        expect(reply.status, `${JSON.stringify(group)} ${date}: ${reply.text}`).toBeLessThan(500);
      }
  });
});
