// Credits for a board: what is new, changed or voided, and what is not reported, each with its reason and its ids.
import { loadBoardScope, markRows, readBoardRows } from '../boards/rows.ts';
import { reportParameters } from '../definition/parameters.ts';
import { defineReport, idColumn } from '../definition/report.ts';

export const boardCredits = defineReport({
  name: 'BoardCredits',
  title: 'Credits for a board',
  description:
    'The credits that a board must learn of under each license, and those that are not reported, with the reason. Marking it marks the voided ones, which layouts for uploads do not have.',
  parameters: reportParameters.BoardCredits,
  columns: {
    name: { title: 'Name', kind: 'text', width: 20 },
    state: { title: 'State', kind: 'text', width: 11 },
    reason: { title: 'Reason', kind: 'text', width: 34 },
    jurisdiction: { title: 'Jurisdiction', kind: 'text', width: 8 },
    profession: { title: 'Profession', kind: 'text', width: 10 },
    number: { title: 'License number', kind: 'text', width: 14 },
    course: { title: 'Course', kind: 'text', width: 26 },
    earned: { title: 'Earned', kind: 'date', width: 11 },
    creditType: { title: 'Credit type', kind: 'text', width: 12 },
    credits: { title: 'Credits', kind: 'number', width: 9 },
    creditId: idColumn('Credit id'),
    licenseId: idColumn('License id'),
    personId: idColumn('Person id'),
  },
  order: ['name', 'earned', 'course', 'creditType'],
  marking: markRows(['Voided']),
  loadScope: loadBoardScope,
  rows: (query, context, about, from) =>
    readBoardRows(query, context, about, from, {
      states: ['New', 'Changed', 'Voided', 'NotReported'],
      present: ({ state, reason, credit, license, personName }) => ({
        name: personName,
        state,
        reason,
        jurisdiction: license?.jurisdiction,
        profession: license?.profession,
        number: license?.number,
        course: credit.courseName ?? credit.className,
        earned: credit.earnedDate,
        creditType: credit.creditTypeName,
        credits: credit.credits,
        creditId: credit.id,
        licenseId: license?.id,
        personId: credit.personId,
      }),
    }),
});
