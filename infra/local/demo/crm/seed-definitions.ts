// The definitions of a demo tenant's directory: positions, election terms and regions of committees, and custom fields.
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { electionTerms, regions } from '../../../../shared/directory/committees/committee-definitions.ts';
import { committeePositions } from '../../../../shared/directory/committees/committee-position.ts';
import { customFields, fieldOwners } from '../../../../shared/directory/record/custom-field.ts';
import {
  buildDefinitionChanges,
  type DefinitionKind,
  listDefinitions,
} from '../../../../shared/directory/record/definition-store.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import type { Directory, IdOf, Records } from './directory.ts';

/** Creates the definitions of a kind that the tenant does not have yet. */
async function seedDefinitions<C extends { readonly name: string }, K extends string>(
  tenant: TenantStore,
  kind: DefinitionKind<C, K>,
  records: Records<C>,
  now: Date,
): Promise<void> {
  const stored = new Set((await listDefinitions(tenant, kind)).map(({ id }) => id));
  for (const { id, content } of records) {
    if (stored.has(id)) continue;
    const after = nextVersion(kind.type, id, content, undefined, now);
    await commit(buildDefinitionChanges(tenant, kind, { before: undefined, after }));
  }
}

/** Creates the definitions that the tenant does not have yet. */
export async function seedAllDefinitions(tenant: TenantStore, directory: Directory, idOf: IdOf, now: Date) {
  const toRecords = <C>(what: string, contents: Readonly<Record<string, C>>): Records<C> =>
    Object.entries(contents).map(([key, content]) => ({ id: idOf(`${what}:${key}`), content }));
  const ranked = toRecords('committee-position', directory.positions).map(({ id, content }, index) => ({
    id,
    content: { ...content, rank: (index + 1) * 10 },
  }));
  await seedDefinitions(tenant, committeePositions, ranked, now);
  await seedDefinitions(tenant, electionTerms, toRecords('election-term', directory.electionTerms), now);
  await seedDefinitions(tenant, regions, toRecords('region', directory.regions), now);
  for (const owner of fieldOwners) {
    const fields = toRecords(`custom-field:${owner}`, directory.customFields[owner]);
    const placed = fields.map(({ id, content }, index) => ({
      id,
      content: { ...content, sequence: index + 1 },
    }));
    await seedDefinitions(tenant, customFields(owner), placed, now);
  }
}
