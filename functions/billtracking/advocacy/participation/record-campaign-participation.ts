// POST /api/1.0/Advocacy/Champaign/{id}/participants
import { findOfficial } from '../../../../shared/advocacy/officials.ts';
import { createRepresentativeFinder } from '../../../../shared/advocacy/representatives.ts';
import { getCampaignStatus } from '../../../../shared/campaigns/campaign.ts';
import {
  insertParticipation,
  participationIn,
} from '../../../../shared/directory/officials/campaign-participation.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { conflict, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { successReply } from '../../envelopes.ts';
import { unknownValue } from '../../unknown-value.ts';
import { requireCampaign } from '../campaigns/store.ts';
import { recordCampaignParticipation } from './contract.ts';
import { buildParticipation } from './participation.ts';
import { presentParticipant } from './present.ts';

export const handler = lambda(
  recordCampaignParticipation,
  async ({ params, body, tenant, settings, caller, now }) => {
    const today = toLocalDate(settings.timeZone, now);
    const [campaign, earlier, [person, ...named]] = await Promise.all([
      requireCampaign(tenant, params.id, { consistent: true }),
      participationIn(tenant, params.id, body.personId),
      peopleById(tenant, [body.personId, ...(body.officialIds ?? [])]),
    ]);
    throwIfInvalid([
      ...(person ? [] : [unknownValue('personId', `There is no person with the id ${body.personId}.`)]),
      ...(body.officialIds ?? []).flatMap((id, index) => {
        const official = named[index];
        return official && findOfficial(official, today)
          ? []
          : [unknownValue(`officialIds[${index}]`, `There is no official in office with the id ${id}.`)];
      }),
    ]);
    if (!person) throw new Error('A missing person was not reported');
    if (getCampaignStatus(campaign, today) === 'SCHEDULED')
      throw conflict(`The campaign of ${campaign.templateName} begins on ${campaign.startDate}.`);
    if (earlier)
      throw conflict(
        `${displayName(person)} took part in the campaign of ${campaign.templateName} on ${earlier.day}.`,
        'personId',
      );
    const selection = campaign.outreach?.officials ?? { kind: 'representatives' as const };
    const officialIds =
      body.officialIds ??
      (await createRepresentativeFinder(tenant, selection, today).find(person)).map(
        (official) => official.person.id,
      );
    const { participation, letters } = buildParticipation(
      {
        ...{ campaign, person, source: 'staff', now, timeZone: settings.timeZone },
        note: body.note || undefined,
        recordedBy: caller.subject,
      },
      officialIds.map((officialId) => ({ officialId, status: 'recorded' })),
    );
    return write(
      await insertParticipation(tenant, participation, letters),
      successReply(
        presentParticipant({ caller, settings }, participation, person),
        `${displayName(person)} took part in the campaign of ${campaign.templateName}.`,
      ),
    );
  },
);
