// Attendance of a class, or of the classes of a period.
import type { RegistrationStatus } from '../../registrations/record/registration.ts';
import { reportParameters } from '../definition/parameters.ts';
import { resolvePeriod } from '../definition/period.ts';
import { defineReport, idColumn } from '../definition/report.ts';
import { firstDay, listClassesInPeriod, readRegistrations, resolveClass } from '../sources/classes.ts';
import { listName, loadPeople } from '../sources/people.ts';

/** The labels of the statuses of expected participants. */
const attendanceLabels: Readonly<Partial<Record<RegistrationStatus, string>>> = {
  Attended: 'Attended',
  NoShow: 'Absent',
  Confirmed: 'Not recorded',
};

export const attendance = defineReport({
  name: 'Attendance',
  title: 'Attendance',
  description:
    'Who attended a class, or the classes of a period, who was absent, and whose attendance is not recorded.',
  parameters: reportParameters.Attendance,
  columns: {
    day: { title: 'Class began', kind: 'date', width: 12 },
    class: { title: 'Class', kind: 'text', width: 26 },
    name: { title: 'Name', kind: 'text', width: 22 },
    organization: { title: 'Organization', kind: 'text', width: 22 },
    attendance: { title: 'Attendance', kind: 'text', width: 14 },
    attended: { title: 'Attended', kind: 'number', width: 9 },
    absent: { title: 'Absent', kind: 'number', width: 8 },
    classId: idColumn('Class id'),
    registrationId: idColumn('Registration id'),
    personId: idColumn('Person id'),
    organizationId: idColumn('Organization id'),
  },
  totals: { sum: ['attended', 'absent'] },
  order: ['day', 'class', 'name'],
  async loadScope({ classId, ...range }, { tenant, settings, asOf }) {
    const reported = await resolveClass(tenant, classId);
    const period = resolvePeriod(range, settings, asOf);
    const begun = reported
      ? [reported]
      : (await listClassesInPeriod(tenant, period)).filter(({ startsAt }) => startsAt <= asOf.toISOString());
    const classes = begun.filter(({ isCancelled }) => !isCancelled);
    return {
      subject: reported && `${reported.sectionName}, begins ${firstDay(reported)}`,
      period,
      size: classes.length,
      classes,
    };
  },
  async *rows(_, { tenant, asOf }, { classes }, from) {
    for await (const { of, registrations, done, next } of readRegistrations(tenant, classes, asOf, from)) {
      const expected = registrations.filter(({ status }) => attendanceLabels[status] !== undefined);
      const people = await loadPeople(
        tenant,
        expected.map(({ memberId }) => memberId),
      );
      yield {
        rows: expected.map(({ id, memberId, memberName, organizationId, organizationName, status }) => {
          const person = people.get(memberId);
          return {
            day: firstDay(of),
            class: of.sectionName,
            name: person ? listName(person) : memberName,
            organization: organizationName,
            attendance: attendanceLabels[status],
            attended: status === 'Attended' ? 1 : 0,
            absent: status === 'NoShow' ? 1 : 0,
            classId: of.id,
            registrationId: id,
            personId: memberId,
            organizationId,
          };
        }),
        done,
        next,
      };
    }
  },
});
