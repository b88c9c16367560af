// Presents who took part in a campaign.
import { type EmailViewer, showEmail } from '../../../../shared/auth/email-visibility.ts';
import { pick } from '../../../../shared/data/pick.ts';
import { emptyLetters, type ParticipationItem } from '../../../../shared/directory/campaign-participation.ts';
import { displayName } from '../../../../shared/directory/person.ts';
import type { PersonItem } from '../../../../shared/directory/person-store.ts';

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
