// Proves which changes of a tenant its audit of settings holds (changes are audited).
import { expect, it } from 'vitest';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { listSettingChanges } from './own-settings.ts';
import { applyTenantInput, buildTenant } from './tenant.ts';

const now = new Date('2027-03-01T12:00:00Z');
const code = parseTenantCode('quill');
if (!code) throw new Error('quill is a code');
const roles = { Clerk: ['crm.people.read'], Host: ['training.awards.read'] };
const tenant = buildTenant(code, { name: 'Quill', roles }, now);

it('audits settings that the tenant could have changed itself, with old and new value', () => {
  const training = { read: 'token', write: 'token' } as const;
  const after = applyTenantInput(
    tenant,
    {
      fiscalYearStart: '07-01',
      access: { training },
      emailsVisibleTo: 'members',
      roles: { Host: roles.Host, Clerk: ['crm.people.write'] },
    },
    now,
  );
  expect(listSettingChanges(tenant, after)).toEqual([
    { setting: 'FiscalYear', before: { fiscalYearStart: '01-01' }, after: { fiscalYearStart: '07-01' } },
    {
      setting: 'AccessPolicy',
      before: { read: 'tenant', write: 'token', emailsVisibleTo: 'permission' },
      after: { ...training, emailsVisibleTo: 'members' },
    },
    { setting: 'Roles', before: { Clerk: ['crm.people.read'] }, after: { Clerk: ['crm.people.write'] } },
  ]);
});

it('does not audit settings that only the platform changes', () => {
  const after = applyTenantInput(tenant, { name: 'Quill and Ink', tier: 'premium' }, now);
  expect(listSettingChanges(tenant, after)).toEqual([]);
});
