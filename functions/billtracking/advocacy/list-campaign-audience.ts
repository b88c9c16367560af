// POST /api/1.0/Advocacy/ChampaignTemplate/{id}/audience

import { presentOfficial } from '../../../shared/advocacy/officials.ts';
import { showEmail } from '../../../shared/auth/access/email-visibility.ts';
import { displayName, isActivePerson } from '../../../shared/directory/people/person.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { pageReply, toPageRequest } from '../envelopes.ts';
import { loadAudiencePage } from './audience.ts';
import { listCampaignAudience } from './contract.ts';
import { requireTemplate } from './store.ts';

export const handler = lambda(
  listCampaignAudience,
  async ({ params, body, tenant, caller, settings, now }) => {
    const today = toLocalDate(settings.timeZone, now);
    const { audience } = await requireTemplate(tenant, params.id);
    const { recipients, total } = await loadAudiencePage(tenant, audience, toPageRequest(body), today);
    const views = recipients.map(({ person, officials }) => ({
      personId: person.id,
      name: displayName(person),
      email: showEmail({ caller, settings }, person.id, person.email),
      organizationName: person.organizationName,
      isActive: isActivePerson(person, today),
      officials: officials?.map(presentOfficial),
    }));
    return pageReply(views, body, total);
  },
);
