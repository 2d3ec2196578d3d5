import { expect, it } from 'vitest';
import { StoreUnavailableError } from '../../port.ts';
import { Disk } from './disk.ts';

it('reports a refused write until one succeeds on a disk with room: a little fits on a full one', async () => {
  let left = 500;
  const disk = new Disk('/data', async () => left);
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { syscall: 'write' });
  const refused = disk.write(() => Promise.reject(full));
  await expect(refused).rejects.toThrow(StoreUnavailableError);
  await disk.write(async () => 'a little');
  expect(disk.problems).toEqual(['The data folder /data cannot be used: ENOSPC: no space left on device']);
  expect(await disk.health()).toEqual({ problems: disk.problems, isAway: true });
  left = 1 << 20;
  expect(disk.problems).toHaveLength(1);
  await disk.write(async () => 'a little');
  expect(await disk.health()).toMatchObject({ problems: [] });
  left = 500;
  expect(await disk.health()).toEqual({ problems: ['The disk of /data is full'], isAway: true });
});
