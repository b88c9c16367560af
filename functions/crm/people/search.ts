// Searches people for a caller, who may not see e-mail addresses.
import { type EmailViewer, seesEmails } from '../../../shared/auth/email-visibility.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { PresentContext } from '../../../shared/directory/fields.ts';
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { peopleById } from '../../../shared/directory/person-store.ts';
import { presentSearch } from '../search.ts';
import { presentPersonTo } from './present.ts';

interface SearchContext extends EmailViewer {
  readonly tenant: TenantStore;
  readonly settings: EmailViewer['settings'] & { readonly timeZone: string };
  readonly now: Date;
}

/** How the people of a list are presented to a caller. */
export const toPresentContext = ({ tenant, settings, now }: SearchContext): PresentContext => ({
  tenantCode: tenant.code,
  today: toLocalDate(settings.timeZone, now),
});

/** The page of a search for people. An address is searched only for callers who see all of them. */
export function searchPeopleFor(
  context: SearchContext,
  request: {
    readonly searchText: string;
    readonly pageIndex?: number;
    readonly pageSize: number;
    readonly cursor?: string | undefined;
  },
) {
  const present = toPresentContext(context);
  const index = request.searchText.includes('@') && seesEmails(context) ? 'people-emails' : 'people';
  return presentSearch(context.tenant, { ...request, index }, peopleById, (person) =>
    presentPersonTo(context, person, present),
  );
}
