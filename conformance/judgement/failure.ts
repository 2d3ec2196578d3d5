import { TargetUnusable } from '../target/call-errors.ts';
import type { Exchange } from '../target/exchange.ts';
import type { Capability } from './capability.ts';

/** A clause that was not kept: thrown by the vocabulary in expect.ts, and the one thing that makes a check fail. */
export class Failure extends Error {
  override name = 'Failure';
  readonly expected: string;
  readonly actual: string;
  /** The exchange that shows it; the latest one of the check when not given. */
  readonly exchange: Exchange | undefined;
  /** Both values as JSON, where `expected` and `actual` show the first difference alone. */
  whole: { readonly expected: string; readonly actual: string } | undefined;
  /** The cause, where the check knows it: failures with the same one are one finding. */
  root: string | undefined;

  constructor(expected: string, actual: string, exchange?: Exchange) {
    super(`expected ${expected}, got ${actual}`);
    this.expected = expected;
    // A field of an answer may be other than the text of its type.
    this.actual = String(actual ?? 'nothing');
    this.exchange = exchange;
  }

  from(root: string): this {
    this.root = root;
    return this;
  }
}

/** The check cannot be judged here: it is skipped with this reason and what would enable it. */
export class CannotArrange extends Error {
  override name = 'CannotArrange';
  readonly enable: readonly string[];
  readonly missing: readonly Capability[];
  constructor(reason: string, enable: readonly string[] = [], missing: readonly Capability[] = []) {
    super(reason);
    this.enable = enable;
    this.missing = missing;
  }
}

/** The clause says nothing about this target. */
export class NotApplicable extends Error {
  override name = 'NotApplicable';
}

/** The run was asked for something impossible (no key, a file that cannot be read): exit code 2. */
export class BadUsage extends TargetUnusable {
  override name = 'BadUsage';
}

/** An arrangement could not do something lawful: the check is skipped, and the arrangement has to be mended. */
export class ArrangementFailed extends Error {
  override name = 'ArrangementFailed';
}

/** A function of the user's own arrangement module threw; the message and the stack are those of its error. */
export class ArrangementThrew extends ArrangementFailed {
  override name = 'ArrangementThrew';
  constructor(what: string, cause: unknown) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    super(`${what} threw ${error.name}: ${error.message}`, { cause });
    if (error.stack !== undefined) this.stack = error.stack;
  }
}
