import type { FuzzTarget } from './learn.ts';
import { reportTarget, snapshotTarget } from './sandbox-targets.ts';
import {
  bodyTarget,
  envelopeTarget,
  pdfTarget,
  profileTarget,
  queryTarget,
  scenarioTarget,
} from './targets.ts';

export const allTargets: readonly (() => FuzzTarget | Promise<FuzzTarget>)[] = [
  ...[pdfTarget, bodyTarget, queryTarget, envelopeTarget],
  ...[scenarioTarget, profileTarget, snapshotTarget, reportTarget],
];
