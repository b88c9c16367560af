// The fields of a tenant's settings that several endpoints accept, with their schemas.
import * as z from 'zod';
import { accountProviders } from '../accounts/account-providers.ts';
import { factorRequirements } from '../accounts/records.ts';
import { permissionNames } from '../permissions/permissions.ts';
import { longestAccessAge } from './recent-standing.ts';

/** Whether the tenant-code alone is enough, or a token is required (docs/interface/access.md#tenant-access-setting). */
export const AccessMode = z.enum(['tenant', 'token']);

/** Which users of a tenant see the e-mail addresses of others (docs/interface/access.md#e-mail-addresses). */
export const EmailVisibility = z.enum(['permission', 'members']).meta({
  description:
    'Who sees the e-mail addresses of others, in every area: users with the permission crm.emails.read, or all members.',
});

/** A month and a day that every year has. */
const annualDayPattern =
  /^(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)$/;

/** A month and a day that every year has, MM-DD. */
export const annualDay = z
  .string()
  .regex(annualDayPattern, 'a month and day that every year has, as MM-DD, such as 07-01');

export const fiscalYearStart = annualDay.meta({
  description: 'Month and day on which the fiscal year begins; never 02-29.',
  example: '07-01',
});

/** The most role sets of a tenant: every request reads the item that contains them. */
export const maxRoles = 50;

export const roleName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9 _-]{0,63}$/, 'a role name: a letter, then letters, digits, spaces, _ or -')
  // Property names of every object can't be used as keys.
  .refine((name) => !(name in Object.prototype), 'another name: this one is reserved')
  .meta({ example: 'Registrar' });

/** The permissions of a role set by name; a rule checks that they exist. */
export const rolePermissions = z.array(z.string().max(100)).max(permissionNames.length);

const signInPolicyFields = {
  secondFactor: z.enum(factorRequirements).meta({
    description:
      'Who must have a second factor to enter the tenant: nobody, the holders of some roles, or everyone.',
  }),
  secondFactorRoles: z
    .array(roleName)
    .max(maxRoles)
    .meta({
      description: 'The roles whose holders must have one; only for `roles`.',
      example: ['admin'],
    }),
};

/** The most rules of a tenant: every request reads the item that contains them. */
export const maxStepUpRules = 20;

const stepUpFields = {
  permissions: z
    .array(z.enum(permissionNames).meta({ id: 'PermissionName' }))
    .min(1)
    .max(permissionNames.length)
    .meta({
      description: 'The permissions that the operations need.',
      example: ['identity.users.write', 'crm.people.erase'],
    }),
  maxAge: z
    .int()
    .min(60)
    .max(86_400)
    .optional()
    .meta({ description: 'How recent the sign-in must be; seconds.', example: 900 }),
  secondFactor: z
    .literal(true)
    .optional()
    .meta({ description: 'That it must have had two factors; so it is where there is no maxAge.' }),
};
const StepUpRule = z.strictObject(stepUpFields).meta({ id: 'StepUpRule' });
const StepUpRuleInput = z.object(stepUpFields).meta({ id: 'StepUpRuleInput' });

const accessMaxAge = z.int().min(0).max(longestAccessAge).meta({
  description:
    'For how many seconds requests that read may be decided on what was read about the caller before; with 0, the default, whatever is revoked is refused at once.',
  example: 0,
});

const mailedCodes = z
  .boolean()
  .meta({ description: 'Whether a code by mail may stand for the password on the sign-in page.' });

const allowedProviders = z.array(z.enum(accountProviders)).max(accountProviders.length).meta({
  description:
    'The accounts elsewhere that may stand for the password on the sign-in page, where the platform has set them up.',
});

/** What a tenant requires of the sign-ins of its users (docs/interface/identity.md#sign-in-policy). */
export const SignInPolicySettings = z
  .strictObject({
    ...signInPolicyFields,
    stepUp: z.array(StepUpRule).meta({ description: 'Operations that need another sign-in (RFC 9470).' }),
    accessMaxAge,
    mailedCodes: mailedCodes.optional(),
    accountProviders: allowedProviders.optional(),
  })
  .meta({ id: 'SignInPolicy' });

/** The same as input: absent values are the defaults, but for `secondFactor`. */
export const SignInPolicyInput = z
  .object({
    secondFactor: signInPolicyFields.secondFactor,
    secondFactorRoles: signInPolicyFields.secondFactorRoles.optional(),
    stepUp: z.array(StepUpRuleInput).max(maxStepUpRules).optional(),
    accessMaxAge: accessMaxAge.optional(),
    mailedCodes: mailedCodes.optional(),
    accountProviders: allowedProviders.optional(),
  })
  .meta({ id: 'SignInPolicyInput' });
