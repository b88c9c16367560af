// The progress of everyone who is registered for an award.

import { allValid } from '../../../../shared/errors/failure.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { awardById } from '../../awards/record/award-record.ts';
import { curriculumKey, emptyCurriculum } from '../../awards/record/curriculum-record.ts';
import { loadNames } from '../../records/progress/names.ts';
import { computeProgress, type ProgressState } from '../../records/progress/progress.ts';
import { describeMissing } from '../../records/progress/requirements/missing.ts';
import {
  type AwardRegistrationItem,
  awardRegistrationsByAward,
} from '../../records/training-record/certification.ts';
import { loadPersonRecord } from '../../records/training-record/person-record.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { reportParameters } from '../definition/parameters.ts';
import { defineReport, idColumn } from '../definition/report.ts';
import { readPages } from '../sources/pages.ts';
import {
  belongsTo,
  listName,
  loadOrganizationSubtree,
  loadPeople,
  resolveOrganization,
  resolveReference,
} from '../sources/people.ts';

/** How many registrations are read at once. */
const registrationsPerBatch = 25;

const stateLabels: Readonly<Record<ProgressState, string>> = {
  NotStarted: 'Not started',
  InProgress: 'In progress',
  Earned: 'Earned',
  Awarded: 'Awarded',
  InGrace: 'In grace',
  Expired: 'Expired',
  Revoked: 'Revoked',
};

const capitalize = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

const isReported = ({ status }: AwardRegistrationItem): boolean =>
  status !== 'Denied' && status !== 'Withdrawn';

export const awardProgress = defineReport({
  name: 'AwardProgress',
  title: 'Award progress',
  description: 'The progress of everyone who is registered for an award, and what they still need.',
  parameters: reportParameters.AwardProgress,
  columns: {
    name: { title: 'Name', kind: 'text', width: 20 },
    organization: { title: 'Organization', kind: 'text', width: 26 },
    registered: { title: 'Registered', kind: 'date', width: 11 },
    state: { title: 'State', kind: 'text', width: 14 },
    percent: { title: 'Percent', kind: 'number', width: 9 },
    missing: { title: 'Still needed', kind: 'text', width: 34 },
    validThrough: { title: 'Valid through', kind: 'date', width: 12 },
    personId: idColumn('Person id'),
    organizationId: idColumn('Organization id'),
  },
  order: ['name'],
  async loadScope({ awardId, organizationId }, { tenant, settings, asOf }) {
    const [award, organization, curriculum, { certification, selfReported }] = await allValid([
      resolveReference('award', 'awardId', awardId, (id) => awardById(tenant, id)),
      resolveOrganization(tenant, organizationId),
      tenant.get(curriculumKey(tenant, awardId)),
      loadTrainingSettings(tenant),
    ]);
    return {
      subject: [award?.name, organization?.name].filter(Boolean).join(', '),
      // Only active and waiting registrations are counted; the awarded ones are read quickly.
      size: Math.max(1, award?.activeRegistrations ?? 0),
      organizations: await loadOrganizationSubtree(tenant, organization),
      curriculum: curriculum ?? emptyCurriculum,
      names: await loadNames(tenant, curriculum ? [curriculum] : []),
      renewalOpensDays: certification.renewalOpensDays,
      selfReportedLimits: selfReported?.limits,
      today: toLocalDate(settings.timeZone, asOf),
    };
  },
  async *rows({ awardId }, { tenant, asOf }, about, from) {
    const { size, organizations, curriculum, names, renewalOpensDays, selfReportedLimits, today } = about;
    let { done } = from;
    const range = { limit: registrationsPerBatch };
    for await (const { items, next } of readPages(
      tenant,
      awardRegistrationsByAward(tenant, awardId),
      range,
      from.next,
    )) {
      const moment = asOf.toISOString();
      const registrations = items.filter(
        (registration) => isReported(registration) && registration.createdDate <= moment,
      );
      const people = await loadPeople(
        tenant,
        registrations.map(({ personId }) => personId),
      );
      const reported = registrations.filter(({ personId }) =>
        belongsTo(organizations, people.get(personId)?.organizationId),
      );
      const records = await Promise.all(reported.map(({ personId }) => loadPersonRecord(tenant, personId)));
      done += items.length;
      yield {
        rows: reported.map((registration, index) => {
          const { credits = [], completions = [], certifications = [] } = records[index] ?? {};
          const progress = computeProgress({
            curriculum,
            registration,
            certifications: certifications.filter((certification) => certification.awardId === awardId),
            evidence: { credits, completions, selfReportedLimits },
            renewalOpensDays,
            today,
          });
          const person = people.get(registration.personId);
          const isOpen = progress.state === 'InProgress';
          return {
            name: person ? listName(person) : registration.personName,
            organization: person?.organizationName,
            registered: registration.registeredDate,
            state:
              registration.status === 'PendingApproval'
                ? 'Waiting for approval'
                : stateLabels[progress.state],
            percent: progress.percent,
            missing: isOpen ? capitalize(describeMissing(progress.requirements, names)) : undefined,
            validThrough: progress.certification?.validThrough,
            personId: registration.personId,
            organizationId: person?.organizationId,
          };
        }),
        done: Math.min(done, size),
        next: next ?? '',
      };
    }
  },
});
