import { useEffect, useState } from 'preact/hooks';
import type { HttpRequest } from '../../../spec/caller.ts';
import type { ServiceError } from '../../../spec/client.ts';
import type { Run } from '../../../spec/types.ts';
import { useConsole, useLive, useRead, useReloadWith } from './context.ts';

export type Tool = Run['tool'];

export type Runs = {
  /** Undefined until the sandbox has said. */
  areAvailable: boolean | undefined;
  latest: Readonly<Partial<Record<Tool, Run>>>;
  /** Takes in what a call answered, unless more is known already. */
  add: (run: Run) => void;
  error: ServiceError | undefined;
  request: HttpRequest;
};

export function useRuns(): Runs {
  const { epoch } = useConsole();
  const read = useRead('listRuns');
  const [latest, setLatest] = useState<Runs['latest']>({});
  const put = (run: Run) => setLatest((all) => ({ ...all, [run.tool]: run }));
  useEffect(() => {
    if (read.data) setLatest(Object.fromEntries(read.data.runs.map((run) => [run.tool, run])));
  }, [read.data]);
  useLive('run', put);
  useReloadWith(read.reload, epoch);
  return {
    areAvailable: read.data?.available,
    latest,
    add: (run) =>
      setLatest((all) => (all[run.tool]?.run_id === run.run_id ? all : { ...all, [run.tool]: run })),
    error: read.error,
    request: read.request,
  };
}
