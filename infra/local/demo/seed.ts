// Fills a new table with the demo tenants: keys, people, training and bills that belong together.
import { rotateKeys } from '../../../shared/auth/rotate-keys.ts';
import { signingKeysSecret } from '../../../shared/auth/secret-store.ts';
import { openPlatformStore, openTenantStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant-code.ts';
import { type DemoClient, type DemoUser, demoTenant, secondTenant } from '../../contracts/demo-tenants.ts';
import { hasDemoRequests } from './requests.ts';
import { seedBilltracking } from './seed-billtracking.ts';
import { seedCommunication } from './seed-communication.ts';
import { seedDirectory } from './seed-directory.ts';
import { buildDemoAudit, seedIdentity } from './seed-identity.ts';
import { seedTenantData } from './seed-tenant-data.ts';
import { seedTraining } from './seed-training.ts';

/** The demo data, once it is seeded. */
export interface DemoData {
  readonly users: readonly DemoUser[];
  readonly clients: readonly DemoClient[];
  /** The values of `{{name}}` in the contracts' examples. */
  readonly values: Readonly<Record<string, string>>;
}

/** Fills the table and returns its demo data. */
export type Seed = (onProgress: (what: string) => void) => Promise<DemoData>;

/** Creates the keys and the demo tenants, unless they exist. */
export const seedDemo: Seed = async (onProgress) => {
  const now = new Date();
  const platform = openPlatformStore();
  onProgress('making the signing keys');
  await rotateKeys(platform, signingKeysSecret(), buildDemoAudit(now), 'due');
  onProgress('seeding the demo tenants');
  const { users, clients, values: named } = await seedIdentity(platform, now);
  const values: Record<string, string> = { ...named, secondTenantCode: secondTenant };
  for (const text of [secondTenant, demoTenant]) {
    const code = parseTenantCode(text);
    if (!code) continue;
    const tenant = openTenantStore(code);
    const isAgain = await hasDemoRequests(tenant);
    Object.assign(values, await seedDirectory(tenant, now));
    Object.assign(values, await seedCommunication(tenant, now, isAgain));
    Object.assign(values, await seedTraining(tenant, now, isAgain));
    Object.assign(values, await seedBilltracking(tenant, now, isAgain));
  }
  Object.assign(values, await seedTenantData(platform, now));
  const admin = users.find((user) => user.role === 'admin' && user.tenantCodes.includes(demoTenant));
  const client = clients.find(({ tenantCode }) => tenantCode === demoTenant);
  Object.assign(values, {
    tenantCode: demoTenant,
    userName: admin?.userName,
    password: admin?.password,
    clientId: client?.client_id,
    clientSecret: client?.client_secret,
  });
  return { users, clients, values };
};
