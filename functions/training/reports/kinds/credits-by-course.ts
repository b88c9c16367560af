// Credits earned in courses, in some or all of them, by some or all people.
import { allValid } from '../../../../shared/errors/failure.ts';
import { coursesById } from '../../courses/store.ts';
import { reportParameters } from '../definition/parameters.ts';
import { resolvePeriod } from '../definition/period.ts';
import { defineReport, idColumn } from '../definition/report.ts';
import { loadCreditScope, readCredits } from '../sources/credits.ts';
import { listName, loadPeople, resolvePeople, resolveReferences, summarizeNames } from '../sources/people.ts';

export const creditsByCourse = defineReport({
  name: 'CreditsByCourse',
  title: 'Credits earned by course',
  description: 'The credits earned in some or all courses, and by whom.',
  parameters: reportParameters.CreditsByCourse,
  columns: {
    course: { title: 'Course', kind: 'text', width: 28 },
    class: { title: 'Class', kind: 'text', width: 26 },
    earned: { title: 'Earned', kind: 'date', width: 11 },
    name: { title: 'Name', kind: 'text', width: 22 },
    creditType: { title: 'Credit type', kind: 'text', width: 13 },
    credits: { title: 'Credits', kind: 'number', width: 9 },
    courseId: idColumn('Course id'),
    classId: idColumn('Class id'),
    personId: idColumn('Person id'),
  },
  totals: { sum: ['credits'], per: 'creditType' },
  order: ['course', 'earned', 'class', 'name', 'creditType'],
  async loadScope({ courseIds, personIds, ...range }, { tenant, settings, asOf }) {
    const period = resolvePeriod(range, settings, asOf);
    const [courses, people, ahead] = await allValid([
      resolveReferences('course', 'courseIds', courseIds, (ids) => coursesById(tenant, ids)),
      resolvePeople(tenant, personIds),
      loadCreditScope(tenant, { courseIds, personIds, period }),
    ]);
    const names = courses.map(({ name }) => name);
    const subjects = [
      summarizeNames(people.map(listName), 'people'),
      summarizeNames(names, 'courses'),
    ].filter(Boolean);
    return { ...ahead, subject: subjects.length > 0 ? subjects.join(', ') : undefined, period };
  },
  async *rows({ courseIds, personIds }, { tenant, asOf }, about, from) {
    const filter = { courseIds, personIds, period: about.period };
    for await (const { rows: credits, done, next } of readCredits(tenant, filter, about, asOf, from)) {
      const inCourses = credits.filter((credit) => credit.courseId !== undefined);
      const people = await loadPeople(
        tenant,
        inCourses.map((credit) => credit.personId),
      );
      yield {
        rows: inCourses.map((credit) => {
          const person = people.get(credit.personId);
          return {
            course: credit.courseName,
            class: credit.className,
            earned: credit.earnedDate,
            name: person ? listName(person) : 'No longer in the directory',
            creditType: credit.creditTypeName,
            credits: credit.credits,
            courseId: credit.courseId,
            classId: credit.classId,
            personId: credit.personId,
          };
        }),
        done,
        next,
      };
    }
  },
});
