// The texts in the table that only one tenant has, and that must never be returned to another.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { billTypes } from '../../shared/legislature/bill-types.ts';
import { shippedSessions } from '../../shared/legislature/sessions/shipped-sessions.ts';
import { states } from '../../shared/legislature/states.ts';

type Item = Readonly<Record<string, unknown>>;

/** The data of one tenant that the tests need. */
export interface TenantData {
  /** Texts that only this tenant's items hold, of five characters or more. */
  readonly texts: ReadonlySet<string>;
  /** The first id of each type of item: `person`, `organization`, ... */
  readonly ids: ReadonlyMap<string, string>;
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const element of value) yield* textsIn(element);
  else if (typeof value === 'object' && value !== null)
    for (const element of Object.values(value)) yield* textsIn(element);
}

/** Ids, names, addresses; not times, and not single words in lower case such as the names of states and roles. */
const isDistinctive = (text: string): boolean => text.length >= 5 && !/^([\d:.TZ+-]+|[a-z.]+)$/.test(text);

/** Reads the whole table once, without any access scope, which only a test may do. */
async function allItems(tableName: string): Promise<Item[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName })) items.push(...Items);
  client.destroy();
  return items;
}

/** Data that is part of the platform: every tenant sees it, also when its own records contain it. */
const shippedTexts = [...textsIn([states, shippedSessions, billTypes])];

/** The texts that are in the tenant's partitions and nowhere else. */
export async function collectTenantData(tableName: string, code: string): Promise<TenantData> {
  const items = await allItems(tableName);
  const isOwn = ({ pk }: Item): boolean => String(pk).startsWith(`T#${code}#`);
  const own = items.filter(isOwn);
  // A part of a longer text counts too: "land use" is no secret of a tenant when another has "land use law".
  const others = [
    ...shippedTexts,
    ...items.filter((item) => !isOwn(item)).flatMap((item) => [...textsIn(item)]),
  ].join('\n');
  const texts = own.flatMap(({ pk: _pk, sk: _sk, gsi1pk: _name, gsi1sk: _sort, type: _type, ...rest }) => [
    ...textsIn(rest),
  ]);
  const ids = own.flatMap(({ type, id }): [string, string][] =>
    typeof type === 'string' && typeof id === 'string' ? [[type, id]] : [],
  );
  return {
    texts: new Set(texts.filter((text) => isDistinctive(text) && !others.includes(text))),
    ids: new Map(ids.reverse()),
  };
}
