// Every request whose body can make a record larger than an item of the table, with its largest body: the record is stored, or
// refused with a 4xx that says why, and never a 5xx (docs/data.md#sizes).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoTenant } from '../../infra/contracts/demo-tenants.ts';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { buildExampleAddress, fillPlaceholders } from '../../infra/openapi/examples.ts';
import { isTenantScoped, isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import { maxRecordBytes } from '../../shared/data/size/item-size.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { listExamplePermissions } from '../contract/example-request.ts';
import { invokeHandler } from '../harness/invoke-handler.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { shareTokens } from '../harness/share-tokens.ts';
import type { JsonSchema } from './from-schema.ts';
import { toJsonSchema } from './requests.ts';

/** Three bytes in UTF-8. */
const letter = '県';
/** Where a schema names no length or number. */
const most = { length: 20_000, items: 200 } as const;
/** The bytes of one member: together they stay below what a body may have. */
const MEMBER_BYTES = 600_000;

const resolve = (schema: JsonSchema, root: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? schema : (root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {});

/** The branch of a schema that can be largest; of `null` or text, the text. */
const chooseBranch = (schema: JsonSchema, root: JsonSchema, depth: number): JsonSchema => {
  const found = resolve(schema, root);
  const branches = [...(found.anyOf ?? []), ...(found.oneOf ?? [])];
  if (branches.length === 0) return found;
  const sized = branches.map((branch) => ({ branch, bytes: estimate(branch, root, depth + 1) }));
  return resolve(sized.sort((a, b) => b.bytes - a.bytes)[0]?.branch ?? {}, root);
};

const isPlainText = ({ type, enum: values, const: value, format, pattern, isRefined }: JsonSchema): boolean =>
  type === 'string' &&
  values === undefined &&
  value === undefined &&
  format === undefined &&
  !pattern &&
  !isRefined;

/** The bytes that a schema allows, as far as it says so. */
function estimate(schema: JsonSchema, root: JsonSchema, depth = 0): number {
  if (depth > 8) return 0;
  const chosen = chooseBranch(schema, root, depth);
  if (isPlainText(chosen)) return letter.length * 3 * Math.min(chosen.maxLength ?? most.length, 400_000);
  if (chosen.items) return (chosen.maxItems ?? most.items) * (estimate(chosen.items, root, depth + 1) + 3);
  const members = Object.values(chosen.properties ?? {});
  return 10 + members.reduce((sum, member) => sum + estimate(member, root, depth + 1), 0);
}

const samples: Readonly<Record<string, (index: number) => string>> = {
  uuid: (index) => `3f2504e0-4f89-41d3-9a0c-${String(index).padStart(12, '0')}`,
  guid: (index) => `3f2504e0-4f89-41d3-9a0c-${String(index).padStart(12, '0')}`,
  email: (index) => `a${index}@large.example`,
  uri: (index) => `https://large.example/${index}`,
  date: () => '2027-03-01',
  'date-time': () => '2027-03-01T10:00:00Z',
};

/** A large value of a schema; undefined where nothing is known that it allows. */
function build(schema: JsonSchema, root: JsonSchema, bytes: number, index = 0, depth = 0): unknown {
  if (depth > 8) return undefined;
  const chosen = chooseBranch(schema, root, depth);
  if (chosen.const !== undefined) return chosen.const;
  if (chosen.enum) return chosen.enum[0];
  if (chosen.format && samples[chosen.format]) return samples[chosen.format]?.(index);
  if (chosen.isRefined || chosen.pattern) return chosen.example;
  if (isPlainText(chosen)) {
    const length = Math.min(chosen.maxLength ?? most.length, Math.max(1, Math.floor(bytes / 3)));
    return `${index}${letter.repeat(length)}`.slice(0, length);
  }
  if (chosen.items) {
    const each = Math.max(10, Math.min(estimate(chosen.items, root, depth + 1), bytes));
    const count = Math.min(chosen.maxItems ?? most.items, Math.max(1, Math.floor(bytes / each)));
    const { items } = chosen;
    const values = Array.from({ length: count }, (_, at) => build(items, root, each, at, depth + 1));
    return values.includes(undefined) ? undefined : values;
  }
  if (chosen.type === 'object' || chosen.properties) {
    const members = Object.entries(chosen.properties ?? {});
    const share = bytes / Math.max(1, members.length);
    const required = new Set(chosen.required);
    const built = members.map(
      ([name, member]) => [name, build(member, root, share, index, depth + 1)] as const,
    );
    if (built.some(([name, value]) => value === undefined && required.has(name))) return undefined;
    return Object.fromEntries(built.filter(([, value]) => value !== undefined));
  }
  if (chosen.type === 'boolean') return true;
  if (chosen.type === 'integer' || chosen.type === 'number')
    return chosen.example ?? Math.max(1, chosen.minimum ?? 1);
  return chosen.example;
}

/** The members of a body that can be large, with their largest values. */
function listLargeMembers({ body }: EndpointConfig): readonly (readonly [string, unknown])[] {
  if (!body) return [];
  const root = toJsonSchema(body);
  return Object.entries(chooseBranch(root, root, 0).properties ?? {}).flatMap(([name, schema]) => {
    if (estimate(schema, root) < 20_000) return [];
    const value = build(schema, root, MEMBER_BYTES);
    return value === undefined ? [] : [[name, value] as const];
  });
}

const large = (await listEndpoints()).flatMap((registered) => {
  const { contract, name } = registered;
  if (!isWrite(contract) || contract.bodyType === 'form') return [];
  const members = listLargeMembers(contract);
  const bytes = members.reduce((sum, [, value]) => sum + Buffer.byteLength(JSON.stringify(value)), 0);
  return bytes > maxRecordBytes / 20 ? [{ name, area: contract.area, registered, members }] : [];
});

let platform: TestPlatform;
let findToken: ReturnType<typeof shareTokens>;
const refused = new Set<string>();
beforeAll(async () => {
  platform = await startPlatform();
  findToken = shareTokens(platform);
});
afterAll(() => platform.stop());

describe.each(large)('$area $name', ({ name, registered, members }) => {
  const { contract } = registered;
  it('stores its largest body, or says why not', async () => {
    const { values } = platform.demo;
    const { access, example } = contract;
    const subject = fillPlaceholders(example.user, values);
    const token = await findToken({
      tenant: demoTenant,
      permissions: listExamplePermissions(contract),
      ...(typeof subject === 'string' && { subject }),
      ...(isTenantScoped(access) && access.permission === 'own' && { personId: values.personId }),
    });
    const { body: declared, ...rest } = example;
    const plain = fillPlaceholders(declared, values) as object | undefined;
    const address = buildExampleAddress({ ...contract, example: rest }, values);
    const send = async (more: Readonly<Record<string, unknown>>): Promise<number> => {
      const options = {
        tenant: demoTenant,
        token,
        headers: { 'api-version': '1.0' },
        body: { ...plain, ...more },
      };
      const reply = await invokeHandler(registered, address, options);
      expect(reply.status, `${Object.keys(more)}: ${reply.text.slice(0, 500)}`).toBeLessThan(500);
      if (reply.text.includes('_TOO_LARGE')) refused.add(name);
      return reply.status;
    };
    const all = await send(Object.fromEntries(members));
    if (all === 400 && members.length > 1)
      for (const [member, value] of members) await send({ [member]: value });
  });
});

// No body of the training area is large enough.
it('records of three areas are refused for their size', () => {
  const areas = new Set(large.filter(({ name }) => refused.has(name)).map(({ area }) => area));
  expect([...areas].sort()).toEqual(['billtracking', 'crm', 'identity']);
  expect(refused.size).toBeGreaterThanOrEqual(19);
});
