// Imports bills that were read: finds the session, the people and the committees that they name.

import type { ParsedRow, RowProblem, RowSource } from '../../../shared/import/rows/row-source.ts';
import type { IncomingBill, IncomingRollCall } from '../bills/incoming-bill.ts';
import type { BillContent, BillSponsor } from '../bills/record/bill.ts';
import { upsertBills } from '../bills/upsert-bills.ts';
import { createCommitteeFinder } from './committee-finder.ts';
import { createPersonFinder } from './person-finder.ts';
import type { BillDraft } from './read/bill-draft.ts';
import { createSessionFinder } from './session-finder.ts';
import type { SourceRun } from './source-run.ts';

/** How many bills are processed at once. */
const BATCH_SIZE = 500;

interface Finders {
  readonly sessions: ReturnType<typeof createSessionFinder>;
  readonly people: ReturnType<typeof createPersonFinder>;
  readonly committees: ReturnType<typeof createCommitteeFinder>;
}

/** Imports bills, batch by batch. */
export async function importBills(run: SourceRun, reading: RowSource<BillDraft>): Promise<void> {
  const finders: Finders = {
    sessions: createSessionFinder(run.tenant, run),
    people: createPersonFinder(run.tenant),
    committees: createCommitteeFinder(run.tenant),
  };
  run.progress.begin('bills', reading.total);
  let batch: ParsedRow<BillDraft>[] = [];
  for await (const row of reading.rows) {
    if ('record' in row) batch.push(row);
    else {
      run.report.refuse('bills', row.row, row.problems);
      run.progress.add(1);
    }
    if (batch.length < BATCH_SIZE) continue;
    await importBatch(run, finders, batch);
    batch = [];
  }
  await importBatch(run, finders, batch);
  run.progress.end();
  run.remark(describeUnmatched(finders.people.matched()));
}

/** Says how many sponsors and voters have no match in the directory. */
const describeUnmatched = ({
  named,
  unmatched,
}: {
  readonly named: number;
  readonly unmatched: number;
}): string[] =>
  unmatched === 0
    ? []
    : [
        `${unmatched.toLocaleString('en')} of ${named.toLocaleString('en')} sponsors and voters match no person of this tenant and are stored by name; import the legislators, then these bills again, to link them.`,
      ];

async function importBatch(
  run: SourceRun,
  finders: Finders,
  batch: readonly ParsedRow<BillDraft>[],
): Promise<void> {
  await finders.people.load(
    batch.flatMap(({ record }) => [
      ...record.sponsors,
      ...record.rollCalls.flatMap(({ votes = [] }) => votes),
    ]),
  );
  const resolved: (ParsedRow<IncomingBill> & { readonly row: string })[] = [];
  for (const { row, record, leftOut } of batch) {
    const { bill, problems } = await resolveBill(record, finders);
    resolved.push({ row, record: bill, leftOut: [...leftOut, ...problems] });
  }
  const outcomes = await upsertBills(
    run.tenant,
    resolved.map(({ record }) => record),
    run.now,
    { dryRun: run.dryRun, source: run.source, onProgress: run.progress.add },
  );
  for (const [index, { row, record, leftOut }] of resolved.entries()) {
    const { outcome = 'unchanged', reason = 'was refused' } = outcomes[index] ?? {};
    if (outcome === 'refused') {
      run.report.refuse('bills', row, [{ field: '(row)', reason, value: record.content.billNumber }]);
      continue;
    }
    run.report.count('bills', outcome);
    run.report.leaveOut('bills', row, leftOut);
  }
}

/** The bill with its references resolved, and the problems of those that were not found. */
async function resolveBill(
  draft: BillDraft,
  { sessions, people, committees }: Finders,
): Promise<{ readonly bill: IncomingBill; readonly problems: readonly RowProblem[] }> {
  const session = await sessions.find(draft.session);
  const problems: RowProblem[] = [];
  const leave = (field: string, values: readonly string[], why: string): void => {
    if (values.length === 0) return;
    const some = values.length === 1 ? 'one is' : `${values.length} are`;
    problems.push({ field, reason: `${some} left out: ${why}`, value: values.slice(0, 3).join(', ') });
  };
  const sponsors = draft.sponsors
    .flatMap((named): BillSponsor[] => {
      const person = people.find(named);
      return person ? [{ ...person, isPrimary: named.isPrimary }] : [];
    })
    .sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
  const found = await Promise.all(
    draft.committees.map((named) => committees.find(draft.content.stateId, named)),
  );
  leave(
    'committees',
    draft.committees.filter((_, index) => found[index] === undefined).map(({ name }) => name),
    'no committee of this tenant has the name; import the committees first',
  );
  const content: BillContent = {
    ...draft.content,
    sessionId: session.id,
    session: session.identifier,
    sessionName: session.name,
    sponsors,
    committees: [
      ...new Map(
        found.flatMap((committee) =>
          committee
            ? [
                [
                  committee.number,
                  {
                    id: committee.number,
                    name: committee.name,
                    chamber: committee.chamber ?? 'legislature',
                  },
                ] as const,
              ]
            : [],
        ),
      ).values(),
    ],
    relations: await Promise.all(
      draft.content.relations.map(async (relation) => ({
        ...relation,
        session:
          relation.session === draft.session.identifier
            ? session.identifier
            : await sessions.findIdentifier(relation.stateId, relation.session),
      })),
    ),
  };
  const rollCalls = draft.rollCalls.map(
    ({ votes, ...rollCall }): IncomingRollCall => ({
      ...rollCall,
      ...(votes && {
        votes: votes.flatMap(({ voteType, ...voter }) => {
          const person = people.findVoter(voter);
          return person ? [{ voteType, ...person }] : [];
        }),
      }),
    }),
  );
  return { bill: { content, actions: draft.actions, rollCalls, omitted: draft.missingParts }, problems };
}
