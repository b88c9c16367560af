// Seats beyond the limits of a class (docs/interface/training.md#overbooking).
import { describe, expect, it } from 'vitest';
import type { AuditContext } from '../../../../shared/audit/audit.ts';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import {
  buildClassItem,
  buildRegistrationItem,
  openUnusedTenant,
} from '../../../../test/training/records/build-records.ts';
import { buildSeats } from '../../classes/record/class.ts';
import { assertMayOverbook, auditOverbooking, buildOverbooking } from './overbooking.ts';

const now = new Date('2027-03-01T12:00:00Z');
const build = (...permissions: string[]) =>
  ({ kind: 'user', subject: 'ann', name: 'Ann', permissions: new Set(permissions) }) as unknown as Caller;
const office = build('training.registrations.overbook');
const overbooking = { at: now.toISOString(), by: 'ann', byName: 'Ann', reason: 'A speaker' };

describe('an overbooking', () => {
  it.each(['Self', 'Manager'] as const)('needs registrationType Admin, and not %s', (type) => {
    const message = `overbookReason needs registrationType Admin, but was sent with ${type}.`;
    expect(() => assertMayOverbook(office, type)).toThrow(
      expect.objectContaining({
        message,
        details: [{ code: 'NOT_ALLOWED', message, target: 'overbookReason' }],
      }),
    );
  });

  it('needs the permission training.registrations.overbook', () => {
    assertMayOverbook(office, 'Admin');
    expect(() => assertMayOverbook(build('OverrideRegistration'), 'Admin')).toThrow(
      expect.objectContaining({
        code: 'PERMISSION_DENIED',
        permission: 'training.registrations.overbook',
      }),
    );
  });

  it('is kept with who gave it, when and why', () => {
    expect(buildOverbooking('A speaker', office, now)).toEqual({ isOverbooked: true, overbooking });
    const anonymous = {
      kind: 'anonymous',
      subject: 'anonymous',
      permissions: new Set(),
    } as unknown as Caller;
    expect(buildOverbooking('A speaker', anonymous, now).overbooking).toEqual({
      ...{ at: now.toISOString(), by: 'anonymous', byName: undefined, reason: 'A speaker' },
    });
  });
});

describe('the audit of an overbooking', () => {
  const tenant = openUnusedTenant();
  const context = { caller: office, now, newId: () => '1', requestId: 'q' } as unknown as AuditContext;
  const audit = (item = buildClassItem({ capacity: 10 }), more = {}) =>
    auditOverbooking(
      tenant,
      buildRegistrationItem({ overbooking, attendanceMode: 'online', ...more }),
      { item, seats: { ...buildSeats(4), taken: 10, takenOnSite: 6, takenOnline: 4 } },
      context,
    ).map(({ action }) => action.Put?.Item);

  it('has the seats as they were, and their limits', () => {
    const [record] = audit();
    expect(record).toMatchObject({ recordType: 'Overbooking', recordId: 'r' });
    const text = JSON.stringify(record);
    for (const part of ['"takenBefore":{"all":10}', '"limits":{"all":10}', '"classId":"c"', '"memberId":"m"'])
      expect(text).toContain(part);
    expect(text).toContain('"reason":"A speaker"');
    expect(text).toContain('"sectionName":"Budget Basics"');
  });

  it('has those on site and online where they are separate', () => {
    const separate = buildClassItem({
      capacity: 10,
      separateSeats: { onSite: 6, online: 4, earlier: 'onSite' },
    });
    const text = JSON.stringify(audit(separate));
    expect(text).toContain('"takenBefore":{"all":10,"onSite":6,"online":4}');
    expect(text).toContain('"limits":{"all":10,"onSite":6,"online":4}');
    expect(text).toContain('"attendanceMode":"online"');
  });

  it('is not written for a registration without one', () => {
    expect(audit(undefined, { overbooking: undefined })).toEqual([]);
  });
});
