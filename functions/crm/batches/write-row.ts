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
import { findPerson } from './find-person.ts';
import { isSameContent } from './person-content.ts';
import type { BatchRow, PeopleBatchInput, PersonBatchRow } from './schemas.ts';
import { claimKeyValue } from './store.ts';

/** The parts of a request's context that a row needs. */
interface RowContext extends EmailViewer {
  readonly tenant: TenantStore;
  readonly settings: EmailViewer['settings'] & { readonly timeZone: string };
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
}

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
  batch: PeopleBatchInput,
  row: PersonBatchRow,
): Promise<RowDecision> {
  const { tenant, newId, receivedAt } = context;
  const isClaimed = batch.operation === 'upsert' && batch.key === 'email' && row.email;
  const claim = isClaimed
    ? [await claimKeyValue(tenant, String(row.email).toLowerCase(), newId(), receivedAt)]
    : [];
  const before = await findPerson(tenant, batch, row);
  const { id: _, ...input } = row;
  if (!before) {
    const { person, changes } = await insertPerson({ ...context, ifMatch: undefined }, input);
    return { status: 'Created', before, after: person, changes: [...claim, ...changes] };
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

/** An address that names the person does not become the main one. */
function omitKey({ key }: PeopleBatchInput, input: Omit<PersonBatchRow, 'id'>): Omit<PersonBatchRow, 'id'> {
  if (key !== 'email') return input;
  const { email: _, ...others } = input;
  return others;
}

async function applyInput(
  context: RowContext,
  stored: PersonContent,
  input: Omit<PersonBatchRow, 'id'>,
): Promise<PersonContent> {
  const { tenant, newId } = context;
  const fields = await loadFields(tenant, 'people', [stored], input.customFields != null);
  return buildPersonContent(tenant, stored, input, {
    isWhole: false,
    isComplete: true,
    seesEmails: seesEmails(context),
    ...{ newId, fields },
  });
}
