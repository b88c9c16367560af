// A year in the life of an association, from its first course to an expired certification, played over HTTP on a clock
// that the tour moves (issue "Shown by"). Each chapter goes on where the one before it ended.
import { afterAll, beforeAll } from 'vitest';
import { theYearIsPlanned } from './1-plan.ts';
import { registrationOpens } from './2-registration.ts';
import { seatsChangeHands } from './3-waitlist.ts';
import { theClassTakesPlace } from './4-class.ts';
import { approvalIsSought } from './5-approval.ts';
import { theAwardIsGiven } from './6-award.ts';
import { aClassIsCancelled } from './7-cancelled-class.ts';
import { reportsAreRead } from './8-reports.ts';
import { certificationsRunOut } from './9-expiry.ts';
import { theBooksAreClosed } from './10-year-end.ts';
import { foundAssociation, type Tour } from './tour-world.ts';

let world: Tour;
beforeAll(async () => {
  world = await foundAssociation('2031-01-06T16:00:00Z');
}, 180_000);
afterAll(() => world?.stop(), 60_000);

const tour = (): Tour => world;

theYearIsPlanned(tour);
registrationOpens(tour);
seatsChangeHands(tour);
theClassTakesPlace(tour);
approvalIsSought(tour);
theAwardIsGiven(tour);
aClassIsCancelled(tour);
reportsAreRead(tour);
certificationsRunOut(tour);
theBooksAreClosed(tour);
