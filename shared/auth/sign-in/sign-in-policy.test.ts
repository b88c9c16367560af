// What a tenant may require of sign-ins (docs/interface/identity.md#sign-in-policy).
import { describe, expect, it } from 'vitest';
import type { SignInPolicy, SubjectItem, TenantItem } from '../accounts/records.ts';
import { applySignInPolicy, presentSignInPolicy, requiresSecondFactor } from './sign-in-policy.ts';

const createSettings = (signInPolicy?: SignInPolicy) =>
  ({
    roles: { treasurer: ['crm.people.read'] },
    roleIds: { treasurer: 2 },
    signInPolicy,
  }) as unknown as TenantItem;
const createSubject = (roles: readonly string[], id = 2) =>
  ({ roles, roleIds: { treasurer: id } }) as unknown as SubjectItem;

describe('a second factor is required', () => {
  const policy = (secondFactor: SignInPolicy['secondFactor'], ...secondFactorRoles: readonly string[]) =>
    createSettings({ secondFactor, secondFactorRoles });

  it.each<[string, TenantItem, SubjectItem, boolean]>([
    ['of nobody without a policy', createSettings(), createSubject(['admin']), false],
    ['of nobody where it is optional', policy('optional', 'admin'), createSubject(['admin']), false],
    ['of everyone', policy('everyone'), createSubject([]), true],
    ['of the holders of some roles', policy('roles', 'staff', 'admin'), createSubject(['admin']), true],
    ['not of others', policy('roles', 'admin'), createSubject(['staff', 'member']), false],
    [
      "of the holders of a tenant's own role",
      policy('roles', 'treasurer'),
      createSubject(['treasurer']),
      true,
    ],
    [
      'not of who held a deleted role of that name',
      policy('roles', 'treasurer'),
      createSubject(['treasurer'], 1),
      false,
    ],
  ])('%s', (_, settings, subject, expected) => {
    expect(requiresSecondFactor(settings, subject)).toBe(expected);
  });
});

describe('a policy that is sent', () => {
  const settings = createSettings();

  it('names roles of the tenant, each once, and only where they decide', () => {
    const secondFactorRoles = ['admin', 'treasurer', 'admin'];
    expect(applySignInPolicy(settings, { secondFactor: 'roles', secondFactorRoles })).toEqual({
      secondFactor: 'roles',
      secondFactorRoles: ['admin', 'treasurer'],
    });
    expect(applySignInPolicy(settings, { secondFactor: 'everyone', secondFactorRoles })).toEqual({
      secondFactor: 'everyone',
      secondFactorRoles: [],
    });
  });

  it('is refused with roles that the tenant does not have', () => {
    const input = { secondFactor: 'roles', secondFactorRoles: ['admin', 'toString'] } as const;
    const details = [
      {
        code: 'UNKNOWN_VALUE',
        message: 'The tenant has no role toString.',
        target: 'a.secondFactorRoles[1]',
      },
    ];
    expect(() => applySignInPolicy(settings, input, 'a.')).toThrow(expect.objectContaining({ details }));
  });

  it('is refused without a role where roles decide', () => {
    const details = [
      {
        code: 'REQUIRED_FIELD',
        message: 'secondFactorRoles must name at least one role where secondFactor is roles.',
        target: 'secondFactorRoles',
      },
    ];
    expect(() => applySignInPolicy(settings, { secondFactor: 'roles' })).toThrow(
      expect.objectContaining({ details }),
    );
    expect(applySignInPolicy(settings, { secondFactor: 'optional' })).toEqual({
      secondFactor: 'optional',
      secondFactorRoles: [],
    });
  });

  it('requires two factors by a rule that names nothing else', () => {
    const permissions = ['crm.people.erase', 'crm.people.erase'];
    const { stepUp } = applySignInPolicy(settings, {
      secondFactor: 'optional',
      stepUp: [
        { permissions },
        { permissions, maxAge: 0 },
        { permissions, maxAge: 60, secondFactor: true },
        { permissions, secondFactor: false },
      ],
    });
    const once = ['crm.people.erase'];
    expect(stepUp).toEqual([
      { permissions: once, secondFactor: true },
      { permissions: once, maxAge: 0, secondFactor: false },
      { permissions: once, maxAge: 60, secondFactor: true },
      { permissions: once, secondFactor: false },
    ]);
  });

  it('has an age only where it is more than 0', () => {
    const apply = (accessMaxAge: number) =>
      applySignInPolicy(settings, { secondFactor: 'optional', accessMaxAge });
    expect(apply(0)).not.toHaveProperty('accessMaxAge');
    expect(apply(1)).toHaveProperty('accessMaxAge', 1);
    expect(apply(1)).not.toHaveProperty('stepUp');
  });
});

describe('a policy in the interface', () => {
  it('is complete where nothing is stored', () => {
    expect(presentSignInPolicy({})).toEqual({
      ...{ secondFactor: 'optional', secondFactorRoles: [], stepUp: [], accessMaxAge: 0 },
    });
  });

  it('has the rules with what they require, and permissions that still exist', () => {
    const presented = presentSignInPolicy({
      signInPolicy: {
        secondFactor: 'roles',
        secondFactorRoles: ['admin'],
        stepUp: [
          { permissions: ['crm.people.erase', 'gone'], secondFactor: true },
          { permissions: ['crm.people.read'], maxAge: 60, secondFactor: false },
        ],
        accessMaxAge: 5,
      },
    });
    expect(presented).toEqual({
      secondFactor: 'roles',
      secondFactorRoles: ['admin'],
      stepUp: [
        { permissions: ['crm.people.erase'], secondFactor: true },
        { permissions: ['crm.people.read'], maxAge: 60 },
      ],
      accessMaxAge: 5,
    });
  });
});
