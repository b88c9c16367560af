// Who sees e-mail addresses of others (docs/interface/access.md#e-mail-addresses).
import { describe, expect, it } from 'vitest';
import type { Permission } from '../permissions/permissions.ts';
import type { AccessTokenClaims } from '../tokens/tokens.ts';
import type { Caller } from './access.ts';
import { type EmailViewer, seesEmails, showEmail } from './email-visibility.ts';

const anonymous: Caller = {
  kind: 'anonymous',
  subject: 'anonymous',
  permissions: new Set(['crm.emails.read']),
};
const claims = {} as AccessTokenClaims;
const createCaller = (kind: 'user' | 'client', personId?: string, ...permissions: Permission[]): Caller => ({
  ...{ kind, subject: 'subject', name: 'n', roles: [], permissions: new Set(permissions) },
  ...{ personId, claims },
});
const view = (caller: Caller, emailsVisibleTo?: 'permission' | 'members'): EmailViewer => ({
  caller,
  settings: { emailsVisibleTo },
});
const user = createCaller('user', 'ada');

describe("others' addresses", () => {
  it.each<[string, EmailViewer, boolean]>([
    ['a user with the permission', view(createCaller('user', undefined, 'crm.emails.read')), true],
    ['a user with another permission', view(createCaller('user', undefined, 'crm.people.read')), false],
    ['a user without it', view(user), false],
    ['a user without it, where the tenant says so', view(user, 'permission'), false],
    ['any user, where the tenant lets its members', view(user, 'members'), true],
    ['a client, whose scopes say what it reads', view(createCaller('client')), true],
    ['a call without a token', view(anonymous), false],
    ['a call without a token, where members may', view(anonymous, 'members'), false],
  ])('are seen by %s: %#', (_, viewer, expected) => {
    expect(seesEmails(viewer)).toBe(expected);
    expect(showEmail(viewer, 'bo', 'bo@example.org')).toBe(expected ? 'bo@example.org' : '');
  });
});

describe('an address', () => {
  const email = 'ada@example.org';

  it('is always seen by the person whose it is', () => {
    expect(showEmail(view(user), 'ada', email)).toBe(email);
  });

  it('is hidden as an empty text, and absent only where there is none', () => {
    expect(showEmail(view(user), 'bo', email)).toBe('');
    expect(showEmail(view(user), 'bo', undefined)).toBeUndefined();
    expect(showEmail(view(user), 'ada', undefined)).toBeUndefined();
  });

  it('of no person is the own of no user who is no person', () => {
    expect(showEmail(view(createCaller('user')), undefined, email)).toBe('');
    expect(showEmail(view(anonymous), undefined, email)).toBe('');
  });
});
