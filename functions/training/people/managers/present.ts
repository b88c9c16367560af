// Presents managers.
import { type EmailViewer, showEmail } from '../../../../shared/auth/access/email-visibility.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { ResolvedManager } from './manager.ts';

/** Presents a manager and what they are assigned to, to a caller. */
export const presentManager = (viewer: EmailViewer, found: ResolvedManager | undefined) =>
  found && {
    id: found.manager.id,
    name: displayName(found.manager),
    email: showEmail(viewer, found.manager.id, found.manager.email),
    of: found.of,
    organizationId: found.organization?.id,
    organizationName: found.organization?.name,
  };
