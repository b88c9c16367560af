// Presents who took part in a campaign.
import { type EmailViewer, showEmail } from '../../../../shared/auth/access/email-visibility.ts';
import {
  emptyLetters,
  type ParticipationItem,
} from '../../../../shared/directory/officials/campaign-participation.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { pick } from '../../../../shared/values/pick.ts';

export const presentParticipant = (
  viewer: EmailViewer,
  participation: ParticipationItem,
  person: PersonItem | undefined,
) => ({
  personId: participation.personId,
  name: displayName(person ?? {}),
  email: showEmail(viewer, participation.personId, person?.email),
  ...pick(participation, ['date', 'source']),
  districts: [...participation.districts],
  letters: { ...emptyLetters, ...participation.letters },
  ...pick(participation, ['note']),
});
