import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientHandle } from '../../../simulator/index.ts';
import { freePort } from '../../../spec/free-port.ts';
import type { PartialProfile } from '../../../spec/profile.ts';
import type { PartialPayrollSubmission } from '../../../spec/types.ts';
import { seal } from '../../../spec/webhooks/index.ts';
import type { Inbox } from '../../judgement/receiver.ts';
import { HttpReceiver } from '../../receiver/http-receiver.ts';
import { type Reply, Sender } from '../../receiver/sender.ts';
import { type Answer, type Body, Front, jsonAnswer, jsonOf, type Reaction } from './front.ts';
import { causes, type Journey } from './journeys.ts';
import type { SandboxPool } from './sandbox-pool.ts';

/** How a case differs from the plain one. */
export type Wish = {
  readonly points?: PartialProfile['points'];
  /** The sandbox's time; today when left out. */
  readonly now?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How many users there are. */
  readonly users?: number;
  readonly person?: object;
  /** The net pay of each payslip, the newest first. */
  readonly payslips?: readonly string[];
  readonly incomes?: readonly string[];
  /** The closing balance of the client's statement. */
  readonly balance?: string;
  /** What the account waits for; it waits for nothing when left out. */
  readonly mfa?: string;
  readonly isUnauthorised?: boolean;
  /** Two authorisations, of which the older one has to be chosen. */
  readonly choose?: boolean;
  readonly fields?: object;
  /** Values in place of the right ones. */
  readonly values?: Readonly<Record<string, string | undefined>>;
  /** Makes something else before the client starts. */
  readonly arrange?: (stage: Stage) => Promise<void>;
  /** The case passes the events of the journey on to the client's receiver by itself. */
  readonly isEventful?: boolean;
  readonly react?: (stage: Stage) => Reaction;
  /** What the reaction changes in answers, where it leaves all else as it is: such cases can be joined. */
  readonly changes?: readonly ('fields' | 'values' | 'order' | 'names')[];
  /** What the reaction makes of the journey's event, where it passes it on after the answer: such cases can be joined. */
  readonly courses?: readonly Course[];
};

export type Event = Readonly<Record<string, unknown>>;

/** Changes what the client's receiver is sent: turns come one after the other, the events of a turn at once. */
export type Course = (
  turns: readonly Event[][],
  stage: Stage,
) => readonly Event[][] | Promise<readonly Event[][]>;

/** Amounts that are exact as floats, too: the plain case is no trap. */
const monthlyPay = Array.from({ length: 12 }, (_, at) => `${2010 + at * 7}.${25 * (1 + (at % 3))}`);
const standardPerson = {
  forename: 'Ada',
  surname: 'Lovelace',
  date_of_birth: '1988-02-29T00:00:00.000Z',
  post_codes: ['LS1 4AP'],
  ni_number: 'QQ123456C',
  ext_id: 'crm-0042',
};
/** Stands in a receiver's address for a port that the exam chooses. */
const portMark = '{PORT}';
const standardFields = { surname: 'Byron', payroll_period_months: 6 };

/** Where the client takes webhooks, if it does. */
export type ReceivingClient = { readonly receiver?: string; readonly secret?: string };

/** One case: a client (tenant) of its own in a sandbox behind a front, a person in it, and the values that the client gets. */
export class Stage {
  readonly journey: Journey;
  readonly wish: Wish;
  readonly front = new Front();
  sandbox!: ClientHandle;
  folder = '';
  values: Record<string, string> = {};
  userId = '';
  inbox: Inbox | undefined;
  /** How many users there were at the start. */
  usersBefore = 0;
  /** What the client's receiver answered, and when it was sent everything. */
  readonly replies: Reply[] = [];
  delivered: Promise<void> | undefined;
  readonly #receiver = new HttpReceiver({ patienceMs: 5000 });
  readonly #client: ReceivingClient;
  #sender: Sender | undefined;

  constructor(journey: Journey, wish: Wish, client: ReceivingClient = {}) {
    this.journey = journey;
    this.wish = wish;
    this.#client = client;
  }

  async open(sandboxes: SandboxPool): Promise<void> {
    const { now, users = 0, points, values, react, arrange } = this.wish;
    await this.front.start();
    const { url, storageUrl } = this.front;
    const profile = { points: { 'users.list.default-limit': 100, ...points } };
    const isInvitation = this.journey === 'invite-member';
    const behind = await sandboxes.client({ users, now, profile }, isInvitation);
    this.sandbox = behind.handle;
    this.front.target = behind.url;
    this.values = { JOURNEY: this.journey, URL: url, API_KEY: this.sandbox.apiKey };
    await worlds[this.journey](this);
    const { email, password } = behind.member;
    if (isInvitation) Object.assign(this.values, { MEMBER: email, PASSWORD: password });
    await arrange?.(this);
    if (causes[this.journey] && this.#client.receiver !== undefined)
      await this.#subscribe(this.#client.receiver);
    for (const [name, value] of Object.entries(values ?? {}))
      if (value === undefined) delete this.values[name];
      else this.values[name] = value;
    if (this.journey === 'list-users') this.usersBefore = await this.countUsers();
    await this.sandbox.arrange('clearRequests');
    this.front.amend = (answer, { operation }) => {
      if (operation === 'listBankStatements') return this.#withBalance(answer);
      if (operation !== 'presignBankStatements') return answer;
      return { ...answer, body: Buffer.from(answer.body.toString().replaceAll(behind.url, storageUrl)) };
    };
    if (react) this.front.react = react(this);
  }

  async openInbox(): Promise<Inbox> {
    await this.#receiver.start();
    this.inbox = this.#receiver.inbox();
    return this.inbox;
  }

  /** Whether the journey listens for webhooks in its own process, at a port that the exam gives it. */
  get listensItself(): boolean {
    return this.#client.receiver?.includes(portMark) === true;
  }

  /** Events go to the client's receiver, or to the exam where a case passes them on in its own way. */
  async #subscribe(receiver: string): Promise<void> {
    const signing_secret = this.#client.secret ?? 'exam-secret-of-webhooks';
    this.values['SECRET'] = signing_secret;
    if (this.listensItself) this.values['PORT'] = String(await freePort());
    const address = receiver.replace(portMark, this.values['PORT'] ?? '');
    this.#sender = new Sender(address, 5000);
    const url = this.wish.isEventful ? (await this.openInbox()).url : address;
    const events = ['user-payroll-submitted' as const, 'user-bank-statement-submitted' as const];
    const body = { name: 'exam', url, events, signing_secret, config: { include_payload: true } };
    await this.sandbox.client.POST('/webhooks', { body });
  }

  /** Sends an event to the client's receiver, as the service would. */
  async deliver(event: object): Promise<void> {
    if (this.#sender)
      this.replies.push(await this.#sender.send(seal({ body: event, secret: this.values['SECRET'] })));
  }

  /** Gives the client's own statement its balance: of some documents the sandbox can read none. */
  #withBalance(answer: Answer): Answer {
    const body = jsonOf(answer);
    if (!Array.isArray(body?.['bank_statement_submissions'])) return answer;
    const balance_information = { opening_balance: '100.00', closing_balance: balanceOf(this) };
    const filled = statementsIn(body).map((one) =>
      isOwn(this, one) ? { ...one, balance_information } : one,
    );
    return jsonAnswer(answer.status, { ...body, bank_statement_submissions: filled });
  }

  async close(): Promise<void> {
    await this.front.close();
    this.#sender?.close();
    if (this.inbox) await this.#receiver.close();
    if (this.folder !== '') await rm(this.folder, { recursive: true, force: true });
  }

  get path() {
    return { user_id: this.userId };
  }

  /** All that the service holds of the user; undefined once it is deleted. */
  async dossier() {
    const inspected = this.sandbox.arrange('inspectUser', { path: this.path });
    return inspected.catch(() => undefined);
  }

  async countUsers(): Promise<number> {
    return (await this.sandbox.client.GET('/users')).data?.pagination.total_count ?? 0;
  }

  /** The subscriptions to the client's address. */
  async subscriptions() {
    const { data } = await this.sandbox.client.GET('/webhooks');
    const all = Array.isArray(data) ? data : (data?.webhooks ?? []);
    return all.filter(({ url }) => url === this.values['WEBHOOK_URL']);
  }

  async revokeAll(): Promise<void> {
    for (const { authorisation_id } of (await this.dossier())?.authorisations ?? [])
      await this.sandbox.arrange('revokeAuthorisation', { path: { ...this.path, authorisation_id } });
  }

  async makeUser(): Promise<void> {
    const body = { ...standardPerson, ...this.wish.person };
    this.userId = (await this.sandbox.arrange('createUser', { body })).user_id;
    this.values['USER_ID'] = this.userId;
  }

  /** A user with an accepted term, unless the case wants none. */
  async makeWilling(): Promise<void> {
    await this.makeUser();
    if (this.wish.isUnauthorised) return;
    const { arrange } = this.sandbox;
    const { path } = this;
    const { authorisation_id } = await arrange('acceptTerm', { path, body: {} });
    if (!this.wish.choose) return;
    const { id: term_id } = await arrange('createTerm', { body: { name: 'A second term' } });
    await arrange('acceptTerm', { path, body: { term_id } });
    this.values['AUTHORISATION_ID'] = authorisation_id;
  }

  async issueToken(): Promise<void> {
    const { token } = await this.sandbox.arrange('issueUserToken', { path: this.path, body: {} });
    this.values['USER_TOKEN'] = token;
  }

  /** One payslip a month, as a provider holds them. */
  payslips(): PartialPayrollSubmission[] {
    const now = new Date(this.wish.now ?? Date.now());
    const year = now.getUTCFullYear();
    return (this.wish.payslips ?? monthlyPay).map((net_pay, ago) => {
      const day = (at: number, monthOn = 0) =>
        new Date(Date.UTC(year, now.getUTCMonth() - 1 - ago + monthOn, at)).toISOString();
      const interval = { pay_interval_start: day(1), pay_interval_end: day(0, 1) };
      return { income_information: { pay_date: day(28), ...interval, earnings: { net_pay } } };
    });
  }

  /** A willing user with an account. */
  async makeLinked(): Promise<void> {
    await this.makeWilling();
    const { mfa } = this.wish;
    const body = { mfa_enabled: mfa !== undefined, mfa, payroll: this.payslips() };
    const { account_id } = await this.sandbox.arrange('linkAccount', { path: this.path, body });
    this.values['ACCOUNT_ID'] = account_id;
  }

  async makeEntry(): Promise<string> {
    const body = { account_id: this.values['ACCOUNT_ID'] ?? null, payroll_submissions: this.payslips() };
    return (await this.sandbox.arrange('createEntry', { path: this.path, body })).entry_id ?? '';
  }
}

/** Makes what each journey starts from, and adds to its values. */
const worlds: Readonly<Record<Journey, (stage: Stage) => unknown>> = {
  'list-users': () => undefined,
  'update-user': async (stage) => {
    await stage.makeUser();
    stage.values['FIELDS'] = JSON.stringify(stage.wish.fields ?? standardFields);
  },
  connect: async (stage) => {
    await stage.makeLinked();
    await stage.issueToken();
    if (stage.wish.mfa !== undefined) stage.values['MFA'] = stage.wish.mfa;
  },
  'direct-connection': async (stage) => {
    await stage.makeWilling();
    const body = { payroll_submissions: stage.payslips() };
    await stage.sandbox.arrange('setDirectPayroll', { path: stage.path, body });
  },
  'upload-statement': async (stage) => {
    await stage.makeWilling();
    await stage.issueToken();
    stage.folder = await mkdtemp(join(tmpdir(), 'payrig-exam-'));
    const FILE = join(stage.folder, 'statement of March.pdf');
    await writeFile(FILE, await statementOf(stage));
    Object.assign(stage.values, { FILE, EXTERNAL_ID: `exam-${randomUUID().slice(0, 13)}` });
  },
  income: async (stage) => {
    await stage.makeWilling();
    for (const total_income of stage.wish.incomes ?? ['31010.25', '32020.50', '33030.75']) {
      const body = { employment: { total_income } };
      await stage.sandbox.arrange('createIncomeSubmission', { path: stage.path, body });
    }
  },
  affordability: async (stage) => {
    await stage.makeWilling();
    await stage.makeEntry();
  },
  subscribe: async (stage) => {
    stage.values['WEBHOOK_URL'] = (await stage.openInbox()).url;
    stage.values['EVENTS'] = 'user-payroll-submitted,user-bank-statement-submitted';
  },
  'delete-user': (stage) => stage.makeUser(),
  'delete-account': (stage) => stage.makeLinked(),
  'delete-entry': async (stage) => {
    await stage.makeLinked();
    stage.values['ENTRY_ID'] = await stage.makeEntry();
  },
  'invite-member': ({ values }) => {
    const INVITE_EMAIL = `zoe+${randomUUID().slice(0, 8)}@example.test`;
    Object.assign(values, { INVITE_NAME: 'Zoë O’Neill', INVITE_EMAIL, ROLE: 'viewer' });
  },
};

/** A bank statement of the user's last whole month, as a PDF. */
async function statementOf(stage: Stage): Promise<Uint8Array> {
  const now = new Date(stage.wish.now ?? Date.now());
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const path = { ...stage.path, month: `${first.toISOString().slice(0, 7)}.pdf` };
  const pdf: unknown = await stage.sandbox.arrange('getStatement', { path });
  if (!(pdf instanceof Uint8Array)) throw new Error('The sandbox gave no statement.');
  return pdf;
}

export type Statement = { document_external_id?: string | null };

export const statementsIn = (body: Body): Statement[] =>
  (body['bank_statement_submissions'] ?? []) as Statement[];

export const isOwn = ({ values }: Stage, one: Statement): boolean =>
  one.document_external_id === values['EXTERNAL_ID'];

export const balanceOf = ({ wish }: Stage): string => wish.balance ?? '812.55';
