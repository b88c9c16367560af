// What of a tenant's item is a change of its settings (docs/events.md#the-change-feed).
import { describe, expect, it } from 'vitest';
import { openMergeAttribute } from '../data/open-merge.ts';
import { toChangeEvent } from './change-event.ts';

describe('a tenant', () => {
  const image = { type: { S: 'tenant' }, id: { S: 'demo' }, schemaVersion: { N: '1' }, name: { S: 'Demo' } };
  const change = (OldImage: object, NewImage: object) =>
    toChangeEvent({
      eventName: 'MODIFY',
      dynamodb: {
        Keys: { pk: { S: 'T#demo#TENANT' }, sk: { S: 'TENANT' } },
        OldImage: { ...image, ...OldImage },
        NewImage: { ...image, ...NewImage },
        SequenceNumber: '1',
      },
    });

  it('is not changed by a merge of its records that begins or ends', () => {
    const merging = { [openMergeAttribute('3f2504e0-4f89-41d3-9a0c-0305e82c3301')]: { S: 'x' } };
    expect(change({}, merging)).toBeUndefined();
    expect(change(merging, {})).toBeUndefined();
    expect(change({}, { ...merging, name: { S: 'Other' } })?.event.data).toMatchObject({ fields: ['name'] });
  });
});
