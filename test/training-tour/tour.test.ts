// A year in the life of an association, from its first course to an expired certification, played over HTTP on a clock
// that the tour moves. Each chapter continues where the previous one ended.
import { afterAll, beforeAll } from 'vitest';
import { planYear } from './1-plan.ts';
import { openRegistration } from './2-registration.ts';
import { promoteWaitlist } from './3-waitlist.ts';
import { holdClass } from './4-class.ts';
import { requestApproval } from './5-approval.ts';
import { grantAward } from './6-award.ts';
import { cancelClass } from './7-cancelled-class.ts';
import { readReports } from './8-reports.ts';
import { expireCertifications } from './9-expiry.ts';
import { reportCredits } from './10-reported-credits.ts';
import { takeCourseAgain } from './11-another-time.ts';
import { closeYear } from './12-year-end.ts';
import { chargeFees } from './13-fees.ts';
import { holdSeminar } from './14-seminar.ts';
import { setUpAssociation, type Tour } from './association.ts';

let association: Tour;
beforeAll(async () => {
  association = await setUpAssociation('2031-01-06T16:00:00Z');
});
afterAll(() => association?.stop());

const tour = (): Tour => association;

planYear(tour);
openRegistration(tour);
promoteWaitlist(tour);
holdClass(tour);
requestApproval(tour);
grantAward(tour);
cancelClass(tour);
readReports(tour);
expireCertifications(tour);
reportCredits(tour);
takeCourseAgain(tour);
closeYear(tour);
chargeFees(tour);
holdSeminar(tour);
