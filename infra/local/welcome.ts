// The table that npm start prints at the end: the addresses and how to sign in.
import { type Area, areas } from '../../shared/http/areas.ts';
import { pushPath } from '../../shared/push/admission.ts';
import { demoTenant, mailPath, secondTenant } from '../contracts/demo-tenants.ts';
import type { ServedPlatform } from './serve.ts';

/** The table as text. `dataFolder` is where the data is stored. */
export function formatWelcome(
  { address, urls, demo }: ServedPlatform,
  dataFolder: string,
  names: readonly Area[],
): string {
  const user = demo.users.find((candidate) => candidate.tenantCodes.includes(demoTenant));
  const client = demo.clients.find((candidate) => candidate.tenantCode === demoTenant);
  const rows: readonly (readonly [string, string])[] = [
    ...names.map((area) => [`${areas[area].letter}  ${areas[area].title}`, urls[area]] as const),
    ['   API reference', `${address}/`],
    ['   Mail catcher', `${address}${mailPath}`],
    ['   Push channel', `${address.replace(/^http/, 'ws')}${pushPath}`],
    ['   Tenant code', `${demoTenant}   (a second one: ${secondTenant})`],
    ['   User', user?.userName ?? ''],
    ['   Password', user?.password ?? ''],
    ['   Client id', client?.client_id ?? ''],
    ['   Client secret', client?.client_secret ?? ''],
    ['   Data', dataFolder],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}   ${value}`);
  return `\nRostrum is ready.\n\n${lines.join('\n')}\n\nAll demo users are in ${dataFolder}/local.json. Ctrl-c stops it; the data stays.\nThe local database accepts connections from other computers without a password: use a firewall on networks you do not trust.\n`;
}
