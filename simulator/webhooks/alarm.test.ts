import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createAlarm } from './alarm.ts';

test('an alarm rings when its instant has come, or has passed', async () => {
  const alarm = createAlarm(() => 1000);
  await new Promise<void>((ring) => alarm(1001, ring));
  await new Promise<void>((ring) => alarm(0, ring));
});

test('an alarm that was cancelled does not ring', async () => {
  const alarm = createAlarm(() => 0);
  let rang = false;
  alarm(1, () => {
    rang = true;
  })();
  await new Promise<void>((ring) => alarm(5, ring));
  expect(rang).toBe(false);
});

test('an alarm keeps no process alive, however far off it is', () => {
  const script = `import { createAlarm } from ${JSON.stringify(new URL('./alarm.ts', import.meta.url).href)};
    createAlarm(() => 0)(1e13, () => console.log('rang'));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
  expect([status, stdout.toString(), stderr.toString()]).toEqual([0, '', '']);
});
