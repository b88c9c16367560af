// Decides and writes one row of a batch of people.
import { type EmailViewer, seesEmails } from '../../../shared/auth/email-visibility.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { people } from '../../../shared/directory/collection.ts';
import { PersonContent } from '../../../shared/directory/person.ts';
import type { PersonItem } from '../../../shared/directory/person-store.ts';
import { buildRecordChanges } from '../../../shared/directory/record-changes.ts';
import { nextVersion, pickContent } from '../../../shared/directory/stored.ts';
import { loadFields } from '../custom-values.ts';
import { buildPersonContent } from '../people/person-input.ts';
import { insertPerson } from '../people/write-person.ts';
import { findPerson, readKeyValue } from './find-person.ts';
import type { KeyIndex } from './key-index.ts';
import { isSameContent } from './person-content.ts';
import type { BatchRow, PeopleBatchInput, PersonBatchRow } from './schemas.ts';
import { readKeyClaim } from './store.ts';

/** The parts of a request's context that a row needs. */
interface RowContext extends EmailViewer {
  readonly tenant: TenantStore;
  readonly settings: EmailViewer['settings'] & { readonly timeZone: string };
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
}

type RowInput = Omit<PersonBatchRow, 'id' | 'keyValue'>;

/** What becomes of a row that is not refused. */
interface RowDecision {
  readonly status: Exclude<BatchRow['status'], 'Refused'>;
  readonly before: PersonItem | undefined;
  readonly after: PersonItem;
  readonly changes: readonly Change[];
}

/**
 * What a row does, on fresh reads.
 * @throws Failure with everything that is wrong with the row
 */
export async function decidePersonRow(
  context: RowContext,
  batch: PeopleBatchInput & { readonly index: KeyIndex },
  row: PersonBatchRow,
): Promise<RowDecision> {
  const { tenant, receivedAt } = context;
  const value = readKeyValue(batch, row);
  const claim =
    batch.operation === 'upsert' && batch.key !== 'id' && value !== undefined
      ? await readKeyClaim(tenant, batch, toClaimed(batch, value), receivedAt)
      : undefined;
  const before = await findPerson(tenant, batch, row, claim?.personId);
  const { id: _, keyValue: __, ...input } = row;
  if (!before) {
    const created = await insertPerson(
      { ...context, ifMatch: undefined },
      addKey(batch, input, row.keyValue),
    );
    const { person, changes } = created;
    return {
      status: 'Created',
      ...{ before, after: person },
      changes: [...(claim ? [claim.claimFor(person.id)] : []), ...changes],
    };
  }
  const stored = pickContent<PersonContent>(PersonContent, before);
  const content =
    batch.operation === 'deactivate'
      ? { ...stored, isActive: false }
      : await applyInput(context, stored, omitKey(batch, input));
  if (isSameContent(stored, content)) return { status: 'Unchanged', before, after: before, changes: [] };
  const after = nextVersion('person', before.id, content, before, context.now);
  return {
    status: batch.operation === 'deactivate' ? 'Deactivated' : 'Updated',
    ...{ before, after },
    changes: await buildRecordChanges(tenant, people, [{ before, after }]),
  };
}

/** Values that mean the same are claimed once. */
const toClaimed = ({ key }: PeopleBatchInput, value: string): string =>
  key === 'externalId' ? value : value.toLowerCase();

/** A new person has the value by which the row is found again; a row that gives a field of it another value is refused. */
function addKey(
  { key, keyName }: PeopleBatchInput,
  input: RowInput,
  value: string | null | undefined,
): RowInput {
  if (!keyName || !value) return input;
  const { externalIds, customFields } = input;
  if (key === 'customField')
    return customFields?.some((each) => each.fieldId === keyName && each.value === value)
      ? input
      : { ...input, customFields: [...(customFields ?? []), { fieldId: keyName, value }] };
  return externalIds?.some(({ scheme, identifier }) => scheme === keyName && identifier === value)
    ? input
    : { ...input, externalIds: [...(externalIds ?? []), { scheme: keyName, identifier: value }] };
}

/** An address that names the person does not become the main one. */
function omitKey({ key }: PeopleBatchInput, input: RowInput): RowInput {
  if (key !== 'email') return input;
  const { email: _, ...others } = input;
  return others;
}

async function applyInput(
  context: RowContext,
  stored: PersonContent,
  input: RowInput,
): Promise<PersonContent> {
  const { tenant, newId } = context;
  const fields = await loadFields(tenant, 'people', [stored], input.customFields != null);
  return buildPersonContent(tenant, stored, input, {
    isWhole: false,
    isComplete: true,
    keepsPhoto: true,
    seesEmails: seesEmails(context),
    ...{ newId, fields },
  });
}
