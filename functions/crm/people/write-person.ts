// Reads, writes and presents the person of a request.

import { type EmailViewer, seesEmails } from '../../../shared/auth/access/email-visibility.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { PersonContent } from '../../../shared/directory/people/person.ts';
import { createPicturePresenter } from '../../../shared/directory/people/person-photo.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import type { CustomFieldItem } from '../../../shared/directory/record/custom-field.ts';
import { nextVersion, pickContent } from '../../../shared/directory/record/stored.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { buildRecordChanges } from '../../../shared/directory/writing/record-changes.ts';
import { Failure, notFound } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { loadFields } from '../fields/custom-values.ts';
import { buildPersonContent, type PersonUpdate } from './person-input.ts';
import { removeFormerPhoto } from './presentation/photo-of-person.ts';
import { presentPersonTo } from './presentation/present.ts';
import type { PersonInput } from './presentation/schemas.ts';
import { describeFormerPerson } from './unknown-person.ts';

/** The parts of a request's context that writing a person needs. */
interface WriteContext extends EmailViewer {
  readonly tenant: TenantStore;
  readonly settings: EmailViewer['settings'] & { readonly timeZone: string };
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/** A person to create. */
interface NewPerson {
  readonly person: PersonItem;
  readonly fields: readonly CustomFieldItem[];
}

/**
 * The person with this id, as it is now.
 * @throws Failure 404
 */
export async function requirePerson(tenant: TenantStore, id: string): Promise<PersonItem> {
  const person = await tenant.get(personKey(tenant, id.toLowerCase()), { consistent: true });
  if (!person) throw await noPerson(tenant, id);
  return person;
}

/** The failure for an id without a person, which names the person that a merged one became. */
export async function noPerson(tenant: TenantStore, id: string, target = 'id'): Promise<Failure> {
  const message = await describeFormerPerson(tenant, id);
  return message === undefined
    ? notFound('person', id, target)
    : new Failure('RESOURCE_NOT_FOUND', message, { target });
}

/**
 * A new person, who is not stored yet.
 * @param isComplete whether required custom fields need a value; not where a form has no place for them
 */
export async function buildPerson(
  context: Pick<WriteContext, 'tenant' | 'now' | 'newId'>,
  input: Partial<PersonInput>,
  { isComplete }: Pick<PersonUpdate, 'isComplete'> = { isComplete: true },
): Promise<NewPerson> {
  const { tenant, now, newId } = context;
  const fields = await loadFields(tenant, 'people', [], isComplete || input.customFields != null);
  const content = await buildPersonContent(tenant, {}, input, {
    isWhole: true,
    seesEmails: true,
    ...{ newId, fields, isComplete },
  });
  return { person: nextVersion('person', newId(), content, undefined, now), fields };
}

/** A new person, as `buildPerson` does, and the changes that write it. */
export async function insertPerson(
  ...args: Parameters<typeof buildPerson>
): Promise<NewPerson & { readonly changes: Change[] }> {
  const { person, fields } = await buildPerson(...args);
  const writes = [{ before: undefined, after: person }];
  return { person, fields, changes: await buildRecordChanges(args[0].tenant, people, writes) };
}

/** Changes a person by what a request says. */
export async function updateByInput(
  context: WriteContext,
  id: string,
  input: Partial<PersonInput>,
  { isWhole }: Pick<PersonUpdate, 'isWhole'>,
) {
  const { tenant, newId } = context;
  const before = await requirePerson(tenant, id);
  const fields = await loadFields(tenant, 'people', [before], isWhole || input.customFields != null);
  const update = { isWhole, isComplete: true, seesEmails: seesEmails(context), newId, fields };
  return replacePerson(
    context,
    before,
    await buildPersonContent(tenant, pickContent(PersonContent, before), input, update),
    { fields },
  );
}

/** What a caller of `replacePerson` knows already, and what is committed with the person. */
interface Replacement {
  readonly fields: readonly CustomFieldItem[];
  readonly further: readonly Change[];
}

/** Replaces the content of a person and answers with the result. */
export async function replacePerson(
  context: WriteContext,
  before: PersonItem,
  content: PersonContent,
  { fields: known, further = [] }: Partial<Replacement> = {},
) {
  const { tenant, now, ifMatch } = context;
  const fields = known ?? (await loadFields(tenant, 'people', [content]));
  const after = nextVersion('person', before.id, content, before, now);
  const changes = [
    ...(await buildRecordChanges(tenant, people, [{ before, after }], ifMatch)),
    ...removeFormerPhoto(tenant, before, after),
    ...further,
  ];
  return write(changes, replyWithPerson(context, after, fields));
}

/** The person as this caller sees it, with its version. */
export const presentFor = (context: WriteContext, person: PersonItem, fields: readonly CustomFieldItem[]) =>
  presentPersonTo(context, person, {
    tenantCode: context.tenant.code,
    today: toLocalDate(context.settings.timeZone, context.now),
    fields,
    presentPicture: createPicturePresenter(context.tenant, context.receivedAt),
  });

// Which terms are active changes with the day: the tag identifies the body too.
const replyWithPerson = (context: WriteContext, person: PersonItem, fields: readonly CustomFieldItem[]) =>
  ok(presentFor(context, person, fields), { version: person.version, isComposed: true });
