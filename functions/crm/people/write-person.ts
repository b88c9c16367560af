// Reads, writes and presents the person of a request.

import { type EmailViewer, seesEmails } from '../../../shared/auth/email-visibility.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { people } from '../../../shared/directory/collection.ts';
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { PersonContent } from '../../../shared/directory/person.ts';
import { type PersonItem, personKey } from '../../../shared/directory/person-store.ts';
import { buildRecordChanges } from '../../../shared/directory/record-changes.ts';
import { nextVersion, pickContent } from '../../../shared/directory/stored.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { buildPersonContent, type PersonUpdate } from './person-input.ts';
import { presentPersonTo } from './present.ts';
import type { PersonInput } from './schemas.ts';

/** The parts of a request's context that writing a person needs. */
interface WriteContext extends EmailViewer {
  readonly tenant: TenantStore;
  readonly settings: EmailViewer['settings'] & { readonly timeZone: string };
  readonly now: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/**
 * The person with this id, as it is now.
 * @throws Failure 404
 */
export async function requirePerson(tenant: TenantStore, id: string): Promise<PersonItem> {
  const person = await tenant.get(personKey(tenant, id.toLowerCase()), { consistent: true });
  if (!person) throw notFound('person', id);
  return person;
}

/** A new person, and the changes that write it. */
export async function insertPerson(
  context: WriteContext,
  input: Partial<PersonInput>,
): Promise<{ readonly person: PersonItem; readonly changes: Change[] }> {
  const { tenant, now, newId } = context;
  const content = await buildPersonContent(tenant, {}, input, { isWhole: true, seesEmails: true, newId });
  const person = nextVersion('person', newId(), content, undefined, now);
  return {
    person,
    changes: await buildRecordChanges(tenant, people, [{ before: undefined, after: person }]),
  };
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
  const update = { isWhole, seesEmails: seesEmails(context), newId };
  return replacePerson(
    context,
    before,
    await buildPersonContent(tenant, pickContent(PersonContent, before), input, update),
  );
}

/** Replaces the content of a person and answers with the result. */
export async function replacePerson(context: WriteContext, before: PersonItem, content: PersonContent) {
  const { tenant, now, ifMatch } = context;
  const after = nextVersion('person', before.id, content, before, now);
  const changes = await buildRecordChanges(tenant, people, [{ before, after }], ifMatch);
  return write(changes, replyWithPerson(context, after));
}

/** The person as this caller sees it, with its version. */
export const presentFor = (context: WriteContext, person: PersonItem) =>
  presentPersonTo(context, person, {
    tenantCode: context.tenant.code,
    today: toLocalDate(context.settings.timeZone, context.now),
  });

// Which terms are active changes with the day: the tag identifies the body too.
const replyWithPerson = (context: WriteContext, person: PersonItem) =>
  ok(presentFor(context, person), { version: person.version, isComposed: true });
