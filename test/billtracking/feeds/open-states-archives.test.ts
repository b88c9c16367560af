// Feeds of the downloads of Open States (docs/interface/billtracking.md#data-feeds).
import { describe, expect, it } from 'vitest';
import { call, counts, createFeed, findBill, providers, runOnce, useFeeds } from './feed-runs.ts';
import { buildAction, buildOpenStatesBill } from './open-states-provider.ts';

useFeeds();

const moment = (minute: number) => `2027-02-01T10:${String(minute).padStart(2, '0')}:00.000001+00:00`;

describe('a feed of Open States', () => {
  it('takes the same parts of a bill in another order for the same', async () => {
    const vote = {
      ...{ id: 'ocd-vote/order', motion_text: 'Passage', motion_classification: ['passage'], result: 'pass' },
      ...{ start_date: '2027-02-02', organization: { classification: 'lower' } },
      counts: [{ option: 'yes', value: 1 }],
    };
    const cast = ['yes', 'no'].map((option) => ({ option, voter_name: 'Smith' }));
    const versions = ['Introduced', 'Engrossed'].map((note) => ({
      ...{ note, date: '2027-01-05' },
      links: [{ url: `https://legislature.example.org/${note}.pdf`, media_type: 'application/pdf' }],
    }));
    const sponsorships = ['Ames', 'Smith', 'Smith'].map((name) => ({ name, primary: false }));
    const feed = await createFeed({ provider: 'OPEN_STATES_API', stateIds: [50] });
    const bring = (at: number, order: <T>(list: T[]) => T[]) => {
      providers.openStates.bills = [
        buildOpenStatesBill('H 910', moment(at), {
          ...{ versions: order([...versions]), sponsorships: order([...sponsorships]) },
          ...{ subject: order(['ROADS', 'WATER']), votes: [{ ...vote, votes: order([...cast]) }] },
        }),
      ];
      return runOnce(feed);
    };
    expect((await bring(10, (list) => list)).bills).toMatchObject({ created: 1 });
    expect((await bring(11, (list) => list.toReversed())).bills).toMatchObject({ changed: 0, unchanged: 1 });
    expect((await bring(12, (list) => list.slice(1))).bills).toMatchObject({ changed: 1 });
  });

  it('reads an archive only when it has changed', async () => {
    providers.openStates.bills = [
      buildOpenStatesBill('H 901', '2027-02-01T00:00:00+00:00'),
      buildOpenStatesBill('H 902', '2027-02-01T00:00:00+00:00', { title: '' }),
    ];
    const id = await createFeed({ provider: 'OPEN_STATES_BULK', stateIds: [50] });
    const first = await runOnce(id);
    expect(first).toMatchObject({ status: 'DONE_WITH_REFUSALS', bills: counts(1, 0, 0, 1) });
    const refusals = (await call('GET', `/${id}/runs/${first.id}/refusals`)).body.data.refusals;
    expect(refusals).toEqual([
      expect.objectContaining({ outcome: 'REFUSED', field: 'title', reason: 'is missing' }),
    ]);
    providers.seen.length = 0;
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 2));
    expect(providers.seen.some(({ path }) => path.startsWith('openstates-files'))).toBe(false);
    providers.openStates.archiveUpdatedAt = '2027-02-08T00:00:00+00:00';
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 1, 1));
    // The file needs no key.
    expect(providers.seen.find(({ path }) => path.startsWith('openstates-files'))?.key).toBeUndefined();
  });

  // openstates.org, bulk_export.py: the same bills as tables, as a list, and from the API.
  it('reads downloads of both forms, and a bill of the API is the same one', async () => {
    const papers = {
      links: [{ url: 'https://legislature.example.org/a.pdf', media_type: 'application/pdf' }],
    };
    const senate = { id: 'ocd-organization/2', name: 'Senate', classification: 'upper' };
    providers.openStates.bills = [
      buildOpenStatesBill('H 911', moment(1), {
        title: 'An act, "relating" to\nroads',
        subject: ["GOVERNOR'S ROADS", 'BRIDGES'],
        abstracts: [{ abstract: 'Roads; and bridges.', note: '' }],
        related_bills: [
          { identifier: 'S 9012', legislative_session: '2027-2028', relation_type: 'companion' },
        ],
        versions: [{ id: 'v', note: 'As introduced', date: '2027-01-05', ...papers }],
        documents: [{ id: 'd', note: 'Fiscal note', date: '2027-01-20', ...papers }],
        actions: [
          buildAction('Read first time', '2027-01-05', ['introduction', 'referral-committee']),
          buildAction('Read third time and passed', '2027-03-11T04:40:25+00:00', ['reading-3', 'passage'], {
            ...{ order: 1, organization: senate },
          }),
        ],
        votes: [
          {
            ...{ id: 'ocd-vote/7', identifier: '', motion_text: 'Third reading', start_date: '2027-03-10' },
            ...{ motion_classification: ['passage'], result: 'pass', organization: senate, extras: {} },
            counts: [
              { option: 'yes', value: 2 },
              { option: 'no', value: 1 },
            ],
            votes: [{ id: 'x', option: 'yes', voter_name: 'Gale' }],
            sources: [{ url: 'https://legislature.example.org/vote', note: '' }],
          },
        ],
      }),
      buildOpenStatesBill('S 9012', moment(2), { from_organization: senate }),
    ];
    const api = await createFeed({ provider: 'OPEN_STATES_API', stateIds: [50] });
    expect((await runOnce(api)).bills).toEqual(counts(2, 0, 0));
    expect(await findBill('H 911')).toMatchObject({ status: 'Passed Chamber', lastActionOn: '2027-03-10' });
    const bulk = await createFeed({ provider: 'OPEN_STATES_BULK', stateIds: [50] });
    const second = await runOnce(bulk);
    expect([second.status, second.reason]).toEqual(['DONE', null]);
    // The bill with a vote gets what the second source says of it.
    expect(second.bills).toEqual(counts(0, 1, 1));
    // A list has less: no relation's kind, no id and no source of a vote.
    providers.openStates.forms = ['json'];
    providers.openStates.archiveUpdatedAt = '2027-02-09T00:00:00+00:00';
    expect((await runOnce(bulk)).bills).toEqual(counts(0, 1, 1));
    expect(providers.seen.filter(({ path }) => path.startsWith('openstates-files'))).toHaveLength(2);
    expect(await findBill('H 911')).toMatchObject({ status: 'Passed Chamber', lastActionOn: '2027-03-10' });
  });

  it('takes archives from the host of Open States only', async () => {
    providers.openStates.filesHost = '169.254.169.254';
    providers.openStates.archiveUpdatedAt = '2027-03-08T00:00:00+00:00';
    const id = await createFeed({ provider: 'OPEN_STATES_BULK', stateIds: [50] });
    const run = await runOnce(id);
    expect(run).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining('another host than data.openstates.org'),
    });
  });
});
