// Presents people to a caller, who may not see the addresses of others.
import { type EmailViewer, showEmail } from '../../../../shared/auth/access/email-visibility.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { listEmails, type Person, presentPerson } from '../../../../shared/directory/people/person.ts';
import {
  createPicturePresenter,
  type PictureContext,
} from '../../../../shared/directory/people/person-photo.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import type { FieldContext } from '../../../../shared/directory/record/custom-value.ts';
import type { PresentContext } from '../../../../shared/directory/record/fields.ts';
import { createLocalDay } from '../../../../shared/time/local-date.ts';
import { loadFields } from '../../fields/custom-values.ts';

/** How people are presented. */
export type PersonViewContext = PresentContext & FieldContext & PictureContext;

/** The person as this caller sees them; hidden addresses are null, as unknown ones are. */
export const presentPersonTo = (
  viewer: EmailViewer,
  person: PersonItem,
  context: PersonViewContext,
): Person => ({
  ...presentPerson(person, context),
  email: showEmail(viewer, person.id, person.email) || null,
  secondaryEmail: showEmail(viewer, person.id, person.secondaryEmail) || null,
  emails: listEmails(person).filter(({ value }) => showEmail(viewer, person.id, value)),
});

/** The parts of a request's context that presenting people needs. */
export interface ViewContext extends EmailViewer {
  readonly tenant: TenantStore;
  readonly settings: EmailViewer['settings'] & { readonly timeZone: string };
  readonly now: Date;
  readonly receivedAt: Date;
}

/** How these people are presented to a caller. One query, none where nobody has a value of a custom field. */
export const loadPresentContext = async (
  { tenant, settings, now, receivedAt }: ViewContext,
  people: readonly PersonItem[],
): Promise<PersonViewContext> => ({
  tenantCode: tenant.code,
  today: createLocalDay(settings.timeZone, now),
  fields: await loadFields(tenant, 'people', people),
  presentPicture: createPicturePresenter(tenant, receivedAt),
});

/** People as this caller sees them. */
export async function presentPeople(context: ViewContext, people: readonly PersonItem[]): Promise<Person[]> {
  const present = await loadPresentContext(context, people);
  return people.map((person) => presentPersonTo(context, person, present));
}
