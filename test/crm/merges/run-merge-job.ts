// Calls the function that moves references, as the change of a merge does.
import { handler as moveReferences } from '../../../functions/crm/jobs/merge-records/handler.ts';

const partitions = { person: 'PERSON', organization: 'ORG' } as const;

/** Moves the references of the merge of this record, with time for so many steps. */
export async function runMergeJob(
  kind: keyof typeof partitions,
  id: string,
  steps = Number.POSITIVE_INFINITY,
): Promise<void> {
  let left = steps;
  const record = {
    eventName: 'MODIFY' as const,
    dynamodb: {
      Keys: { pk: { S: `T#demo#${partitions[kind]}#${id}` }, sk: { S: 'MERGE' } },
      NewImage: { type: { S: `${kind}-merge` } },
    },
  };
  await moveReferences(
    { Records: [record] },
    {
      getRemainingTimeInMillis: () => {
        left -= 1;
        return left >= 0 ? 60_000 : 0;
      },
    },
  );
}
