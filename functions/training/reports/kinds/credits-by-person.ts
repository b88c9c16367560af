// Credits earned by people: by some, by those of an organization, or by all.
import { allValid } from '../../../../shared/errors/failure.ts';
import { coursesById } from '../../courses/store.ts';
import { reportParameters } from '../definition/parameters.ts';
import { resolvePeriod } from '../definition/period.ts';
import { defineReport, idColumn } from '../definition/report.ts';
import { loadCreditScope, readCredits } from '../sources/credits.ts';
import {
  belongsTo,
  listName,
  loadOrganizationSubtree,
  loadPeople,
  resolveOrganization,
  resolvePeople,
  resolveReferences,
  summarizeNames,
} from '../sources/people.ts';

const sourceLabels = {
  attendance: 'Attendance',
  manual: 'Granted',
  import: 'Import',
  selfReported: 'Reported',
  external: 'Course elsewhere',
} as const;

export const creditsByPerson = defineReport({
  name: 'CreditsByPerson',
  title: 'Credits earned by person',
  description:
    'The credits that people earned, where and how. For one person, the report is their credit transcript.',
  parameters: reportParameters.CreditsByPerson,
  columns: {
    name: { title: 'Name', kind: 'text', width: 20 },
    organization: { title: 'Organization', kind: 'text', width: 27 },
    earned: { title: 'Earned', kind: 'date', width: 11 },
    course: { title: 'Course', kind: 'text', width: 30 },
    source: { title: 'By', kind: 'text', width: 12 },
    creditType: { title: 'Credit type', kind: 'text', width: 13 },
    credits: { title: 'Credits', kind: 'number', width: 9 },
    personId: idColumn('Person id'),
    organizationId: idColumn('Organization id'),
    courseId: idColumn('Course id'),
  },
  totals: { sum: ['credits'], per: 'creditType' },
  order: ['name', 'organization', 'earned', 'course', 'creditType'],
  async loadScope({ personIds, courseIds, organizationId, ...range }, { tenant, settings, asOf }) {
    const period = resolvePeriod(range, settings, asOf);
    const [people, organization, courses, ahead] = await allValid([
      resolvePeople(tenant, personIds),
      resolveOrganization(tenant, organizationId),
      resolveReferences('course', 'courseIds', courseIds, (ids) => coursesById(tenant, ids)),
      loadCreditScope(tenant, { personIds, courseIds, period }),
    ]);
    const subjects = [
      summarizeNames(people.map(listName), 'people'),
      organization?.name,
      summarizeNames(
        courses.map(({ name }) => name),
        'courses',
      ),
    ].filter(Boolean);
    const subject = subjects.length > 0 ? subjects.join(', ') : undefined;
    return { ...ahead, subject, period, organizations: await loadOrganizationSubtree(tenant, organization) };
  },
  async *rows({ personIds, courseIds }, { tenant, asOf }, about, from) {
    const { organizations, period } = about;
    const of = { personIds, courseIds, period };
    for await (const { rows: credits, done, next } of readCredits(tenant, of, about, asOf, from)) {
      const people = await loadPeople(
        tenant,
        credits.map((credit) => credit.personId),
      );
      const counting = credits.filter((credit) =>
        belongsTo(organizations, people.get(credit.personId)?.organizationId),
      );
      yield {
        rows: counting.map(
          ({ personId, earnedDate, courseId, courseName, note, source, creditTypeName, credits: earned }) => {
            const person = people.get(personId);
            return {
              name: person ? listName(person) : 'No longer in the directory',
              organization: person?.organizationName,
              earned: earnedDate,
              course: courseName ?? note,
              source: sourceLabels[source],
              creditType: creditTypeName,
              credits: earned,
              personId,
              organizationId: person?.organizationId,
              courseId,
            };
          },
        ),
        done,
        next,
      };
    }
  },
});
