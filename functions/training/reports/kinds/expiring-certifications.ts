// Certifications that expire soon.

import { allValid } from '../../../../shared/errors/failure.ts';
import { addDays, daysBetween } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { awardById } from '../../awards/record/award-record.ts';
import { loadLateClasses } from '../../records/progress/late-classes.ts';
import { certificationsByExpiry } from '../../records/training-record/certification.ts';
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

/** The default length of the period in days: the time of the first reminder. */
const defaultDaysAhead = 90;

export const expiringCertifications = defineReport({
  name: 'ExpiringCertifications',
  title: 'Expiring certifications',
  description: 'Certifications whose last valid day is in a period and that were not renewed or revoked.',
  parameters: reportParameters.ExpiringCertifications,
  columns: {
    validThrough: { title: 'Valid through', kind: 'date', width: 13 },
    daysLeft: { title: 'Days left', kind: 'number', width: 9 },
    name: { title: 'Name', kind: 'text', width: 20 },
    organization: { title: 'Organization', kind: 'text', width: 22 },
    email: { title: 'Email', kind: 'text', width: 28 },
    award: { title: 'Certification', kind: 'text', width: 28 },
    number: { title: 'Number', kind: 'text', width: 16 },
    graceThrough: { title: 'Grace through', kind: 'date', width: 14 },
    lateClasses: { title: 'Classes too late', kind: 'text', width: 24 },
    certificationId: idColumn('Certification id'),
    personId: idColumn('Person id'),
    organizationId: idColumn('Organization id'),
    awardId: idColumn('Award id'),
  },
  async loadScope({ from, to, awardId, organizationId }, { tenant, settings, asOf }) {
    const today = toLocalDate(settings.timeZone, asOf);
    const first = from ?? today;
    const last = to ?? addDays([first, today].toSorted()[1] ?? today, defaultDaysAhead);
    const [award, organization] = await allValid([
      resolveReference('award', 'awardId', awardId, (id) => awardById(tenant, id)),
      resolveOrganization(tenant, organizationId),
    ]);
    const subjects = [award?.name, organization?.name].filter(Boolean);
    return {
      subject: subjects.length > 0 ? subjects.join(', ') : undefined,
      period: { from: first, to: last },
      size: Math.max(1, daysBetween(first, last) + 1),
      organizations: await loadOrganizationSubtree(tenant, organization),
      today,
    };
  },
  async *rows(
    { awardId },
    { tenant, settings, asOf, showsEmails },
    { period, size, organizations, today },
    from,
  ) {
    const range = { from: period.from, to: `${period.to}#~`, limit: 300 };
    for await (const { items, next } of readPages(tenant, certificationsByExpiry(tenant), range, from.next)) {
      const moment = asOf.toISOString();
      const open = items.filter(
        (certification) =>
          certification.revokedDate === undefined &&
          certification.renewedBy === undefined &&
          certification.createdDate <= moment &&
          (!awardId || certification.awardId === awardId),
      );
      const people = await loadPeople(
        tenant,
        open.map(({ personId }) => personId),
      );
      const last = items.at(-1)?.validThrough;
      const concerned = open.filter(({ personId, organizationId }) =>
        belongsTo(organizations, people.get(personId)?.organizationId ?? organizationId),
      );
      const late = await Promise.all(
        concerned.map((certification) =>
          loadLateClasses(tenant, certification, { timeZone: settings.timeZone, now: asOf }),
        ),
      );
      yield {
        rows: concerned.map(
          ({ personName, validThrough, awardName, certificateNumber, graceThrough, ...ids }, index) => {
            const person = people.get(ids.personId);
            return {
              validThrough,
              daysLeft: validThrough && daysBetween(today, validThrough),
              name: person ? listName(person) : personName,
              organization: person?.organizationName,
              email: showsEmails ? person?.email : undefined,
              award: awardName,
              number: certificateNumber,
              graceThrough,
              lateClasses: late[index]
                ?.map(
                  ({ sectionName, endsAt }) =>
                    `${sectionName} (${toLocalDate(settings.timeZone, new Date(endsAt))})`,
                )
                .join(', '),
              certificationId: ids.id,
              personId: ids.personId,
              organizationId: person?.organizationId ?? ids.organizationId,
              awardId: ids.awardId,
            };
          },
        ),
        done: next === undefined || last === undefined ? size : daysBetween(period.from, last),
        next: next ?? '',
      };
    }
  },
});
