// Who may override, and what it needs (docs/interface/training.md#overrides).
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../../shared/auth/access/access.ts';
import { parseOverride } from './override.ts';

const now = new Date('2027-03-01T12:00:00Z');
const build = (...permissions: 'OverrideRegistration'[]) =>
  ({ kind: 'user', subject: 'ann', name: 'Ann', permissions: new Set(permissions) }) as unknown as Caller;
const anonymous: Caller = {
  ...{ kind: 'anonymous', subject: 'anonymous' },
  permissions: new Set(['OverrideRegistration']),
};
const sent = { override: true, reason: 'Agreed by the board' };

describe('an override', () => {
  it('records who makes it, when and why', () => {
    expect(parseOverride(build('OverrideRegistration'), sent, now)).toEqual({
      ...{ reason: 'Agreed by the board', by: 'ann', byName: 'Ann', at: '2027-03-01T12:00:00.000Z' },
    });
  });

  it.each([{}, { override: false }, { override: null, reason: 'x' }])('is absent with %j', (input) => {
    expect(parseOverride(build(), input, now)).toBeUndefined();
  });

  it('needs a token, even where everybody has the permission', () => {
    expect(() => parseOverride(anonymous, sent, now)).toThrow(
      expect.objectContaining({
        code: 'AUTHENTICATION_REQUIRED',
        message: 'An override needs an access token: Authorization: Bearer <access token>.',
        target: 'Authorization',
      }),
    );
  });

  it('needs the permission OverrideRegistration', () => {
    expect(() => parseOverride(build(), sent, now)).toThrow(
      expect.objectContaining({ code: 'PERMISSION_DENIED', permission: 'OverrideRegistration' }),
    );
  });

  it.each([undefined, null, ''])('needs a reason; %j is none', (reason) => {
    const message = 'An override needs a reason.';
    expect(() => parseOverride(build('OverrideRegistration'), { override: true, reason }, now)).toThrow(
      expect.objectContaining({ message, details: [{ code: 'REQUIRED_FIELD', message, target: 'reason' }] }),
    );
  });
});
