// POST /api/v1/People/GetLoggedInUserDetailWithFields

import { findOwner } from '../../../../shared/auth/access/owner.ts';
import { isFavorite } from '../../../../shared/directory/lists/favorites.ts';
import { createPicturePresenter } from '../../../../shared/directory/people/person-photo.ts';
import { listCustomFields } from '../../../../shared/directory/record/custom-field.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requirePerson } from '../write-person.ts';
import { getProfileWithFields } from './contract.ts';
import { presentProfile } from './present-profile.ts';

export const handler = lambda(getProfileWithFields, async (context) => {
  const { tenant, caller, settings, body, now, receivedAt } = context;
  const id = body.id ?? (caller.kind === 'anonymous' ? undefined : caller.personId);
  if (id === undefined) throw notFound('person of the caller', caller.subject, 'id');
  const [person, fields, isMarked] = await Promise.all([
    requirePerson(tenant, id),
    listCustomFields(tenant, 'people'),
    isFavorite(tenant, findOwner(caller), id.toLowerCase()),
  ]);
  const today = toLocalDate(settings.timeZone, now);
  return ok(
    presentProfile(person, fields, {
      fieldIds: body.fieldIds,
      ...{ today, tenantCode: tenant.code, isFavorite: isMarked },
      presentPicture: createPicturePresenter(tenant, receivedAt),
    }),
  );
});
