// Proves how an organization is presented (docs/interface/crm.md#organization-fields, #organizations).
import { describe, expect, it } from 'vitest';
import {
  Organization,
  OrganizationLite,
  presentOrganization,
  presentOrganizationLite,
} from './organization.ts';

const stored = {
  id: '0b8f3f0c-2c0e-5d0a-8a51-0f6a3f5f9d10',
  name: 'Rivertown',
  createdDate: '2026-01-02T03:04:05.000Z',
  modifiedDate: '2026-01-02T03:04:05.000Z',
};

describe('presentOrganization', () => {
  it('has every field, null where nothing is known', () => {
    const view = presentOrganization(stored, { tenantCode: 'demo', fields: [] });
    expect(Organization.parse(view)).toEqual(view);
    expect(Object.keys(view)).toEqual(Object.keys(Organization.shape));
  });
});

describe('presentOrganizationLite', () => {
  it('has id, name, type, parent and whether it is active', () => {
    const lite = presentOrganizationLite({ ...stored, organizationType: 'Company' });
    expect(OrganizationLite.parse(lite)).toEqual(lite);
    expect(lite).toEqual({
      id: stored.id,
      name: 'Rivertown',
      type: 'Company',
      parentId: null,
      isActive: true,
    });
  });
});
