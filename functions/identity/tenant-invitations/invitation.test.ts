// Invitations to a tenant: one for an address, whose link changes with each (docs/interface/identity.md#a-tenants-users).
import { describe, expect, it } from 'vitest';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import { linkLifetimes } from '../account/link.ts';
import {
  buildInvitation,
  formatBound,
  invitationSort,
  parseBound,
  presentInvitation,
  renewInvitation,
} from './invitation.ts';

const now = new Date('2027-03-01T12:00:00.001Z');
const lifetime = linkLifetimes['accept-invitation'] * 1000;
const settings = {
  id: 'quill',
  roles: { treasurer: [] },
  roleIds: { treasurer: 2 },
} as unknown as TenantItem;
const input = { email: 'Ada@example.org', roles: ['staff', 'treasurer', 'staff'] };
const invitation = buildInvitation('g', input, settings, now);

describe('an invitation', () => {
  it('has each role once, with the ids of the own roles of the tenant', () => {
    expect(invitation).toStrictEqual({
      ...{ type: 'tenant-invitation', id: invitation.id, generation: 'g', email: 'Ada@example.org' },
      ...{ roles: ['staff', 'treasurer'], roleIds: { treasurer: 2 } },
      expires: new Date(now.getTime() + lifetime).toISOString(),
      ttl: Math.ceil((now.getTime() + lifetime) / 1000) + 30 * 86_400,
      ...{ version: 1, createdDate: now.toISOString(), modifiedDate: now.toISOString(), schemaVersion: 1 },
    });
    expect(buildInvitation('g', { ...input, personId: 'p' }, settings, now).personId).toBe('p');
  });

  it('is one for an address in a tenant, however it is spelled', () => {
    const id = (email: string, tenant = 'quill') =>
      buildInvitation('h', { ...input, email }, { ...settings, id: tenant }, now).id;
    expect(id(' ada@EXAMPLE.org')).toBe(invitation.id);
    expect(id('bo@example.org')).not.toBe(invitation.id);
    expect(id('ada@example.org', 'alder')).not.toBe(invitation.id);
    expect(invitationSort(invitation)).toBe(`ada@example.org#${invitation.id}`);
  });

  it('that is renewed is as valid as a new one', () => {
    const later = new Date(now.getTime() + 1000);
    const { expires, ttl } = buildInvitation('g', input, settings, later);
    expect(renewInvitation(invitation, later)).toStrictEqual({
      ...invitation,
      ...{ expires, ttl, version: 2, modifiedDate: later.toISOString() },
    });
  });

  it('is open until it expires', () => {
    const status = (more: number) =>
      presentInvitation(invitation, settings, new Date(now.getTime() + lifetime + more)).status;
    expect([status(-1), status(0)]).toEqual(['open', 'expired']);
  });

  it('shows the roles that were not deleted since', () => {
    const shown = presentInvitation(invitation, { ...settings, roleIds: { treasurer: 3 } }, now);
    expect(shown).toStrictEqual({
      ...{ id: invitation.id, email: 'Ada@example.org', roles: ['staff'], status: 'open' },
      ...{ expires: invitation.expires, version: 1 },
      ...{ createdDate: invitation.createdDate, modifiedDate: invitation.modifiedDate },
    });
    expect(presentInvitation({ ...invitation, personId: 'p' }, settings, now)).toMatchObject({
      ...{ personId: 'p', roles: ['staff', 'treasurer'] },
    });
  });
});

describe('the link of an invitation', () => {
  it('is bound to its version and generation', () => {
    expect(formatBound(invitation)).toBe(`${invitation.id}.1.g`);
    expect(formatBound({ ...invitation, version: 2 })).toBe(`${invitation.id}.2.g`);
    // An earlier version stored no generation.
    expect(formatBound({ ...invitation, generation: undefined })).toBe(`${invitation.id}.1`);
  });

  it('names its invitation', () => {
    expect(parseBound(formatBound(invitation))).toBe(invitation.id);
    expect(parseBound('')).toBe('');
  });
});
