// CPE credits with what a certificate of completion must say (nasbaregistry.org, "What elements are required to be included
// on the certificate of completion?"), the license, and the ids of the records.
import type { ClassItem } from '../../classes/record/class.ts';
import { formatClassPlace } from '../../classes/record/class-place.ts';
import { loadBoardScope, markRows, readBoardRows } from '../boards/rows.ts';
import { reportParameters } from '../definition/parameters.ts';
import { defineReport, idColumn } from '../definition/report.ts';

/** The instructional delivery method, in the words of the National Registry. */
const methods: Readonly<Record<ClassItem['locationType'], string>> = {
  onlocation: 'Group Live',
  online: 'Group Internet Based',
  onlocationandonline: 'Group Live',
};

export const nasbaCredits = defineReport({
  name: 'NASBACredits',
  title: 'CPE credits for boards of accountancy',
  description:
    'CPE credits of licensees with the elements of a certificate of completion. Voided credits are in it with their state.',
  parameters: reportParameters.NASBACredits,
  columns: {
    sponsor: { title: 'Sponsor name', kind: 'text', width: 20 },
    sponsorId: { title: 'Registry sponsor identification number', kind: 'text', width: 12 },
    name: { title: "Participant's name", kind: 'text', width: 20 },
    jurisdiction: { title: 'State of license', kind: 'text', width: 8 },
    number: { title: 'License number', kind: 'text', width: 12 },
    program: { title: 'Program title', kind: 'text', width: 26 },
    field: { title: 'Field of study', kind: 'text', width: 14 },
    completed: { title: 'Date program completed', kind: 'date', width: 11 },
    location: { title: 'Location of program', kind: 'text', width: 20 },
    method: { title: 'Instructional delivery method', kind: 'text', width: 14 },
    credits: { title: 'CPE credit earned', kind: 'number', width: 9 },
    state: { title: 'State of report', kind: 'text', width: 10 },
    creditId: idColumn('Credit id'),
    licenseId: idColumn('License id'),
    personId: idColumn('Person id'),
  },
  order: ['name', 'completed', 'program', 'field'],
  marking: markRows(['New', 'Changed', 'Reported', 'Voided']),
  loadScope: loadBoardScope,
  rows: (query, context, about, from) =>
    readBoardRows(query, context, about, from, {
      states: ['New', 'Changed', 'Voided'],
      present: ({ state, credit, license, personName, attendedClass }) => ({
        sponsor: context.settings.name,
        sponsorId: query.sponsorId,
        name: personName,
        jurisdiction: license?.jurisdiction,
        number: license?.number,
        program: credit.courseName ?? credit.className,
        field: credit.creditTypeName,
        completed: credit.earnedDate,
        location: attendedClass && formatClassPlace(attendedClass),
        method: attendedClass && methods[attendedClass.locationType],
        credits: credit.credits,
        state,
        creditId: credit.id,
        licenseId: license?.id,
        personId: credit.personId,
      }),
    }),
});
