// Proves how a committee is presented (docs/interface/crm.md#committee-fields).
import { describe, expect, it } from 'vitest';
import { Committee, presentCommittee } from './committee.ts';

const id = '0b8f3f0c-2c0e-5d0a-8a51-0f6a3f5f9d10';
const stored = { id, createdDate: '2026-01-02T03:04:05.000Z', modifiedDate: '2026-01-02T03:04:05.000Z' };

describe('presentCommittee', () => {
  it('has every field, null where nothing is known', () => {
    const view = presentCommittee(
      { ...stored, name: 'Ways and Means', kind: 'legislative' },
      { tenantCode: 'demo' },
    );
    expect(Committee.parse(view)).toEqual(view);
    expect(Object.keys(view)).toEqual(Object.keys(Committee.shape));
  });
});
