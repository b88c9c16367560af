// Fills a new table with the demo tenants: keys, people, training and bills that belong together.
import { tenantDirectory } from '../../../shared/auth/accounts/records.ts';
import { rotateKeys } from '../../../shared/auth/tokens/rotate-keys.ts';
import { signingKeysSecret } from '../../../shared/auth/tokens/secret-store.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import {
  type Key,
  openPlatformStore,
  openTenantStore,
  type PlatformStore,
} from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { type DemoClient, type DemoUser, demoTenant, secondTenant } from '../../contracts/demo-tenants.ts';
import { seedBilltracking } from './billtracking/seed-billtracking.ts';
import { seedCommunication } from './crm/seed-communication.ts';
import { seedDirectory } from './crm/seed-directory.ts';
import { buildDemoAudit, seedIdentity } from './seed-identity.ts';
import { seedTenantData } from './seed-tenant-data.ts';
import { completeStep } from './steps/complete-step.ts';
import { seedTraining } from './training/seed-training.ts';

/** The demo data, once it is seeded. */
export interface DemoData {
  readonly users: readonly DemoUser[];
  readonly clients: readonly DemoClient[];
  /** The values of `{{name}}` in the contracts' examples. */
  readonly values: Readonly<Record<string, string>>;
}

/** Fills the table and returns its demo data. */
export type Seed = (onProgress: (what: string) => void) => Promise<DemoData>;

/** What a seeding that ended leaves. */
interface SeededDemoItem extends DemoData {
  readonly type: 'seeded-demo';
}
const seededKey = (platform: PlatformStore): Key<SeededDemoItem> => platform.key('DEMO', 'SEEDED');

/** Rotates the signing keys that are due, or creates the first. */
const prepareKeys = (platform: PlatformStore, now: Date) =>
  rotateKeys(platform, signingKeysSecret(), buildDemoAudit(now), 'due');

/**
 * The demo data as an earlier start seeded it; undefined where none has, or an earlier version did. Demo data are seeded once:
 * people may have changed or deleted anything since.
 */
export const findSeededDemo = (platform: PlatformStore): Promise<DemoData | undefined> =>
  platform.get(seededKey(platform), { consistent: true });

/** The demo data of an earlier start, with signing keys that are not due; undefined where it must be seeded. */
export async function resumeDemo(): Promise<DemoData | undefined> {
  const platform = openPlatformStore();
  const found = await findSeededDemo(platform);
  if (!found) return undefined;
  await prepareKeys(platform, new Date());
  const { users, clients, values } = found;
  return { users, clients, values };
}

/** Creates the keys and the demo tenants. On the data of an earlier version it only adds what is missing, as far as it can. */
export const seedDemo: Seed = async (onProgress) => {
  const now = new Date();
  const platform = openPlatformStore();
  onProgress('making the signing keys');
  const { outcome } = await prepareKeys(platform, now);
  const isAgain =
    outcome !== 'created' || (await platform.query(tenantDirectory(platform), { limit: 1 })).items.length > 0;
  onProgress('seeding the demo tenants');
  const { users, clients, values: named } = await seedIdentity(platform, now, isAgain);
  const values: Record<string, string> = { ...named, secondTenantCode: secondTenant };
  for (const text of [secondTenant, demoTenant]) {
    const code = parseTenantCode(text);
    if (!code) continue;
    const tenant = openTenantStore(code);
    Object.assign(values, await seedDirectory(tenant, now, isAgain));
    Object.assign(values, await seedCommunication(tenant, now, isAgain));
    Object.assign(values, await seedTraining(tenant, now, isAgain));
    Object.assign(values, await seedBilltracking(tenant, now, isAgain));
  }
  Object.assign(values, await completeStep(isAgain, () => seedTenantData(platform, now)));
  const admin = users.find((user) => user.role === 'admin' && user.tenantCodes.includes(demoTenant));
  const client = clients.find(({ tenantCode }) => tenantCode === demoTenant);
  Object.assign(values, {
    tenantCode: demoTenant,
    userName: admin?.userName,
    password: admin?.password,
    clientId: client?.client_id,
    clientSecret: client?.client_secret,
  });
  const demo = { users, clients, values };
  await commit([put(seededKey(platform), { type: 'seeded-demo', ...demo })]);
  return demo;
};
