// Balances the counted lists of a table, as the change bus has it done after the writes that mark them.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../functions/platform/rebalance-lists/handler.ts';
import { trigger } from '../../functions/platform/rebalance-lists/trigger.ts';

/** Calls the function rebalance-lists once with every item of the table that is marked; returns how many there were. */
export async function balanceLists(tableName: string): Promise<number> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const marks = new Set<string>(trigger.of);
  const marked: { readonly pk: string; readonly sk: string; readonly type: string }[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName }))
    for (const { pk, sk, type } of Items) if (marks.has(type)) marked.push({ pk, sk, type });
  client.destroy();
  for (const { pk, sk, type } of marked)
    await handler({
      Records: [
        {
          eventName: 'MODIFY',
          dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, NewImage: { type: { S: type } } },
        },
      ],
    });
  return marked.length;
}
