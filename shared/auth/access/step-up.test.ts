// Which permissions need a recent sign-in or two factors (RFC 9470; docs/interface/identity.md#step-up).
import { describe, expect, it } from 'vitest';
import { Failure } from '../../errors/failure.ts';
import type { SignInPolicy, StepUpRule } from '../accounts/records.ts';
import type { Permission } from '../permissions/permissions.ts';
import type { AccessTokenClaims } from '../tokens/tokens.ts';
import { findStepUp, findWithheld, listHeldPermissions, requiresStepUp, stepUpRequired } from './step-up.ts';

const now = new Date('2027-03-01T12:00:00.900Z');
const seconds = Math.floor(now.getTime() / 1000);
const acr = 'urn:rostrum:acr:two-factors';
const weak = { auth_time: seconds, acr: 'urn:rostrum:acr:password' };
const strong = { auth_time: seconds, acr };

const createPolicy = (...stepUp: StepUpRule[]): SignInPolicy => ({
  ...{ secondFactor: 'optional', secondFactorRoles: [] },
  ...(stepUp.length > 0 && { stepUp }),
});
const held = new Set<Permission>(['crm.people.read', 'crm.people.erase', 'identity.users.write']);
const erase: StepUpRule = { permissions: ['crm.people.erase'], maxAge: 300, secondFactor: true };

describe('a permission is withheld', () => {
  const find = (rule: Partial<StepUpRule>, claims: { auth_time?: number; acr?: string }) =>
    findWithheld(createPolicy({ ...erase, ...rule }), held, claims, now);
  const oneMinute = { maxAge: 60, secondFactor: false };

  it('from a sign-in without a second factor, where the tenant requires one', () => {
    const rule = { maxAge: undefined, secondFactor: true };
    expect(find(rule, weak)).toEqual(new Map([['crm.people.erase', { secondFactor: true }]]));
    expect(find(rule, {})).toBeDefined();
    expect(find(rule, strong)).toBeUndefined();
    expect(find({ ...rule, secondFactor: false }, weak)).toBeUndefined();
  });

  it.each([
    [0, false],
    [60, false],
    // The clocks of two machines may differ by 30 seconds.
    [90, false],
    [91, true],
  ])('after a sign-in %i seconds ago, where 60 are allowed: %s', (age, isWithheld) => {
    const withheld = find(oneMinute, { ...weak, auth_time: seconds - age });
    expect(withheld !== undefined).toBe(isWithheld);
    if (withheld) expect([...withheld]).toEqual([['crm.people.erase', oneMinute]]);
  });

  it('where the token does not say when the sign-in was', () => {
    expect(find(oneMinute, { acr })).toBeDefined();
  });

  it('in no tenant without rules, and only where the caller holds it', () => {
    expect(findWithheld(undefined, held, weak, now)).toBeUndefined();
    expect(findWithheld(createPolicy(), held, weak, now)).toBeUndefined();
    const foreign = createPolicy({ ...erase, permissions: ['crm.people.write', 'no permission'] });
    expect(findWithheld(foreign, held, weak, now)).toBeUndefined();
    expect(
      findWithheld(foreign, new Set([...held, 'no permission' as Permission]), weak, now),
    ).toBeUndefined();
  });

  it('by what all rules that name it require together', () => {
    const policy = createPolicy(
      { permissions: ['crm.people.erase', 'crm.people.read'], maxAge: 300, secondFactor: false },
      { permissions: ['crm.people.erase'], secondFactor: false },
      { permissions: ['crm.people.erase'], maxAge: 100, secondFactor: true },
      { permissions: ['crm.people.erase'], maxAge: 200, secondFactor: false },
    );
    expect(findWithheld(policy, held, { auth_time: seconds - 331, acr }, now)).toEqual(
      new Map([
        ['crm.people.erase', { maxAge: 100, secondFactor: true }],
        ['crm.people.read', { maxAge: 300, secondFactor: false }],
      ]),
    );
    expect(findWithheld(policy, held, { auth_time: seconds - 131, acr }, now)).toEqual(
      new Map([['crm.people.erase', { maxAge: 100, secondFactor: true }]]),
    );
  });
});

describe('a request without a token', () => {
  it('is refused where a rule names one of the permissions that it needs', () => {
    const policy = createPolicy({ ...erase, permissions: ['crm.people.write', 'crm.people.erase'] });
    expect(requiresStepUp(policy, ['crm.people.read', 'crm.people.erase'])).toBe(true);
    const two = createPolicy({ ...erase, permissions: ['crm.people.write'] }, erase);
    expect(requiresStepUp(two, ['crm.people.erase'])).toBe(true);
    expect(requiresStepUp(policy, ['crm.people.read', undefined])).toBe(false);
    expect(requiresStepUp(policy, [])).toBe(false);
    expect(requiresStepUp(createPolicy(), ['crm.people.erase'])).toBe(false);
    expect(requiresStepUp(undefined, ['crm.people.erase'])).toBe(false);
  });
});

it('what is withheld is held all the same', () => {
  const permissions = new Set<Permission>(['crm.people.read']);
  const withheld = new Map([['crm.people.erase' as const, { secondFactor: true }]]);
  expect([...listHeldPermissions({ permissions, withheld })]).toEqual([
    'crm.people.read',
    'crm.people.erase',
  ]);
  expect(listHeldPermissions({ permissions })).toBe(permissions);
});

describe('the refusal says how to sign in (RFC 9470 3)', () => {
  const noFactor = {
    code: 'SECOND_FACTOR_MISSING',
    message: `The sign-in of this token had no second factor: acr must be ${acr}.`,
    target: 'Authorization',
  };
  const tooOld = {
    code: 'SIGN_IN_TOO_OLD',
    message: 'The sign-in of this token is too long ago: at most 60 seconds are allowed.',
    target: 'Authorization',
  };
  const old = { auth_time: seconds - 91 };
  const end = '; sign in again that way, then send it with the new token.';

  it.each([
    [
      { secondFactor: true, maxAge: 60 },
      old,
      `This request requires a sign-in with two factors within the last 60 seconds${end}`,
      [noFactor, tooOld],
      `, acr_values="${acr}", max_age="60"`,
    ],
    [
      { secondFactor: true },
      old,
      `This request requires a sign-in with two factors${end}`,
      [noFactor],
      `, acr_values="${acr}"`,
    ],
    [
      { secondFactor: false, maxAge: 60 },
      old,
      `This request requires a sign-in within the last 60 seconds${end}`,
      [tooOld],
      ', max_age="60"',
    ],
    [
      { secondFactor: true, maxAge: 60 },
      { ...old, acr },
      `This request requires a sign-in with two factors within the last 60 seconds${end}`,
      [tooOld],
      `, acr_values="${acr}", max_age="60"`,
    ],
  ])('%j', (requirement, claims, message, details, parameters) => {
    expect(stepUpRequired(requirement, claims, now)).toMatchObject({
      code: 'INSUFFICIENT_USER_AUTHENTICATION',
      target: 'Authorization',
      message,
      details,
      headers: {
        'WWW-Authenticate': `Bearer realm="rostrum", error="insufficient_user_authentication", error_description="${message}"${parameters}`,
      },
    });
  });

  it('without a fault that the sign-in does not have', () => {
    const requirement = { secondFactor: true, maxAge: 60 };
    expect(stepUpRequired(requirement, weak, now).details).toEqual([noFactor]);
    expect(stepUpRequired(requirement, strong, now).details).toEqual([]);
  });

  it('with the scheme of the token', () => {
    const { headers } = stepUpRequired({ secondFactor: true }, { cnf: { jkt: 'key' } }, now);
    expect(headers['WWW-Authenticate']).toMatch(/^DPoP realm=/);
  });

  it("in place of a rule's own, where the permission that is missing is withheld", () => {
    const denied = (permission?: string) =>
      new Failure('PERMISSION_DENIED', 'no', permission === undefined ? {} : { permission });
    const claims = strong as AccessTokenClaims;
    const withheld = new Map([['crm.people.erase' as const, { secondFactor: true }]]);
    const caller = { withheld, claims };
    expect(findStepUp(denied('crm.people.erase'), caller, now)?.code).toBe(
      'INSUFFICIENT_USER_AUTHENTICATION',
    );
    for (const error of [denied('crm.people.read'), denied('toString'), denied(), new Error('no')])
      expect(findStepUp(error, caller, now)).toBeUndefined();
    for (const other of [undefined, {}, { withheld }, { claims }])
      expect(findStepUp(denied('crm.people.erase'), other, now)).toBeUndefined();
  });
});
