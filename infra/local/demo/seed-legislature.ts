// Gives the demo tenants the legislative committees they follow, with their numbers.
import type { TenantStore } from '../../../shared/data/store.ts';
import { committees } from '../../../shared/directory/collection.ts';
import type { CommitteeContent } from '../../../shared/directory/committee.ts';
import { committeesById } from '../../../shared/directory/committee-store.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { upsert } from '../../../shared/directory/upsert.ts';
import { numberCommittees } from '../../../shared/legislature/committee-numbers.ts';
import { demoLegislatures } from './demo-legislature.ts';

const chambers = ['lower', 'upper', 'legislature'] as const;

/**
 * Seeds a tenant's legislative committees, if the demo has some, and returns the ids that examples name. Existing
 * committees stay as they are.
 */
export async function seedLegislature(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const legislature = demoLegislatures[tenant.code];
  if (legislature === undefined) return {};
  const records = chambers.flatMap((chamber) =>
    Object.entries(legislature.committees[chamber] ?? {}).map(([key, name]) => {
      const content: CommitteeContent = {
        name,
        kind: 'legislative',
        chamber,
        state: legislature.state,
        classification: 'committee',
      };
      return { id: recordId(tenant.code, 'committee:demo', `${chamber}-${key}`), content };
    }),
  );
  const stored = await committeesById(
    tenant,
    records.map(({ id }) => id),
  );
  const absent = records.filter((_, at) => stored[at] === undefined);
  if (absent.length > 0) await upsert(tenant, committees, absent, { now });
  const present = records.map(({ id, content }, at) => stored[at] ?? { ...content, id });
  const numbers = await numberCommittees(tenant, present);
  return {
    stateId: String(legislature.stateId),
    sessionId: String(legislature.sessionId),
    legislativeCommitteeId: String(numbers.get(records[0]?.id ?? '') ?? ''),
  };
}
