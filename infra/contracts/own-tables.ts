// Finds the tables of tenants that have one of their own, for programs that no template tells of them.
import {
  type DynamoDBClient,
  ListTablesCommand,
  type ListTablesCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { nameOwnTable } from '../../shared/data/tables.ts';

/** The codes of the tenants that have a table of their own next to the platform's. */
async function listOwnTableCodes(client: DynamoDBClient, shared: string): Promise<readonly string[]> {
  const prefix = nameOwnTable(shared, '');
  const codes: string[] = [];
  let after: string | undefined = shared;
  do {
    const { TableNames = [], LastEvaluatedTableName }: ListTablesCommandOutput = await client.send(
      new ListTablesCommand({ ExclusiveStartTableName: after }),
    );
    const own = TableNames.filter((name) => name.startsWith(prefix));
    codes.push(...own.map((name) => name.slice(prefix.length)));
    // They are in order, so the first other name behind them is the end.
    after = TableNames.some((name) => name > `${prefix}~`) ? undefined : LastEvaluatedTableName;
  } while (after !== undefined);
  return codes;
}

/** Adds the tables to those that this process knows. */
export async function configureOwnTables(client: DynamoDBClient, shared: string): Promise<void> {
  const known = (process.env.OWN_TABLES ?? '').split(',').filter(Boolean);
  process.env.OWN_TABLES = [...new Set([...known, ...(await listOwnTableCodes(client, shared))])].join(',');
}
