// Recognizes that DynamoDB refused changes for their size: how large an update leaves its item is known only there.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Failure } from '../errors/failure.ts';
import { documentClient } from './client.ts';
import { recordTooLarge, type SizedChange, transactionTooLarge } from './size/assert-fits.ts';
import { maxItemBytes, measureItem } from './size/item-size.ts';

interface Refusal extends Error {
  readonly CancellationReasons?: readonly { readonly Code?: string; readonly Message?: string }[];
}

const isAboutItem = (message = ''): boolean => /Item size/i.test(message);
const isAboutTransaction = (message = ''): boolean => /4 ?MB|transaction.*size/i.test(message);

/** The item as the update would leave it (`SET #name = :name`). One read. */
async function applyUpdate({ action: { Update } }: SizedChange): Promise<Readonly<Record<string, unknown>>> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: Update?.TableName, Key: Update?.Key, ConsistentRead: true }),
  );
  const set = Object.entries(Update?.ExpressionAttributeNames ?? {}).flatMap(([alias, name]) => {
    const value: unknown = Update?.ExpressionAttributeValues?.[`:${name}`];
    return Update?.UpdateExpression?.includes(`${alias} = :${name}`) ? [[name, value] as const] : [];
  });
  return { ...Item, ...Object.fromEntries(set) };
}

/** The failure for changes that DynamoDB refused because of a size; undefined where `error` has another reason. */
export async function findSizeFailure(
  changes: readonly SizedChange[],
  error: unknown,
): Promise<Failure | undefined> {
  if (!(error instanceof Error)) return undefined;
  const { CancellationReasons: reasons = [] }: Refusal = error;
  const refused = changes.filter(
    ({ action }, index) =>
      action.Update && isAboutItem(changes.length === 1 ? error.message : reasons[index]?.Message),
  );
  const [first] = refused;
  if (first) return recordTooLarge(await applyUpdate(first), maxItemBytes);
  if (!isAboutTransaction(error.message)) return undefined;
  const items = await Promise.all(
    changes.map((change) => (change.action.Update ? applyUpdate(change) : (change.action.Put?.Item ?? {}))),
  );
  return transactionTooLarge(items.reduce((sum, item) => sum + measureItem(item), 0));
}
