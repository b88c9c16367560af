// Presents people to a caller, who may not see the addresses of others.
import { type EmailViewer, showEmail } from '../../../shared/auth/email-visibility.ts';
import type { PresentContext } from '../../../shared/directory/fields.ts';
import { listEmails, type Person, presentPerson } from '../../../shared/directory/person.ts';
import type { PersonItem } from '../../../shared/directory/person-store.ts';

/** The person as this caller sees them; hidden addresses are null, as unknown ones are. */
export const presentPersonTo = (
  viewer: EmailViewer,
  person: PersonItem,
  context: PresentContext,
): Person => ({
  ...presentPerson(person, context),
  email: showEmail(viewer, person.id, person.email) || null,
  secondaryEmail: showEmail(viewer, person.id, person.secondaryEmail) || null,
  emails: listEmails(person).filter(({ value }) => showEmail(viewer, person.id, value)),
});
