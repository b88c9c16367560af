// Commands on clients.
import { randomUUID } from 'node:crypto';
import {
  addClientSecret,
  registerClient,
  retireClientSecret,
  revokeClientAccess,
} from '../../functions/identity/clients/administer.ts';
import { issueClient as declared } from '../../functions/identity/clients/contract.ts';
import { clientSort, clientsByTenantAndName, requireClient } from '../../functions/identity/clients/store.ts';
import { requireTenant } from '../../functions/identity/tenants/store.ts';
import { generateSecret } from '../../shared/auth/clients/secrets.ts';
import { decideAndCommit } from '../../shared/data/decide-and-commit.ts';
import { packCursor } from '../../shared/lists/cursor.ts';
import { type Command, type CommandContext, requireName, requireTenantOption } from './command.ts';
import { iteratePages } from './iterate-pages.ts';
import { parseInput } from './parse-input.ts';

const shownOnceNote = 'The secret is shown only once; it is not stored.';

async function issueClient(session: CommandContext): Promise<void> {
  const { platform, options, names, audit, say } = session;
  requireName(session, 0, 'name of the client');
  const body = parseInput(declared.body, {
    name: names.join(' '),
    tenantCode: requireTenantOption(session),
    scopes: options.scopes,
  });
  const secret = generateSecret();
  const { client } = await decideAndCommit(() =>
    registerClient(platform, { ...body, id: randomUUID(), secretId: randomUUID(), secret }, audit),
  );
  say(`client_id\t${client.id}`);
  say(`client_secret\t${secret}`);
  say(shownOnceNote);
}

async function addSecret(session: CommandContext): Promise<void> {
  const { platform, audit, say } = session;
  const id = requireName(session, 0, 'client_id');
  const secret = generateSecret();
  const secretId = randomUUID();
  await decideAndCommit(async () =>
    addClientSecret(platform, await requireClient(platform, id), secretId, secret, audit),
  );
  say(`secret id\t${secretId}`);
  say(`client_secret\t${secret}`);
  say(shownOnceNote);
}

async function retireSecret(session: CommandContext): Promise<void> {
  const { platform, audit, say } = session;
  const id = requireName(session, 0, 'client_id');
  const secretId = requireName(session, 1, 'secret id');
  await decideAndCommit(async () =>
    retireClientSecret(platform, await requireClient(platform, id), secretId, audit),
  );
  say(`The secret ${secretId} of ${id} is refused from now on.`);
}

async function revokeClient(session: CommandContext): Promise<void> {
  const { platform, audit, say } = session;
  const id = requireName(session, 0, 'client_id');
  await decideAndCommit(async () => revokeClientAccess(platform, await requireClient(platform, id), audit));
  say(`The client ${id} is revoked with all its tokens.`);
}

async function listClients({ platform, options, say }: CommandContext): Promise<void> {
  if (options.tenant !== undefined) await requireTenant(platform, options.tenant);
  const page = (cursor?: string) =>
    clientsByTenantAndName(platform, { pageSize: 100, cursor, tenantCode: options.tenant });
  for await (const client of iteratePages(page, (last) => packCursor([clientSort(last), last.id])))
    say(
      [
        client.tenantCode,
        client.status,
        client.id,
        client.name,
        client.scopes.join(' ') || '-',
        client.secrets.map(({ id }) => id).join(' ') || 'no secret',
      ].join('\t'),
    );
}

export const clientCommands: Readonly<Record<string, Command>> = {
  'issue-client': {
    usage: '<name> --tenant <code> [--scope <scope> ...]',
    maxNames: Number.POSITIVE_INFINITY,
    options: ['tenant', 'scopes'],
    summary: 'issue a client and show its secret once',
    run: issueClient,
  },
  'list-clients': {
    usage: '[--tenant <code>]',
    maxNames: 0,
    options: ['tenant'],
    summary: 'list the clients',
    run: listClients,
  },
  'add-secret': {
    usage: '<client_id>',
    maxNames: 1,
    options: [],
    summary: 'add a second secret to change over to',
    run: addSecret,
  },
  'retire-secret': {
    usage: '<client_id> <secret id>',
    maxNames: 2,
    options: [],
    summary: 'end one secret',
    run: retireSecret,
  },
  'revoke-client': {
    usage: '<client_id>',
    maxNames: 1,
    options: [],
    summary: 'revoke a client with all its tokens',
    run: revokeClient,
  },
};
