// A function is called for every kind of record that it serves: a trigger names the types of its handler.
import { expect, it } from 'vitest';
import { trigger as mergeRecords } from '../../functions/crm/jobs/merge-records/trigger.ts';
import { runKinds } from '../../functions/crm/merge/run-merge.ts';

it('a merge of each kind of record calls the function that moves references', () => {
  expect(runKinds.map(({ what }) => `${what}-merge`).sort()).toEqual([...mergeRecords.of].sort());
});
