// Batches of people.
import { seesEmails } from '../../../shared/auth/access/email-visibility.ts';
import { PersonContent } from '../../../shared/directory/people/person.ts';
import { personEntries } from '../../../shared/directory/people/person-entries.ts';
import { peopleById, personKey } from '../../../shared/directory/people/person-store.ts';
import { pickContent } from '../../../shared/directory/record/stored.ts';
import { updateOrganizations } from '../../../shared/directory/record-merge/current-organizations.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import { loadFields } from '../fields/custom-values.ts';
import { buildPersonContent } from '../people/person-input.ts';
import { peopleWithEmail } from '../people/presentation/with-email.ts';
import { buildPerson, noPerson } from '../people/write-person.ts';
import type { BatchKind } from './batch-kind.ts';
import type { PersonBatchRow } from './schemas.ts';

const omitIds = (items: readonly { readonly id?: string }[] | undefined) =>
  items?.map(({ id: _, ...item }) => item);

export const peopleKind: BatchKind<PersonContent, 'person', PersonBatchRow> = {
  records: 'people',
  collection: people,
  entries: personEntries,
  byId: peopleById,
  current: (tenant, id) => tenant.get(personKey(tenant, id), { consistent: true }),
  noRecord: noPerson,
  withEmail: peopleWithEmail,
  rowsPerTransaction: 5,
  create: async (context, { id: _, keyValue: __, ...input }) => {
    const { person } = await buildPerson(context, input);
    return { record: person, guards: [] };
  },
  apply: async (context, before, { id: _, keyValue: __, email, ...input }, { key }) => {
    const { tenant, newId } = context;
    const stored = pickContent<PersonContent>(PersonContent, before);
    const fields = await loadFields(tenant, 'people', [stored], input.customFields != null);
    // An address that names the person does not become the main one.
    const content = await buildPersonContent(tenant, stored, key === 'email' ? input : { ...input, email }, {
      isWhole: false,
      isComplete: true,
      keepsPhoto: true,
      seesEmails: seesEmails(context),
      ...{ newId, fields },
    });
    return { content, guards: [] };
  },
  restore: async ({ tenant }, _, former) => ({
    content: await updateOrganizations(tenant, former),
    guards: [],
  }),
  toComparable: (content) => ({
    ...content,
    positions: omitIds(content.positions),
    addresses: omitIds(content.addresses),
  }),
  // New names of organizations are no change.
  hash: ({ organizationName, positions, ...content }) =>
    contentHash({
      ...content,
      organizationName: content.organizationId ? undefined : organizationName,
      positions: positions?.map((position) => ({
        ...position,
        organizationName: position.organizationId ? undefined : position.organizationName,
      })),
    }),
};
