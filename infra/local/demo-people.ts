// Who manages whom in the demo tenants, by the keys of the demo directory.

/** Managers set for people and for organizations. The last person is one that an example leaves to their organization. */
interface DemoManagers {
  readonly people: Readonly<Record<string, string>>;
  readonly organizations: Readonly<Record<string, string>>;
  /** Somebody who manages nobody yet. */
  readonly spare: string;
}

const cascadia: DemoManagers = {
  people: { ada: 'jonas', hiro: 'grace' },
  organizations: { association: 'ada', alder: 'farah', 'birch-clerk': 'kira' },
  spare: 'ines',
};

const harbor: DemoManagers = {
  people: { rosa: 'quinn' },
  organizations: { guild: 'cleo', lighthouse: 'omar', anchor: 'samir' },
  spare: 'tessa',
};

/** By tenant code. */
export const demoManagers: Readonly<Record<string, DemoManagers>> = { demo: cascadia, harbor };
