// What became of a bill, by the public data sets' words for actions (classifications.json) and by its status.
import { describe, expect, it } from 'vitest';
import { deriveOutcome, deriveStage, hasCrossedOver } from './outcome.ts';

const createActions = (...classifications: string[]) =>
  classifications.map((classification) => ({ classification }));

describe('the outcome of a bill', () => {
  it.each([
    ['signed by the executive', createActions('introduction', 'passage', 'executive-signature'), 'ENACTED'],
    ['law without a signature', createActions('passage', 'became-law'), 'ENACTED'],
    ['vetoed', createActions('passage', 'executive-veto'), 'VETOED'],
    ['vetoed and overridden', createActions('executive-veto', 'veto-override-passage'), 'ENACTED'],
    [
      'vetoed in a line, and signed',
      createActions('executive-veto-line-item', 'executive-signature'),
      'ENACTED',
    ],
    ['failed in committee', createActions('introduction', 'committee-failure'), 'FAILED'],
    ['failed, and passed on reconsideration', createActions('failure', 'executive-signature'), 'ENACTED'],
    ['failed, and passed afterwards', createActions('failure', 'passage'), 'UNDECIDED'],
    ['passed, and failed in the other chamber', createActions('passage', 'failure'), 'FAILED'],
    ['vetoed, and passed again', createActions('executive-veto', 'passage'), 'VETOED'],
    ['withdrawn', createActions('withdrawal'), 'FAILED'],
    ['read a first time', createActions('introduction', 'reading-1'), 'UNDECIDED'],
    [
      'signed by an action that is more than that',
      [{ classification: 'enrolled', classifications: ['enrolled', 'executive-signature'] }],
      'ENACTED',
    ],
    [
      'failed, and passed on its third reading',
      [
        { classification: 'failure' },
        { classification: 'reading-3', classifications: ['reading-3', 'passage'] },
      ],
      'UNDECIDED',
    ],
  ])('%s', (_, actions, outcome) => {
    expect(deriveOutcome({ chamber: 'lower', status: '' }, actions)).toBe(outcome);
  });

  // New Mexico: "Veto Override Passed House" and "Veto Override Failed Senate" (openstates-scrapers, scrapers/nm/bills.py).
  const vetoed = { classification: 'executive-veto' };
  const overrideIn = (chamber: 'lower' | 'upper', text = 'Veto Override Passed') => ({
    ...{ classification: 'veto-override-passage', chamber, text },
  });
  it.each([
    ['overridden in its own chamber alone', [vetoed, overrideIn('lower')], 'VETOED'],
    ['overridden in both chambers', [vetoed, overrideIn('lower'), overrideIn('upper')], 'ENACTED'],
    ['overridden, the last action in the other chamber', [vetoed, overrideIn('upper')], 'ENACTED'],
    [
      'overridden, in one action of both chambers',
      [vetoed, overrideIn('lower', 'Both Houses Override Total Veto')],
      'ENACTED',
    ],
    [
      'sustained in the second chamber',
      [vetoed, overrideIn('lower'), { classification: 'veto-override-failure', chamber: 'upper' as const }],
      'VETOED',
    ],
  ])('of a vetoed bill %s', (_, actions, outcome) => {
    expect(deriveOutcome({ chamber: 'lower', status: '' }, actions)).toBe(outcome);
  });

  it.each([
    ['Signed into law', 'ENACTED'],
    ['ENACTED:SIGNED', 'ENACTED'],
    ['Became Public Law No: 112-3.', 'ENACTED'],
    ['Vetoed by Governor', 'VETOED'],
    ['Veto overridden', 'ENACTED'],
    ['Veto Overridden in One Chamber', 'VETOED'],
    ['Signed', 'ENACTED'],
    ['Signed by the Governor', 'ENACTED'],
    ['Approved by the Governor - Chapter 7', 'ENACTED'],
    ['C 209 L 25', 'ENACTED'],
    ['Signed by the Speaker', 'UNDECIDED'],
    ['Signed by the President of the Senate', 'UNDECIDED'],
    ['Committee amendment adopted', 'UNDECIDED'],
    ['Not enacted', 'FAILED'],
    ['Died in committee', 'FAILED'],
    ['FAIL:ORIGINATING:SENATE', 'FAILED'],
    ['In committee', 'UNDECIDED'],
    ['Passed the House', 'UNDECIDED'],
    ['', 'UNDECIDED'],
  ])('with the status "%s" and no action that decides is %s', (status, outcome) => {
    expect(deriveOutcome({ chamber: 'lower', status }, createActions('referral'))).toBe(outcome);
  });
});

describe('crossover', () => {
  const house = { chamber: 'lower', status: '' } as const;

  it.each([
    ['passed by its own chamber', [{ classification: 'passage', chamber: 'lower' as const }], true],
    ['read in the other one', [{ classification: 'reading-1', chamber: 'upper' as const }], true],
    [
      'passed on its third reading',
      [
        {
          classification: 'reading-3',
          classifications: ['reading-3', 'passage'],
          chamber: 'lower' as const,
        },
      ],
      true,
    ],
    ['in committee', [{ classification: 'referral-committee', chamber: 'lower' as const }], false],
    ['an amendment passed', [{ classification: 'amendment-passage', chamber: 'lower' as const }], false],
  ])('is behind a bill: %s', (_, actions, expected) => {
    expect(hasCrossedOver(house, actions)).toBe(expected);
  });

  it('is derived from the status when the actions are not known', () => {
    expect(hasCrossedOver({ chamber: 'upper', status: 'Passed Senate' }, [])).toBe(true);
    expect(hasCrossedOver({ chamber: 'upper', status: 'Passed Committee' }, [])).toBe(false);
    expect(hasCrossedOver({ chamber: 'upper', status: 'Not passed' }, [])).toBe(false);
  });
});

describe('how far a bill is', () => {
  const stageOf = (
    status: string,
    actions: ReturnType<typeof createActions> = [],
    chamber = 'lower' as const,
  ) => deriveStage({ status, chamber }, actions);
  const inChambers = (...chambers: ('upper' | 'lower')[]) =>
    chambers.map((chamber) => ({ chamber, classification: 'passage' }));

  it('is in the legislature until both chambers have passed it', () => {
    expect(stageOf('Introduced')).toBe('IN_LEGISLATURE');
    expect(deriveStage({ status: '', chamber: 'lower' }, inChambers('lower'))).toBe('IN_LEGISLATURE');
    expect(deriveStage({ status: '', chamber: 'lower' }, inChambers('lower', 'upper'))).toBe(
      'WITH_EXECUTIVE',
    );
    expect(deriveStage({ status: '', chamber: 'legislature' }, createActions('passage'))).toBe(
      'WITH_EXECUTIVE',
    );
    // Open States classifies an action so when the governor has received the bill.
    expect(stageOf('', createActions('executive-receipt'))).toBe('WITH_EXECUTIVE');
  });

  it.each([
    'Enrolled',
    'Sent to Governor',
    'Delivered to the Governor',
    'Presented to the President',
    'To Mayor',
  ])('with the status %s is with the executive', (status) => expect(stageOf(status)).toBe('WITH_EXECUTIVE'));

  it.each(['Sent to the President of the Senate', 'Passed House', 'Referred to the Committee on Roads'])(
    'with the status %s is not',
    (status) => expect(stageOf(status)).toBe('IN_LEGISLATURE'),
  );

  it('is decided when it is signed, vetoed or dead', () => {
    expect(stageOf('Signed by Governor')).toBe('DECIDED');
    expect(stageOf('Enrolled', createActions('passage', 'executive-veto'))).toBe('DECIDED');
    expect(stageOf('', createActions('withdrawal'))).toBe('DECIDED');
  });
});
