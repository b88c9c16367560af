// Presents managers.
import { displayName } from '../../../../shared/directory/person.ts';
import type { ResolvedManager } from './manager.ts';

/** Presents a manager and what they are assigned to. */
export const presentManager = (found: ResolvedManager | undefined) =>
  found && {
    id: found.manager.id,
    name: displayName(found.manager),
    email: found.manager.email,
    of: found.of,
    organizationId: found.organization?.id,
    organizationName: found.organization?.name,
  };
