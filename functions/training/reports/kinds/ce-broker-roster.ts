// The roster that providers upload to CE Broker: columns A to J, without a row of titles, dates as 12/3/2008. A course is
// given in part where its credit type has a subject area, else in full
// (help.cebroker.com, "Creating Excel Files (Full Course Credit)" and "(Partial Course Credit)").
import { loadBoardScope, markRows, readBoardRows } from '../boards/rows.ts';
import { reportParameters } from '../definition/parameters.ts';
import { defineReport, type Row, type TypedRow } from '../definition/report.ts';

const columns = {
  provider: { title: 'Provider', kind: 'text', width: 12 },
  course: { title: 'Course', kind: 'text', width: 12 },
  ownCourse: { title: 'Own course id', kind: 'text', width: 14 },
  publishing: { title: 'Publishing', kind: 'text', width: 12 },
  license: { title: 'License', kind: 'text', width: 14 },
  completed: { title: 'Completed', kind: 'date', width: 12, dateFormat: 'm/d/yyyy' },
  state: { title: 'State', kind: 'text', width: 10 },
  profession: { title: 'Profession', kind: 'text', width: 16 },
  subjectArea: { title: 'Subject area', kind: 'text', width: 12 },
  hours: { title: 'Hours', kind: 'number', width: 9 },
} as const;

/** Credits of several types for a course that is given in full are one line. */
const joinFullCourses = (rows: readonly Row[]): readonly TypedRow<typeof columns>[] => {
  const lines = rows.map(
    ({ lineState, ...row }) => ({ ...row, state: lineState }) as TypedRow<typeof columns> & Row,
  );
  const identify = (row: Row): string =>
    JSON.stringify([row.course, row.ownCourse, row.license, row.completed, row.state, row.profession]);
  const seen = new Set<string>();
  return lines.filter((row) => {
    if (row.subjectArea !== undefined) return true;
    const isFirst = !seen.has(identify(row));
    seen.add(identify(row));
    return isFirst;
  });
};

export const ceBrokerRoster = defineReport({
  name: 'CEBrokerRoster',
  title: 'Roster for CE Broker',
  description:
    'Course completions of licensees in the layout that CE Broker imports. What is voided, or not reported, is in BoardCredits.',
  parameters: reportParameters.CEBrokerRoster,
  columns,
  isHeadless: true,
  finish: joinFullCourses,
  marking: markRows(['New', 'Changed', 'Reported']),
  loadScope: loadBoardScope,
  rows: (query, context, about, from) =>
    readBoardRows(query, context, about, from, {
      states: ['New', 'Changed'],
      present: ({ credit, license, course }) => {
        const number = query.courseNumbers?.find(({ courseId }) => courseId === credit.courseId)?.number;
        const code = query.subjectAreas?.find(
          ({ creditTypeId }) => creditTypeId === credit.creditTypeId,
        )?.code;
        return {
          provider: query.providerNumber,
          course: number,
          ownCourse: number === undefined ? (course?.code ?? credit.courseId) : undefined,
          license: license?.number,
          completed: credit.earnedDate,
          lineState: `State=${license?.jurisdiction}`,
          profession: `Profession=${license?.profession}`,
          subjectArea: code,
          hours: code === undefined ? undefined : credit.credits,
        };
      },
    }),
});
