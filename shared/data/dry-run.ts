// The dry run of changes: every condition is checked, nothing is written.
import type { Change } from './changes.ts';
import { findTable } from './tables.ts';

/**
 * The conditions of these changes without their writes, for validateOnly. Changes without a condition are left out.
 */
export const toConditionChecks = (changes: readonly Change[]): Change[] =>
  changes.flatMap((change): Change[] => {
    const { Put, Update, Delete, ConditionCheck } = change.action;
    if (ConditionCheck) return [change];
    const written = Put ?? Update ?? Delete;
    if (!written?.ConditionExpression) return [];
    const key = Put ? { pk: Put.Item?.pk, sk: Put.Item?.sk } : (Update ?? Delete)?.Key;
    const expression = written.ConditionExpression;
    const selectUsed = (placeholders: Record<string, unknown> | undefined) =>
      Object.fromEntries(
        Object.entries(placeholders ?? {}).filter(([name]) =>
          new RegExp(`${name}(?![A-Za-z0-9_])`).test(expression),
        ),
      );
    const names = selectUsed(written.ExpressionAttributeNames) as Record<string, string>;
    const values = selectUsed(written.ExpressionAttributeValues);
    return [
      {
        action: {
          ConditionCheck: {
            TableName: findTable(String(key?.pk)),
            Key: key,
            ConditionExpression: expression,
            ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
            ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
          },
        },
        onConflict: change.onConflict,
      },
    ];
  });
