// Commands on users.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { removeLostFactor } from '../../functions/identity/second-factor/end-second-factor.ts';
import { createUser as declared, personId, roles } from '../../functions/identity/users/contract.ts';
import type { Decision } from '../../functions/identity/users/decision.ts';
import { changePassword } from '../../functions/identity/users/passwords.ts';
import { assertPeopleExist } from '../../functions/identity/users/people.ts';
import { registerUser } from '../../functions/identity/users/register-user.ts';
import { requireUser as loadUser, userIdByName, usersByName } from '../../functions/identity/users/store.ts';
import { assignUserToTenant, removeUserFromTenant } from '../../functions/identity/users/tenant-roles.ts';
import { getUserStatus, userSort } from '../../functions/identity/users/user.ts';
import {
  disableUserAccess,
  enableUserAccess,
  revokeUserTokens,
} from '../../functions/identity/users/user-access.ts';
import { readImportedHash } from '../../shared/auth/passwords/imported-passwords.ts';
import { decideAndCommit } from '../../shared/data/decide-and-commit.ts';
import { packCursor } from '../../shared/lists/cursor.ts';
import { BadArguments } from '../command/command-line.ts';
import {
  type Command,
  type CommandContext,
  type CommandOption,
  requireName,
  requireTenantOption,
} from './command.ts';
import { iteratePages } from './iterate-pages.ts';
import { parseInput } from './parse-input.ts';
import { readPassword } from './password.ts';

/** The id of the user named after the command. */
async function requireUser(
  session: CommandContext,
): Promise<{ readonly id: string; readonly userName: string }> {
  const userName = requireName(session, 0, 'user name');
  const id = await userIdByName(session.platform, userName);
  if (!id) throw new BadArguments(`There is no user ${userName}.`);
  return { id, userName };
}

async function createUser(session: CommandContext): Promise<void> {
  const { platform, options, audit, say } = session;
  const userName = requireName(session, 0, 'user name');
  const { tenant, roles, email } = options;
  if (tenant === undefined && roles.length > 0)
    throw new BadArguments('Roles are of a tenant: add --tenant <code>.');
  const body = parseInput(declared.body, {
    userName,
    ...(email !== undefined && { email }),
    ...(tenant !== undefined && { assignments: [{ tenantCode: tenant, roles }] }),
  });
  if (await userIdByName(platform, userName)) throw new BadArguments(`There is already a user ${userName}.`);
  const password = await readPassword(userName);
  const { user } = await decideAndCommit(() =>
    registerUser(platform, randomUUID(), { ...body, password }, audit),
  );
  say(
    `Created the user ${user.userName} (${user.id})${tenant ? `, in ${tenant} as ${roles.join(', ') || 'a user without roles'}` : ''}.`,
  );
}

/** A line of the file of imported users. */
const ImportedUser = z.object({
  userName: declared.body.shape.userName,
  email: declared.body.shape.email,
  passwordHash: z
    .string()
    .max(500)
    .refine((hash) => readImportedHash(hash) !== undefined, {
      error:
        'passwordHash must be of bcrypt, PBKDF2, scrypt or phpass, in a known form and within the limits of work.',
    })
    .optional(),
  roles: roles.optional(),
  personId,
});

/** The users of a file with a JSON object in each line. @throws BadArguments with every line that is invalid */
function parseUsers(text: string) {
  const problems: string[] = [];
  const users = text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [parseInput(ImportedUser, JSON.parse(line))];
    } catch (error) {
      problems.push(`Line ${index + 1}: ${error instanceof Error ? error.message : 'it is invalid.'}`);
      return [];
    }
  });
  if (problems.length > 0) throw new BadArguments(['Nothing was imported.', ...problems].join('\n'));
  return users;
}

/** Imports users into a tenant. A user name that exists is left as it is, so that the command can be repeated. */
async function importUsers(session: CommandContext): Promise<void> {
  const { platform, options, audit, say } = session;
  const file = requireName(session, 0, 'file');
  const tenantCode = requireTenantOption(session);
  let [imported, known] = [0, 0];
  for (const { roles: own = options.roles, personId: person, ...user } of parseUsers(
    await readFile(file, 'utf8'),
  )) {
    if (await userIdByName(platform, user.userName)) {
      known += 1;
      continue;
    }
    const assignments = [{ tenantCode, roles: own, personId: person }];
    await assertPeopleExist(platform, assignments);
    await decideAndCommit(() => registerUser(platform, randomUUID(), { ...user, assignments }, audit));
    imported += 1;
  }
  say(
    `Imported ${imported} users into ${tenantCode}; ${known} user names existed and were left as they are. A password of another system is replaced at the first sign-in.`,
  );
}

async function setPassword(session: CommandContext): Promise<void> {
  const { platform, audit, say } = session;
  const { id, userName } = await requireUser(session);
  const password = await readPassword(userName);
  await decideAndCommit(() => changePassword(platform, id, password, audit));
  say(`${userName} has a new password; tokens from before are refused.`);
}

async function assignRoles(session: CommandContext): Promise<void> {
  const { platform, options, audit, say } = session;
  const { id, userName } = await requireUser(session);
  const tenantCode = requireTenantOption(session);
  if (options.roles.length === 0)
    throw new BadArguments(
      `Which roles? Say so with --role <role>; they replace those ${userName} has there. To take the tenant away: remove.`,
    );
  await decideAndCommit(() => assignUserToTenant(platform, id, { tenantCode, roles: options.roles }, audit));
  say(`${userName} may enter ${tenantCode} as ${options.roles.join(', ')}.`);
}

/** A command that makes one change to a user and confirms it. */
function buildUserCommand(
  options: readonly CommandOption[],
  does: string,
  decide: (session: CommandContext, id: string) => Promise<Decision>,
  done: (userName: string, session: CommandContext) => string,
): Command {
  return {
    usage: ['<user name>', ...options.map(() => '--tenant <code>')].join(' '),
    maxNames: 1,
    options,
    summary: does,
    async run(session) {
      const { id, userName } = await requireUser(session);
      await decideAndCommit(() => decide(session, id));
      session.say(done(userName, session));
    },
  };
}

async function listUsers({ platform, say }: CommandContext): Promise<void> {
  const page = (cursor?: string) => usersByName(platform, { pageSize: 100, cursor });
  for await (const user of iteratePages(page, (last) => packCursor([userSort(last), last.id])))
    say([user.userName, getUserStatus(user), user.tenants.join(' ') || '-', user.id].join('\t'));
}

export const userCommands: Readonly<Record<string, Command>> = {
  'create-user': {
    usage: '<user name> [--email <address>] [--tenant <code> --role <role> ...]',
    maxNames: 1,
    options: ['email', 'tenant', 'roles'],
    summary: 'create a user; the role platform-admin makes an administrator of the platform',
    run: createUser,
  },
  'import-users': {
    usage: '<file> --tenant <code> [--role <role> ...]',
    maxNames: 1,
    options: ['tenant', 'roles'],
    summary: 'import users with the password hashes of another system; a JSON object in each line',
    run: importUsers,
  },
  'list-users': { usage: '', maxNames: 0, options: [], summary: 'list the users', run: listUsers },
  'set-password': {
    usage: '<user name>',
    maxNames: 1,
    options: [],
    summary: 'set a password; tokens from before are refused',
    run: setPassword,
  },
  assign: {
    usage: '<user name> --tenant <code> --role <role> [--role <role> ...]',
    maxNames: 1,
    options: ['tenant', 'roles'],
    summary: 'let a user enter a tenant with these roles',
    run: assignRoles,
  },
  remove: buildUserCommand(
    ['tenant'],
    'take a tenant from a user',
    (session, id) => removeUserFromTenant(session.platform, id, requireTenantOption(session), session.audit),
    (userName, session) => `${userName} may not enter ${session.options.tenant} any more.`,
  ),
  'disable-user': buildUserCommand(
    [],
    'refuse a user everywhere',
    ({ platform, audit }, id) => disableUserAccess(platform, id, audit),
    (userName) => `${userName} is disabled.`,
  ),
  'enable-user': buildUserCommand(
    [],
    'let a disabled user sign in again',
    ({ platform, audit }, id) => enableUserAccess(platform, id, audit),
    (userName) => `${userName} may sign in again.`,
  ),
  'remove-second-factor': buildUserCommand(
    [],
    'remove the authenticator of a user who lost it',
    async ({ platform, audit }, id) => removeLostFactor(platform, await loadUser(platform, id), audit),
    (userName) => `The password alone is enough again to sign in as ${userName}.`,
  ),
  'revoke-tokens': buildUserCommand(
    ['tenant'],
    'revoke all tokens of a user in a tenant',
    (session, id) => revokeUserTokens(session.platform, id, requireTenantOption(session), session.audit),
    (userName, session) => `All tokens of ${userName} in ${session.options.tenant} are revoked.`,
  ),
};
