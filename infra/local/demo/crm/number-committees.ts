// The legislators and legislative committees of a demo tenant, as its bills and hearings refer to them.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { committeesById } from '../../../../shared/directory/committees/committee-store.ts';
import { numberCommittees } from '../../../../shared/legislature/committee-numbers.ts';
import { demoId } from '../steps/references.ts';
import { legislatorId } from './build-directory.ts';
import { readDirectories } from './directory.ts';

/** The legislators and legislative committees of a demo tenant that bills and hearings refer to. */
export interface DemoLegislature {
  /** The ids of the legislators, by name. */
  readonly legislators: ReadonlyMap<string, string>;
  /** The numbers of the committees, by key such as `lower-housing`. */
  readonly committees: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
}

/** Numbers the legislative committees that have no number yet; undefined when the demo has none for the tenant. */
export async function numberDemoCommittees(tenant: TenantStore): Promise<DemoLegislature | undefined> {
  const legislature = (await readDirectories())[tenant.code]?.legislature;
  if (legislature === undefined) return undefined;
  const keys = Object.keys(legislature.committees);
  const ids = keys.map((key) => demoId(tenant.code, `committee:${key}`));
  const stored = (await committeesById(tenant, ids)).flatMap((committee) => committee ?? []);
  const numbers = await numberCommittees(tenant, stored);
  const found = stored.flatMap(({ id, name }) => {
    const key = keys[ids.indexOf(id)];
    const number = numbers.get(id);
    return key === undefined || number === undefined ? [] : [[key, { id: number, name }] as const];
  });
  const names = Object.keys(legislature.members);
  return {
    legislators: new Map(names.map((name) => [name, legislatorId(tenant, name)])),
    committees: new Map(found),
  };
}
