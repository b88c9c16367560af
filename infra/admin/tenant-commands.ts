// Commands on tenants.

import { changeTenantStatus, registerTenant } from '../../functions/identity/tenants/administer.ts';
import { createTenant as declared } from '../../functions/identity/tenants/contract.ts';
import { tenantsByCode } from '../../functions/identity/tenants/store.ts';
import { decideAndCommit } from '../../shared/data/decide-and-commit.ts';
import { findOwnTable } from '../../shared/data/tables.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { packCursor } from '../../shared/lists/cursor.ts';
import { BadArguments } from '../command/command-line.ts';
import { type Command, type CommandContext, requireName } from './command.ts';
import { iteratePages } from './iterate-pages.ts';
import { parseInput } from './parse-input.ts';

async function createTenant(session: CommandContext): Promise<void> {
  const { platform, options, names, audit, say } = session;
  const typed = requireName(session, 0, 'tenant code');
  requireName(session, 1, 'name for the tenant');
  const settings = parseInput(declared.body, {
    code: typed,
    name: names.slice(1).join(' '),
    ...(options.timeZone !== undefined && { timeZone: options.timeZone }),
  });
  const code = parseTenantCode(settings.code);
  if (!code) throw new BadArguments(`"${settings.code}" can't be a tenant code.`);
  await decideAndCommit(() => registerTenant(platform, code, settings, audit));
  const table = findOwnTable(code);
  say(`Created the tenant ${code} (${settings.name})${table ? ` with a table of its own, ${table}` : ''}.`);
}

async function setStatus(session: CommandContext, status: 'active' | 'suspended'): Promise<void> {
  const { platform, audit, say } = session;
  const code = requireName(session, 0, 'tenant code');
  await decideAndCommit(() => changeTenantStatus(platform, code, status, audit));
  say(`The tenant ${code} is ${status}.`);
}

async function listTenants({ platform, say }: CommandContext): Promise<void> {
  const page = (cursor?: string) => tenantsByCode(platform, { pageSize: 100, cursor });
  for await (const { id, name, status, tier } of iteratePages(page, (last) => packCursor([last.id])))
    say([id, status, tier, name].join('\t'));
}

export const tenantCommands: Readonly<Record<string, Command>> = {
  'create-tenant': {
    usage: '<code> <name> [--time-zone <zone>]',
    maxNames: Number.POSITIVE_INFINITY,
    options: ['timeZone'],
    summary: 'create a tenant',
    run: createTenant,
  },
  'list-tenants': { usage: '', maxNames: 0, options: [], summary: 'list the tenants', run: listTenants },
  'suspend-tenant': {
    usage: '<code>',
    maxNames: 1,
    options: [],
    summary: 'refuse every call in a tenant',
    run: (session) => setStatus(session, 'suspended'),
  },
  'reactivate-tenant': {
    usage: '<code>',
    maxNames: 1,
    options: [],
    summary: 'let a suspended tenant work again',
    run: (session) => setStatus(session, 'active'),
  },
};
